// torus_collectives.h: closed formulas of collectives on tori whose PEs combine.
//
// Below, h1(B) = os + 1 + B + orv is the time of a message of B flits over one hop, a that of an
// addition, D the sum of floor(n_d / 2), k the number of sides above 1; the others do not count. In
// all of these algorithms messages of a step never meet, so that every step takes what its longest
// message takes. r = w = 1.
//
// Units: steps. Nothing here simulates and nothing is shared with the protocols.
// Range: any lengths, blocks and overheads; empty figures where an operation is not named, and
//        for a barrier to which somebody comes late.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_TORUS_COLLECTIVES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_TORUS_COLLECTIVES_H_

#include <optional>

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

// Buckets: all-gather, reduce-scatter, all-reduce, barrier, dimension by dimension. A vector of m
// words (P N of an all-gather, N ceil(m / N) of a reduce-scatter) is cut into blocks of B_d words,
// B_d = ceil(B_(d-1) / n_d), B_(-1) = m. A reduce-scatter goes through the dimensions in ascending
// order, an all-gather back; an all-reduce is both, one after the other.
//
// Source: bucket algorithms are common (M. Barnett et al., "Global combine on mesh architectures
//         with wormhole routing", IPPS 1993, and many since); steps as counted by this project.

/// Along the line without its wrap link, both ways: all-gather sum over d of (n_d - 1) h1(B_d).
CollectiveFigures torus_line(const CollectiveRequest& request, const Torus& torus);
/// Around the ring one way. As slow as the line.
CollectiveFigures torus_ring(const CollectiveRequest& request, const Torus& torus);
/// Half of the vector each way around: the same with ceil(m / 2) words. Blocks of an odd number of
/// words must be cut in turns, so that the halves of all of them together are even.
CollectiveFigures torus_bidirectional(const CollectiveRequest& request, const Torus& torus);
/// Every block half the way around from both sides: sum over d of floor(n_d / 2) h1(B_d).
CollectiveFigures torus_half_ring(const CollectiveRequest& request, const Torus& torus);
/// 2k pieces, of which piece (d0, direction) uses dimension d0 + j mod k in phase j, so that all
/// channels are always busy: (n - 1) times the sum over j = 1..k of h1(ceil(m / (2k n^j))). It
/// reaches the bandwidth that the bound leaves. Blocks that 2k does not divide must be cut so that
/// the pieces of every row are even; for k = 2 that is always possible (an equitable colouring of a
/// bipartite graph's edges, D. de Werra, 1971).
/// Range: equal sides.
CollectiveFigures torus_multi_bucket(const CollectiveRequest& request, const Torus& torus);

/// All-gather in the fewest rounds: R = max(D, ceil((N - 1 + s) / 2k)), s the sides of 2, whose two
/// channels lead to the same node in round 1: no PE can know all others earlier.
Step fewest_gather_rounds(const Torus& torus);
/// All-gather R h1(P), reduce-scatter R (h1(P) + a), all-reduce R (2 h1(P) + a), P = ceil(m / N).
/// Range: tori with a tree of N - 1 hops that has R rounds of 2k directions; found for all sides of
///        1 to 12 in two dimensions, rings to 29, 2 to 5 in three, 3^4, 16 x 16, 20 x 7 and 8^3.
/// Source: idea of J. Soch, P. Tvrdik, "Optimal gossip in store-and-forward noncombining 2-D tori",
///         Euro-Par 1997, for two dimensions; the formula for others is this project's.
CollectiveFigures torus_rounds(const CollectiveRequest& request, const Torus& torus);

/// All-reduce and barrier by full vectors that go floor(n_d / 2) hops both ways along each
/// dimension and are added where they arrive: sum over d of (floor(n_d / 2) (os + 1 + m + orv) +
/// a). Nothing is added twice, so that any operation will do.
CollectiveFigures torus_half_way(const CollectiveRequest& request, const Torus& torus);

/// Reduce by the broadcast `peel` for descending dimensions, backwards: each of its steps takes
/// os + H + m + orv + a, H the longest way in it. All-reduce and barrier: `peel` itself follows.
CollectiveFigures torus_reversed_peel(const CollectiveRequest& request, const Torus& torus);

/// Reduce in n = ceil(m / P) packets of P, the last one padded, up a tree of shortest paths, nodes
/// of one depth together: (n - 1)(os + P) + D (os + 1 + P + orv + a). All-reduce and barrier, the
/// results down again: (n - 1)(os + P) + D (2 (os + 1 + P + orv) + a).
/// Range: P is 1 to m; a request without a packet means the best one.
CollectiveFigures torus_packet_tree(const CollectiveRequest& request, const Torus& torus);
/// The P with the earliest end, of these the smallest. Empty for other operations.
///
/// Of packets of one number n the smallest ends first, P = ceil(m / n), and either n or P is at
/// most sqrt(m), rounded up: these are all that are tried.
std::optional<Flits> best_reduction_packet(const CollectiveRequest& request, const Torus& torus);

/// All-to-all of P flits a pair as single flits on shortest paths. Addresses u and -u go together;
/// a circuit of Euler through the graph of distances orders them, so that every channel is busy in
/// every step and no flit waits. Sides of n: P n^(k-1) (n^2 - 1) / 8 + 1 for odd n,
/// P n^(k+1) / 8 + (P odd: 2^(k-3) n) + 1 for even n, where u = -u alone uses half the channels.
/// Two unequal sides, both odd or P even, of which n is the longer: P N n / 8 + 1 for even n, P N
/// (n^2 - 1) / 8n + 1 for odd n. Range: os = orv = 0; unequal sides of at least 3. Source: this
/// project. Phases reach the bound of the channels as well (S. Hinrichs et al., SPAA
///         1994, in two dimensions).
CollectiveFigures torus_eulerian(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_TORUS_COLLECTIVES_H_
