#include "systemc/formats/graph_text.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/dynamic_property_map.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace flitwise {
namespace {

// Keywords are of letters of either case.
bool is_same_word(const std::string& word, std::string_view keyword) {
  return std::equal(word.begin(), word.end(), keyword.begin(), keyword.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == b;
  });
}

struct DotWord {
  std::size_t start = 0;  ///< byte of the text
  std::string text;
  bool follows_operator = false;  ///< -- or ->
};

// Reads words off a DOT text: names of nodes, and keywords; nothing of attributes, values, ports
// and comments. It only checks how deeply subgraphs are nested, and refuses HTML strings; Boost
// checks the rest.
class DotScanner {
 public:
  explicit DotScanner(const std::string& text) : text_(text) {}

  std::vector<DotWord> words() {
    std::vector<DotWord> words;
    while (at_ < text_.size()) {
      if (skip_comment() || skip_value()) continue;
      if (skip_operator()) {
        names_from_ = words.size();
        continue;
      }
      const std::size_t start = at_;
      if (text_[at_] == '{' && depth_ > 0 && !opens_subgraph(words)) bare_braces_.push_back(at_);
      if (std::string_view("{};").find(text_[at_]) != std::string_view::npos)
        names_from_ = words.size();
      count_depth(text_[at_]);
      if (text_[at_] == '"')
        words.push_back({start, quoted(), after_operator_});
      else if (is_word(text_[at_]) || text_[at_] == '-')
        words.push_back({start, plain(), after_operator_});
      else
        ++at_;
      if (words.empty() || words.back().start != start) continue;
      after_operator_ = false;
    }
    return words;
  }

  /// Bytes of the braces that open a subgraph without the word, as in a -- {b; c}.
  const std::vector<std::size_t>& bare_braces() const { return bare_braces_; }

 private:
  // Whether the word, or the word and a name, stand before.
  bool opens_subgraph(const std::vector<DotWord>& words) const {
    for (std::size_t back = 1; back <= 2 && back <= words.size() - names_from_; ++back) {
      const DotWord& word = words[words.size() - back];
      if (text_[word.start] != '"' && is_same_word(word.text, "subgraph")) return true;
    }
    return false;
  }

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
      refuse("subgraphs lie in each other more than " + std::to_string(kDeepest) + " deep");
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
    after_operator_ = true;
    return true;
  }

  // Attributes in brackets, values of a graph's attributes, ports: no nodes are named there.
  bool skip_value() {
    const char first = text_[at_];
    if (first == '[') {
      skip_brackets();
    } else if (first == '<') {
      refuse_markup();
    } else if (first == '=' || first == ':') {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_ + 1), text_.size());
      if (starts_with("\""))
        quoted();
      else
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
        refuse_markup();
      else
        ++at_;
    }
    ++at_;
  }

  [[noreturn]] void refuse(const std::string& rule) const {
    throw GraphTextError{line_of(text_, at_), rule};
  }

  // Boost takes every HTML string for one that does not end.
  [[noreturn]] void refuse_markup() const {
    refuse("'<' outside of quotes: HTML strings are not read; write the text in quotes");
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
      if (starts_with("\\\"")) {
        ++at_;
      } else if (starts_with("\\\\")) {  // does not escape the quote that may follow
        word += text_[at_++];
      }
      word += text_[at_];
    }
    ++at_;
    return word;
  }

  static constexpr int kDeepest = 64;

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool after_operator_ = false;
  std::size_t names_from_ = 0;  // the first word behind the last brace, semicolon or link
  std::vector<std::size_t> bare_braces_;
};

struct DotNode {
  std::string name;
};
using DotGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, DotNode>;

// Boost refuses a strict graph that has an edge twice, where DOT says that it counts once.
std::string without_strict(std::string text, const std::vector<DotWord>& words) {
  constexpr std::string_view kStrict = "strict";
  if (!words.empty() && is_same_word(words[0].text, kStrict))
    text.erase(words[0].start, kStrict.size());
  return text;
}

// Boost wants the word before the braces of a subgraph, which DOT does not.
std::string with_subgraphs(std::string text, const std::vector<std::size_t>& bare_braces) {
  for (auto brace = bare_braces.rbegin(); brace != bare_braces.rend(); ++brace)
    text.insert(*brace, "subgraph ");
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
  const std::vector<DotWord> words = DotScanner(text).words();
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
  DotScanner scanner(text);
  const std::vector<DotWord> words = scanner.words();
  const DotGraph dot =
      parse_with_boost(without_strict(with_subgraphs(text, scanner.bare_braces()), words));
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
