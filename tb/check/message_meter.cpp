// message_meter.cpp: first flits, last flits, and what certificates and orders say.
#include "tb/check/message_meter.h"

#include <algorithm>

namespace flitwise::check {
namespace {

bool is_message(FlitKind kind) { return kind == FlitKind::kData || kind == FlitKind::kEnd; }

}  // namespace

MessageMeter::MessageMeter(Node nodes, Node root, std::optional<Step> root_waits, Step root_latency,
                           FlitFormat format)
    : root_(root),
      root_waits_(root_waits),
      root_latency_(root_latency),
      format_(format),
      dispatch_(static_cast<std::size_t>(nodes)),
      lag_(dispatch_.size()),
      stream_(dispatch_.size()),
      order_value_(dispatch_.size()) {}

void MessageMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields fields = unpack(transfer.flit, format_);
    const std::size_t message = fields.tag;
    if (!is_message(fields.kind))
      measure_control(step, transfer);
    else if (fields.head && message < dispatch_.size() && !dispatch_[message])
      dispatch_[message] = step;
  }
}

void MessageMeter::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  if (arrivals.empty()) return;
  quiesce_ = step;
  for (const LinkTransfer& transfer : arrivals)
    if (transfer.to == root_) measure_arrival(step, transfer);
}

void MessageMeter::measure_arrival(Step step, const LinkTransfer& transfer) {
  const FlitKind kind = unpack(transfer.flit).kind;
  if (kind == FlitKind::kCertificate) t_sync_ = step;
  if (is_message(kind) && !first_data_at_root_) first_data_at_root_ = step;
}

void MessageMeter::measure_control(Step step, const LinkTransfer& transfer) {
  const LinkEvent event = to_tree_event(step, transfer.from, transfer.to, transfer.flit, format_);
  const auto about = static_cast<std::size_t>(event.message);
  if (about >= lag_.size()) return;
  if (event.kind == FlitKind::kCertificate) {
    lag_[about] = event.value;
    stream_[about] = event.stream;
  } else if (event.kind == FlitKind::kOrder) {
    order_value_[about] = event.value;
  }
}

void MessageMeter::take_deliveries(Step step, const std::vector<Delivery>& deliveries) {
  for (const Delivery& delivery : deliveries) {
    if (!is_message(unpack(delivery.flit).kind)) continue;
    finish_ = step;
    ++delivered_;
    delivered_to_root_ += delivery.node == root_ ? 1 : 0;
  }
}

MessageMeter::Values MessageMeter::lag() const {
  Values lag = lag_;
  if (t_sync_ && first_data_at_root_ && root_waits_)
    lag[index_of(root_)] = *first_data_at_root_ - (*t_sync_ + *root_waits_) + root_latency_;
  return lag;
}

MessageMeter::Values MessageMeter::stream() const {
  Values stream = stream_;
  if (t_sync_) stream[index_of(root_)] = delivered_to_root_;
  return stream;
}

}  // namespace flitwise::check
