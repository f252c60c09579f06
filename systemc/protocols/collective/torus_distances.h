// torus_distances.h: reductions on tori whose sides are powers of two or three, in few steps over
// growing distances.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_DISTANCES_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_DISTANCES_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

// A ring of n = 2^K or 3^K takes K steps; in step s all worms go the same distance d, and a PE
// sends what its partner is to keep, L words of n blocks of B at the start: n B / 2^(s+1), or
// / 3^(s+1). Partners of PE i, worms of a channel, when a worm starts in its step, and how long a
// step lasts with L > 1 (with L = 1 all start at once, and it lasts for os + orv + 1 + d):
//
//   halving  i XOR d, d = 2^s           d          (d - 1 - c)(L - 1)  os + orv + 1 + d L
//   radix 3  i + d and i - d, d = 3^s   d          c (L + 1)           os + orv + d L + 2 d - 1
//   swing    i + r, or i - r if odd     (d + 1)/2  c (L + 2)           os + orv + (C - 1)(L + 2)
//                                                                       + d + L
//   swing2   both, each with half L     d          c (L + 1)           os + orv + (C - 1)(L + 1)
//                                                                       + d + L
//
// with r = (1 - (-2)^(s+1)) / 3, d = |r|, and c the place i mod d along the way of the worm or, of
// the last two, a colour: the q senders of a direction (n / 2, or n) in floor(q / worms) runs as
// even as can be, each coloured 0, 1, 2, ...; C is the number of colours. So no worm waits.
//
// All are in lockstep. They do reduce-scatter, all-gather with the steps backwards, and all-reduce,
// which is the two in this order; the -latency ones do all-reduce and barrier. a is added in every
// step that combines.
//
// Source: halving: R. Rabenseifner, "Optimization of collective reduction operations", ICCS 2004.
//         Swing: D. De Sensi, T. Bonato, D. Saam, T. Hoefler, "Swing: short-cutting rings for
//         higher bandwidth allreduce", NSDI 2024. Radix 3: the pattern of Trivance. The starts with
//         which no worm waits: this project.
// Errors: throw TopologyError for another operation, and for a side that is no power.

// One dimension after the other, with blocks of B_d = ceil(B_{d-1} / n_d) words, B_{-1} = m (of
// swing2 ceil(m / 2) for each of two mirrored pieces).

CollectivePlan halving(const CollectiveRequest& request, const Torus& torus);
CollectivePlan radix3(const CollectiveRequest& request, const Torus& torus);
CollectivePlan swing(const CollectiveRequest& request, const Torus& torus);
CollectivePlan swing2(const CollectiveRequest& request, const Torus& torus);

// On k equal sides, in k pieces (of Swing 2 k, half of them mirrored), that take turns in the
// dimensions: piece i is in dimension (i + j) mod k in its step j = 0 to k K - 1, which has the
// distance of s = floor(j / k) and L = N B / 2^(j+1) or / 3^(j+1), B = ceil(m / (pieces N)).
// Errors: throw TopologyError also for unequal sides.

CollectivePlan halving_pieces(const CollectiveRequest& request, const Torus& torus);
CollectivePlan radix3_pieces(const CollectiveRequest& request, const Torus& torus);
CollectivePlan swing2_pieces(const CollectiveRequest& request, const Torus& torus);

// One dimension after the other; every step exchanges whole vectors, L = m, and halves nothing.

CollectivePlan halving_latency(const CollectiveRequest& request, const Torus& torus);
CollectivePlan radix3_latency(const CollectiveRequest& request, const Torus& torus);
CollectivePlan swing_latency(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_DISTANCES_H_
