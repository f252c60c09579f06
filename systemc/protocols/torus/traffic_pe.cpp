#include "systemc/protocols/torus/traffic_pe.h"

#include <utility>

namespace flitwise::protocols {
namespace {

// Packets are handed over for so many steps at once: waking a PE costs more than a packet.
constexpr Step kHorizon = 64;
// A PE that wakes does not know whether the step's clock edge is still to come.
constexpr Step kNotice = 2;

}  // namespace

TrafficPe::TrafficPe(std::shared_ptr<const TorusTraffic> traffic, Node self, DimensionOrder order,
                     Step last)
    : traffic_(std::move(traffic)),
      source_(*traffic_, self),
      sink_(self),
      order_(std::move(order)),
      last_(last) {}

std::optional<Step> TrafficPe::next_wake() const {
  if (!has_more()) return std::nullopt;
  return *source_.next_step() - kNotice;
}

void TrafficPe::hand_over(Step now, Outbox& outbox) {
  while (has_more() && *source_.next_step() <= now + kHorizon) {
    const TrafficPacket packet = source_.take();
    if (!packet.is_local()) outbox.send(transmission_of(packet, order_, now));
  }
}

PeState TrafficPe::state() const { return has_more() ? PeState::kDispatching : sink_.state(); }

Protocols make_traffic(const std::shared_ptr<const TorusTraffic>& traffic,
                       const DimensionOrder& order, Step last) {
  Protocols pes;
  for (Node v = 0; v < traffic->torus().size(); ++v)
    pes.push_back(std::make_unique<TrafficPe>(traffic, v, order, last));
  return pes;
}

}  // namespace flitwise::protocols
