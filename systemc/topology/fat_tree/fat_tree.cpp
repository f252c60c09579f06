#include "systemc/topology/fat_tree/fat_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace flitwise {
namespace {

void check_arity(int arity) {
  if (arity < 2 || arity > FatTree::kMaxArity)
    throw TopologyError("the arity of a fat tree must be from 2 to " +
                        std::to_string(FatTree::kMaxArity) + ", got " + std::to_string(arity));
}

void check_capacities(int levels, const std::vector<int>& capacities) {
  if (capacities.size() != static_cast<std::size_t>(levels))
    throw TopologyError("capacities must have one entry per level: " + std::to_string(levels) +
                        ", got " + std::to_string(capacities.size()));
  if (capacities[0] < 1 || capacities[0] > FatTree::kMaxLeafLinks)
    throw TopologyError("c_1 must be 1 to " + std::to_string(FatTree::kMaxLeafLinks) +
                        ", the links of a PE to its switch, got " + std::to_string(capacities[0]));
  for (std::size_t i = 1; i < capacities.size(); ++i) {
    if (capacities[i] < capacities[i - 1])
      throw TopologyError("c_" + std::to_string(i + 1) + " must be at least c_" +
                          std::to_string(i) + " = " + std::to_string(capacities[i - 1]) + ", got " +
                          std::to_string(capacities[i]));
  }
}

}  // namespace

int digit_bits(int arity) {
  int bits = 1;
  while (1 << bits < arity) ++bits;
  return bits;
}

int most_fat_tree_levels(int arity) { return FlitFormat::kMostAddress / digit_bits(arity); }

FlitFormat flit_format_of(const FatTree& tree) {
  return format_of_addresses(std::int64_t{1} << tree.levels() * digit_bits(tree.arity()));
}

int fat_tree_levels(Node leaves, int arity) {
  check_arity(arity);
  int levels = 0;
  Node power = 1;
  for (; power < leaves && levels < most_fat_tree_levels(arity); ++levels) power *= arity;
  if (levels > 0 && power == leaves) return levels;
  Node most = 1;
  for (int level = 0; level < most_fat_tree_levels(arity); ++level) most *= arity;
  throw TopologyError("the leaves of a fat tree must be a power of " + std::to_string(arity) +
                      " from " + std::to_string(arity) + " to " + std::to_string(most) + ", got " +
                      std::to_string(leaves));
}

std::vector<int> constant_capacities(int levels) {
  return std::vector<int>(static_cast<std::size_t>(levels), 1);
}

std::vector<int> exponential_capacities(int levels, int arity) {
  std::vector<int> capacities = constant_capacities(levels);
  for (std::size_t i = 1; i < capacities.size(); ++i) capacities[i] = capacities[i - 1] * arity;
  return capacities;
}

FatTree::FatTree(Node leaves, int arity, std::vector<int> capacities)
    : leaves_(leaves), arity_(arity), capacities_(std::move(capacities)) {
  const int levels = fat_tree_levels(leaves, arity);
  check_capacities(levels, capacities_);
  first_of_level_.push_back(0);
  for (int i = 0; i <= levels; ++i)
    first_of_level_.push_back(first_of_level_.back() + leaves / leaves_below(i));
  size_ = first_of_level_.back();
}

int FatTree::level(Node v) const {
  const auto above = std::upper_bound(first_of_level_.begin(), first_of_level_.end(), v);
  return static_cast<int>(above - first_of_level_.begin()) - 1;
}

Node FatTree::index(Node v) const {
  return v - first_of_level_[static_cast<std::size_t>(level(v))];
}

Node FatTree::node_at(int level, Node index) const {
  return first_of_level_[index_of(level)] + index;
}

Node FatTree::parent(Node v) const {
  return v == root() ? kNoNode : node_at(level(v) + 1, index(v) / arity_);
}

Node FatTree::child(Node v, int k) const { return node_at(level(v) - 1, index(v) * arity_ + k); }

Node FatTree::first_leaf(Node v) const { return index(v) * leaves_below(level(v)); }

Node FatTree::leaves_below(int level) const {
  Node leaves = 1;
  for (int i = 0; i < level; ++i) leaves *= arity_;
  return leaves;
}

int FatTree::meeting_level(Node a, Node b) const {
  int level = 0;
  for (; a != b; ++level) {
    a /= arity_;
    b /= arity_;
  }
  return level;
}

}  // namespace flitwise
