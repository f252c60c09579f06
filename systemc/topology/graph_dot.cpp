#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/dynamic_property_map.hpp>
#include <cctype>
#include <string_view>
#include <unordered_set>

#include "systemc/topology/graph_text.h"

namespace flitwise {
namespace {

struct DotNode {
  std::string name;
};
using DotGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, DotNode>;

// Reads words off a DOT text. It checks nothing: that is Boost's part.
class DotScanner {
 public:
  explicit DotScanner(const std::string& text) : text_(text) {}

  struct Word {
    std::size_t start = 0;
    std::string text;
  };

  std::vector<Word> words() {
    std::vector<Word> words;
    while (at_ < text_.size()) {
      if (skip_comment() || skip_operator() || skip_value()) continue;
      const std::size_t start = at_;
      count_depth(text_[at_]);
      if (text_[at_] == '"')
        words.push_back({start, quoted()});
      else if (is_word(text_[at_]) || text_[at_] == '-')
        words.push_back({start, plain()});
      else
        ++at_;
    }
    return words;
  }

 private:
  static bool is_word(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || c == '.' || byte >= 0x80;
  }
  bool starts_with(std::string_view what) const {
    return text_.compare(at_, what.size(), what) == 0;
  }
  void skip_past(std::string_view what) {
    const std::size_t found = text_.find(what, at_);
    at_ = found == std::string::npos ? text_.size() : found + what.size();
  }

  // Boost reads a subgraph by calling itself: without a limit a hostile file ends the program.
  void count_depth(char c) {
    depth_ += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth_ > kDeepest)
      throw GraphTextError{
          {}, "subgraphs lie in each other more than " + std::to_string(kDeepest) + " deep"};
  }

  bool skip_comment() {
    const bool preprocessor = text_[at_] == '#' && (at_ == 0 || text_[at_ - 1] == '\n');
    if (preprocessor || starts_with("//")) {
      skip_past("\n");
    } else if (starts_with("/*")) {
      at_ += 2;
      skip_past("*/");
    } else {
      return false;
    }
    return true;
  }

  bool skip_operator() {
    if (!starts_with("--") && !starts_with("->")) return false;
    at_ += 2;
    return true;
  }

  // Attributes in brackets, values of a graph's attributes, ports: no nodes are named there.
  bool skip_value() {
    const char first = text_[at_];
    if (first == '[') {
      skip_brackets();
    } else if (first == '<') {
      skip_markup();
    } else if (first == '=' || first == ':') {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_ + 1), text_.size());
      if (starts_with("\""))
        quoted();
      else if (!starts_with("<"))
        plain();
    } else {
      return false;
    }
    return true;
  }

  void skip_brackets() {
    for (++at_; at_ < text_.size() && text_[at_] != ']';) {
      if (skip_comment()) continue;
      if (text_[at_] == '"')
        quoted();
      else if (text_[at_] == '<')
        skip_markup();
      else
        ++at_;
    }
    ++at_;
  }

  void skip_markup() {
    int depth = 0;
    do {
      depth += text_[at_] == '<' ? 1 : text_[at_] == '>' ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < text_.size());
  }

  std::string plain() {
    const std::size_t start = at_;
    if (starts_with("-")) ++at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }

  std::string quoted() {
    std::string word;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (starts_with("\\\"")) ++at_;
      word += text_[at_];
    }
    ++at_;
    return word;
  }

  static constexpr int kDeepest = 64;

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Boost refuses a strict graph that has an edge twice, where DOT says that it counts once.
std::string without_strict(std::string text, const std::vector<DotScanner::Word>& words) {
  constexpr std::string_view kStrict = "strict";
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  if (!words.empty() && words[0].text.size() == kStrict.size() &&
      std::equal(kStrict.begin(), kStrict.end(), words[0].text.begin(),
                 [&](char b, char a) { return same(a, b); }))
    text.erase(words[0].start, kStrict.size());
  return text;
}

DotGraph parse_with_boost(const std::string& text) {
  DotGraph graph;
  boost::dynamic_properties properties(boost::ignore_other_properties);
  properties.property("node_id", boost::get(&DotNode::name, graph));
  const auto fail = [](const std::string& rule) { throw GraphTextError{{}, rule}; };
  try {
    boost::read_graphviz(text, graph, properties, "node_id");
  } catch (const boost::directed_graph_error&) {
    fail("the graph is directed (digraph, ->); links go both ways: use graph and --");
  } catch (const boost::undirected_graph_error&) {
    fail("the graph is directed (digraph, ->); links go both ways: use graph and --");
  } catch (const boost::graph_exception& error) {
    fail(std::string("not DOT: ") + error.what());
  }
  return graph;
}

}  // namespace

GraphText parse_dot(const std::string& text) {
  const std::vector<DotScanner::Word> words = DotScanner(text).words();
  const DotGraph dot = parse_with_boost(without_strict(text, words));
  // Boost hands nodes over sorted by name; numbers follow the file.
  std::unordered_set<std::string> named;
  for (std::size_t v = 0; v < boost::num_vertices(dot); ++v) named.insert(dot[v].name);
  GraphText graph;
  for (const DotScanner::Word& word : words)
    if (named.count(word.text) != 0) graph.node(word.text);
  // What the scanner may have missed (no name that Graphviz itself writes) comes last.
  for (std::size_t v = 0; v < boost::num_vertices(dot); ++v) graph.node(dot[v].name);
  for (const auto& edge : boost::make_iterator_range(boost::edges(dot))) {
    const std::string& u = dot[boost::source(edge, dot)].name;
    const std::string& v = dot[boost::target(edge, dot)].name;
    if (u == v) throw GraphTextError{{}, "node '" + u + "' must not be its own neighbour"};
    graph.edges.emplace_back(graph.node(u), graph.node(v));
  }
  return graph;
}

}  // namespace flitwise
