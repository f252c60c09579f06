// tree.h: a rooted tree of PEs, the addresses that its routers use, and its place in a network
// whose nodes have numbers of their own.
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
  Node parent(Node v) const { return parents_[index_of(v)]; }
  const std::vector<Node>& children(Node v) const { return children_[index_of(v)]; }
  Node child_count(Node v) const { return static_cast<Node>(children_[index_of(v)].size()); }
  Node max_child_count() const { return max_child_count_; }

  /// Number of links between the root and `v`.
  Node depth(Node v) const { return depth_[index_of(v)]; }
  /// Largest depth of any PE.
  Node height() const { return height_; }

  /// Depth-first number of `v`; the subtree of `v` is [address(v), subtree_end(v)).
  Node address(Node v) const { return address_[index_of(v)]; }
  Node subtree_end(Node v) const { return subtree_end_[index_of(v)]; }
  Node node_at(Node address) const { return node_at_[index_of(address)]; }

  /// PEs in depth-first order: every parent before its children.
  const std::vector<Node>& depth_first() const { return node_at_; }

  /// Nodes from `from` up to `ancestor`, both included.
  /// Errors: throws TopologyError when `ancestor` is not above `from`.
  std::vector<Node> path_up(Node from, Node ancestor = 0) const;

 private:
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

/// A tree on some or all nodes of a network, and what the network calls its PEs.
///
/// In the tree's own numbers PE 0 is the root and the other nodes of the tree follow by increasing
/// node number, so that ties by number mean the same in both. Formulas use the tree's numbers;
/// routers, protocols and everything that a user reads or writes use those of the nodes.
struct PlacedTree {
  Tree tree;
  std::vector<Node> node_of;  ///< node number of each PE of the tree
  std::vector<Node> pe_of;    ///< PE number of each node of the network, kNoNode outside the tree

  /// A tree whose PEs are the nodes of these numbers: it can stand wherever a placed one is asked.
  PlacedTree(Tree same_numbers);
  /// Shape:  `parents` has one entry per node of the network, in node numbers; kNoNode for the root
  ///         and for nodes outside the tree.
  /// Errors: throws TopologyError when that is no tree with this root.
  PlacedTree(Node root, const std::vector<Node>& parents);

  /// Nodes of the network, in the tree or not.
  Node nodes() const { return static_cast<Node>(pe_of.size()); }
  Node root() const { return node_of.front(); }
  bool holds(Node v) const { return pe(v) != kNoNode; }
  Node node(Node pe) const { return node_of[index_of(pe)]; }
  Node pe(Node v) const { return pe_of[index_of(v)]; }
  /// The same for each of several PEs.
  std::vector<Node> nodes_of(std::vector<Node> pes) const;
  std::vector<Node> pes_of(std::vector<Node> nodes) const;

  /// Parent, children (by increasing number) and depth of a node of the tree, in node numbers.
  Node parent(Node v) const;
  std::vector<Node> children(Node v) const { return nodes_of(tree.children(pe(v))); }
  Node depth(Node v) const { return tree.depth(pe(v)); }

  /// The neighbour of the root through which this tree reaches node `v`, which it holds and which
  /// is not the root: it names the link of the root that v's messages use.
  Node root_link(Node v) const;

  /// Values by PE of the tree from values by node, and back; nodes outside get a default value.
  template <typename Value>
  std::vector<Value> by_pe(const std::vector<Value>& by_node) const {
    std::vector<Value> values;
    for (const Node v : node_of) values.push_back(by_node[index_of(v)]);
    return values;
  }
  template <typename Value>
  std::vector<Value> by_node(const std::vector<Value>& by_pe) const {
    std::vector<Value> values(pe_of.size());
    for (std::size_t pe = 0; pe < by_pe.size(); ++pe)
      values[static_cast<std::size_t>(node_of[pe])] = by_pe[pe];
    return values;
  }
  /// An event in the tree's numbers as the network's nodes see it; and a list of such.
  /// Shape: sorted, whatever the order of `events`.
  LinkEvent in_nodes(LinkEvent event) const;
  std::vector<LinkEvent> in_nodes(std::vector<LinkEvent> events) const;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_H_
