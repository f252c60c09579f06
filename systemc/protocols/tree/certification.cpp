// certification.cpp: the PEs below the root, then PE 0.
#include "systemc/protocols/tree/certification.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/tree/stream_plan.h"

namespace flitwise::protocols {

CertificateSlot::CertificateSlot(const CertificationVariant& variant,
                                 const SyncConstants& constants, std::size_t children,
                                 Step reaction)
    : variant_(variant),
      hold_(constants.hold),
      reaction_(reaction),
      work_(reaction + sort_steps(variant.sort_cost, children)) {}

void CertificateSlot::open(Step now, std::int64_t x) {
  if (variant_.ports == Ports::kMulti || variant_.sync == Sync::kSeq) return;
  due_ = now + (variant_.sync == Sync::kMirror ? 2 * x + reaction_ : hold_);
}

std::optional<std::string> CertificateSlot::fault_of_arrival(Step now) const {
  if (!due_ || now + work_ <= *due_) return std::nullopt;
  return "too late: this PE certifies in step " + std::to_string(*due_);
}

Step CertificateSlot::steps_left(Step now) const { return due_ ? *due_ - now : work_; }

std::vector<std::string> StreamIntake::take(const Arrival& arrival) {
  if (missing() == 0) return {"expected " + counted(flits_, "flit") + " in all"};
  std::vector<std::string> faults;
  if (next_due_ && arrival.step != *next_due_)
    faults.push_back("the stream's next flit was due in step " + std::to_string(*next_due_));
  next_due_ = arrival.step + every_;
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) faults.push_back(*fault);
  return faults;
}

void CertifyingPe::send_orders(const StreamPlan& plan, const Arrival& cause, std::int64_t s,
                               Step work, Outbox& outbox) {
  for (const PlannedOrder& order : plan.orders) {
    const Node child = facts_.children[order.child];
    const std::int64_t value = s + order.shift;
    if (value < 0) book_.about(cause, no_such_order(child, value));
    outbox.send(control_flit(FlitKind::kOrder, variant_.ports, child, work + order.after,
                             std::max<std::int64_t>(0, value)));
  }
}

CertificationPe::CertificationPe(const LocalFacts& facts, const CertificationVariant& variant,
                                 const SyncConstants& constants)
    : CertifyingPe(facts, variant, constants),
      slot_(variant, constants, facts.children.size(), facts.latency.reaction) {}

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
  std::optional<std::string> fault = polling_.begin(arrival.value, facts_.latency.reaction, outbox);
  if (fault) return fault;
  polled_ = true;
  slot_.open(arrival.step, arrival.value);
  if (polling_.is_complete()) send_certificate(arrival.step, outbox);
  return std::nullopt;
}

std::optional<std::string> CertificationPe::take_certificate(const Arrival& arrival,
                                                             Outbox& outbox) {
  std::optional<std::string> fault = slot_.fault_of_arrival(arrival.step);
  if (!fault) fault = polling_.take(arrival, outbox);
  if (!fault && polling_.is_complete()) send_certificate(arrival.step, outbox);
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
  send_orders(*plan_, arrival, arrival.value, 0, outbox);
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
  plan_ = plan_stream(variant_, Role::kBelowRoot, facts_.length, polling_.certificates(),
                      facts_.latency);
  Transmission certificate = control_flit(FlitKind::kCertificate, variant_.ports, facts_.parent,
                                          slot_.steps_left(now), plan_->certificate.lag);
  certificate.message = facts_.self;
  certificate.stream = plan_->certificate.stream;
  certified_ = now + certificate.after;
  outbox.send(certificate);
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
  if (!plan_) return polling_.owed();
  if (!ordered_ && !is_passed_over()) return {"order from " + pe_name(facts_.parent)};
  return {};
}

CertificationRoot::CertificationRoot(const LocalFacts& facts, const CertificationVariant& variant,
                                     const SyncConstants& constants)
    : CertifyingPe(facts, variant, constants), constants_(constants) {}

void CertificationRoot::start(Outbox& outbox) {
  const std::optional<std::string> fault = polling_.begin(constants_.broadcast_steps, 1, outbox);
  if (fault) throw std::logic_error(pe_name(facts_.self) + ": " + *fault);
}

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
  if (variant_.ports == Ports::kMulti)
    order_stream_per_child(arrival.step, outbox);
  else
    order_one_stream(arrival, outbox);
}

void CertificationRoot::order_one_stream(const Arrival& last_certificate, Outbox& outbox) {
  const Step work = sort_steps(variant_.sort_cost, facts_.children.size());
  const StreamPlan plan =
      plan_stream(variant_, Role::kRoot, facts_.length, polling_.certificates(), facts_.latency);
  const std::int64_t s = variant_.printed.root ? 0 : plan.certificate.lag;
  send_orders(plan, last_certificate, s, work, outbox);
  // In the frame of its order, the root would relay the first flit in step s: it has it as much
  // earlier as its router takes.
  std::optional<Step> first = last_certificate.step + work + s - facts_.latency.router;
  if (variant_.rule == LagRule::kPrinted) first.reset();
  streams_.emplace(kNoNode, StreamIntake(first, plan.certificate.stream, variant_.pace.flit_time));
}

void CertificationRoot::order_stream_per_child(Step now, Outbox& outbox) {
  const Step after =
      sort_steps(variant_.sort_cost, facts_.children.size()) + facts_.latency.reaction;
  const std::vector<Certificate> certificates = polling_.certificates();
  for (std::size_t j = 0; j < certificates.size(); ++j) {
    if (certificates[j].stream == 0 && !orders_null_streams(variant_.rule)) continue;
    const Node child = facts_.children[j];
    outbox.send(control_flit(FlitKind::kOrder, variant_.ports, child, after, certificates[j].lag));
    const LocalLatency::Child way = facts_.latency.child(j);
    const Step first = now + after + way.down - 1 + certificates[j].lag + way.up - 1;
    streams_.emplace(child, StreamIntake(first, certificates[j].stream, variant_.pace.flit_time));
  }
}

void CertificationRoot::take_data(const Arrival& arrival) {
  const auto stream = streams_.find(link_to(variant_.ports, arrival.from));
  if (stream == streams_.end()) {
    book_.about(arrival, polling_.is_complete() ? pe_name(arrival.from) + " was not ordered to send"
                                                : "nobody has been ordered to send");
    return;
  }
  for (const std::string& fault : stream->second.take(arrival)) book_.about(arrival, fault);
}

bool CertificationRoot::has_all() const {
  return polling_.is_complete() &&
         std::all_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return stream.second.missing() == 0; });
}

PeState CertificationRoot::state() const {
  if (!polling_.is_complete()) return PeState::kPolling;
  return has_all() ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> CertificationRoot::waiting_for() const {
  if (!polling_.is_complete()) return polling_.owed();
  std::vector<std::string> needs;
  for (const auto& [link, stream] : streams_) {
    if (stream.missing() == 0) continue;
    const std::string origin = link == kNoNode ? "" : " from " + pe_name(link);
    const Node open = stream.open_message();
    const std::string rest = open == kNoNode ? "" : ", the next of the message of " + pe_name(open);
    needs.push_back(counted(stream.missing(), "more flit") + " of the stream" + origin + rest);
  }
  return needs;
}

}  // namespace flitwise::protocols
