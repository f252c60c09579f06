// torus_buckets.h: reductions on tori around their rings, one dimension after the other: every
// message goes one hop.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_BUCKETS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_BUCKETS_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

// Each does a reduce-scatter, an all-gather, or an all-reduce, which is the two in this order. A
// reduce-scatter goes through the dimensions d = 0, 1, ... with sides n_d > 1; block c of a ring is
// combined on its way to the ring's PE c, hop by hop. An all-gather is the same backwards in time
// and space.
//
// Time: with B_d = ceil(B_{d-1} / n_d), B_{-1} the words that the operation moves, and
//       h(B) = os + 1 + B + orv: a reduce-scatter is done after the given sum, an all-gather after
//       the sum with a = 0, an all-reduce after both. A reduce-scatter moves N ceil(m / N) words,
//       as every word has its PE; an all-gather N P; an all-reduce m.
// Errors: throw TopologyError for another operation.

/// Both ways along each ring, never over its wrap link: sum of (n_d - 1) (h(B_d) + a).
CollectivePlan line(const CollectiveRequest& request, const Torus& torus);

/// One way around each ring: the same sum.
/// Source: M. Barnett, R. Littlefield, D. G. Payne, R. van de Geijn, "Global combine on mesh
///         architectures with wormhole routing", IPPS 1993: buckets.
CollectivePlan ring(const CollectiveRequest& request, const Torus& torus);

/// Two halves of the words, one each way: the same sum with B_{-1} halved, rounded up.
CollectivePlan bidir(const CollectiveRequest& request, const Torus& torus);

/// Every block both ways at once, from PE c - floor(n / 2) upwards and from PE c + ceil(n / 2) - 1
/// downwards: sum of floor(n_d / 2) (h(B_d) + a).
CollectivePlan half_ring(const CollectiveRequest& request, const Torus& torus);

/// 2 k pieces of the words on k sides n > 1, one for each dimension to begin with and sign, so that
/// all channels are always in use: (n - 1) times the sum of h(ceil(B_{-1} / (2 k n^j))) + a over
/// j = 1 to k.
/// Source: P. Sack, W. Gropp, "Collective algorithms for multiported torus networks", ACM Trans.
///         Parallel Computing 1(2), 2015.
/// Errors: throws TopologyError also unless all sides larger than 1 are equal.
CollectivePlan multi_bucket(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_BUCKETS_H_
