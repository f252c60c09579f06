#include "sim/families/torus/traffic_work.h"

#include "sim/families/torus/torus_setup.h"
#include "sim/families/torus/traffic_figures.h"
#include "sim/families/torus/traffic_setup.h"

namespace flitwise {
namespace {

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

protocols::Protocols TrafficWork::make_protocols() { return make_traffic_pes(on_torus_); }

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
  const TrafficFindings findings{on_torus_,  prediction_,  meter_,  receivers_,
                                 scoreboard_, undisturbed_, machine_.stalls()};
  Evidence evidence;
  evidence.measured = measured_traffic(findings);
  evidence.theory_alone = traffic_theory_alone(findings);
  evidence.checks = traffic_checks(findings);
  evidence.notes = traffic_notes(findings);
  // Theory does not say them link by link: there is nothing to compare, and no note to make of it.
  evidence.measured_events = recorder_.sorted_events();
  evidence.circular_wait = machine_.circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
