// one_port_packets.cpp: the recurrence down the tree.
#include "tb/theory/torus/one_port_packets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/torus/broadcast_plan.h"

namespace flitwise::theory {

OnePortPackets::OnePortPackets(const Torus& torus, Node source, const DimensionOrder& order,
                               const CycleModel& model, Flits packet, SendPace pace)
    : model_(model),
      is_slotted_(pace == SendPace::kBarrier),
      slowest_hop_(slowest_hop(torus.sides(), model.latency)),
      depth_(index_of(torus.size()), 0),
      children_(depth_.size(), 0),
      first_(depth_.size(), 0),
      begin_of_last_(depth_.size(), 0),
      ready_(depth_.size(), 0) {
  if (pace == SendPace::kStarts) throw std::invalid_argument("a packet tree has no starts");
  check_model(model, torus.sides());
  const TorusSchedule tree = broadcast_plan(BroadcastScheme::kFlood, torus, source, order);
  for (const TorusStep& step : tree.steps)
    for (const TorusMessage& link : step) {
      const Node to = torus.destination(link.from, link.hops);
      int dimension = 0;
      while (link.hops[index_of(dimension)] == 0) ++dimension;
      edges_.push_back({link.from, to, dimension, children_[index_of(link.from)]++});
      depth_[index_of(to)] = depth_[index_of(link.from)] + 1;
    }
  fan_ = children_[index_of(source)];
  cut(packet);
}

void OnePortPackets::cut(Flits packet) {
  if (packet < 1 || packet > model_.flits)
    throw std::invalid_argument("packets must have 1 to " + std::to_string(model_.flits) +
                                " flits, got " + std::to_string(packet));
  packet_ = packet;
  count_ = ceil_div(model_.flits, packet);
  last_ = model_.flits - (count_ - 1) * packet;
  slot_ = model_.stage(packet, slowest_hop_);
  if (is_slotted_)
    for (const Edge& edge : edges_)
      ready_[index_of(edge.to)] = begin(edge, count_ - 1) + stage(edge, last_);
  else
    time_at_own_pace();
}

Step OnePortPackets::stage(const Edge& edge, Flits packet) const {
  return model_.stage(packet, model_.latency.hop(edge.dimension));
}

Step OnePortPackets::port_time(Flits packet) const {
  return std::max(model_.send_overhead, model_.latency.pipeline.head_wait()) + packet;
}

void OnePortPackets::time_at_own_pace() {
  const Step between = fan_ * port_time(packet_);
  std::vector<Step> last_ready(depth_.size(), 0);
  const auto set_begin = [&](Node v) {
    const std::size_t at = index_of(v);
    begin_of_last_[at] = last_ready[at];
    if (count_ > 1)
      begin_of_last_[at] = std::max(
          last_ready[at], first_[at] + (count_ - 2) * between + children_[at] * port_time(packet_));
  };
  if (!edges_.empty()) set_begin(edges_.front().from);
  for (const Edge& edge : edges_) {
    const std::size_t to = index_of(edge.to);
    if (count_ > 1) first_[to] = begin(edge, 0) + stage(edge, packet_);
    last_ready[to] = ready_[to] = begin(edge, count_ - 1) + stage(edge, last_);
    set_begin(edge.to);
  }
}

Step OnePortPackets::begin(const Edge& edge, Step i) const {
  const std::size_t from = index_of(edge.from);
  if (is_slotted_) return ((i + depth_[from]) * fan_ + edge.child) * slot_;
  if (i + 1 == count_) return begin_of_last_[from] + edge.child * port_time(last_);
  return first_[from] + (i * fan_ + edge.child) * port_time(packet_);
}

Step OnePortPackets::finish() const { return *std::max_element(ready_.begin(), ready_.end()); }

// While the source sends, all slots are in use; then those of the nodes that are deep enough.
int OnePortPackets::slots() const {
  const int deepest = *std::max_element(depth_.begin(), depth_.end());
  int slots = static_cast<int>(count_) * fan_;
  for (int depth = 1; depth < deepest; ++depth) {
    int most = 0;
    for (std::size_t v = 0; v < depth_.size(); ++v)
      if (depth_[v] >= depth) most = std::max(most, children_[v]);
    slots += most;
  }
  return slots;
}

Flits best_one_port_packet(const Torus& torus, Node source, const DimensionOrder& order,
                           const CycleModel& model, SendPace pace) {
  OnePortPackets packets(torus, source, order, model, model.flits, pace);
  Flits best = model.flits;
  Step earliest = packets.finish();
  for (Flits packet = model.flits - 1; packet >= 1; --packet) {
    packets.cut(packet);
    if (packets.finish() >= earliest) continue;
    earliest = packets.finish();
    best = packet;
  }
  return best;
}

}  // namespace flitwise::theory
