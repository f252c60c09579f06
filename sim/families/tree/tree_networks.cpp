// tree_networks.cpp: the section `network` of a scenario on a tree: every key of every form, once.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "sim/families/tree/tree_language.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/text/report_text.h"
#include "systemc/formats/graph_file.h"
#include "systemc/network/address_book.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise {

const std::vector<Choice<RandomShape>>& depth_words() {
  static const std::vector<Choice<RandomShape>> words{{"uniform", RandomShape::kUniform},
                                                      {"deep", RandomShape::kDeep},
                                                      {"wide", RandomShape::kWide}};
  return words;
}

const std::vector<Choice<Spanning>>& spanning_words() {
  static const std::vector<Choice<Spanning>> words{{"bfs", Spanning::kBfs},
                                                   {"broadcast", Spanning::kBroadcast}};
  return words;
}

bool is_path(const std::vector<Node>& parents) {
  return parents == path_parents(static_cast<Node>(parents.size()));
}

namespace language {
namespace {

// Order of the forms: the list, the shapes, the graph.
const std::vector<std::string>& shape_words() {
  static const std::vector<std::string> words{"path", "complete", "star", "caterpillar", "random"};
  return words;
}

// A list of parents.
Node read_parent(const Value& item, Node v, Node last) {
  const auto parent = static_cast<Node>(to_integer(item, v == 0 ? -1 : 0, last));
  if (v == 0 && parent != kNoNode) throw bad_value(item, "must be -1: PE 0 is the root");
  if (parent == v) throw bad_value(item, "must not be the PE itself");
  return parent;
}

Datum read_parents(const Value& list, Known& known) {
  expect_list(list, "[-1, 0, 1]");
  const std::size_t pes = list.node.items.size();
  if (pes < 2 || pes > static_cast<std::size_t>(kMaxTreePes))
    throw bad_value(list,
                    fmt::format("must have 2 to {} entries, one per PE, not {}", kMaxTreePes, pes));
  Datum parents;
  for (std::size_t v = 0; v < pes; ++v)
    known.errors->attempt([&] {
      parents.items.push_back(
          {read_parent(item_of(list, v), static_cast<Node>(v), static_cast<Node>(pes) - 1)});
    });
  return parents;
}

Type parents(Read read) {
  return own("[-1, PE, ...]",
             fmt::format(R"({{"type": "array", "items": {{"type": "integer", "minimum": -1,
             "maximum": {}}}, "minItems": 2, "maxItems": {}}})",
                         kMaxTreePes - 1, kMaxTreePes),
             std::move(read));
}

std::string description_of(const std::vector<Node>& parents) {
  const std::size_t pes = parents.size();
  if (is_path(parents)) return fmt::format("path of {}", pes);
  const bool star = std::all_of(parents.begin() + 1, parents.end(), [](Node p) { return p == 0; });
  return fmt::format("{} of {}", star ? "star" : "tree", pes);
}

void take_tree(TreeNetwork& network, std::vector<Node> parents, std::string description) {
  network.parents = std::move(parents);
  network.description = std::move(description);
}

// What messages call a PE: its number, and its name where a graph has one that is none.
std::string called(const TreeNetwork& network, Node v) {
  const std::string number = std::to_string(v);
  const std::string name = network.graph ? network.graph->name(v) : number;
  return name == number ? "PE " + number : fmt::format("PE {} ({})", number, escaped(name));
}

// Cycles, and more children than a router has ports for. The list is to blame, if there is one.
void check_tree(TreeNetwork& network, const Value& section, Known&) {
  network.pes = static_cast<Node>(network.parents.size());
  const YamlNode* list = section.node.find("parents");
  const Place& place = list != nullptr ? list->place : section.node.place;
  const std::string key = list != nullptr ? section.key + ".parents" : section.key;
  try {
    const PlacedTree placed(network.root, network.parents);
    for (Node v = 0; v < placed.nodes(); ++v) {
      const std::size_t children = placed.children(v).size();
      if (children > static_cast<std::size_t>(kMostChildren))
        throw ConfigError(place, key, "",
                          fmt::format("{} has {} children; a router takes at most {}",
                                      called(network, v), children, kMostChildren));
    }
  } catch (const TopologyError& error) {
    throw ConfigError(place, key, "", error.what());
  }
}

Keys<TreeNetwork> kind_key() {
  return Keys<TreeNetwork>().known("kind", word<int>({{"tree", 0}}), "may be left out");
}

FormOf<TreeNetwork> listed_form() {
  return {"{kind: tree, parents: [-1, 0, 0, 1]}",
          kind_key()
              .key("parents", &TreeNetwork::parents, parents(read_parents),
                   "entry v is the parent of PE v; -1 for PE 0, the root")
              .required()
              .then([](TreeNetwork& network, const Value&, Known&) {
                network.description = description_of(network.parents);
              })
              .then(check_tree),
          "a tree as a list"};
}

Type children() { return whole(1, kMostChildren); }

Keys<TreeNetwork> path_keys() {
  return Keys<TreeNetwork>()
      .key("pes", &TreeNetwork::pes, whole(2, kMaxTreePes), "the number of PEs of the path")
      .required()
      .then([](TreeNetwork& n, const Value&, Known&) {
        take_tree(n, path_parents(n.pes), fmt::format("path of {}", n.pes));
      });
}

void take_complete(TreeNetwork& n, const Value& section, Known&) {
  std::int64_t pes = 1;
  std::int64_t level = 1;
  for (Node h = 0; h < n.height && pes <= kMaxTreePes; ++h) pes += level *= n.arity;
  if (pes > kMaxTreePes)
    throw bad_value({*section.node.find("height"), section.key + ".height"},
                    fmt::format("gives more than {} PEs with arity {}", kMaxTreePes, n.arity));
  take_tree(n, complete_parents(n.arity, n.height),
            fmt::format("complete {}-ary tree of {}", n.arity, pes));
}

Keys<TreeNetwork> complete_keys() {
  return Keys<TreeNetwork>()
      .key("arity", &TreeNetwork::arity, children(), "the number of children of an inner PE")
      .required()
      .key("height", &TreeNetwork::height, whole(1, kMaxTreePes - 1),
           "the number of levels below PE 0")
      .required()
      .then(take_complete);
}

Keys<TreeNetwork> star_keys() {
  return Keys<TreeNetwork>()
      .key("leaves", &TreeNetwork::leaves, children(), "the number of leaves")
      .required()
      .then([](TreeNetwork& n, const Value&, Known&) {
        take_tree(n, star_parents(n.leaves), fmt::format("star of {}", n.leaves + 1));
      });
}

void take_caterpillar(TreeNetwork& n, const Value& section, Known&) {
  const std::int64_t pes = std::int64_t{n.spine} * (n.legs + 1);
  if (pes < 2 || pes > kMaxTreePes)
    throw bad_value({*section.node.find("spine"), section.key + ".spine"},
                    fmt::format("with {} legs each makes {} in all; 2 to {} PEs are possible",
                                n.legs, pes, kMaxTreePes));
  take_tree(n, caterpillar_parents(n.spine, n.legs),
            fmt::format("caterpillar {} x {} of {}", n.spine, n.legs, pes));
}

Keys<TreeNetwork> caterpillar_keys() {
  return Keys<TreeNetwork>()
      .key("spine", &TreeNetwork::spine, whole(1, kMaxTreePes), "the number of PEs of the spine")
      .required()
      .key("legs", &TreeNetwork::legs, whole(0, kMostChildren),
           "the number of leaves of each spine PE")
      .required()
      .then(take_caterpillar);
}

Keys<TreeNetwork> random_keys() {
  return Keys<TreeNetwork>()
      .key("pes", &TreeNetwork::pes, whole(2, kMaxTreePes), "the number of PEs")
      .required()
      .key("depth", &TreeNetwork::depth, word(depth_words()), "how deep the tree tends to be")
      .required("uniform, deep or wide")
      .key("max_children", &TreeNetwork::max_children, children(), "most children of any PE")
      .key("seed", &TreeNetwork::seed, seed(), "the same seed gives the same tree on every machine")
      .required()
      .then([](TreeNetwork& n, const Value&, Known&) {
        take_tree(n, random_parents(n.pes, n.depth, n.max_children, n.seed),
                  fmt::format("random {} tree of {}", word_for(depth_words(), n.depth), n.pes));
      });
}

FormOf<TreeNetwork> shape_form(std::size_t shape, const char* shown, const Keys<TreeNetwork>& keys,
                               const char* about) {
  const std::string& name = shape_words().at(shape);
  const std::vector<Choice<int>> words{{name.c_str(), 0}};
  return {fmt::format("{{shape: {}, {}}}", name, shown),
          kind_key().known("shape", word(words), about).required().in(keys).then(check_tree),
          about};
}

// A graph's spanning tree.

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

Datum read_file(const Value& value, Known&) {
  const std::string path = to_path(value);
  try {
    Graph graph = read_graph(path);
    if (graph.size() < 2)
      throw bad_value(value,
                      fmt::format("has a graph of 1 node; 2 to {} are possible", kMaxTreePes));
    Datum file;
    file.made = std::make_shared<const Graph>(std::move(graph));
    return file;
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
  if (names.empty()) {
    YamlNode plain = value.node;
    plain.quoted = false;  // nodes are called by their numbers, and '3' is a name
    return static_cast<Node>(to_integer({plain, value.key}, 0, last));
  }
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

std::vector<Node> read_given_tree(const Value& list, Node root, const Graph& graph, Known& known) {
  expect_list(list, "[-1, 0, 1]");
  const auto nodes = index_of(graph.size());
  if (list.node.items.size() != nodes)
    throw bad_value(list, fmt::format("must have {} entries, one per node, not {}", nodes,
                                      list.node.items.size()));
  std::vector<Node> parents;
  for (std::size_t v = 0; v < nodes; ++v)
    known.errors->attempt([&] {
      parents.push_back(read_tree_edge(item_of(list, v), static_cast<Node>(v), root, graph));
    });
  if (parents.size() != nodes) known.bad.insert(list.key);
  return parents;
}

void take_spanning_tree(TreeNetwork& network, const Value& section, Known& known) {
  const YamlNode* given = section.node.find("parents");
  const auto at = [&](const char* key) {
    return Value{*section.node.find(key), section.key + "." + key};
  };
  if (given != nullptr && section.node.find("spanning") != nullptr)
    throw ConfigError(given->place, section.key + ".parents", "",
                      "stands beside spanning; one is enough");
  const Graph& graph = *network.graph;
  const Node root = section.node.find("root") != nullptr ? read_root(at("root"), graph) : 0;
  network.root = root;
  network.parents = given != nullptr ? read_given_tree(at("parents"), root, graph, known)
                    : network.spanning == Spanning::kBfs ? bfs_parents(graph, root)
                                                         : broadcast_parents(graph, root);
  network.file = to_path(at("file"));
  const std::string name = std::filesystem::path(network.file).filename().string();
  network.description =
      fmt::format("graph {} of {}, {}{}", name, graph.size(),
                  given != nullptr ? "tree as given" : word_for(spanning_words(), network.spanning),
                  root == 0 ? "" : ", root " + escaped(graph.name(root)));
  network.node_names = graph.names();
}

FormOf<TreeNetwork> graph_form() {
  const std::string root_schema = fmt::format(
      R"({{"anyOf": [{{"type": "integer", "minimum": 0, "maximum": {}}},
      {{"type": "string", "minLength": 1}}]}})",
      kMaxTreePes - 1);
  return {"{kind: graph, file: wheel.dot, spanning: bfs}",
          Keys<TreeNetwork>()
              .known("kind", word<int>({{"graph", 0}}), "a spanning tree of a graph")
              .required()
              .key("file", &TreeNetwork::graph, read_by(text(), read_file),
                   "DOT (.dot, .gv; no HTML strings), node-link JSON (.json), or an edge `u v` per "
                   "line; relative to the scenario")
              .required("the graph: DOT (.dot, .gv), node-link JSON (.json) or a list of edges")
              .key("spanning", &TreeNetwork::spanning, word(spanning_words()),
                   "how the tree spans the graph: breadth first, or along a fast broadcast")
              .required("the tree to use, bfs or broadcast, or the list `parents`")
              .unless("parents")
              .known("parents", parents({}),
                     "in place of spanning: entry v is the parent of node v, a neighbour; -1 for "
                     "the root")
              .known("root", own("NAME or NUMBER", root_schema, {}),
                     "of the tree: a node's name or its number")
              .by_default("0")
              .then(take_spanning_tree)
              .then(check_tree),
          "a spanning tree of any connected graph"};
}

// A kind that nobody knows must not make the keys of the meant one wrong, too.
bool is_graph(const Value& section) {
  const YamlNode* kind = section.node.find("kind");
  if (kind == nullptr || kind->text == "tree") return false;
  return kind->text == "graph" || section.node.find("file") != nullptr;
}

}  // namespace

std::vector<FormOf<TreeNetwork>> tree_network_forms(const Type& router) {
  std::vector<FormOf<TreeNetwork>> forms{
      listed_form(),
      shape_form(0, "pes: N", path_keys(), "0-1-...-(pes-1)"),
      shape_form(1, "arity: A, height: H", complete_keys(),
                 "every inner PE has `arity` children, numbered by levels"),
      shape_form(2, "leaves: N", star_keys(), "PE 0 and its leaves"),
      shape_form(3, "spine: N, legs: L", caterpillar_keys(),
                 "a path of `spine` PEs, each with `legs` leaves"),
      shape_form(4, "pes: N, depth: D, seed: S", random_keys(), "a random tree"),
      graph_form()};
  for (FormOf<TreeNetwork>& form : forms)
    form.keys.key("router", &TreeNetwork::router, router,
                  "the description of an own router, in place of the project's");
  return forms;
}

std::size_t tree_network_form(const Value& section) {
  constexpr std::size_t kGraphForm = 6;
  if (is_graph(section)) return kGraphForm;
  const bool has_parents = section.node.find("parents") != nullptr;
  if (has_parents && section.node.find("shape") != nullptr)
    throw ConfigError(section.node.place, section.key, "",
                      "has both parents and shape; one is enough");
  if (has_parents) return 0;
  return 1 + to_choice_index(required(section, "shape", "a shape, or the list `parents`"),
                             shape_words());
}

}  // namespace language

}  // namespace flitwise
