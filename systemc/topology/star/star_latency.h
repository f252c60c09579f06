// star_latency.h: how many cycles the routers and links of a star graph take.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_LATENCY_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_LATENCY_H_

#include <cstdint>

#include "systemc/topology/types.h"

namespace flitwise {

/// How packets follow each other on the arcs of a star graph.
enum class StarSlots : std::uint8_t {
  kLockstep,  ///< every node sends at the beginnings of packet steps, which are alike for all
  kSpaced,    ///< slots of as many cycles as a packet has flits: arcs need not rest
};

/// Latencies of a star graph; as it stands a packet of one flit takes a cycle an arc.
///
/// A flit sent in cycle t, the first one that finds it on the wires, is received at the end of
/// cycle t + link - 1. A router that has received what it waits for in cycle t, the tail of a
/// packet or, when it cuts through, its head, sends the packet's head on in cycle t + router.
/// Units: cycles, each at least 1.
struct StarLatency {
  Step router = 1;           ///< r
  Step link = 1;             ///< w
  bool cut_through = false;  ///< a router does not wait for the tail
  StarSlots slots = StarSlots::kLockstep;

  /// p = r + w - 1: from a head's sending to the next, if the router waits for nothing else.
  Step hop() const { return router + link - 1; }
  /// Cycles that a router waits, when it has received a packet's head, for the rest of `flits`.
  Step stored(Step flits) const { return cut_through ? 0 : flits - 1; }
  /// Phi: p of a packet of `flits` flits: p if it is cut through, else flits + p - 1.
  Step packet_hop(Step flits) const { return stored(flits) + hop(); }
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_STAR_STAR_LATENCY_H_
