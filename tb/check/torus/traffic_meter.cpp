#include "tb/check/torus/traffic_meter.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise::check {

void LatencyHistogram::add(Step latency) {
  if (latency < 0) throw std::invalid_argument("a packet that arrives before it is sent");
  const auto index = static_cast<std::size_t>(latency);
  if (counts_.size() <= index) counts_.resize(index + 1);
  ++counts_[index];
  ++count_;
  sum_ += latency;
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

Step LatencyHistogram::percentile(int percent) const {
  const std::int64_t rank = std::max<std::int64_t>(1, (count_ * percent + 99) / 100);
  std::int64_t seen = 0;
  for (std::size_t latency = 0; latency < counts_.size(); ++latency) {
    seen += counts_[latency];
    if (seen >= rank) return static_cast<Step>(latency);
  }
  return 0;
}

void TrafficMeter::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  if (!arrivals.empty()) quiesce_ = step;
}

void TrafficMeter::on_transfers(Step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
}

// What an edge delivers crosses the link into the PE in the next step.
void TrafficMeter::on_edge(Step step, const Network& network, const Injector&) {
  const auto flits = static_cast<Flits>(network.deliveries().size());
  if (window_.holds(step + 1)) accepted_ += flits;
  if (step + 1 <= window_.last()) backlog_ -= flits;
}

void TrafficMeter::on_born(const ExpectedPacket& packet) {
  const bool is_measured = window_.holds(packet.born);
  if (is_measured) offered_ += packet.flits;
  if (is_measured && packet.is_local()) accepted_ += packet.flits;
  if (packet.born <= window_.last() && !packet.is_local()) backlog_ += packet.flits;
}

void TrafficMeter::on_arrived(const PacketLife& life) {
  finish_ = life.arrived;
  if (!window_.holds(life.packet.born)) return;
  latency_.add(life.latency());
  network_latency_.add(life.network_latency());
  hops_ += life.crossed;
  ways_ += life.crossed + (more_ ? more_(life.packet.hops) : 0);
  flits_ += life.packet.flits;
}

// A tail that reaches its PE in step t has left its last queue st + 1 steps before, and the head of
// a packet that is born later asks for a credit head_wait steps after the edge that captures it.
UndisturbedPackets::UndisturbedPackets(const TorusWiring& wiring, Latency latency,
                                       const TorusLatency& routers)
    : wiring_(wiring),
      latency_(std::move(latency)),
      lead_(routers.router(RouterPassage::kInject) - 1),
      credits_(std::max<Step>(0, routers.credit + routers.pipeline.credit_delay - routers.router() +
                                     routers.pipeline.spread())),
      uses_(index_of(wiring.size()) * (wiring.channels() + 2)) {
  for (Node v = 0; v < wiring.size(); ++v)
    for (std::uint32_t c = 0; c < wiring.channels(); ++c)
      neighbours_.push_back(wiring.neighbour(v, c));
}

template <typename Visit>
void UndisturbedPackets::visit_channels(const ExpectedPacket& packet, Visit visit) {
  const std::size_t ports = index_of(wiring_.size()) * wiring_.channels();
  if (wiring_.pe_ports() == 1) {
    visit(uses_[ports + 2 * index_of(packet.from)]);
    visit(uses_[ports + 2 * index_of(packet.to) + 1]);
  }
  Node at = packet.from;
  for (std::uint32_t d = 0; 2 * d < wiring_.channels(); ++d) {
    const std::uint32_t channel = 2 * d + (packet.hops[d] < 0 ? 1 : 0);
    for (int hop = 0; hop < std::abs(packet.hops[d]); ++hop) {
      const std::size_t link = index_of(at) * wiring_.channels() + channel;
      visit(uses_[link]);
      at = neighbours_[link];
    }
  }
}

// Before a packet is born in step `now`.
void UndisturbedPackets::free_channels(Step now) {
  while (!arrived_.empty() && arrived_.front().arrived + credits_ < now) {
    visit_channels(arrived_.front().packet, [](Use& use) { --use.packets; });
    arrived_.pop_front();
  }
}

void UndisturbedPackets::on_born(const ExpectedPacket& packet) {
  if (packet.is_local()) return;
  free_channels(packet.born);
  bool meets_another = false;
  visit_channels(packet, [&](Use& use) {
    // Of two that met, one may have arrived; the other is marked already.
    const auto found = use.packets == 1 ? is_disturbed_.find(use.only) : is_disturbed_.end();
    if (found != is_disturbed_.end()) found->second = true;
    meets_another = meets_another || use.packets > 0;
    ++use.packets;
    use.only = name_of(packet);
  });
  is_disturbed_[name_of(packet)] = meets_another;
}

void UndisturbedPackets::on_arrived(const PacketLife& life) {
  const ExpectedPacket& packet = life.packet;
  arrived_.push_back(life);
  const Step alone = latency_(packet, packet.born);
  if (life.latency() < alone ||
      life.network_latency() < latency_(packet, life.departed - lead_) - lead_)
    ++too_fast_;
  const auto found = is_disturbed_.find(name_of(packet));
  if (!found->second) {
    ++count_;
    if (life.latency() != alone) ++late_;
  }
  is_disturbed_.erase(found);
}

}  // namespace flitwise::check
