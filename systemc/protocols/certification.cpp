#include "systemc/protocols/certification.h"

#include <algorithm>

namespace flitwise::protocols {
namespace {

// Orders every child, null streams too, when the PE's own order said `s`.
void dispatch_orders(const LocalFacts& facts, const std::vector<Certificate>& certificates,
                     std::int64_t s, Outbox& outbox) {
  const std::vector<Step> positions = dispatch_positions(certificates.size());
  const std::vector<std::int64_t> values =
      order_values(s, stream_offsets(facts.length, certificates), positions);
  for (std::size_t j = 0; j < values.size(); ++j) {
    Transmission order;
    order.kind = FlitKind::kOrder;
    order.destination = facts.children[j];
    order.message = facts.children[j];
    order.after = positions[j];
    order.value = values[j];
    outbox.send(order);
  }
}

}  // namespace

CertificationPe::CertificationPe(const LocalFacts& facts, LagRule rule)
    : facts_(facts), rule_(rule), polling_(facts.children), book_(facts.self) {}

void CertificationPe::start(Outbox&) {}

void CertificationPe::receive(const Arrival& arrival, Outbox& outbox) {
  const std::optional<std::string> fault = take(arrival, outbox);
  if (fault) book_.about(arrival, *fault);
}

std::optional<std::string> CertificationPe::take(const Arrival& arrival, Outbox& outbox) {
  if (arrival.kind == FlitKind::kCertificate) return take_certificate(arrival, outbox);
  if (arrival.kind != FlitKind::kToken && arrival.kind != FlitKind::kOrder)
    return "only token, certificates and order are meant for a PE below the root";
  if (arrival.from != facts_.parent) return "only " + pe_name(facts_.parent) + " may send it";
  if (arrival.message != facts_.self) return "meant for " + pe_name(arrival.message);
  return arrival.kind == FlitKind::kToken ? take_token(outbox) : take_order(arrival, outbox);
}

std::optional<std::string> CertificationPe::take_token(Outbox& outbox) {
  if (polled_) return "polled before";
  polled_ = true;
  polling_.begin(outbox);
  if (polling_.is_complete()) send_certificate(outbox);
  return std::nullopt;
}

std::optional<std::string> CertificationPe::take_certificate(const Arrival& arrival,
                                                             Outbox& outbox) {
  const std::optional<std::string> fault = polling_.take(arrival, outbox);
  if (!fault && polling_.is_complete()) send_certificate(outbox);
  return fault;
}

std::optional<std::string> CertificationPe::take_order(const Arrival& arrival, Outbox& outbox) {
  if (!certificate_) return "it has not certified yet";
  if (ordered_) return "ordered before, in step " + std::to_string(*ordered_);
  const std::int64_t s = arrival.value;
  if (s < certificate_->lag)
    return "s = " + std::to_string(s) + " is below its certified lag " +
           std::to_string(certificate_->lag);
  ordered_ = arrival.step;
  message_sent_ = facts_.length > 0 ? arrival.step + s + facts_.length - 1 : arrival.step;
  stream_sent_ = arrival.step + static_cast<Step>(facts_.children.size());
  if (certificate_->stream > 0)
    stream_sent_ = std::max(stream_sent_, arrival.step + s + certificate_->stream - 1);
  dispatch_orders(facts_, polling_.certificates(), s, outbox);
  if (facts_.length > 0) send_message(s, outbox);
  return std::nullopt;
}

void CertificationPe::send_certificate(Outbox& outbox) {
  certificate_ = certify(rule_, facts_.length, polling_.certificates());
  Transmission certificate;
  certificate.kind = FlitKind::kCertificate;
  certificate.destination = facts_.parent;
  certificate.message = facts_.self;
  certificate.value = certificate_->lag;
  certificate.stream = certificate_->stream;
  outbox.send(certificate);
}

void CertificationPe::send_message(std::int64_t s, Outbox& outbox) const {
  Transmission message;
  message.destination = 0;
  message.message = facts_.self;
  message.after = s;
  message.length = facts_.length;
  outbox.send(message);
}

PeState CertificationPe::state_at(Step now) const {
  if (!polled_) return PeState::kDormant;
  if (!certificate_) return PeState::kPolling;
  if (!ordered_) return PeState::kCertified;
  if (now < message_sent_) return PeState::kScheduled;
  return now < stream_sent_ ? PeState::kRelaying : PeState::kDone;
}

std::vector<std::string> CertificationPe::waiting_for() const {
  if (!polled_) return {"token from " + pe_name(facts_.parent)};
  if (!certificate_) return {"certificate of " + pe_name(polling_.asked())};
  if (!ordered_) return {"order from " + pe_name(facts_.parent)};
  return {};
}

CertificationRoot::CertificationRoot(const LocalFacts& facts, LagRule rule)
    : facts_(facts), rule_(rule), polling_(facts.children), book_(facts.self) {}

void CertificationRoot::start(Outbox& outbox) { polling_.begin(outbox); }

void CertificationRoot::receive(const Arrival& arrival, Outbox& outbox) {
  if (arrival.kind == FlitKind::kCertificate)
    take_certificate(arrival, outbox);
  else if (arrival.kind == FlitKind::kData)
    take_data(arrival);
  else
    book_.about(arrival, "only certificates and data are meant for the root");
}

void CertificationRoot::take_certificate(const Arrival& arrival, Outbox& outbox) {
  const std::optional<std::string> fault = polling_.take(arrival, outbox);
  if (fault) {
    book_.about(arrival, *fault);
    return;
  }
  if (!polling_.is_complete()) return;
  own_ = certify(rule_, facts_.length, polling_.certificates());
  // In the frame of its order, the root would relay the first flit in step c: it has it one
  // earlier.
  next_due_ = arrival.step + own_.lag - 1;
  dispatch_orders(facts_, polling_.certificates(), own_.lag, outbox);
}

void CertificationRoot::take_data(const Arrival& arrival) {
  if (!polling_.is_complete()) {
    book_.about(arrival, "nobody has been ordered to send");
    return;
  }
  if (missing() == 0) {
    book_.about(arrival, "expected " + counted(own_.stream, "flit") + " in all");
    return;
  }
  if (arrival.step != next_due_)
    book_.about(arrival, "the stream's next flit was due in step " + std::to_string(next_due_));
  next_due_ = arrival.step + 1;
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) book_.about(arrival, *fault);
}

PeState CertificationRoot::state() const {
  if (!polling_.is_complete()) return PeState::kPolling;
  return missing() == 0 ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> CertificationRoot::waiting_for() const {
  if (!polling_.is_complete()) return {"certificate of " + pe_name(polling_.asked())};
  if (missing() == 0) return {};
  const Node open = intake_.open_message();
  const std::string rest = open == kNoNode ? "" : ", the next of the message of " + pe_name(open);
  return {counted(missing(), "more flit") + " of the stream" + rest};
}

}  // namespace flitwise::protocols
