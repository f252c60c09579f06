// fat_tree_collectives.h: closed formulas of collectives on fat trees whose PEs combine; switches
// are those of unicast.
//
// n = b^L leaves, B = ceil(m / n) words a block of a vector of m, or P; a steps to combine.
//
// Units: steps. Nothing here simulates and nothing is shared with the protocols.
// Range: leaves of one link, c_1 = 1; empty figures where an operation is not named, and for a
//        barrier to which somebody comes late.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_FAT_TREE_COLLECTIVES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_FAT_TREE_COLLECTIVES_H_

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// Recursive halving with the nearest leaf first, leaf x and x XOR 2^(i-1) in step i, then doubling
/// with the farthest first. With M = n B words, e_i the effective capacities and S the sum over i =
/// 1..L of (max(M / 2^i, ceil(M / (2 e_i))) + 2i - 1): all-gather S, reduce-scatter S + L a,
/// all-reduce and barrier 2 S + L a.
///
/// In step i every subtree of level i - 1 sends M / 2 words over its branch, whose e_i links take
/// e_i of them in a step if the leaves take turns; a leaf sends M / 2^i, and the last one crosses
/// 2i links. On full fat trees S is M (n - 1) / n + L^2, with one link a branch M L / 2 + L^2.
/// Range: b = 2.
/// Source: R. Rabenseifner, "Optimization of Collective Reduction Operations", ICCS 2004, for the
///         exchange; the order of the leaves and its steps on fat trees are this project's.
CollectiveFigures fat_tree_halving_doubling(const CollectiveRequest& request, const FatTree& tree);

/// The ring of leaves 0 to n - 1 with a barrier a round: n - 1 rounds of B + 2L - 1 steps, and a
/// more in those of a reduce-scatter. All-reduce and barrier: 2 (n - 1)(B + 2L - 1) + (n - 1) a.
CollectiveFigures fat_tree_ring(const CollectiveRequest& request, const FatTree& tree);

// The same at the leaves' own pace, each going on when it has what it needs: neighbours load every
// branch with one flit a step each way, whatever their rounds are, so that no flit ever waits. With
// h the level where leaves x - 1 and x meet, leaf x begins round r at time t_r(x), t_1 = 0, and
// receives until t_r(x - 1) + B + 2h - 1. Units: O(n^2) operations.

/// Word by word: t_r(x) = max(t_(r-1)(x) + B, t_(r-1)(x - 1) + 2h + a). Where B >= 2L + a, a
/// reduce-scatter takes (n - 1) B + 2L - 1 + a steps and an all-gather (n - 1) B + 2L - 1, as many
/// as the bandwidth of a leaf needs, whatever the capacities.
CollectiveFigures fat_tree_ring_by_words(const CollectiveRequest& request, const FatTree& tree);
/// A block when all of it has come: t_r(x) = max(t_(r-1)(x) + B, t_(r-1)(x - 1) + B + 2h - 1 + a).
CollectiveFigures fat_tree_ring_by_blocks(const CollectiveRequest& request, const FatTree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_FAT_TREE_COLLECTIVES_H_
