// worm_pe.h: a PE that sends given messages and takes in given ones: in a broadcast, in which it
// passes the text on, and in a scatter or a gather.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_WORM_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_WORM_PE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/torus/worm_intake.h"

namespace flitwise::protocols {

/// One message that a PE sends: where to, by which way, its number among the PE's messages and its
/// flits.
struct WormSend {
  Node destination = kNoNode;
  std::uint32_t port = 0;
  std::uint32_t route = 0;
  std::uint32_t packet = 0;
  Flits flits = 1;
};

/// Messages that a PE sends at once.
struct ActiveStep {
  std::optional<Step> head;  ///< the one after the heads' handover; none: as soon as the PE can
  std::vector<WormSend> sends;
};

/// A message that a PE must get.
struct ExpectedCopy {
  Node sender = kNoNode;
  std::uint32_t packet = 0;
  Flits flits = 1;
};

/// What one PE has to do: the messages that it sends and those that it must get.
struct WormRole {
  Node self = kNoNode;
  bool is_source = false;          ///< has what it sends from the start
  std::vector<ActiveStep> active;  ///< in the order of sending
  std::vector<ExpectedCopy> copies;
  Step send_overhead = 0;     ///< before each head
  Step receive_overhead = 0;  ///< after each tail, before the message can be used
  // For complaints.
  std::string operation = "broadcast";
  std::string cargo = "the text";  ///< what its messages are
};

/// Sends its messages once it has a whole message; further ones must come if and only if its role
/// says so.
///
/// Time:   Arrival::step is the step in which a flit crosses the link from the router into the PE:
///         a head that would cross the first link of its way in step t without stages in its router
///         comes in step t + BroadcastTiming::way, its tail (flits - 1) steps later. A tail of step
///         T makes the message usable at the end of step T + receive_overhead; the heads of an
///         active step that begins then are handed over to leave send_overhead + 1 steps later,
///         those of the next active step send_overhead + flits after them: stages of routers delay
///         flits and occupy no PE. The source has its messages at the end of step 0. Active steps
///         with a head leave in the cycle planned; a PE that gets what it sends too late for it
///         complains and sends at once.
class WormPe final : public PeProtocol {
 public:
  explicit WormPe(WormRole role);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(now_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  /// Step of the first whole message's tail; none before it. The source has none.
  std::optional<Step> informed_at() const { return informed_at_; }

 private:
  using Missing = std::vector<std::pair<WormName, Flits>>;

  Missing::iterator find(const WormName& worm);
  bool is_expected(const Arrival& arrival);
  bool is_sender(Node node) const;
  void send_all(Step usable, const Arrival* cause, Outbox& outbox);

  WormRole role_;
  WormIntake intake_;
  Missing missing_;  // messages that have not come whole, in order; numbers come again
  ComplaintBook book_;
  std::optional<Step> informed_at_;
  Step now_ = 0;
  Step last_tail_ = 0;  // step in which the last flit of its own leaves
};

/// Entry v is PE v's.
Protocols make_worm_pes(std::vector<WormRole> roles);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_WORM_PE_H_
