#include "systemc/protocols/star/star_walk.h"

namespace flitwise::protocols {

StarWalk::StarWalk(const StarTrees& trees)
    : arcs_(at(trees.graph().size()), -1),
      subtrees_(at(trees.graph().size())),
      children_(at(trees.graph().size())) {
  visit(trees, 0, 0);
}

int StarWalk::visit(const StarTrees& trees, Node u, int next_arc) {
  const int first_arc = next_arc;
  for (const int d : trees.child_dimensions(u, 2)) {
    const Node child = trees.graph().neighbour(u, d);
    children_[at(u)].push_back({child, d});
    arcs_[at(child)] = next_arc;
    next_arc = visit(trees, child, next_arc + 1);
  }
  subtrees_[at(u)] = 1 + next_arc - first_arc;
  return next_arc;
}

}  // namespace flitwise::protocols
