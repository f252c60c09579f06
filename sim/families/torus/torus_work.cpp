#include "sim/families/torus/torus_work.h"

#include "sim/families/torus/torus_expectation.h"
#include "sim/families/torus/torus_figures.h"
#include "sim/families/torus/torus_setup.h"

namespace flitwise {
namespace {

// Beyond, a list of arrival steps for every node is only shown if it is asked for.
constexpr Node kMostNodesShown = 64;

// Links that the flits of all messages cross.
std::int64_t transfers_expected(const TorusScenario& scenario,
                                const std::optional<TorusSchedule>& schedule) {
  if (!schedule) return scenario.length * (Torus(scenario.sides).size() - 1);
  std::int64_t links = 0;
  for (const TorusStep& step : schedule->steps)
    for (const TorusMessage& message : step) links += path_length(message.hops);
  return links * scenario.length;
}

}  // namespace

TorusWork::TorusWork(const Scenario& scenario, Events events)
    : on_torus_(torus_of(scenario)),
      schedule_(expected_schedule(on_torus_)),
      prediction_(predict(on_torus_, schedule_)),
      machine_(Torus(on_torus_.sides), torus_network_config(on_torus_)),
      recorder_(machine_.event_reader()),
      records_events_(events == Events::kKept ||
                      transfers_expected(on_torus_, schedule_) <= kMostRecordedTransfers),
      shows_arrivals_(on_torus_.options.arrivals.value_or(events == Events::kKept ||
                                                           machine_.wiring().size() <= kMostNodesShown)),
      meter_(machine_.wiring().size(), on_torus_.root, on_torus_.length,
             on_torus_.options.receive_overhead),
      scoreboard_(expected_worms(on_torus_)) {}

protocols::Protocols TorusWork::make_protocols() { return flitwise::make_protocols(on_torus_); }

// Where nothing waits, no wait needs a name.
std::vector<NetworkObserver*> TorusWork::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  if (!prediction_.is_exact) monitors.push_back(machine_.circle_watch());
  return monitors;
}

// As if every message had the network for itself, at half the rate.
Step TorusWork::step_limit() const {
  constexpr Step kMargin = 1000;
  if (prediction_.is_exact) return 4 * expected_steps() + kMargin;
  const theory::CycleModel model = cycle_model(on_torus_);
  Step steps = expected_steps();
  for (const TorusStep& step : schedule_ ? schedule_->steps : std::vector<TorusStep>())
    for (const TorusMessage& message : step) steps += 2 * model.latency(path_length(message.hops));
  return 4 * steps + kMargin;
}

Evidence TorusWork::evidence() const {
  const TorusFindings findings{on_torus_,
                               prediction_,
                               meter_,
                               static_cast<std::int64_t>(machine_.stalls().stalled),
                               static_cast<std::int64_t>(machine_.stalls().blocked),
                               shows_arrivals_};
  Evidence evidence;
  evidence.measured = measured_figures(findings);
  evidence.predicted = predicted_figures(findings);
  evidence.theory_alone = torus_bounds(findings);
  evidence.lower_bound = prediction_.lower_bound;
  evidence.sources = sources_of(findings);
  evidence.checks = own_checks(findings);
  evidence.notes = notes_of(findings);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    evidence.predicted_events = expected_events(on_torus_, schedule_, prediction_);
  }
  evidence.circular_wait = machine_.circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
