// merging_events.h: every flit of a reduce-scatter in which switches of a fat tree add what meets,
// with the word that it carries, and of the broadcast that makes it an all-reduce.
#ifndef FLITWISE_TB_THEORY_COMBINING_MERGING_EVENTS_H_
#define FLITWISE_TB_THEORY_COMBINING_MERGING_EVENTS_H_

#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/collective_words.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/events.h"

namespace flitwise::theory {

/// Hands on every link event. Operands and sums: kind kMerge, `message` the leaf that they are for,
/// `index` the number of its word plus 1, as flits say it. Results: kind kCopies, `message` the
/// leaf whose word it is, `index` 1. `value` is the word; words from m on are padding, 0.
///
/// With T the last step of the queue-free multinode broadcast: what crosses a link in step t of
/// it, as a copy of s on its way to a set of leaves, crosses it the other way in step T + 1 - t as
/// one flit for s with the operands of this set. Copies part where operands meet, and two of them
/// never want one link in one step, so that no flit meets one for another leaf. An all-reduce has
/// the broadcast itself from step T + 1 on.
///
/// Range: at most n words. Source: this project; duality of broadcasts and reductions.
void visit_merging_events(const CollectiveRequest& request, const FatTree& tree,
                          const WordArithmetic& arithmetic, const TakeEvent& take);
/// All of them, sorted.
std::vector<LinkEvent> merging_events(const CollectiveRequest& request, const FatTree& tree,
                                      const WordArithmetic& arithmetic);

/// By leaf, the sums that come to it: as many as it has copies to send in that broadcast. None has
/// more than `most_partial_sums`.
std::vector<Flits> partial_sums(const FatTree& tree);

/// Pairs of flits that become one: operands that are sent less sums that come, n (n - 1) less the
/// sum of `partial_sums`.
Flits merges_of(const FatTree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_MERGING_EVENTS_H_
