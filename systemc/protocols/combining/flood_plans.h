// flood_plans.h: a barrier without a tree: PEs tell all their neighbours, again and again.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_FLOOD_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_FLOOD_PLANS_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols {

// In each of D rounds, D the diameter, a PE combines what it had with what all its neighbours sent
// in the round before, and sends that to all of them. Neighbours are never more than a round apart,
// so that what comes for the next round is kept apart from what is combined for this one.
//
// An operand comes over every way of D steps, standing still allowed: as often as there are such
// ways. So it is a barrier for min, max, and, or alone.
//
// Time:   latest start + D (1 + a).
// Shape:  cell i of a PE is what it has after round i.
// Errors: TopologyError for another operation, for a single PE, and where PEs have one port for all
//         links; RequestError for too many messages.
CollectivePlan flood_tree(const CollectiveRequest& request, const TreeShape& shape);
CollectivePlan flood_star(const CollectiveRequest& request, const StarGraph& graph);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_FLOOD_PLANS_H_
