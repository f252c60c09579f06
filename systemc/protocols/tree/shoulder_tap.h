// shoulder_tap.h: gathering on the path 0-1-...-n; a tap wakes each PE and schedules it at once.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 3.1, Algorithm Shoulder-Tap.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_SHOULDER_TAP_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_SHOULDER_TAP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pace.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"

namespace flitwise::protocols {

/// Whether the last PE of the path closes the round with a mark. Without it PE 0 cannot tell that
/// the round is over.
enum class EndMark : std::uint8_t { kAbsent, kSent };

/// s of the tap that a PE of `length` flits passes on, when its own tap said `s`.
///
/// Source: Phase 1, s' = max(1, L + max(0, s - 2)): a flit from below must find the PE's own
/// message gone, and the tap itself was one step late. A multiport PE loses no step to the tap it
/// passes on: s' = max(1, L + max(1, s) - 2), without a message max(1, s - 2). At a slower pace L
/// is the steps of the flits, and the PE's own setup comes before them: while it lasts, nobody
/// else needs the port. In place of 2 stands what the neighbour below gains: the PE's reaction, the
/// way of the tap, that of the flit and the PE's router; no s is below its PE's reaction, the 1.
std::int64_t next_tap_value(Ports ports, std::int64_t s, Flits length, Pace pace = {},
                            const LocalLatency& latency = {});

/// Steps from the tap to the first one of the time of the flits of the PE's own message, without
/// setup that of its first flit.
///
/// Source: Phase 2 for a PE that has to pass the tap on first: max(2, s). The last PE has not, so
/// that it may send one step earlier, max(1, s): inequality (5) allows it and Theorem 2 needs it.
/// So may every multiport PE, whose tap and data leave by different links. `reaction` is the PE's,
/// 1 in the paper.
Step steps_to_message(Ports ports, std::int64_t s, bool passes_tap_on, Pace pace = {},
                      Step reaction = 1);

/// PE 0: taps PE 1 in step 1, then takes in what comes, nearest PE first.
class ShoulderTapRoot final : public PeProtocol {
 public:
  ShoulderTapRoot(const LocalFacts& facts, EndMark end_mark, Ports ports);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  bool is_alone() const { return facts_.children.empty(); }
  void check(const Arrival& arrival);

  LocalFacts facts_;
  EndMark end_mark_;
  Ports ports_;
  bool ended_ = false;
  Node last_message_ = 0;
  MessageIntake intake_;
  ComplaintBook book_;
};

/// Any other PE: dormant until tapped, then taps the next one and sends its own message.
///
/// Time: tapped in step t, it taps in t + its reaction and sends from t + steps_to_message(..) on.
class ShoulderTapPe final : public PeProtocol {
 public:
  ShoulderTapPe(const LocalFacts& facts, EndMark end_mark, Ports ports, Pace pace = {});

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(tapped_.value_or(0)); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  bool is_last() const { return facts_.children.empty(); }
  Flits flits_to_send() const;
  std::optional<std::string> fault_of(const Arrival& arrival) const;
  void pass_on(std::int64_t s, Outbox& outbox) const;

  LocalFacts facts_;
  EndMark end_mark_;
  Ports ports_;
  Pace pace_;
  std::optional<Step> tapped_;
  Step message_sent_ = 0;  // step in which the last flit of its own leaves
  ComplaintBook book_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_SHOULDER_TAP_H_
