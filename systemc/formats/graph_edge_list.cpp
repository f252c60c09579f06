#include <sstream>

#include "systemc/formats/graph_text.h"

namespace flitwise {

GraphText parse_edge_list(const std::string& text) {
  GraphText graph;
  std::istringstream lines(text);
  GraphText::Line line;
  while (std::getline(lines, line.text)) {
    ++line.number;
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    std::istringstream words(line.text.substr(0, line.text.find('#')));
    std::string u, v, more;
    if (!(words >> u)) continue;
    if (!(words >> v))
      throw GraphTextError{line, "an edge needs two nodes, but '" + u + "' is alone"};
    if (words >> more)
      throw GraphTextError{line,
                           "an edge joins two nodes, but a third word '" + more + "' follows"};
    if (u == v) throw GraphTextError{line, "node '" + u + "' must not be its own neighbour"};
    const Node first = graph.node(u);
    graph.edges.emplace_back(first, graph.node(v));
  }
  return graph;
}

}  // namespace flitwise
