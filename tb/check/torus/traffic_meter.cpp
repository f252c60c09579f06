#include "tb/check/torus/traffic_meter.h"

namespace flitwise::check {

void TrafficMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (!transfers.empty()) quiesce_ = step;
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
  flits_ += life.packet.flits;
}

}  // namespace flitwise::check
