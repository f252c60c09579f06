// tree_roots.cpp: parents turned round, and the middle of a longest path.
#include "tb/theory/collective/tree_roots.h"

#include <vector>

namespace flitwise::theory {
namespace {

/// The node with the largest depth, of these the first one of the tree.
Node deepest_of(const PlacedTree& tree) {
  Node deepest = tree.root();
  for (const Node v : tree.node_of)
    if (tree.depth(v) > tree.depth(deepest)) deepest = v;
  return deepest;
}

}  // namespace

bool is_in(const PlacedTree& tree, Node v) { return v >= 0 && v < tree.nodes() && tree.holds(v); }

PlacedTree rooted_at(const PlacedTree& tree, Node root) {
  std::vector<Node> parents(index_of(tree.nodes()), kNoNode);
  for (const Node v : tree.node_of) parents[index_of(v)] = tree.parent(v);
  Node above = kNoNode;
  for (Node v = root; v != kNoNode;) {
    const Node parent = parents[index_of(v)];
    parents[index_of(v)] = above;
    above = v;
    v = parent;
  }
  return {root, parents};
}

TreeMiddle middle_of(const PlacedTree& tree) {
  const PlacedTree from_end = rooted_at(tree, deepest_of(tree));
  TreeMiddle middle;
  middle.second = deepest_of(from_end);
  middle.diameter = from_end.depth(middle.second);
  while (from_end.depth(middle.second) > (middle.diameter + 1) / 2)
    middle.second = from_end.parent(middle.second);
  middle.first = middle.diameter % 2 == 0 ? middle.second : from_end.parent(middle.second);
  return middle;
}

}  // namespace flitwise::theory
