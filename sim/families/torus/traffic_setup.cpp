#include "sim/families/torus/traffic_setup.h"

#include <memory>
#include <utility>
#include <vector>

#include "systemc/protocols/faults.h"
#include "systemc/protocols/receiver_stall.h"
#include "systemc/protocols/torus/traffic_pe.h"

namespace flitwise {
namespace {

std::shared_ptr<const protocols::TorusTraffic> traffic_of(const TorusScenario& scenario) {
  return std::make_shared<const protocols::TorusTraffic>(Torus(scenario.sides),
                                                         scenario.traffic->plan);
}

check::ExpectedPacket expected(const protocols::TrafficPacket& packet,
                               const DimensionOrder& order) {
  check::ExpectedPacket due;
  due.number = packet.number;
  due.from = packet.from;
  due.to = packet.to;
  due.born = packet.born;
  due.flits = packet.flits;
  for (std::size_t i = 0; i < order.size(); ++i)
    due.hops[i] = packet.hops[static_cast<std::size_t>(order[i])];
  return due;
}

// Plan and sources live as long as the stream.
struct Sources {
  explicit Sources(const TorusScenario& scenario) : traffic(traffic_of(scenario)) {
    for (Node v = 0; v < traffic->torus().size(); ++v) of.emplace_back(*traffic, v);
  }
  std::shared_ptr<const protocols::TorusTraffic> traffic;
  std::vector<protocols::TrafficSource> of;
};

}  // namespace

check::MeasuringWindow measuring_window(const TorusScenario& scenario) {
  return {scenario.traffic->warmup, scenario.traffic->measure};
}

protocols::Protocols make_traffic_pes(const TorusScenario& scenario) {
  protocols::Protocols pes = protocols::make_traffic(traffic_of(scenario), scenario.order,
                                                     measuring_window(scenario).last());
  if (scenario.options.mute) {
    auto& pe = pes[static_cast<std::size_t>(*scenario.options.mute)];
    pe = std::make_unique<protocols::MuteProtocol>(std::move(pe));
  }
  return pes;
}

check::PendingPackets::Stream expected_packets(const TorusScenario& scenario) {
  const auto sources = std::make_shared<Sources>(scenario);
  const Step last = measuring_window(scenario).last();
  return
      [sources, last, order = scenario.order](Node node) -> std::optional<check::ExpectedPacket> {
        protocols::TrafficSource& source = sources->of[static_cast<std::size_t>(node)];
        if (!source.next_step() || *source.next_step() > last) return std::nullopt;
        return expected(source.take(), order);
      };
}

StalledPorts stalled_ports(const TorusScenario& scenario) {
  if (scenario.traffic->receiver_stall == 0) return {};
  const protocols::ReceiverStall stall(scenario.traffic->receiver_stall,
                                       scenario.traffic->plan.seed);
  const auto ports = static_cast<std::uint32_t>(2 * scenario.sides.size());
  return [stall, ports](Node node, Step step) { return stall.stalled_ports(node, ports, step); };
}

Flits expected_flits(const TorusScenario& scenario) {
  const check::PendingPackets::Stream next = expected_packets(scenario);
  Flits flits = 0;
  for (Node v = 0; v < Torus(scenario.sides).size(); ++v)
    while (const auto packet = next(v)) flits += packet->flits;
  return flits;
}

bool begins_packets(const TorusScenario& scenario, Node node) {
  const check::PendingPackets::Stream next = expected_packets(scenario);
  while (const auto packet = next(node))
    if (!packet->is_local()) return true;
  return false;
}

}  // namespace flitwise
