#include "systemc/protocols/tree/certification/certification.h"

#include <algorithm>

namespace flitwise::protocols {

CertificationPe::CertificationPe(const LocalFacts& facts, const CertificationVariant& variant,
                                 const SyncConstants& constants)
    : facts_(facts),
      variant_(variant),
      polling_(make_polling(facts, variant, constants)),
      slot_(variant, constants, facts.children.size()),
      book_(facts.self) {}

void CertificationPe::start(Outbox&) {}

void CertificationPe::receive(const Arrival& arrival, Outbox& outbox) {
  last_call_ = arrival.step;
  const std::optional<std::string> fault = take(arrival, outbox);
  if (fault) book_.about(arrival, *fault);
}

std::optional<std::string> CertificationPe::take(const Arrival& arrival, Outbox& outbox) {
  if (arrival.kind == FlitKind::kCertificate) return take_certificate(arrival, outbox);
  if (arrival.kind != FlitKind::kToken && arrival.kind != FlitKind::kOrder)
    return "only token, certificates and order are meant for a PE below the root";
  if (arrival.from != facts_.parent) return "only " + pe_name(facts_.parent) + " may send it";
  if (arrival.message != facts_.self) return "meant for " + pe_name(arrival.message);
  return arrival.kind == FlitKind::kToken ? take_token(arrival, outbox)
                                          : take_order(arrival, outbox);
}

std::optional<std::string> CertificationPe::take_token(const Arrival& arrival, Outbox& outbox) {
  if (polled_) return "polled before";
  std::optional<std::string> fault = polling_->begin(arrival.value, outbox);
  if (fault) return fault;
  polled_ = true;
  slot_.open(arrival.step, arrival.value);
  if (polling_->is_complete()) send_certificate(arrival.step, outbox);
  return std::nullopt;
}

std::optional<std::string> CertificationPe::take_certificate(const Arrival& arrival,
                                                             Outbox& outbox) {
  std::optional<std::string> fault = slot_.fault_of_arrival(arrival.step);
  if (!fault) fault = polling_->take(arrival, outbox);
  if (!fault && polling_->is_complete()) send_certificate(arrival.step, outbox);
  return fault;
}

std::optional<std::string> CertificationPe::take_order(const Arrival& arrival, Outbox& outbox) {
  std::optional<std::string> fault = fault_of_order(arrival);
  if (fault) return fault;
  fault = fault_of_time(arrival.value);
  if (fault && variant_.rule != LagRule::kPrinted) return fault;
  const Step after = std::max<Step>(1, arrival.value);
  ordered_ = arrival.step;
  note_end_of_sending(arrival.step, after);
  send_orders(arrival, outbox);
  if (facts_.length > 0) send_message(after, outbox);
  return fault;
}

std::optional<std::string> CertificationPe::fault_of_order(const Arrival& arrival) const {
  if (!plan_ || arrival.step <= certified_) return "it has not certified yet";
  if (ordered_) return "ordered before, in step " + std::to_string(*ordered_);
  if (is_passed_over()) return "nobody below has anything to send";
  return std::nullopt;
}

std::optional<std::string> CertificationPe::fault_of_time(std::int64_t s) const {
  const std::int64_t lag = plan_->certificate.lag;
  if (s >= lag) return std::nullopt;
  return "s = " + std::to_string(s) + " is below its certified lag " + std::to_string(lag);
}

void CertificationPe::note_end_of_sending(Step ordered, Step after) {
  const auto last_of = [&](Flits flits) {
    return ordered + after + variant_.pace.of_flits(flits - 1);
  };
  message_sent_ = facts_.length > 0 ? last_of(facts_.length) : ordered;
  stream_sent_ = ordered;
  for (const PlannedOrder& order : plan_->orders)
    stream_sent_ = std::max(stream_sent_, ordered + order.after);
  const Flits stream = plan_->certificate.stream;
  if (stream > 0) stream_sent_ = std::max(stream_sent_, last_of(stream));
}

void CertificationPe::send_certificate(Step now, Outbox& outbox) {
  plan_ = plan_stream(variant_, Role::kBelowRoot, facts_.length, polling_->certificates());
  Transmission certificate;
  certificate.kind = FlitKind::kCertificate;
  certificate.destination = facts_.parent;
  certificate.via = link_to(variant_.ports, facts_.parent);
  certificate.message = facts_.self;
  certificate.after = slot_.steps_left(now);
  certificate.value = plan_->certificate.lag;
  certificate.stream = plan_->certificate.stream;
  certified_ = now + certificate.after;
  outbox.send(certificate);
}

void CertificationPe::send_orders(const Arrival& own_order, Outbox& outbox) {
  for (const PlannedOrder& planned : plan_->orders) {
    const Node child = facts_.children[planned.child];
    Transmission order;
    order.kind = FlitKind::kOrder;
    order.destination = child;
    order.via = link_to(variant_.ports, child);
    order.message = child;
    order.after = planned.after;
    const std::int64_t s = own_order.value + planned.shift;
    if (s < 0) book_.about(own_order, no_such_order(child, s));
    order.value = std::max<std::int64_t>(0, s);
    outbox.send(order);
  }
}

void CertificationPe::send_message(Step after, Outbox& outbox) const {
  Transmission message;
  message.destination = facts_.root;
  message.via = link_to(variant_.ports, facts_.parent);
  message.message = facts_.self;
  message.after = after;
  message.length = facts_.length;
  message.every = variant_.pace.flit_time;
  outbox.send(message);
}

bool CertificationPe::is_passed_over() const {
  return plan_ && plan_->certificate.stream == 0 && !orders_null_streams(variant_.rule);
}

PeState CertificationPe::state_at(Step now) const {
  if (!polled_) return PeState::kDormant;
  if (!plan_) return PeState::kPolling;
  if (is_passed_over()) return now < certified_ ? PeState::kCertified : PeState::kDone;
  if (!ordered_) return PeState::kCertified;
  if (now < message_sent_) return PeState::kScheduled;
  return now < stream_sent_ ? PeState::kRelaying : PeState::kDone;
}

std::vector<std::string> CertificationPe::waiting_for() const {
  if (!polled_) return {"token from " + pe_name(facts_.parent)};
  if (!plan_) return certificates_owed(*polling_);
  if (!ordered_ && !is_passed_over()) return {"order from " + pe_name(facts_.parent)};
  return {};
}

}  // namespace flitwise::protocols
