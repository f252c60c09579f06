#include "sim/torus/traffic_run.h"

#include "sim/torus/traffic_figures.h"
#include "sim/torus/traffic_setup.h"

namespace flitwise {

TrafficRun::TrafficRun(const Scenario& scenario, Events events)
    : TorusNetworkRun(scenario),
      prediction_(predict_traffic(on_torus())),
      records_events_(events == Events::kKept),
      meter_(measuring_window(on_torus())),
      undisturbed_(wiring(),
                   [depth = on_torus().options.depth](int hops, Flits flits) {
                     return theory::packet_latency(hops, flits, depth);
                   }),
      scoreboard_(wiring(), on_torus().options.lanes, expected_packets(on_torus()),
                  {&meter_, &undisturbed_}) {}

protocols::Protocols TrafficRun::make_protocols() { return make_traffic_pes(on_torus()); }

// Where no worms can wait for each other in a circle, no circle needs a name.
std::vector<NetworkObserver*> TrafficRun::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder());
  if (!prediction_.lane_circle.empty()) monitors.push_back(&worms());
  return monitors;
}

Step TrafficRun::expected_steps() const { return measuring_window(on_torus()).last(); }

Evidence TrafficRun::evidence() const {
  const TrafficFindings findings{on_torus(),  prediction_,  meter_,
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
