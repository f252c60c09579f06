// tree_roots.h: a tree of PEs seen from other roots than its own, and its middle.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_TREE_ROOTS_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_TREE_ROOTS_H_

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Whether the network has a node of this number, and the tree holds it.
bool is_in(const PlacedTree& tree, Node v);

/// The same links with another root.
/// Shape: `root` is a node of the tree, in the network's numbers.
PlacedTree rooted_at(const PlacedTree& tree, Node root);

/// Where the longest paths have their middle: a node, or the two ends of an edge.
struct TreeMiddle {
  Node first = kNoNode;
  Node second = kNoNode;  ///< the same as `first` where the diameter is even
  Step diameter = 0;

  bool is_edge() const { return first != second; }
};

/// In the network's numbers.
TreeMiddle middle_of(const PlacedTree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_TREE_ROOTS_H_
