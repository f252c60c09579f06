// torus_broadcast_pe.h: a PE of a broadcast on a torus: takes the text in and does its part.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_BROADCAST_PE_H_

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/torus/torus_role.h"
#include "systemc/protocols/torus/worm_intake.h"
#include "systemc/protocols/tree/tree_protocols.h"

namespace flitwise::protocols {

/// Sends its messages once it has a whole copy of the text; further copies must come if and only if
/// the schedule sends them.
///
/// Time:   Arrival::step is the step in which a flit crosses the link from the router into the PE:
///         a head that crosses the first of h links in step t comes in step t + r h, its tail
///         (flits - 1) steps later. A tail of step T makes the text usable at the end of step T +
///         receive_overhead; the heads of an active step that begins then leave send_overhead + 1
///         steps later, those of the next active step send_overhead + flits after them. The source
///         has the text at the end of step 0. With a barrier or given cycles the heads leave in the
///         cycle planned; a PE that gets the text too late for it complains and sends at once.
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
