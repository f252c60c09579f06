#include "tests/theory/fat_tree/fat_tree_switching.h"

namespace flitwise::theory::test {
namespace {

int branch_to(const FatTree& tree, Node at, Node child) { return child - tree.child(at, 0); }

/// Children of `at` and, if it goes on, the parent, to which a copy goes.
std::vector<Node> next_nodes(const FatTree& tree, const Packet& packet) {
  const Node at = packet.to;
  const FatTreeDispatch& d = packet.dispatch;
  const bool from_parent = packet.from == tree.parent(at);
  std::vector<Node> next;
  if (d.kind == FlitKind::kData) {
    const Node offset = d.destination - tree.first_leaf(at);
    if (offset < 0 || offset >= tree.leaves_below(tree.level(at))) return {tree.parent(at)};
    return {tree.child(at, offset / tree.leaves_below(tree.level(at) - 1))};
  }
  if (from_parent || d.kind == FlitKind::kFlood) {
    for (int k = 0; k < tree.arity(); ++k) {
      if (tree.child(at, k) != packet.from) next.push_back(tree.child(at, k));
    }
    if (!from_parent && at != tree.root()) next.push_back(tree.parent(at));
    return next;
  }
  // The digits of copies, taken apart by division.
  std::int64_t field = 1;
  while (field < tree.arity()) field *= 2;
  std::int64_t digits = d.copies;
  for (int i = 1; i < tree.level(at); ++i) digits /= field;
  const auto r = static_cast<int>(digits % field);
  if (r > 0) next.push_back(tree.child(at, (branch_to(tree, at, packet.from) + r) % tree.arity()));
  if (digits / field > 0) next.push_back(tree.parent(at));
  return next;
}

}  // namespace

Packet inject(const FatTree& tree, const FatTreeDispatch& dispatch, Flits index) {
  return {dispatch, index, dispatch.source, tree.parent(dispatch.source)};
}

std::vector<Packet> route(const FatTree& tree, const Packet& packet) {
  std::vector<Packet> copies;
  for (const Node next : next_nodes(tree, packet))
    copies.push_back({packet.dispatch, packet.index, packet.to, next});
  return copies;
}

std::int64_t value_of(const FatTreeDispatch& dispatch) {
  if (dispatch.kind == FlitKind::kData) return dispatch.destination;
  return dispatch.kind == FlitKind::kCopies ? dispatch.copies : 0;
}

}  // namespace flitwise::theory::test
