// combine_tree.h: trees along which the routers of a network combine operands and copy results.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COMBINE_TREE_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COMBINE_TREE_H_

#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A tree on nodes of a network, PEs and switches. Operands go to the root and are combined where
/// they meet; the root turns the result round. The root may be an edge: each of its two ends is the
/// other's parent, they exchange what they have combined, and both turn the result round.
///
/// Shape: all vectors have an entry a node of the network.
struct CombineTree {
  std::vector<Node> parent;         ///< kNoNode: the root, or not in the tree
  std::vector<bool> has_operand;    ///< whether the node's PE has one for each word
  std::vector<bool> passes_result;  ///< whether results go from the node's parent to it
  std::vector<bool> takes_result;   ///< whether the node's PE gets them; not one that has the text
  Node root = 0;
  Node other_root = kNoNode;  ///< the other end of a root that is an edge
  Flits first_word = 0;       ///< of the vector's words, those that the tree has
  Flits words = 0;
  /// In time slots: steps before its first word, and from word to word.
  Step offset = 0;
  Step period = 1;

  bool is_edge() const { return other_root != kNoNode; }
  bool is_root(Node v) const { return v == root || v == other_root; }
  bool holds(Node v) const { return is_root(v) || parent[index_of(v)] != kNoNode; }
};

/// By node, links between it and its root. Shape: 0 of nodes that are not in the tree.
std::vector<Step> depths_of(const CombineTree& tree);
/// The largest of them.
Step height_of(const CombineTree& tree);
/// By node, those that have it for parent and are no root, by increasing number.
std::vector<std::vector<Node>> children_of(const CombineTree& tree);

/// A collective operation that the routers of a network combine.
struct CombinePlan {
  std::vector<std::vector<Node>> neighbours;  ///< of every node of the network, by link
  std::vector<CombineTree> trees;
  /// Whether operands wait for those that they are combined with: else PEs keep to a timetable by
  /// which all operands of a node meet in one step.
  bool is_own_pace = false;
  /// Above 0: routers flood. Operands go to all neighbours and on in so many rounds, and `trees`,
  /// which is one without links, says whose PEs have operands and take results.
  Flits flood_rounds = 0;

  bool floods() const { return flood_rounds > 0; }
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COMBINE_TREE_H_
