// certification.h: gathering on any tree; certificates first, then orders, then gap-free streams.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 3.2, Algorithm Transmission-Certification, and
// section 4 for multiport PEs. Rules, synchronisations: see certification_variant.h.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATION_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATION_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification/certificate_slot.h"
#include "systemc/protocols/tree/certification/polling.h"
#include "systemc/protocols/tree/certification/stream_plan.h"
#include "systemc/protocols/tree/local_facts.h"

namespace flitwise::protocols {

/// A PE below the root.
///
/// Time: it certifies when CertificateSlot says. Ordered in step t with s, it orders its children
///       from t + 1 on, one a step or, multiport, all at once, and sends its own message from t + s
///       on; the streams of its children follow without a gap. Under LagRule::kPrinted it may be
///       ordered what cannot be: it complains, and obeys as well as it can. Whatever else it has to
///       send then, its message begins in step t + s, with s < 1 at once, in t + 1; an order cannot
///       say a negative s and says 0 in its place.
class CertificationPe final : public PeProtocol {
 public:
  CertificationPe(const LocalFacts& facts, const CertificationVariant& variant,
                  const SyncConstants& constants);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(last_call_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_token(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_certificate(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_order(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> fault_of_order(const Arrival& arrival) const;
  std::optional<std::string> fault_of_time(std::int64_t s) const;
  void send_certificate(Step now, Outbox& outbox);
  void send_orders(const Arrival& own_order, Outbox& outbox);
  void send_message(Step after, Outbox& outbox) const;
  void note_end_of_sending(Step ordered, Step after);
  /// Whether the rule leaves it without an order, because its subtree has nothing to send.
  bool is_passed_over() const;

  LocalFacts facts_;
  CertificationVariant variant_;
  std::unique_ptr<Polling> polling_;
  CertificateSlot slot_;
  bool polled_ = false;
  std::optional<StreamPlan> plan_;  // once it knows what to certify
  Step certified_ = 0;              // step in which its certificate leaves
  std::optional<Step> ordered_;
  Step message_sent_ = 0;  // step in which the last flit of its own leaves
  Step stream_sent_ = 0;   // step in which the last flit of its subtree, or its last order, leaves
  Step last_call_ = 0;
  ComplaintBook book_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_CERTIFICATION_H_
