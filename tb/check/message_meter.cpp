// message_meter.cpp: first flits, last flits, and what certificates and orders say.
#include "tb/check/message_meter.h"

#include <algorithm>
#include <limits>

namespace flitwise::check {
namespace {

bool is_message(FlitKind kind) { return kind == FlitKind::kData || kind == FlitKind::kEnd; }

constexpr Step kNever = std::numeric_limits<Step>::max();  // among bytes

// Those that are there.
struct Value {
  std::size_t place;
  std::int64_t value;
};

void put_values(std::string& bytes, const std::vector<std::optional<std::int64_t>>& values) {
  std::vector<Value> there;
  for (std::size_t place = 0; place < values.size(); ++place)
    if (values[place]) there.push_back({place, *values[place]});
  bytes::put_all(bytes, there);
}

// What is said of a PE is said by one router, and is seen there alone.
void take_values(bytes::Reader& reader, std::vector<std::optional<std::int64_t>>& values) {
  for (const auto& [place, value] : reader.take_all<Value>()) values[place] = value;
}

void take_earlier(std::optional<Step>& step, Step other) {
  if (other != kNever) step = std::min(step.value_or(other), other);
}

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

void MessageMeter::write_to(std::string& bytes) const {
  for (const Step step :
       {finish_, quiesce_, t_sync_.value_or(0), first_data_at_root_.value_or(kNever)})
    bytes::put(bytes, step);
  for (const std::int64_t count : {delivered_, delivered_to_root_, flit_hops_})
    bytes::put(bytes, count);
  for (const Values* values : {&dispatch_, &lag_, &stream_, &order_value_})
    put_values(bytes, *values);
}

void MessageMeter::add_from(bytes::Reader& reader) {
  for (Step* step : {&finish_, &quiesce_}) *step = std::max(*step, reader.take<Step>());
  if (const auto last = reader.take<Step>(); last > 0)
    t_sync_ = std::max(t_sync_.value_or(0), last);
  take_earlier(first_data_at_root_, reader.take<Step>());
  for (std::int64_t* count : {&delivered_, &delivered_to_root_, &flit_hops_})
    *count += reader.take<std::int64_t>();
  for (const Value& first : reader.take_all<Value>())
    take_earlier(dispatch_[first.place], first.value);
  for (Values* values : {&lag_, &stream_, &order_value_}) take_values(reader, *values);
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
