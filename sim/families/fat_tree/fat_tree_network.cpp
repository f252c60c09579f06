#include "sim/families/fat_tree/fat_tree_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/families/fat_tree/fat_tree_words.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"

namespace flitwise {
namespace {

// L with arity^L = leaves; empty when there is none.
std::optional<int> levels_of(Node leaves, int arity) {
  int levels = 0;
  Node power = 1;
  for (; power < leaves; power *= arity) ++levels;
  return power == leaves ? std::optional(levels) : std::nullopt;
}

int read_levels(const Value& map, int arity) {
  const Value value = required(map, "leaves", "the number of leaves, which are the PEs");
  const auto leaves = static_cast<Node>(to_integer(value, 2, FatTree::kMaxLeaves));
  const std::optional<int> levels = levels_of(leaves, arity);
  if (!levels) throw bad_value(value, fmt::format("must be a power of the arity {}", arity));
  return *levels;
}

std::vector<int> read_capacity_list(const Value& list, int levels) {
  std::vector<int> capacities;
  for (std::size_t i = 0; i < list.node.items.size(); ++i) {
    const Value item{list.node.items[i], fmt::format("{}[{}]", list.key, i)};
    capacities.push_back(static_cast<int>(to_integer(item, 1, kMaxSwitchLanes)));
    if (i == 0 && capacities[0] > FatTree::kMaxLeafLinks)
      throw bad_value(item, fmt::format("must be 1 to {}: the links of a leaf to its switch",
                                        FatTree::kMaxLeafLinks));
    if (i > 0 && capacities[i] < capacities[i - 1])
      throw bad_value(item, fmt::format("must not be below the capacity {} one level below",
                                        capacities[i - 1]));
  }
  if (capacities.size() != static_cast<std::size_t>(levels))
    throw ConfigError(
        list.node.place, list.key, "",
        fmt::format("must have {} entries, one per level, not {}", levels, capacities.size()));
  return capacities;
}

std::vector<int> read_capacities(const Value& value, int levels, int arity) {
  if (value.node.kind == YamlKind::kList) return read_capacity_list(value, levels);
  if (value.node.kind != YamlKind::kScalar)
    throw bad_value(value, "must be constant, exponential or a list like [1, 2, 2]");
  return to_choice(value, capacity_words()) == CapacityWord::kConstant
             ? constant_capacities(levels)
             : exponential_capacities(levels, arity);
}

void check_lanes(const Value& value, const std::vector<int>& capacities, int arity) {
  for (std::size_t i = 0; i < capacities.size(); ++i) {
    const std::int64_t up = i + 1 < capacities.size() ? capacities[i + 1] : 0;
    const std::int64_t lanes = up + std::int64_t{arity} * capacities[i];
    if (lanes > kMaxSwitchLanes)
      throw bad_value(value, fmt::format("gives a switch of level {} {} links; at most {} are "
                                         "possible",
                                         i + 1, lanes, kMaxSwitchLanes));
  }
}

}  // namespace

std::optional<FatTree> read_fat_tree_network(const Value& section, ErrorList& errors) {
  check_keys(section, {"kind", "leaves", "arity", "capacities"}, errors);
  int arity = 2;
  bool good = errors.attempt([&] {
    if (const YamlNode* node = section.node.find("arity"))
      arity = static_cast<int>(to_integer({*node, section.key + ".arity"}, 2, FatTree::kMaxArity));
  });
  if (!good) return std::nullopt;  // all else depends on it
  int levels = 0;
  if (!errors.attempt([&] { levels = read_levels(section, arity); })) return std::nullopt;
  std::vector<int> capacities;
  good = errors.attempt([&] {
    const Value value = required(section, "capacities",
                                 "constant, exponential or a list c_1 to "
                                 "c_L: links of a branch by level");
    capacities = read_capacities(value, levels, arity);
    check_lanes(value, capacities, arity);
  });
  if (!good) return std::nullopt;
  Node leaves = 1;
  for (int i = 0; i < levels; ++i) leaves *= arity;
  return FatTree(leaves, arity, std::move(capacities));
}

}  // namespace flitwise
