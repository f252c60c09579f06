// fat_tree_plans.h: collective operations on fat trees whose PEs combine and whose switches do not.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_FAT_TREE_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_FAT_TREE_PLANS_H_

#include <cstdint>

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols {

// n leaves, L levels; blocks of B = ceil(m / n) words, of P words in an all-gather. All do
// reduce-scatter, all-gather, and all-reduce, which is one after the other. No flit ever waits.
//
// Errors of all: TopologyError for another operation, leaves with more than one link, and what
// check_request refuses.

/// Step i = 1..L of a reduce-scatter: leaves x and x XOR 2^(i-1) swap half of what they still have,
/// m / 2^i words each, m padded to n B. The words that cross a branch of level i take turns, those
/// of leaves far from each other after each other, as many in a step as it and the branches below
/// it carry, e_i = min(c_i, 2 e_(i-1)). The all-gather is the same from i = L down.
///
/// Time: with S = sum of (ceil(m / (2 e_i)) + 2i - 1): reduce-scatter S + L a, all-gather S,
///       all-reduce 2 S + L a.
/// Source: R. Rabenseifner, "Optimization of Collective Reduction Operations" (ICCS 2004), with the
///         halves the other way round; turns by reversed leaf numbers.
/// Errors: also for b != 2.
CollectivePlan fat_tree_halving_doubling(const CollectiveRequest& request, const FatTree& tree);

/// When leaves of a ring send on.
enum class RingPace : std::uint8_t {
  kRounds,  ///< block by block, all in step: when everybody has the block before
  kOwn,     ///< word by word, as soon as it is there
};

/// Every leaf sends to the next one, by number, the last one to the first, for n - 1 rounds.
///
/// Time: rounds: reduce-scatter (n - 1)(B + 2L - 1 + a), all-gather the same for a = 0, all-reduce
///       their sum. Own pace: reduce-scatter (n - 1) B + a - 1 + G, where G is the largest sum over
///       hops of the ring that follow each other, n - 1 at most, of 2h for the last and
///       2h + a - B for each before it, h being the level at which its leaves meet; all-gather the
///       same for a = 0. If B >= 2L + a, no link from a leaf rests, G is 2L and an all-reduce
///       takes 2 (n - 1) B + 2L - 1.
CollectivePlan fat_tree_ring(const CollectiveRequest& request, const FatTree& tree, RingPace pace);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_FAT_TREE_PLANS_H_
