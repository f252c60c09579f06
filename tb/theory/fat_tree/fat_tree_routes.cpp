#include "tb/theory/fat_tree/fat_tree_routes.h"

#include <stdexcept>
#include <string>

namespace flitwise::theory {
namespace {

/// The r-th subtree after the source's own below its ancestor of level `level`, modulo b.
Descent sibling(const FatTree& tree, Node source, int level, int r) {
  const Node below = tree.leaves_below(level - 1);
  const Node own = source / below % tree.arity();
  const Node first = source - source % (below * tree.arity());
  return {level, first + (own + r) % tree.arity() * below, below};
}

void check_copies(const FatTree& tree, const FatTreeDispatch& d, const std::string& who) {
  if (d.copies == 0) throw std::invalid_argument(who + " copies to no level");
  std::uint32_t rest = d.copies;
  for (int h = 1; h <= tree.levels(); ++h) {
    const int digit = copy_digit_at(tree.arity(), d.copies, h);
    if (digit >= tree.arity())
      throw std::invalid_argument(who + ": the digit of level " + std::to_string(h) +
                                  " must be below " + std::to_string(tree.arity()) + ", got " +
                                  std::to_string(digit));
    rest -= copy_digit(tree.arity(), h, digit);
  }
  if (rest != 0) throw std::invalid_argument(who + " copies above the root");
}

}  // namespace

std::vector<Descent> descents_of(const FatTree& tree, const FatTreeDispatch& dispatch) {
  if (dispatch.kind == FlitKind::kData)
    return {{tree.meeting_level(dispatch.source, dispatch.destination), dispatch.destination, 1}};
  std::vector<Descent> descents;
  for (int h = 1; h <= tree.levels(); ++h) {
    if (dispatch.kind == FlitKind::kFlood) {
      for (int r = 1; r < tree.arity(); ++r)
        descents.push_back(sibling(tree, dispatch.source, h, r));
    } else if (const int r = copy_digit_at(tree.arity(), dispatch.copies, h); r > 0) {
      descents.push_back(sibling(tree, dispatch.source, h, r));
    }
  }
  return descents;
}

void check_leaf(const FatTree& tree, Node leaf, const char* role) {
  if (leaf < 0 || leaf >= tree.leaves())
    throw std::invalid_argument(std::string(role) + " must be a leaf from 0 to " +
                                std::to_string(tree.leaves() - 1) + ", got " +
                                std::to_string(leaf));
}

void check_dispatch(const FatTree& tree, const FatTreeDispatch& d) {
  check_leaf(tree, d.source, "source");
  const std::string who = "leaf " + std::to_string(d.source) + " in step " + std::to_string(d.step);
  if (d.step < 1) throw std::invalid_argument(who + ": steps count from 1");
  if (d.flits < 1)
    throw std::invalid_argument(who + " sends " + std::to_string(d.flits) + " flits");
  if (d.kind == FlitKind::kCopies) return check_copies(tree, d, who);
  if (d.kind == FlitKind::kFlood) return;
  if (d.kind != FlitKind::kData)
    throw std::invalid_argument(
        who + " sends a flit that is neither data, flood nor copies: " + name_of(d.kind));
  check_leaf(tree, d.destination, "destination");
  if (d.destination == d.source) throw std::invalid_argument(who + " sends to itself");
}

}  // namespace flitwise::theory
