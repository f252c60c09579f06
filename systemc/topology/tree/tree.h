// tree.h: a rooted tree of PEs, and the addresses that its routers use.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A topology that cannot be built; the message names the rule that is broken and the value.
class TopologyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A rooted tree: PE 0 is the root, children are ordered by increasing PE number.
///
/// Addresses number the PEs in depth-first order, so that each subtree is an interval of
/// addresses: that is what lets a router choose its output by comparing bounds.
class Tree {
 public:
  /// Builds the tree from the parent of each PE.
  ///
  /// Shape:  `parents` has one entry per PE, at least 1; `parents[0]` is -1 and no other entry is.
  /// Errors: throws TopologyError for an empty vector, a parent out of range, a second root, or a
  ///         cycle.
  explicit Tree(std::vector<Node> parents);

  Node size() const { return static_cast<Node>(parents_.size()); }
  const std::vector<Node>& parents() const { return parents_; }
  Node parent(Node v) const { return parents_[index(v)]; }
  const std::vector<Node>& children(Node v) const { return children_[index(v)]; }
  Node child_count(Node v) const { return static_cast<Node>(children_[index(v)].size()); }
  Node max_child_count() const { return max_child_count_; }

  /// Number of links between the root and `v`.
  Node depth(Node v) const { return depth_[index(v)]; }
  /// Largest depth of any PE.
  Node height() const { return height_; }

  /// Depth-first number of `v`; the subtree of `v` is [address(v), subtree_end(v)).
  Node address(Node v) const { return address_[index(v)]; }
  Node subtree_end(Node v) const { return subtree_end_[index(v)]; }
  Node node_at(Node address) const { return node_at_[index(address)]; }

  /// PEs in depth-first order: every parent before its children.
  const std::vector<Node>& depth_first() const { return node_at_; }

  /// Nodes from `from` up to `ancestor`, both included.
  /// Errors: throws TopologyError when `ancestor` is not above `from`.
  std::vector<Node> path_up(Node from, Node ancestor = 0) const;

 private:
  static std::size_t index(Node v) { return static_cast<std::size_t>(v); }
  void check_parents() const;
  void number_depth_first();

  std::vector<Node> parents_;
  std::vector<std::vector<Node>> children_;
  std::vector<Node> depth_;
  std::vector<Node> address_;
  std::vector<Node> subtree_end_;
  std::vector<Node> node_at_;
  Node height_ = 0;
  Node max_child_count_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_H_
