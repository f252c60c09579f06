#include "systemc/protocols/tree/certification/certification_root.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "systemc/protocols/tree/certification/stream_plan.h"

namespace flitwise::protocols {

CertificationRoot::CertificationRoot(const LocalFacts& facts, const CertificationVariant& variant,
                                     const SyncConstants& constants)
    : facts_(facts),
      variant_(variant),
      constants_(constants),
      polling_(make_polling(facts, variant, constants)),
      book_(facts.self) {}

void CertificationRoot::start(Outbox& outbox) {
  const std::optional<std::string> fault = polling_->begin(constants_.broadcast_steps, outbox);
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
  const std::optional<std::string> fault = polling_->take(arrival, outbox);
  if (fault) {
    book_.about(arrival, *fault);
    return;
  }
  if (!polling_->is_complete()) return;
  if (variant_.ports == Ports::kMulti)
    order_stream_per_child(arrival.step, outbox);
  else
    order_one_stream(arrival, outbox);
}

void CertificationRoot::order_one_stream(const Arrival& last_certificate, Outbox& outbox) {
  const Step work = sort_steps(variant_.sort_cost, facts_.children.size());
  const StreamPlan plan =
      plan_stream(variant_, Role::kRoot, facts_.length, polling_->certificates());
  const std::int64_t s = variant_.printed.root ? 0 : plan.certificate.lag;
  for (const PlannedOrder& order : plan.orders) {
    const Node child = facts_.children[order.child];
    const std::int64_t value = s + order.shift;
    if (value < 0) book_.about(last_certificate, no_such_order(child, value));
    send_order(child, work + order.after, std::max<std::int64_t>(0, value), outbox);
  }
  // In the frame of its order, the root would relay the first flit in step s: it has it one
  // earlier.
  std::optional<Step> first = last_certificate.step + work + s - 1;
  if (variant_.rule == LagRule::kPrinted) first.reset();
  streams_.emplace(kNoNode, StreamIntake(first, plan.certificate.stream, variant_.pace.flit_time));
}

void CertificationRoot::order_stream_per_child(Step now, Outbox& outbox) {
  const Step after = sort_steps(variant_.sort_cost, facts_.children.size()) + 1;
  const std::vector<Certificate> certificates = polling_->certificates();
  for (std::size_t j = 0; j < certificates.size(); ++j) {
    if (certificates[j].stream == 0 && !orders_null_streams(variant_.rule)) continue;
    const Node child = facts_.children[j];
    send_order(child, after, certificates[j].lag, outbox);
    streams_.emplace(child, StreamIntake(now + after + certificates[j].lag, certificates[j].stream,
                                         variant_.pace.flit_time));
  }
}

void CertificationRoot::send_order(Node child, Step after, std::int64_t s, Outbox& outbox) const {
  Transmission order;
  order.kind = FlitKind::kOrder;
  order.destination = child;
  order.via = link_to(variant_.ports, child);
  order.message = child;
  order.after = after;
  order.value = s;
  outbox.send(order);
}

void CertificationRoot::take_data(const Arrival& arrival) {
  const auto stream = streams_.find(link_to(variant_.ports, arrival.from));
  if (stream == streams_.end()) {
    book_.about(arrival, polling_->is_complete()
                             ? pe_name(arrival.from) + " was not ordered to send"
                             : "nobody has been ordered to send");
    return;
  }
  for (const std::string& fault : stream->second.take(arrival)) book_.about(arrival, fault);
}

bool CertificationRoot::has_all() const {
  return polling_->is_complete() &&
         std::all_of(streams_.begin(), streams_.end(),
                     [](const auto& stream) { return stream.second.missing() == 0; });
}

PeState CertificationRoot::state() const {
  if (!polling_->is_complete()) return PeState::kPolling;
  return has_all() ? PeState::kDone : PeState::kCollecting;
}

std::vector<std::string> CertificationRoot::waiting_for() const {
  if (!polling_->is_complete()) return certificates_owed(*polling_);
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
