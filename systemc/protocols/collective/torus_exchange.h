// torus_exchange.h: all-to-all on tori at the bound of their channels.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_EXCHANGE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_EXCHANGE_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

/// All-to-all in worms of one flit that never wait. Relative addresses u and -u go together, so
/// that every PE uses both directions of a dimension; a pair with distances |u| = (x_1, ..., x_k)
/// in the dimensions of sides larger than 1 uses dimension d for x_d steps. Pairs follow each other
/// as an Eulerian circuit of the graph with an arc (x_1, ..., x_{k-1}) -> (x_2, ..., x_k) for each:
/// while one is in dimension d + 1, the next is in dimension d for as many steps. On two unequal
/// sides the shorter distances are lengthened for that to the longer ones of the next pair.
///
/// Time:   P N/n floor(n^2 / 4) / 2 + 1 with n the longest side, n odd or P even: as many steps as
///         a channel of that dimension has flits. On k equal even sides and with P odd,
///         P n^(k+1) / 8 + 2^(k-3) n + 1: of the addresses u = -u the last word goes alone. All in
///         lockstep.
/// Source: this project. Phased routers reach the bound as well: S. Hinrichs et al., "An
///         architecture for optimal all-to-all personalized communication", SPAA 1994.
/// Errors: throws TopologyError for another operation, for overheads, for three or four unequal
///         sides, and for two of which one is even if P is odd.
CollectivePlan eulerian(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_EXCHANGE_H_
