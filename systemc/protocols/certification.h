// certification.h: gathering on any tree; certificates first, then orders, then one gap-free
// stream.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 3.2, Algorithm Transmission-Certification.
// Single-port.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_CERTIFICATION_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_CERTIFICATION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/certificate.h"
#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/local_facts.h"
#include "systemc/protocols/message_intake.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/sequential_polling.h"

namespace flitwise::protocols {

/// A PE below the root.
///
/// Time: polled in step t, a leaf certifies in t + 1; any other PE in the step after its last
///       child's certificate. Ordered in step t with s, it orders its d children in t + 1 to t + d
///       and sends its own message from t + s on; the streams of its children follow without a gap.
class CertificationPe final : public PeProtocol {
 public:
  CertificationPe(const LocalFacts& facts, LagRule rule);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(ordered_.value_or(0)); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_token(Outbox& outbox);
  std::optional<std::string> take_certificate(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_order(const Arrival& arrival, Outbox& outbox);
  void send_certificate(Outbox& outbox);
  void send_message(std::int64_t s, Outbox& outbox) const;

  LocalFacts facts_;
  LagRule rule_;
  SequentialPolling polling_;
  bool polled_ = false;
  std::optional<Certificate> certificate_;  // as sent to the parent
  std::optional<Step> ordered_;
  Step message_sent_ = 0;  // step in which the last flit of its own leaves
  Step stream_sent_ = 0;   // step in which the last flit of its subtree, or its last order, leaves
  ComplaintBook book_;
};

/// PE 0: acts as if ordered in the step of its last certificate, with s equal to its own lag, so
/// that the stream starts as early as it can.
///
/// Time: the stream's flit k arrives in step t + c + k - 2, if the last certificate came in step t.
class CertificationRoot final : public PeProtocol {
 public:
  CertificationRoot(const LocalFacts& facts, LagRule rule);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

 private:
  void take_certificate(const Arrival& arrival, Outbox& outbox);
  void take_data(const Arrival& arrival);
  Flits missing() const { return own_.stream - intake_.flits(); }

  LocalFacts facts_;
  LagRule rule_;
  SequentialPolling polling_;
  Certificate own_;    // lag and length of the whole stream, once polling is complete
  Step next_due_ = 0;  // step in which the stream's next flit has to come
  MessageIntake intake_;
  ComplaintBook book_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_CERTIFICATION_H_
