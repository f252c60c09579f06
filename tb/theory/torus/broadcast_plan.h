// broadcast_plan.h: who is informed in which step, from whom, over which hops: every scheme of
// torus_theory.h, derived from its arithmetic alone.
//
// All is said for node 0 as source and moved to the source afterwards; sides of 1 do not count, and
// dimensions 0 to k-1 are those of the others in the order of routing.
//
// Stage by stage. Stage m = k-1, ..., 0 fills index m: before it, every slice of nodes with the
// same x_{m+1}, ..., x_{k-1} has one node that serves it, after it one for each value of x_m. That
// node takes the strip ring(n_m) and cuts it, step by step (broadcast_stages.h), until nothing is
// left. A run at distance s goes to a node over one of p ports a side:
//
//   turn d:   one hop along d < m, + to the right and - to the left, then s along m;
//   helper d: -s along d > m;
//   straight: s along m.
//
// Ports are listed in this order, the runs of a side nearest first, and q runs take the last q.
//
//   peel:     turns and straight, 2m + 3 parts.
//   paper:    as peel, but where n_m divides n_d for some d > m, these d are helpers as well. The
//             index is then x_m - sum of x_d, and an own step puts it to 0 first: the serving
//             nodes that are elsewhere send the text along m, the shorter way, of equal ones +, to
//             the nodes that serve from now on. A message to a node that has the text already is
//             left out; the node serves the run all the same.
//   best:     as peel. A stage of paper takes fewer steps from a side of 82 on only, and never on
//             a torus that Torus can hold.
//   radix3:   straight alone, 3 parts.
//   doubling: straight alone, 2 parts.
//   flood:    no stages. A node D hops from the source is informed in step D by the node before it
//             on the shortest path, that is over the last dimension in which they differ; of two
//             ways round a ring +.
//   separate: no stages. Node 0 sends to one node a step, the shorter way in each dimension, of two
//             as long +; the farthest first, of equal ones the smaller.
//   fsh:      fsh_plan.h.
//   edn:      edn_plan.h.
//
// What the published schemes leave open, and this fixes: which runs have which port, signs of
// turns, ties, the middle of an even run.
//
// In a step a node sends to the left before the right and to nearer runs first, in flood in the
// order of its channels: messages are numbered so.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_PLAN_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_PLAN_H_

#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {

/// The schedule of a scheme, without steps in which nobody sends.
///
/// Shape:  `columns` are of fsh alone (fsh_plan.h).
/// Errors: throws TopologyError for a source that is no node and a bad order, and as fsh_plan().
TorusSchedule broadcast_plan(BroadcastScheme scheme, const Torus& torus, Node source,
                             const DimensionOrder& order, const std::vector<int>& columns = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_PLAN_H_
