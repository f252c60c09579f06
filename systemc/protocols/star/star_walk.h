// star_walk.h: the depth-first walk of tree 2 that multinode broadcasts follow.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_WALK_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_WALK_H_

#include <vector>

#include "systemc/topology/star/star_trees.h"

namespace flitwise::protocols {

/// A child of a node of tree 2, in the order of the walk.
struct StarChild {
  Node node = kNoNode;
  int dimension = 0;  ///< of the link to it
};

/// The N-1 links of tree 2, each when the walk first goes down it; the walks of the other trees are
/// its rotations. Children in the order of `StarTrees::child_dimensions`.
///
/// If every source uses link t of all its trees in step t, no link is used twice: their dimensions
/// differ in each source, and sources are each other's translations.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), multinode broadcast; contention lemma.
class StarWalk {
 public:
  explicit StarWalk(const StarTrees& trees);

  /// Number, from 0, of the link into `u`, not the root; also of `u` in preorder.
  int arc(Node u) const { return arcs_[at(u)]; }
  /// Nodes of the subtree of `u`, itself included.
  int subtree(Node u) const { return subtrees_[at(u)]; }
  const std::vector<StarChild>& children(Node u) const { return children_[at(u)]; }

 private:
  static std::size_t at(Node u) { return static_cast<std::size_t>(u); }
  int visit(const StarTrees& trees, Node u, int next_arc);

  std::vector<int> arcs_;
  std::vector<int> subtrees_;
  std::vector<std::vector<StarChild>> children_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_WALK_H_
