// traffic_work.cpp: what the PEs send, and the run of them.
#include "sim/families/torus/traffic_work.h"

#include <memory>
#include <utility>

#include "sim/families/torus/torus_work.h"
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

// Of a packet that meets no other, with its receiver's stalls drawn once more.
check::UndisturbedPackets::Latency latency_alone(const TorusScenario& scenario) {
  const std::uint32_t depth = scenario.options.depth;
  const StalledPorts stalled = stalled_ports(scenario);
  if (!stalled)
    return [depth](const check::ExpectedPacket& packet, Step) {
      return theory::packet_latency(check::total_hops(packet.hops), packet.flits, depth);
    };
  return [depth, stalled](const check::ExpectedPacket& packet, Step first) {
    return theory::stalled_packet_latency(check::total_hops(packet.hops), packet.flits, depth,
                                          first,
                                          [&, port = check::last_port(packet.hops)](Step step) {
                                            return (stalled(packet.to, step) >> port & 1U) != 0;
                                          });
  };
}

}  // namespace

check::MeasuringWindow measuring_window(const TorusScenario& scenario) {
  return {scenario.traffic->warmup, scenario.traffic->measure};
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

TrafficWork::TrafficWork(const Scenario& scenario, Events events)
    : on_torus_(torus_of(scenario)),
      prediction_(predict_traffic(on_torus_)),
      machine_(Torus(on_torus_.sides), torus_network_config(on_torus_)),
      recorder_(machine_.event_reader()),
      records_events_(events == Events::kKept),
      meter_(measuring_window(on_torus_)),
      receivers_(stalled_ports(on_torus_)),
      undisturbed_(machine_.wiring(), latency_alone(on_torus_)),
      scoreboard_(machine_.wiring(), on_torus_.options.lanes, expected_packets(on_torus_),
                  {&meter_, &undisturbed_}) {}

protocols::Protocols TrafficWork::make_protocols() {
  protocols::Protocols pes = protocols::make_traffic(traffic_of(on_torus_), on_torus_.order,
                                                     measuring_window(on_torus_).last());
  if (on_torus_.options.mute) {
    auto& pe = pes[static_cast<std::size_t>(*on_torus_.options.mute)];
    pe = std::make_unique<protocols::MuteProtocol>(std::move(pe));
  }
  return pes;
}

// Where no worms can wait for each other in a circle, no circle needs a name.
std::vector<NetworkObserver*> TrafficWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (on_torus_.traffic->receiver_stall > 0) monitors.push_back(&receivers_);
  if (records_events_) monitors.push_back(&recorder_);
  if (!prediction_.lane_circle.empty()) monitors.push_back(machine_.circle_watch());
  return monitors;
}

Step TrafficWork::expected_steps() const { return measuring_window(on_torus_).last(); }

Evidence TrafficWork::evidence() const {
  const TrafficFindings findings{on_torus_,   prediction_,  meter_,           receivers_,
                                 scoreboard_, undisturbed_, machine_.stalls()};
  Evidence evidence;
  evidence.ledger = traffic_ledger(findings);
  evidence.checks = traffic_checks(findings);
  evidence.notes = traffic_notes(findings);
  // Theory does not say them link by link: there is nothing to compare, and no note to make of it.
  evidence.measured_events = recorder_.sorted_events();
  evidence.circular_wait = machine_.circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
