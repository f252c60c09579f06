// fat_tree_figures.h: what the predictions of all operations on fat trees have in common, and which
// branches a dispatch crosses, and when if nothing waits.
//
// A packet dispatched in step d that turns at level h crosses up branch j in step d + j - 1, and
// down branch j j - 1 steps before it arrives, in step a = d + 2h - 1.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_FIGURES_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_FIGURES_H_

#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise::theory {

enum class CapacityPattern : std::uint8_t { kConstant, kExponential, kOther };

/// c_i = 1 (also where b^(i-1) = 1), c_i = b^(i-1), or neither.
CapacityPattern pattern_of(const FatTree& tree);

/// Refuses lengths that do not fit a scatter from `root` or a gather to it.
/// Errors: throws std::invalid_argument unless there is one length per leaf, none is negative and
///         that of `root` is 0.
void check_leaf_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths);

/// Errors: throws std::invalid_argument for a negative number of steps between phases.
void check_phase_gap(Step gap);

/// The leaf whose base-b digits are those of `leaf` plus those of `offset`, each modulo b.
Node add_digits(const FatTree& tree, Node leaf, Node offset);

/// Appends a message that leaves over all links of the source at once. Of the flits that leave back
/// to back from step `begin` on, its first one is number `place`, from 0.
void append_message(const FatTree& tree, Node source, Node destination, Flits flits, Step begin,
                    Flits place, FatTreeTable& table);

/// Sorts a table by step, then by source.
void sort_table(FatTreeTable& table);

/// Completes the prediction of an explicit schedule from its table: queue_free by the criterion of
/// check_schedule; if it is, arrivals, max_wait (0) and max_stored (the most packets that cross a
/// branch in a step wait in its registers for just that step). If not, takes `finish` away.
void complete_from_table(const FatTree& tree, FatTreePrediction& prediction);

/// Sorted arrival steps by leaf of a table in which nothing waits.
std::vector<std::vector<Step>> table_arrivals(const FatTree& tree, const FatTreeTable& table);

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

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_FIGURES_H_
