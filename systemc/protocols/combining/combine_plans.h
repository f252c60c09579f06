// combine_plans.h: which trees of a network's routers combine the words of a collective operation.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_COMBINE_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_COMBINE_PLANS_H_

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise::protocols {

// Errors of all: throw TopologyError for a network of one PE and, for a root in the middle, for a
// reduction to one PE.

/// Along the tree itself, from the request's root. Shape: the tree holds every node.
CombinePlan combine_on_tree(const CollectiveRequest& request, const TreeShape& shape);
/// The same from the middle of a longest path, a node or an edge.
CombinePlan combine_from_centre(const CollectiveRequest& request, const TreeShape& shape);
/// Up to the root switch of a fat tree and down again: to all leaves, or to one. A multicast goes
/// up as far as it must.
CombinePlan combine_in_switches(const CollectiveRequest& request, const FatTree& tree);
/// Along a tree of shortest paths from the request's root.
CombinePlan combine_on_torus(const CollectiveRequest& request, const Torus& torus);
CombinePlan combine_on_star(const CollectiveRequest& request, const StarGraph& graph);
/// Two edge-disjoint spanning trees of a torus of two dimensions, each with its own middle or, of a
/// reduction, the request's root; words are split so that both end as early as they can.
/// Errors: throws TopologyError also for other tori than those of two sides above 1, one of them at
///         least 3.
CombinePlan combine_on_two_trees(const CollectiveRequest& request, const Torus& torus);
/// Several spanning trees that share no link, as link_trees has them, `request.trees` of them or
/// all that there are; words are split so that they end as early as they can. Errors: throws
/// TopologyError also for networks that are too large for the search; RequestError
///         for more trees than there are.
CombinePlan combine_on_torus_trees(const CollectiveRequest& request, const Torus& torus);
CombinePlan combine_on_star_trees(const CollectiveRequest& request, const StarGraph& graph);

/// A barrier without a tree: every router tells all its neighbours, in as many rounds as the
/// diameter, and waits for all of them in each. PEs may come late.
CombinePlan combine_by_flooding(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_COMBINE_PLANS_H_
