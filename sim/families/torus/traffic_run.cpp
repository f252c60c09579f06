#include "sim/families/torus/traffic_run.h"

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

TrafficRun::TrafficRun(const Scenario& scenario, Events events)
    : TorusNetworkRun(scenario),
      prediction_(predict_traffic(on_torus())),
      records_events_(events == Events::kKept),
      meter_(measuring_window(on_torus())),
      receivers_(stalled_ports(on_torus())),
      undisturbed_(wiring(), latency_alone(on_torus())),
      scoreboard_(wiring(), on_torus().options.lanes, expected_packets(on_torus()),
                  {&meter_, &undisturbed_}) {}

protocols::Protocols TrafficRun::make_protocols() { return make_traffic_pes(on_torus()); }

// Where no worms can wait for each other in a circle, no circle needs a name.
std::vector<NetworkObserver*> TrafficRun::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (on_torus().traffic->receiver_stall > 0) monitors.push_back(&receivers_);
  if (records_events_) monitors.push_back(&recorder());
  if (!prediction_.lane_circle.empty()) monitors.push_back(&worms());
  return monitors;
}

Step TrafficRun::expected_steps() const { return measuring_window(on_torus()).last(); }

Evidence TrafficRun::evidence() const {
  const TrafficFindings findings{on_torus(),  prediction_,  meter_,  receivers_,
                                 scoreboard_, undisturbed_, stalls()};
  Evidence evidence;
  evidence.measured = measured_traffic(findings);
  evidence.theory_alone = traffic_theory_alone(findings);
  evidence.checks = traffic_checks(findings);
  evidence.notes = traffic_notes(findings);
  // Theory does not say them link by link: there is nothing to compare, and no note to make of it.
  evidence.measured_events = recorder().sorted_events();
  evidence.circular_wait = circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
