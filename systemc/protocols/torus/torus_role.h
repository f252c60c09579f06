// torus_role.h: what a broadcast schedule asks of each PE.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_ROLE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_ROLE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::protocols {

/// When PEs send.
enum class BroadcastPace : std::uint8_t {
  kBarrier,  ///< in steps that begin for all when the longest path of the step before is done
  kOwn,      ///< as soon as a PE has the text and its own earlier tails have left
  kGiven,    ///< in the cycles that the schedule's `starts` say
};

/// What a step of a broadcast costs.
///
/// Units: cycles, except for `flits`.
struct BroadcastTiming {
  Flits flits = 1;            ///< length of the text, at least 1
  Step send_overhead = 0;     ///< before each head
  Step receive_overhead = 0;  ///< after each tail, before the text can be used
  Step cycles_per_hop = 1;    ///< of the network; at least 1
  Step barrier_cost = 0;      ///< added to each step with a barrier
};

/// One message that a PE sends: where to, by which way, and its number among the PE's messages.
struct TorusSend {
  Node destination = kNoNode;
  std::uint32_t port = 0;
  std::uint32_t route = 0;
  std::uint32_t packet = 0;
};

/// Messages that a PE sends at once.
struct ActiveStep {
  std::optional<Step> head;  ///< cycle in which the heads leave; none with BroadcastPace::kOwn
  std::vector<TorusSend> sends;
};

/// A copy of the text that the schedule sends to a PE.
struct ExpectedCopy {
  Node sender = kNoNode;
  std::uint32_t packet = 0;
};

/// What one PE has to do in a broadcast: the messages that it sends and those that it must get.
struct TorusRole {
  Node self = kNoNode;
  bool is_source = false;
  std::vector<ActiveStep> active;  ///< in the order of the schedule's steps
  std::vector<ExpectedCopy> copies;
};

/// Cycle in which the heads of each step cross their first links if a barrier keeps the steps
/// apart: B_s + send_overhead + 1 with B_0 = 0, B_{s+1} = B_s + send_overhead + r H_s + flits +
/// receive_overhead + barrier_cost, H_s the longest path of step s, r the cycles per hop.
std::vector<Step> barrier_heads(const TorusSchedule& schedule, const BroadcastTiming& timing);

/// Entry v is PE v's.
/// Errors: throws TopologyError for a schedule whose sides, order, source, nodes or hops do not fit
///         a torus, a message without hops, a `starts` of another length than `steps`, and
///         kGiven without `starts`; std::invalid_argument for a timing out of range.
std::vector<TorusRole> roles_of(const TorusSchedule& schedule, BroadcastPace pace,
                                const BroadcastTiming& timing);

/// Errors: throws std::invalid_argument that names the value.
void check_timing(const BroadcastTiming& timing);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_ROLE_H_
