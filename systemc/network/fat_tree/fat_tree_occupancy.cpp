#include "systemc/network/fat_tree/fat_tree_occupancy.h"

#include <algorithm>
#include <cstring>

namespace flitwise {
namespace {

std::uint32_t entry16(const unsigned char* table, int k) {
  std::uint16_t value = 0;
  std::memcpy(&value, table + 2 * k, sizeof value);
  return value;
}

void take_maximum(std::optional<Occupancy>& most, const std::optional<Occupancy>& other) {
  if (!other) return;
  if (!most) most = Occupancy{};
  most->stored = std::max(most->stored, other->stored);
  most->wait = std::max(most->wait, other->wait);
}

}  // namespace

Occupancy FatTreeOccupancy::entry(Node node, int branch) const {
  const OccupancyCounters& at = counters_[static_cast<std::size_t>(node)];
  return {entry16(at.stored, branch), entry16(at.wait, branch)};
}

NodeOccupancy FatTreeOccupancy::of(Node node) const {
  NodeOccupancy occupancy;
  if (node != tree_.root()) occupancy.up = entry(node, 0);
  for (int k = 0; !tree_.is_leaf(node) && k < tree_.arity(); ++k)
    take_maximum(occupancy.down, entry(node, 1 + k));
  return occupancy;
}

NodeOccupancy FatTreeOccupancy::of_level(int level) const {
  NodeOccupancy most;
  const Node nodes = tree_.leaves() / tree_.leaves_below(level);
  for (Node index = 0; index < nodes; ++index) {
    const NodeOccupancy one = of(tree_.node_at(level, index));
    take_maximum(most.up, one.up);
    take_maximum(most.down, one.down);
  }
  return most;
}

}  // namespace flitwise
