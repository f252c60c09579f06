#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/dynamic_property_map.hpp>
#include <cctype>
#include <string_view>
#include <unordered_set>

#include "systemc/formats/dot_words.h"
#include "systemc/formats/graph_text.h"

namespace flitwise {
namespace {

struct DotNode {
  std::string name;
};
using DotGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, DotNode>;

// Boost refuses a strict graph that has an edge twice, where DOT says that it counts once.
std::string without_strict(std::string text, const std::vector<DotWord>& words) {
  constexpr std::string_view kStrict = "strict";
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  if (!words.empty() && words[0].text.size() == kStrict.size() &&
      std::equal(kStrict.begin(), kStrict.end(), words[0].text.begin(),
                 [&](char b, char a) { return same(a, b); }))
    text.erase(words[0].start, kStrict.size());
  return text;
}

DotGraph read_with_boost(const std::string& text) {
  DotGraph graph;
  boost::dynamic_properties properties(boost::ignore_other_properties);
  properties.property("node_id", boost::get(&DotNode::name, graph));
  boost::read_graphviz(text, graph, properties, "node_id");
  return graph;
}

// Why Boost does not read a text; empty if it does.
std::string mistake_in(const std::string& text) {
  try {
    read_with_boost(text);
  } catch (const boost::graph_exception& error) {
    return error.what();
  }
  return {};
}

// Boost says what is wrong but not where. It is the first line up to which the text is wrong in
// this way: a text that is cut off earlier is wrong in another way, since it ends too early.
GraphText::Line line_of_mistake(const std::string& text, const std::string& mistake) {
  if (mistake.find("<eof>") != std::string::npos)
    return line_of(text, text.find_last_not_of(" \t\r\n"));
  std::vector<std::size_t> ends;  // of lines
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    ends.push_back(at + 1);
  ends.push_back(text.size());
  const auto last = std::partition_point(ends.begin(), ends.end() - 1, [&](std::size_t end) {
    return mistake_in(text.substr(0, end)) != mistake;
  });
  return line_of(text, last == ends.begin() ? 0 : *(last - 1));
}

// The line of the word that makes a graph directed.
GraphText::Line line_of_direction(const std::string& text) {
  const std::vector<DotWord> words = dot_words(text);
  for (const DotWord& word : words)
    if (word.text == "digraph") return line_of(text, word.start);
  return {};
}

DotGraph parse_with_boost(const std::string& text) {
  constexpr const char* kDirected =
      "the graph is directed (digraph, ->); links go both ways: use graph and --";
  try {
    return read_with_boost(text);
  } catch (const boost::directed_graph_error&) {
    throw GraphTextError{line_of_direction(text), kDirected};
  } catch (const boost::undirected_graph_error&) {
    throw GraphTextError{line_of_direction(text), kDirected};
  } catch (const boost::graph_exception& error) {
    throw GraphTextError{line_of_mistake(text, error.what()),
                         std::string("not DOT: ") + error.what()};
  }
}

// Where a node is joined to itself, as far as that stands there word for word.
GraphText::Line line_of_loop(const std::string& text, const std::vector<DotWord>& words,
                             const std::string& name) {
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i].follows_operator && words[i].text == name && words[i - 1].text == name)
      return line_of(text, words[i].start);
  return {};
}

}  // namespace

GraphText parse_dot(const std::string& text) {
  const std::vector<DotWord> words = dot_words(text);
  const DotGraph dot = parse_with_boost(without_strict(text, words));
  // Boost hands nodes over sorted by name; numbers follow the file.
  std::unordered_set<std::string> named;
  for (std::size_t v = 0; v < boost::num_vertices(dot); ++v) named.insert(dot[v].name);
  GraphText graph;
  for (const DotWord& word : words)
    if (named.count(word.text) != 0) graph.node(word.text);
  // What the scanner may have missed (no name that Graphviz itself writes) comes last.
  for (std::size_t v = 0; v < boost::num_vertices(dot); ++v) graph.node(dot[v].name);
  for (const auto& edge : boost::make_iterator_range(boost::edges(dot))) {
    const std::string& u = dot[boost::source(edge, dot)].name;
    const std::string& v = dot[boost::target(edge, dot)].name;
    if (u == v)
      throw GraphTextError{line_of_loop(text, words, u),
                           "node '" + u + "' must not be its own neighbour"};
    graph.edges.emplace_back(graph.node(u), graph.node(v));
  }
  return graph;
}

}  // namespace flitwise
