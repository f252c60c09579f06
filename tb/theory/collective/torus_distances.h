// torus_distances.h: closed formulas of collectives on tori with sides that are powers of two or
// three, whose PEs exchange with partners farther and farther away.
//
// In step s all worms of a ring go the same distance d, so that a channel is wanted by several of
// them, one after the other; each has its own cycle in which to begin, so that none waits.
//
// Units: steps. h1, k, os, orv, a are those of torus_collectives.h. Nothing here simulates and
// nothing is shared with the protocols.
// Range: sides above 1 that are all powers of two (halving, swing), or of three (radix 3); any
//        lengths and overheads; empty figures where an operation is not named, and for a barrier
//        to which somebody comes late.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_TORUS_DISTANCES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_TORUS_DISTANCES_H_

#include <cstdint>

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// Whom PE i of a ring of n exchanges with in step s, and the farthest distance d of a worm.
enum class DistanceScheme : std::uint8_t {
  /// i XOR 2^s, d = 2^s (R. Rabenseifner, "Optimization of Collective Reduction Operations", ICCS
  /// 2004).
  kHalving,
  /// i + 3^s and i - 3^s, d = 3^s (as in Trivance).
  kRadix3,
  /// i + rho_s for even i, i - rho_s for odd i, rho_s = (1 - (-2)^(s + 1)) / 3 = 1, -1, 3, -5, ..,
  /// and d its size (D. De Sensi et al., "Swing: Short-cutting Rings for Higher Bandwidth
  /// Allreduce",
  /// NSDI 2024).
  kSwing,
  /// Two halves of the vector at once, one of them mirrored.
  kSwing2,
};

/// One step of a scheme on a ring.
struct DistanceStep {
  Step distance = 1;  ///< d
  Step worms = 1;     ///< most worms that cross a channel: d, of kSwing (d + 1) / 2
};
/// Shape: `step` is s, from 0.
DistanceStep distance_step(DistanceScheme scheme, int step);

/// Phi: what a step of worms of L flits takes on a ring of n.
///
/// L = 1: os + orv + 1 + d, all begin together. Otherwise, kHalving: os + orv + 1 + d L, what the
/// channel with d worms needs. kRadix3: os + orv + d L + 2d - 1, of which the last begins (d - 1)(L
/// + 1) late. kSwing, kSwing2: os + orv + (C - 1) x + d + L, x = L + 2 and L + 1: of the q senders
/// of a direction (n / 2; of kSwing2 n) those that do not meet begin together, g = floor(q / worms)
/// runs around the ring that are as even as can be, C = ceil(q / g) times, x steps apart.
Step distance_step_time(DistanceScheme scheme, int side, int step, Flits flits,
                        const CollectiveRequest& overheads);

/// All-gather, reduce-scatter, all-reduce and barrier, dimension by dimension. Ring d of blocks of
/// B_d words, B_d = ceil(B_(d-1) / n_d), has log n_d steps, of which step s moves n_d B_d / base^(s
/// + 1) words (kSwing2: half of the vector). All-gather: sum of Phi, reduce-scatter: a more in each
/// step, all-reduce: both.
CollectiveFigures torus_distances(const CollectiveRequest& request, const Torus& torus,
                                  DistanceScheme scheme);

/// The same cut into pieces, k of them, or 2k that are mirrored in pairs for kSwing2. In step sigma
/// piece d0 uses dimension d0 + sigma mod k, s = floor(sigma / k), and moves B N / base^(sigma + 1)
/// words, B = ceil(m / (pieces N)).
/// Range: equal sides; not kSwing, whose pieces are those of kSwing2.
CollectiveFigures torus_distance_pieces(const CollectiveRequest& request, const Torus& torus,
                                        DistanceScheme scheme);

/// All-reduce and barrier by full vectors, which are added where they arrive: sum of (Phi + a) with
/// L = m. Range: not kSwing2.
CollectiveFigures torus_distance_latency(const CollectiveRequest& request, const Torus& torus,
                                         DistanceScheme scheme);

// By their words.
CollectiveFigures torus_halving(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_halving_pieces(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_halving_latency(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_radix3(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_radix3_pieces(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_radix3_latency(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_swing(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_swing_latency(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_swing2(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures torus_swing2_pieces(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_TORUS_DISTANCES_H_
