#include "sim/torus/torus_run.h"

#include <utility>

#include "sim/torus/torus_build.h"
#include "sim/torus/torus_figures.h"
#include "sim/torus/torus_setup.h"
#include "sim/torus/torus_words.h"
#include "tb/theory/broadcast_events.h"

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
    : scenario_(scenario),
      on_torus_(torus_of(scenario)),
      torus_(on_torus_.sides),
      schedule_(make_schedule(on_torus_)),
      prediction_(predict(on_torus_, schedule_)),
      records_events_(events == Events::kKept ||
                      transfers_expected(on_torus_, schedule_) <= kMostRecordedTransfers),
      shows_arrivals_(on_torus_.options.arrivals.value_or(events == Events::kKept ||
                                                          torus_.size() <= kMostNodesShown)),
      meter_(torus_.size(), on_torus_.root, on_torus_.length, on_torus_.options.receive_overhead),
      scoreboard_(expected_worms(on_torus_)),
      recorder_(to_torus_event),
      models_(ModelLibrary::terminal_config()) {}

std::unique_ptr<Network> TorusRun::make_network(WaveRecorder* waves) {
  TorusNetwork made = make_torus_network(scenario_, waves, models_);
  stalls_ = std::move(made.stalls);
  worms_ = std::move(made.worms);
  return std::move(made.network);
}

protocols::Protocols TorusRun::make_protocols() { return flitwise::make_protocols(on_torus_); }

// Where nothing waits, no wait needs a name.
std::vector<NetworkObserver*> TorusRun::monitors() {
  std::vector<NetworkObserver*> monitors{&meter_, &scoreboard_};
  if (records_events_) monitors.push_back(&recorder_);
  if (!prediction_.is_exact) monitors.push_back(worms_.get());
  return monitors;
}

// As if every message had the network for itself, at half the rate.
Step TorusRun::step_limit() const {
  constexpr Step kMargin = 1000;
  if (prediction_.is_exact) return 4 * expected_steps() + kMargin;
  const theory::CycleModel model = cycle_model(on_torus_);
  Step steps = expected_steps();
  for (const TorusStep& step : schedule_ ? schedule_->steps : std::vector<TorusStep>())
    for (const TorusMessage& message : step) steps += 2 * model.latency(path_length(message.hops));
  return 4 * steps + kMargin;
}

Evidence TorusRun::evidence() const {
  const TorusFindings findings{on_torus_,
                               prediction_,
                               meter_,
                               static_cast<std::int64_t>(stalls_->total().stalled),
                               static_cast<std::int64_t>(stalls_->total().blocked),
                               shows_arrivals_};
  Evidence evidence;
  evidence.measured = measured_figures(findings);
  evidence.predicted = predicted_figures(findings);
  evidence.theory_alone = bounds_on_steps(findings);
  evidence.lower_bound = prediction_.lower_bound;
  evidence.sources = sources_of(findings);
  evidence.checks = own_checks(findings);
  evidence.notes = notes_of(findings);
  if (records_events_) {
    evidence.measured_events = recorder_.sorted_events();
    if (prediction_.is_exact && schedule_)
      evidence.predicted_events =
          theory::broadcast_events(*schedule_, cycle_model(on_torus_), prediction_.timing);
  }
  if (worms_) evidence.circular_wait = worms_->describe_circular_wait();
  take_counts(scoreboard_, evidence);
  return evidence;
}

}  // namespace flitwise
