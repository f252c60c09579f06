// hypercube_protocols.h: what the PEs of a hypercube decide: when to send what over which link.
#ifndef HYPERCUBE_PROTOCOLS_H_
#define HYPERCUBE_PROTOCOLS_H_

#include <flitwise/protocol.h>

#include "hypercube_topology.h"

namespace hypercube_flitwise {

/// Broadcast down the binomial tree. Routers copy nothing: the copy for PE v is message v, which
/// its parent's PE sends, flit by flit, a step after its own copy brings them.
/// Shape: one protocol per PE. Units: `length` is in flits, at least 1.
flitwise::protocols::Protocols make_binomial_broadcast(const Cube& cube, Flits length);

/// Scatter of a message of `length` flits, message v, to every PE v but the root, which sends to
/// each of its subtrees through that subtree's own link, without a pause, by distance and then by
/// label. PEs on the way notice nothing.
flitwise::protocols::Protocols make_furthest_first_scatter(const Cube& cube, Flits length);
flitwise::protocols::Protocols make_nearest_first_scatter(const Cube& cube, Flits length);

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_PROTOCOLS_H_
