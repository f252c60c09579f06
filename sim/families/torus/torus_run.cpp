#include "sim/families/torus/torus_run.h"

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

TorusRun::TorusRun(const Scenario& scenario, Events events)
    : TorusNetworkRun(scenario),
      schedule_(expected_schedule(on_torus())),
      prediction_(predict(on_torus(), schedule_)),
      records_events_(events == Events::kKept ||
                      transfers_expected(on_torus(), schedule_) <= kMostRecordedTransfers),
      shows_arrivals_(on_torus().options.arrivals.value_or(events == Events::kKept ||
                                                           wiring().size() <= kMostNodesShown)),
      meter_(wiring().size(), on_torus().root, on_torus().length,
             on_torus().options.receive_overhead),
      scoreboard_(expected_worms(on_torus())) {}

protocols::Protocols TorusRun::make_protocols() { return flitwise::make_protocols(on_torus()); }

// Where nothing waits, no wait needs a name.
std::vector<NetworkObserver*> TorusRun::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder());
  if (!prediction_.is_exact) monitors.push_back(&worms());
  return monitors;
}

// As if every message had the network for itself, at half the rate.
Step TorusRun::step_limit() const {
  constexpr Step kMargin = 1000;
  if (prediction_.is_exact) return 4 * expected_steps() + kMargin;
  const theory::CycleModel model = cycle_model(on_torus());
  Step steps = expected_steps();
  for (const TorusStep& step : schedule_ ? schedule_->steps : std::vector<TorusStep>())
    for (const TorusMessage& message : step) steps += 2 * model.latency(path_length(message.hops));
  return 4 * steps + kMargin;
}

Evidence TorusRun::evidence() const {
  const TorusFindings findings{on_torus(),
                               prediction_,
                               meter_,
                               static_cast<std::int64_t>(stalls().stalled),
                               static_cast<std::int64_t>(stalls().blocked),
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
    evidence.measured_events = recorder().sorted_events();
    evidence.predicted_events = expected_events(on_torus(), schedule_, prediction_);
  }
  evidence.circular_wait = circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
