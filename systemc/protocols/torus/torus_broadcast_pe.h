// torus_broadcast_pe.h: a PE of a broadcast on a torus: what the schedule asks of it, and the PE
// that takes the text in and does its part.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/torus/worm_intake.h"
#include "systemc/protocols/tree/tree_protocols.h"
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
  /// crosses the link into the PE at the other end: r - 1, and p for each hop.
  Step way(const Hops& hops) const;
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
  std::optional<Step> head;  ///< the one after the heads' handover; none with BroadcastPace::kOwn
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

/// Cycle after that in which PEs hand over the heads of each step if a barrier keeps the steps
/// apart, in which quick routers send them: B_s + send_overhead + 1 with B_0 = 0, B_{s+1} = B_s +
/// send_overhead + W_s + flits + receive_overhead, W_s the longest way of step s.
std::vector<Step> barrier_heads(const TorusSchedule& schedule, const BroadcastTiming& timing);

/// Entry v is PE v's.
/// Errors: throws TopologyError for a schedule whose sides, order, source, nodes or hops do not fit
///         a torus, a message without hops, a `starts` of another length than `steps`, and
///         kGiven without `starts`; std::invalid_argument for a timing out of range.
std::vector<TorusRole> roles_of(const TorusSchedule& schedule, BroadcastPace pace,
                                const BroadcastTiming& timing);

/// Errors: throws std::invalid_argument that names the value.
void check_timing(const BroadcastTiming& timing);

/// Sends its messages once it has a whole copy of the text; further copies must come if and only if
/// the schedule sends them.
///
/// Time:   Arrival::step is the step in which a flit crosses the link from the router into the PE:
///         a head that would cross the first link of its way in step t without stages in its router
///         comes in step t + BroadcastTiming::way, its tail (flits - 1) steps later. A tail of step
///         T makes the text usable at the end of step T + receive_overhead; the heads of an active
///         step that begins then are handed over to leave send_overhead + 1 steps later, those of
///         the next active step send_overhead + flits after them: stages of routers delay flits
///         and occupy no PE. The source has the text at the end of step 0. With a barrier or given
///         cycles the heads leave in the cycle planned; a PE that gets the text too late for it
///         complains and sends at once.
class TorusBroadcastPe final : public PeProtocol {
 public:
  TorusBroadcastPe(TorusRole role, const BroadcastTiming& timing);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(now_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  /// Step of the first whole copy's tail; none before it. The source has none.
  std::optional<Step> informed_at() const { return informed_at_; }

 private:
  bool is_expected(const Arrival& arrival);
  void send_all(Step usable, const Arrival* cause, Outbox& outbox);

  TorusRole role_;
  BroadcastTiming timing_;
  WormIntake intake_;
  std::multiset<WormName> missing_;  // copies that have not come whole; numbers come again
  std::set<Node> senders_;           // of all copies
  ComplaintBook book_;
  std::optional<Step> informed_at_;
  Step now_ = 0;
  Step last_tail_ = 0;  // step in which the last flit of its own leaves
};

/// One PE per node; entry v is node v's.
/// Errors: as roles_of.
Protocols make_torus_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                               const BroadcastTiming& timing);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_
