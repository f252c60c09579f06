// collective_bound.h: how early a collective operation can be over at best.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_BOUND_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_BOUND_H_

#include <vector>

#include "systemc/topology/collective.h"

namespace flitwise::theory {

/// What theory must know of the network that carries the transfers. Units: steps.
struct CollectiveNetworkFacts {
  /// By transfer: from the step in which its send can start to the one in which its last flit is at
  /// the PE, if nothing is in its way.
  std::vector<Step> latency;
  /// By transfer: the steps that it keeps a port of its PE busy, at both ends.
  std::vector<Flits> load;
  /// By rank: flits that its PE can send, and take in, in a step.
  std::vector<Flits> ports;
};

/// First step in which a store-less network can have delivered a message of `flits` over `hops`
/// links, sent from step 0 on: hops + flits - 1.
Step pipelined_latency(int hops, Flits flits);
/// The same where every router takes whole packets of `flits` before it passes them on, its own
/// PE's too: flits (hops + packets) - 1.
Step stored_latency(int hops, Flits packets, Flits flits);

/// No run of the collective ends earlier: the larger of the longest chain of dependent operations,
/// each transfer alone in the network, and of the load of the busiest PE over its ports.
/// Units: steps. 0: it sends nothing.
/// Shape: the collective has no circle of dependencies.
/// Source: the critical path of a task graph, and a counting argument for the ports.
Step collective_lower_bound(const Collective& collective, const CollectiveNetworkFacts& facts);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_BOUND_H_
