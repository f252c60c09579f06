#include "sim/torus/traffic_run.h"

#include <utility>

#include "sim/torus/torus_words.h"
#include "sim/torus/traffic_figures.h"
#include "sim/torus/traffic_setup.h"

namespace flitwise {

TrafficRun::TrafficRun(const Scenario& scenario, Events events)
    : scenario_(scenario),
      on_torus_(torus_of(scenario)),
      wiring_(Torus(on_torus_.sides), on_torus_.order),
      prediction_(predict_traffic(on_torus_)),
      records_events_(events == Events::kKept),
      meter_(measuring_window(on_torus_)),
      undisturbed_(wiring_,
                   [depth = on_torus_.options.depth](int hops, Flits flits) {
                     return theory::packet_latency(hops, flits, depth);
                   }),
      scoreboard_(wiring_, on_torus_.options.lanes, expected_packets(on_torus_),
                  {&meter_, &undisturbed_}),
      recorder_(to_torus_event),
      models_(ModelLibrary::terminal_config()) {}

std::unique_ptr<Network> TrafficRun::make_network(WaveRecorder* waves) {
  TorusNetwork made = make_torus_network(scenario_, waves, models_);
  stalls_ = std::move(made.stalls);
  worms_ = std::move(made.worms);
  return std::move(made.network);
}

protocols::Protocols TrafficRun::make_protocols() { return make_traffic_pes(on_torus_); }

// Where no worms can wait for each other in a circle, no circle needs a name.
std::vector<NetworkObserver*> TrafficRun::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  if (!prediction_.lane_circle.empty()) monitors.push_back(worms_.get());
  return monitors;
}

Step TrafficRun::expected_steps() const { return measuring_window(on_torus_).last(); }

Evidence TrafficRun::evidence() const {
  const TrafficFindings findings{on_torus_,   prediction_,  meter_,
                                 scoreboard_, undisturbed_, stalls_->total()};
  Evidence evidence;
  evidence.measured = measured_traffic(findings);
  evidence.theory_alone = traffic_theory_alone(findings);
  evidence.checks = traffic_checks(findings);
  evidence.notes = traffic_notes(findings);
  // Theory does not say them link by link: there is nothing to compare, and no note to make of it.
  evidence.measured_events = recorder_.sorted_events();
  if (!prediction_.lane_circle.empty()) evidence.circular_wait = worms_->describe_circular_wait();
  evidence.delivered = scoreboard_.delivered_flits();
  evidence.expected = scoreboard_.expected_flits();
  take_faults(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
