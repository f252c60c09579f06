// torus_broadcast_pe.h: PEs of a broadcast by a schedule, on tori and meshes: what it asks of each.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_

#include <cstdint>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/torus/torus_route.h"
#include "systemc/protocols/torus/worm_pe.h"
#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::protocols {

/// When PEs send.
enum class BroadcastPace : std::uint8_t {
  kBarrier,  ///< in steps that begin for all when the longest path of the step before is done
  kOwn,      ///< as soon as a PE has the text and its own earlier tails have left
  kGiven,    ///< in the cycles that the schedule's `starts` say, r - 1 later in routers of r
};

/// What a step of a broadcast costs.
///
/// Units: cycles, except for `flits`.
struct BroadcastTiming {
  Flits flits = 1;            ///< length of the text, at least 1
  Step send_overhead = 0;     ///< before each head
  Step receive_overhead = 0;  ///< after each tail, before the text can be used
  TorusLatency latency{};     ///< of the network

  /// Cycles from the one in which a router without stages would send a head to that in which it
  /// crosses the link into the PE at the other end: the sum of r over its routers and of w - 1 over
  /// its links, less 1.
  Step way(const Hops& hops) const;
};

/// Cycle after that in which PEs hand over the heads of each step if a barrier keeps the steps
/// apart, in which quick routers send them: B_s + send_overhead + 1 with B_0 = 0, B_{s+1} = B_s +
/// send_overhead + W_s + flits + receive_overhead, W_s the longest way of step s.
std::vector<Step> barrier_heads(const TorusSchedule& schedule, const BroadcastTiming& timing);

/// Entry v is PE v's. With one port, the sides may be those of a mesh: hops that cross no border
/// are the same there. Errors: throws TopologyError for a schedule whose sides, order, source,
/// nodes or hops do not fit
///         a torus, a message without hops, a `starts` of another length than `steps`, and
///         kGiven without `starts`; std::invalid_argument for a timing out of range.
std::vector<WormRole> roles_of(const TorusSchedule& schedule, BroadcastPace pace,
                               const BroadcastTiming& timing, PePorts ports = PePorts::kByChannel);

/// Errors: throws std::invalid_argument that names the value.
void check_timing(const BroadcastTiming& timing);

/// One PE per node; entry v is node v's.
/// Errors: as roles_of.
Protocols make_torus_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                               const BroadcastTiming& timing, PePorts ports = PePorts::kByChannel);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_
