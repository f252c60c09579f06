#include "sim/families/tree/language/tree_graph.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "sim/language/scenario_words.h"
#include "sim/text/report_text.h"
#include "systemc/formats/graph_file.h"
#include "systemc/topology/tree/spanning.h"

namespace flitwise {
namespace {

// Also a path that comes from the command line is relative to the scenario: the same words mean
// the same file wherever they stand.
std::string beside_scenario(const Value& value) {
  const std::filesystem::path file = to_text(value);
  if (file.empty()) throw bad_value(value, "must not be empty");
  const std::filesystem::path scenario = value.node.place.text->file;
  return (scenario.parent_path() / file).string();  // keeps an absolute path as it is
}

ConfigError error_in_graph(const std::string& path, const GraphFileError& error) {
  InputText text{path, "", {}};
  const bool printable = first_bad_byte(error.source()) == std::string::npos;
  if (error.line() > 0 && printable) {
    text.lines.resize(static_cast<std::size_t>(error.line()));
    text.lines.back() = error.source();
  }
  const Place place{std::make_shared<const InputText>(std::move(text)), error.line(), 1};
  return {place, "", "", error.rule()};
}

Graph read_file(const Value& value) {
  const std::string path = beside_scenario(value);
  try {
    Graph graph = read_graph(path);
    if (graph.size() < 2)
      throw bad_value(value, fmt::format("has a graph of 1 node; 2 to {} are possible", kMostPes));
    return graph;
  } catch (const GraphFileError& error) {
    if (!error.is_readable()) throw bad_value(value, error.rule());
    throw error_in_graph(path, error);
  }
}

// Some names, so that one sees what names are like in the file.
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::ptrdiff_t kShown = 3;
  const bool all = names.size() <= static_cast<std::size_t>(kShown);
  const auto end = all ? names.end() : names.begin() + kShown;
  return fmt::format("{}{}", fmt::join(names.begin(), end, ", "), all ? "" : ", ...");
}

Node read_root(const Value& value, const Graph& graph) {
  const std::vector<std::string>& names = graph.names();
  const Node last = graph.size() - 1;
  if (names.empty()) return static_cast<Node>(to_integer(value, 0, last));
  const std::string text = to_text(value);
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<Node>(found - names.begin());
  ErrorList no_number;
  Node number = 0;
  if (no_number.attempt([&] { number = static_cast<Node>(to_integer(value, 0, last)); }))
    return number;
  std::string hint = did_you_mean(text, names);
  if (hint.empty()) hint = fmt::format("; nodes are {}", first_names(names));
  throw bad_value(value, "is no node of the graph" + hint);
}

// A PE's parent in a spanning tree that the scenario gives.
Node read_tree_edge(const Value& item, Node v, Node root, const Graph& graph) {
  const auto parent = static_cast<Node>(to_integer(item, kNoNode, graph.size() - 1));
  if ((parent == kNoNode) != (v == root))
    throw bad_value(item, v == root ? fmt::format("must be -1: PE {} is the root", v)
                                    : fmt::format("must be a PE: the root is PE {}", root));
  if (v == root) return parent;
  const std::vector<Node>& neighbours = graph.neighbours(v);
  if (std::find(neighbours.begin(), neighbours.end(), parent) == neighbours.end())
    throw bad_value(item, fmt::format("is no neighbour of node {} in the graph", graph.name(v)));
  return parent;
}

std::vector<Node> read_given_tree(const Value& list, Node root, const Graph& graph,
                                  ErrorList& errors) {
  expect_list(list, "[-1, 0, 1]");
  const auto nodes = static_cast<std::size_t>(graph.size());
  if (list.node.items.size() != nodes)
    throw bad_value(list, fmt::format("must have {} entries, one per node, not {}", nodes,
                                      list.node.items.size()));
  std::vector<Node> parents;
  for (std::size_t v = 0; v < nodes; ++v)
    errors.attempt([&] {
      const Value item{list.node.items[v], fmt::format("{}[{}]", list.key, v)};
      parents.push_back(read_tree_edge(item, static_cast<Node>(v), root, graph));
    });
  if (parents.size() != nodes) parents.clear();
  return parents;
}

}  // namespace

const std::vector<Choice<Spanning>>& spanning_words() {
  static const std::vector<Choice<Spanning>> words{{"bfs", Spanning::kBfs},
                                                   {"broadcast", Spanning::kBroadcast}};
  return words;
}

NetworkSection read_graph_section(const Value& map, ErrorList& errors) {
  check_keys(map, {"kind", "file", "spanning", "parents", "root"}, errors);
  const YamlNode* given = map.node.find("parents");
  if (given != nullptr && map.node.find("spanning") != nullptr)
    throw ConfigError(given->place, map.key + ".parents", "",
                      "stands beside spanning; one is enough");
  std::optional<Graph> graph;
  Spanning spanning = Spanning::kBfs;
  bool good = errors.attempt([&] {
    graph = read_file(required(map, "file", "the graph: DOT (.dot, .gv) or a list of edges"));
  });
  if (given == nullptr)
    good &= errors.attempt([&] {
      spanning = to_choice(
          required(map, "spanning", "the tree to use, bfs or broadcast, or the list `parents`"),
          spanning_words());
    });
  Node root = 0;
  good &= errors.attempt([&] {
    const YamlNode* node = map.node.find("root");
    if (node != nullptr && graph) root = read_root({*node, map.key + ".root"}, *graph);
  });
  if (!good) return {};
  NetworkSection section;
  section.root = root;
  if (given != nullptr)
    section.parents = read_given_tree({*given, map.key + ".parents"}, root, *graph, errors);
  else
    section.parents =
        spanning == Spanning::kBfs ? bfs_parents(*graph, root) : broadcast_parents(*graph, root);
  const std::string file = std::filesystem::path(map.node.find("file")->text).filename().string();
  const std::string at = root == 0 ? "" : ", root " + escaped(graph->name(root));
  section.description =
      fmt::format("graph {} of {}, {}{}", file, graph->size(),
                  given != nullptr ? "tree as given" : word_for(spanning_words(), spanning), at);
  section.node_names = graph->names();
  section.file = beside_scenario({*map.node.find("file"), map.key + ".file"});
  return section;
}

}  // namespace flitwise
