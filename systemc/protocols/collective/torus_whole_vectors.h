// torus_whole_vectors.h: reductions on tori whose messages are whole vectors, or packets of them. A
// barrier is an all-reduce of one word; a PE that comes late to it sends nothing before.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_WHOLE_VECTORS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_WHOLE_VECTORS_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

/// All-reduce and barrier for short vectors: along one dimension after the other every vector goes
/// hop by hop to the PEs of its ring, floor(n / 2) hops upwards and ceil(n / 2) - 1 downwards, and
/// is combined where it comes.
///
/// Time:   done after the sum of floor(n_d / 2) (os + 1 + m + orv) + a over sides n_d > 1, a
/// barrier
///         being m = 1. A PE that comes late to a barrier sends nothing before it.
/// Source: this project.
/// Errors: throws TopologyError for another operation.
CollectivePlan half_way(const CollectiveRequest& request, const Torus& torus);

/// Reduce, all-reduce and barrier: the broadcast `peel` of routers for the reversed order of
/// dimensions backwards in time and space, which suits those at hand. Of an all-reduce the
/// broadcast `peel` from the root follows.
///
/// Time:   the sum of os + H_s + m + orv + a over the steps s of the former, H_s being the longest
///         path, and of os + H_s + m + orv over those of the latter.
/// Source: San-Yuan Wang, Yu-Chee Tseng, "Algebraic Foundations and Broadcasting Algorithms for
///         Wormhole-Routed All-Port Tori", IEEE Trans. Computers 49(3), 2000, for the broadcast.
/// Errors: throws TopologyError for another operation.
CollectivePlan reversed_peel(const CollectiveRequest& request, const Torus& torus);

/// Reduce, all-reduce and barrier, up a shortest-path tree in packets of P words, the last one
/// filled up, and down again. PEs of a depth send a packet at the same time. P is `request.packet`,
/// or the P that takes least time, and of these the largest.
///
/// Time:   with D the depth of the tree and g = os + P, reduce (ceil(m / P) - 1) g +
///         D (g + 1 + orv + a), all-reduce (ceil(m / P) - 1) g + D (2 (g + 1 + orv) + a); 0 for one
///         PE.
/// Errors: throws TopologyError for another operation, and unless 1 <= P <= m.
CollectivePlan packet_tree(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_WHOLE_VECTORS_H_
