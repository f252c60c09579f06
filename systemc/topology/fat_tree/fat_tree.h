// fat_tree.h: complete b-ary trees of switches with PEs at the leaves and branches of many links.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_FAT_TREE_FAT_TREE_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_FAT_TREE_FAT_TREE_H_

#include <vector>

#include "systemc/topology/flit_format.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A fat tree: n = b^L leaves (PEs) at level 0, switches at levels 1 to L, one root.
///
/// Nodes 0 to n-1 are the leaves; the switches follow level by level from level 1, left to right,
/// so that the root is the last node. Branch i joins levels i-1 and i and has c_i links each way.
class FatTree {
 public:
  static constexpr Node kMaxLeaves = Node{1} << FlitFormat::kMostAddress;
  static constexpr int kMaxArity = 8;
  static constexpr int kMaxLeafLinks = 8;

  /// Shape:  `capacities[i - 1]` is c_i; one entry per level 1..L.
  /// Errors: throws TopologyError when `leaves` is no power (at least the first) of `arity`, beyond
  ///         what most_fat_tree_levels() makes of it, when `arity` is not 2 to kMaxArity, when c_1
  ///         is not 1 to kMaxLeafLinks, when a capacity is less than the one below it, or when
  ///         their number is not L.
  FatTree(Node leaves, int arity, std::vector<int> capacities);

  Node leaves() const { return leaves_; }
  int arity() const { return arity_; }
  int levels() const { return static_cast<int>(capacities_.size()); }
  /// c_i, links each way of a branch between levels i-1 and i; 1 <= i <= L.
  int capacity(int level) const { return capacities_[static_cast<std::size_t>(level - 1)]; }
  const std::vector<int>& capacities() const { return capacities_; }
  /// c_1: links each way of a PE, and so what it can send, and receive, in a step.
  int leaf_links() const { return capacities_.front(); }

  Node size() const { return size_; }  ///< leaves and switches
  bool is_leaf(Node v) const { return v < leaves_; }
  Node root() const { return size_ - 1; }
  int level(Node v) const;                    ///< 0 for a leaf
  Node index(Node v) const;                   ///< position among its level, from the left
  Node node_at(int level, Node index) const;  ///< inverse of level() and index()
  Node parent(Node v) const;                  ///< kNoNode for the root
  Node child(Node v, int k) const;            ///< k-th child of a switch, from the left
  Node first_leaf(Node v) const;       ///< leaves below v: [first_leaf, first_leaf + b^level)
  Node leaves_below(int level) const;  ///< b^level
  /// Level of the lowest common ancestor of two different leaves.
  int meeting_level(Node a, Node b) const;

 private:
  Node leaves_ = 0;
  int arity_ = 2;
  std::vector<int> capacities_;
  std::vector<Node> first_of_level_;  ///< entry i: first node of level i; entry L + 1: size
  Node size_ = 0;
};

/// Bits of one digit of a leaf's number to the base b: ceil(log2 b).
int digit_bits(int arity);
/// Most levels of switches: the destination of a flit has room for a digit for each, 10 for b = 3
/// and 4, 6 for b >= 5; 20 for b = 2.
/// Shape: 2 <= arity <= FatTree::kMaxArity.
int most_fat_tree_levels(int arity);
/// How flits say leaves, and digits for all levels.
FlitFormat flit_format_of(const FatTree& tree);

/// L with b^L = leaves.
/// Errors: throws TopologyError when there is none.
int fat_tree_levels(Node leaves, int arity);

/// c_i = 1: a constant-capacity fat tree (CBFT for b = 2).
std::vector<int> constant_capacities(int levels);
/// c_i = b^(i-1): exponential capacities (EBFT for b = 2), the full fat tree.
std::vector<int> exponential_capacities(int levels, int arity);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_FAT_TREE_FAT_TREE_H_
