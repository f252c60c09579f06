#include "sim/families/tree/language/tree_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/families/tree/language/tree_graph.h"
#include "sim/families/tree/language/tree_words.h"
#include "systemc/topology/tree/placed_tree.h"
#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise {
namespace {

constexpr const char* kExample = "{kind: tree, parents: [-1, 0, 0]} or {shape: path, pes: 6}";

Node read_number(const Value& map, const char* key, Node least, Node most, const char* need) {
  return static_cast<Node>(to_integer(required(map, key, need), least, most));
}

Node read_parent(const Value& item, Node v, Node last) {
  const auto parent = static_cast<Node>(to_integer(item, v == 0 ? -1 : 0, last));
  if (v == 0 && parent != kNoNode) throw bad_value(item, "must be -1: PE 0 is the root");
  if (parent == v) throw bad_value(item, "must not be the PE itself");
  return parent;
}

std::vector<Node> read_parent_list(const Value& list, ErrorList& errors) {
  expect_list(list, "[-1, 0, 1]");
  const std::size_t pes = list.node.items.size();
  if (pes < 2 || pes > static_cast<std::size_t>(kMostPes))
    throw bad_value(list,
                    fmt::format("must have 2 to {} entries, one per PE, not {}", kMostPes, pes));
  std::vector<Node> parents;
  for (std::size_t v = 0; v < pes; ++v) {
    errors.attempt([&] {
      const Value item{list.node.items[v], fmt::format("{}[{}]", list.key, v)};
      parents.push_back(read_parent(item, static_cast<Node>(v), static_cast<Node>(pes) - 1));
    });
  }
  return parents;
}

NetworkSection read_path(const Value& map) {
  const Node pes = read_number(map, "pes", 2, kMostPes, "the number of PEs of the path");
  return {path_parents(pes), fmt::format("path of {}", pes)};
}

NetworkSection read_complete(const Value& map, ErrorList& errors) {
  Node arity = 0;
  Node height = 0;
  const bool good_arity = errors.attempt([&] {
    arity = read_number(map, "arity", 1, kMostChildren, "the number of children of an inner PE");
  });
  const bool good_height = errors.attempt([&] {
    height = read_number(map, "height", 1, kMostPes - 1, "the number of levels below PE 0");
  });
  if (!good_arity || !good_height) return {};
  std::int64_t pes = 1;
  std::int64_t level = 1;
  for (Node h = 0; h < height && pes <= kMostPes; ++h) pes += level *= arity;
  if (pes > kMostPes)
    throw bad_value({*map.node.find("height"), map.key + ".height"},
                    fmt::format("gives more than {} PEs with arity {}", kMostPes, arity));
  return {complete_parents(arity, height), fmt::format("complete {}-ary tree of {}", arity, pes)};
}

NetworkSection read_star(const Value& map) {
  const Node leaves = read_number(map, "leaves", 1, kMostChildren, "the number of leaves");
  return {star_parents(leaves), fmt::format("star of {}", leaves + 1)};
}

NetworkSection read_caterpillar(const Value& map, ErrorList& errors) {
  Node spine = 0;
  Node legs = 0;
  const bool good_spine = errors.attempt(
      [&] { spine = read_number(map, "spine", 1, kMostPes, "the number of PEs of the spine"); });
  const bool good_legs = errors.attempt([&] {
    legs = read_number(map, "legs", 0, kMostChildren, "the number of leaves of each spine PE");
  });
  if (!good_spine || !good_legs) return {};
  const std::int64_t pes = std::int64_t{spine} * (legs + 1);
  if (pes < 2 || pes > kMostPes)
    throw bad_value({*map.node.find("spine"), map.key + ".spine"},
                    fmt::format("with {} legs each makes {} in all; 2 to {} PEs are possible", legs,
                                pes, kMostPes));
  return {caterpillar_parents(spine, legs),
          fmt::format("caterpillar {} x {} of {}", spine, legs, pes)};
}

NetworkSection read_random(const Value& map, ErrorList& errors) {
  Node pes = 2;
  Node most = kMostChildren;
  RandomShape depth = RandomShape::kUniform;
  std::uint64_t seed = 0;
  bool good =
      errors.attempt([&] { pes = read_number(map, "pes", 2, kMostPes, "the number of PEs"); });
  good &= errors.attempt(
      [&] { depth = to_choice(required(map, "depth", "uniform, deep or wide"), depth_words()); });
  good &= errors.attempt([&] {
    if (map.node.find("max_children") != nullptr)
      most = read_number(map, "max_children", 1, kMostChildren, "");
  });
  good &= errors.attempt([&] {
    seed = to_seed(required(map, "seed", "the same seed gives the same tree on every machine"));
  });
  if (!good) return {};
  const std::string word = word_for(depth_words(), depth);
  return {random_parents(pes, depth, most, seed), fmt::format("random {} tree of {}", word, pes)};
}

NetworkSection read_shape(const Value& map, ErrorList& errors) {
  const Shape shape =
      to_choice(required(map, "shape", "a shape, or the list `parents`"), shape_words());
  std::vector<std::string> known{"kind", "shape"};
  known.insert(known.end(), shape_keys(shape).begin(), shape_keys(shape).end());
  check_keys(map, known, errors);
  switch (shape) {
    case Shape::kPath:
      return read_path(map);
    case Shape::kComplete:
      return read_complete(map, errors);
    case Shape::kStar:
      return read_star(map);
    case Shape::kCaterpillar:
      return read_caterpillar(map, errors);
    case Shape::kRandom:
      break;
  }
  return read_random(map, errors);
}

std::string describe_parents(const std::vector<Node>& parents) {
  const std::size_t pes = parents.size();
  if (is_path(parents)) return fmt::format("path of {}", pes);
  const bool star = std::all_of(parents.begin() + 1, parents.end(), [](Node p) { return p == 0; });
  return fmt::format("{} of {}", star ? "star" : "tree", pes);
}

NetworkSection read_parents(const Value& map, ErrorList& errors) {
  check_keys(map, {"kind", "parents"}, errors);
  const Value list{*map.node.find("parents"), map.key + ".parents"};
  std::vector<Node> parents = read_parent_list(list, errors);
  if (parents.size() != list.node.items.size()) return {};
  const std::string description = describe_parents(parents);
  return {std::move(parents), description};
}

NetworkSection read_tree_section(const Value& section, ErrorList& errors) {
  const bool has_parents = section.node.find("parents") != nullptr;
  if (has_parents && section.node.find("shape") != nullptr)
    throw ConfigError(section.node.place, section.key, "",
                      "has both parents and shape; one is enough");
  return has_parents ? read_parents(section, errors) : read_shape(section, errors);
}

// Cycles, and more children than a router has ports for. `place` and `key` are what is to blame.
void check_tree(const NetworkSection& network, const Place& place, const std::string& key) {
  try {
    const PlacedTree placed(network.root, network.parents);
    for (Node v = 0; v < placed.nodes(); ++v) {
      const std::size_t children = placed.children(v).size();
      if (children > static_cast<std::size_t>(kMostChildren))
        throw ConfigError(place, key, "",
                          fmt::format("PE {} has {} children; a router takes at most {}", v,
                                      children, kMostChildren));
    }
  } catch (const TopologyError& error) {
    throw ConfigError(place, key, "", error.what());
  }
}

// A kind that nobody knows must not make the keys of the meant one wrong, too.
bool is_graph(const Value& section, const std::string& kind) {
  const bool is_unknown = kind.empty() && section.node.find("kind") != nullptr;
  return kind == "graph" || (is_unknown && section.node.find("file") != nullptr);
}

}  // namespace

std::optional<NetworkSection> read_tree_network(const Value& section, const std::string& kind,
                                                ErrorList& errors) {
  NetworkSection network;
  errors.attempt([&] {
    expect_map(section, kExample);
    network = is_graph(section, kind) ? read_graph_section(section, errors)
                                      : read_tree_section(section, errors);
  });
  if (network.parents.empty()) return std::nullopt;
  const YamlNode* list = section.node.find("parents");
  const Value blamed{list != nullptr ? *list : section.node,
                     list != nullptr ? section.key + ".parents" : section.key};
  if (!errors.attempt([&] { check_tree(network, blamed.node.place, blamed.key); }))
    return std::nullopt;
  return network;
}

bool is_path(const std::vector<Node>& parents) {
  return parents == path_parents(static_cast<Node>(parents.size()));
}

}  // namespace flitwise
