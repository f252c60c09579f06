// fat_tree_routes.h: which branches of a fat tree a dispatch crosses, and when if nothing waits.
//
// A packet dispatched in step d that turns at level h crosses up branch j in step d + j - 1, and
// down branch j j - 1 steps before it arrives, in step a = d + 2h - 1.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_ROUTES_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_ROUTES_H_

#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise::theory {

/// One way down: from the switch of `level` above the source to `leaves` leaves from `first`.
struct Descent {
  int level = 0;
  Node first = kNoNode;
  Node leaves = 0;
};

/// Step in which a packet dispatched in `step` arrives that turns at level `level`.
inline Step arrival_step(Step step, int level) { return step + 2 * level - 1; }

/// All ways down of a dispatch, by level.
std::vector<Descent> descents_of(const FatTree& tree, const FatTreeDispatch& dispatch);

/// Refuses a dispatch that the tree cannot carry.
/// Errors: throws std::invalid_argument for a step or a number of flits below 1, a source or a
///         destination that is no leaf, a leaf that sends to itself, digits that are all 0, not
///         below b or above level L, and a kind that no fat tree carries.
void check_dispatch(const FatTree& tree, const FatTreeDispatch& dispatch);

/// Refuses a leaf number out of range.
/// Errors: throws std::invalid_argument, naming the leaf as `role`.
void check_leaf(const FatTree& tree, Node leaf, const char* role);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_ROUTES_H_
