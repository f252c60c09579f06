// graph_text.h: graphs as texts, DOT, lists of edges, node-link JSON: named nodes and edges between
// them.
//
// For read_graph only.
#ifndef FLITWISE_SYSTEMC_FORMATS_GRAPH_TEXT_H_
#define FLITWISE_SYSTEMC_FORMATS_GRAPH_TEXT_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise {

/// Line of an edge that has none of its own.
inline constexpr int kNoLine = 0;

/// A graph as it stands in a file. Nodes count in the order in which the file first names them.
struct GraphText {
  struct Line {
    int number = kNoLine;
    std::string text;
  };
  std::vector<std::string> names;
  std::unordered_map<std::string, Node> number_of;
  std::vector<Edge> edges;

  /// The number of a name, which is made if it is new.
  Node node(const std::string& name);
};

/// The line in which byte `byte` of a text lies; past the end, the last one.
GraphText::Line line_of(const std::string& text, std::size_t byte);

/// A mistake in the text of a graph; the reader adds the file's name.
struct GraphTextError {
  GraphText::Line line;
  std::string rule;
};

/// Errors: all throw GraphTextError for text that is not in the format and for self-loops; DOT
///         also for directed graphs.
GraphText parse_edge_list(const std::string& text);
GraphText parse_dot(const std::string& text);
/// Node-link JSON: {"nodes": [{"id": TEXT|NUMBER}, ..], "links": [{"source", "target"}, ..]}; other
/// keys are not looked at. Errors: as above, without a line.
GraphText parse_node_link(const std::string& text);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_GRAPH_TEXT_H_
