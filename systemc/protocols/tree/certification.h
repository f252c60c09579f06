// certification.h: gathering on any tree; certificates first, then orders, then gap-free streams.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 3.2, Algorithm Transmission-Certification, and
// section 4 for multiport PEs. Rules, synchronisations: see certification_variant.h.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/protocols/tree/polling.h"
#include "systemc/protocols/tree/stream_plan.h"
#include "systemc/protocols/tree/tree_pe.h"

namespace flitwise::protocols {

/// Tells a PE below the root when its certificate leaves.
///
/// Time: kSeq and multiport, g + K(d) steps after the last flit that it needed (its last child's
///       certificate; for a leaf the token, and K(0) = 0), g the PE's reaction. Otherwise in a
///       fixed step, so that no sibling's certificate reaches the parent together with it: kSlot
///       and kSlotIndex `hold` steps after the token, kMirror 2x + g after the token that said x.
class CertificateSlot {
 public:
  CertificateSlot(const CertificationVariant& variant, const SyncConstants& constants,
                  std::size_t children, Step reaction);

  /// The PE got its token, with value `x`.
  void open(Step now, std::int64_t x);

  /// Says why a child's certificate that comes `now` is too late to go into the PE's own, nothing
  /// if it is not.
  std::optional<std::string> fault_of_arrival(Step now) const;

  /// Steps from `now`, when nothing is missing any more, to the certificate.
  Step steps_left(Step now) const;

 private:
  CertificationVariant variant_;
  Step hold_;
  Step reaction_;
  Step work_;                // reaction + K(d)
  std::optional<Step> due_;  // step of the certificate, if it is fixed
};

/// A stream of whole messages, a flit every `every` steps from the first to the last.
class StreamIntake {
 public:
  /// `flits` of them, the first one due in step `first`; empty: in any step.
  StreamIntake(std::optional<Step> first, Flits flits, Step every = 1)
      : next_due_(first), flits_(flits), every_(every) {}

  /// Takes a data flit; says what is wrong with it. A flit beyond the last one is not taken.
  std::vector<std::string> take(const Arrival& arrival);

  /// Flits that have not come yet.
  Flits missing() const { return flits_ - intake_.flits(); }
  /// The message whose last flit has not come yet, kNoNode between messages.
  Node open_message() const { return intake_.open_message(); }

 private:
  std::optional<Step> next_due_;
  Flits flits_;
  Step every_;
  MessageIntake intake_;
};

/// What all PEs of the algorithm have in common.
class CertifyingPe : public PeProtocol {
 public:
  std::vector<std::string> complaints() const override { return book_.all(); }

 protected:
  CertifyingPe(const LocalFacts& facts, const CertificationVariant& variant,
               const SyncConstants& constants)
      : facts_(facts), variant_(variant), polling_(facts, variant, constants), book_(facts.self) {}

  /// Orders the children by `plan`, from `work` steps after the PE's own order on, which came with
  /// `s`. `cause` is complained of where an order would have to say less than 0.
  void send_orders(const StreamPlan& plan, const Arrival& cause, std::int64_t s, Step work,
                   Outbox& outbox);

  LocalFacts facts_;
  CertificationVariant variant_;
  Polling polling_;
  ComplaintBook book_;
};

/// A PE below the root.
///
/// Time: it certifies when CertificateSlot says. Ordered in step t with s, it orders its children
///       from t + 1 on (from t + g on, if its reaction is g), one a step or, multiport, all at
///       once, and sends its own message from t + s on; the streams of its children follow without
///       a gap. Under LagRule::kPrinted it may be ordered what cannot be: it complains, and obeys
///       as well as it can. Whatever else it has to send then, its message begins in step t + s,
///       with s < 1 at once, in t + 1; an order cannot say a negative s and says 0 in its place.
class CertificationPe final : public CertifyingPe {
 public:
  CertificationPe(const LocalFacts& facts, const CertificationVariant& variant,
                  const SyncConstants& constants);

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override { return state_at(last_call_); }
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;

 private:
  std::optional<std::string> take(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_token(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_certificate(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> take_order(const Arrival& arrival, Outbox& outbox);
  std::optional<std::string> fault_of_order(const Arrival& arrival) const;
  std::optional<std::string> fault_of_time(std::int64_t s) const;
  void send_certificate(Step now, Outbox& outbox);
  void send_message(Step after, Outbox& outbox) const;
  void note_end_of_sending(Step ordered, Step after);
  /// Whether the rule leaves it without an order, because its subtree has nothing to send.
  bool is_passed_over() const;

  CertificateSlot slot_;
  bool polled_ = false;
  std::optional<StreamPlan> plan_;  // once it knows what to certify
  Step certified_ = 0;              // step in which its certificate leaves
  std::optional<Step> ordered_;
  Step message_sent_ = 0;  // step in which the last flit of its own leaves
  Step stream_sent_ = 0;   // step in which the last flit of its subtree, or its last order, leaves
  Step last_call_ = 0;
};

/// PE 0: polls from step 1 on, orders, then takes in what it ordered.
///
/// Time: let t be the step of its last certificate plus K(d). Single-port: it acts as if ordered in
///       step t with s equal to its own lag c, so that the stream starts as early as it can: flit k
///       arrives in step t + c + k - 1 - r, r = 1 or the latency of its router, since the lag
///       counts up to a relay; at a slower pace k - 1 flit times after the first. Under
///       LagRule::kPrinted the stream may begin in any step.
///       Multiport: every child is ordered in step t + g with its
///       own lag and has a stream of its own: flit k arrives over its link in t + g + c_j + k - 1,
///       or as much later as order and flit take longer than a step on the link.
/// Errors: `start` throws std::logic_error when the constants cannot be those of its tree: fewer
///         broadcast steps than children.
class CertificationRoot final : public CertifyingPe {
 public:
  CertificationRoot(const LocalFacts& facts, const CertificationVariant& variant,
                    const SyncConstants& constants);

  void start(Outbox& outbox) override;
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;

 private:
  void take_certificate(const Arrival& arrival, Outbox& outbox);
  void take_data(const Arrival& arrival);
  void order_one_stream(const Arrival& last_certificate, Outbox& outbox);
  void order_stream_per_child(Step now, Outbox& outbox);
  bool has_all() const;

  SyncConstants constants_;
  std::map<Node, StreamIntake> streams_;  // by link_to(the child it comes from)
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_H_
