// torus_ledger.h: what theory predicts of a broadcast on a torus, and what a run measured beside
// it.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_LEDGER_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_LEDGER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/run/figures/ledger.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "tb/check/torus/torus_monitors.h"
#include "tb/check/verdict.h"
#include "tb/theory/prediction.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise {

/// The schedule that theory derives; none of a packet tree. The PEs follow theirs.
std::optional<TorusSchedule> expected_schedule(const TorusScenario& scenario);

/// What must be delivered where.
std::vector<check::ExpectedWorm> expected_worms(const TorusScenario& scenario);

/// Time of theory starts at 0 when the source begins: what is ready at time t can be used at the
/// end of step t.
struct TorusPrediction {
  theory::BroadcastTiming timing;
  bool is_exact = true;      ///< no head ever waits, and no tail: finish, arrivals, stalls
  bool is_smooth = true;     ///< nor does a flit in between: 0 stalls, and every event
  std::string why_not;       ///< a sentence, where one of them is not so
  std::optional<int> steps;  ///< that show at the ports; none where waiting may blur them
  std::string steps_source;
  std::optional<theory::StepCount> scheme;  ///< of a scheme, whose schedule may need fewer
  std::optional<std::int64_t>
      faults;                ///< of the schedule, by the static checker; none: no schedule
  Step lower_bound = 0;      ///< no broadcast is done earlier
  Step copying_routers = 0;  ///< finish with routers that copy flits: one step
  int fewest_steps = 0;
  int fewest_steps_dor = 0;
  std::string lane_circle;  ///< lanes that may wait for each other; empty: none, or nothing waits
};

theory::CycleModel cycle_model(const TorusOptions& options, Flits flits);
theory::CycleModel cycle_model(const TorusScenario& scenario);

/// What is not predicted of an `operation`, and why: a sentence, empty where nothing is lacking.
/// `timing` is theory's.
std::string unpredicted(const WormScenario& scenario, const char* operation,
                        const std::string& contention, bool is_exact, bool is_smooth, Step finish);
template <class Timing>
std::string unpredicted(const WormScenario& scenario, const Timing& timing, const char* operation) {
  return unpredicted(scenario, operation, timing.contention, timing.exact,
                     timing.stalls == std::int64_t{0}, timing.finish);
}

/// Of a user's own router, which one it was and with which numbers; else none.
std::vector<std::string> router_notes(const WormScenario& scenario);

/// What a figure of the last reception is from, where nothing waits.
std::string quiesce_source(const TorusLatency& latency);

/// Flits that queues must hold so that planned steps, or slots, are kept: the fewest from which on
/// credits keep no tail waiting.
Step depth_for_planned_steps(const TorusScenario& scenario);

/// Flits of a packet of a packet tree: what the scenario says, or the best.
Flits packet_length(const TorusScenario& torus);

/// Lanes of the configured routers that may wait for each other in a circle, under any traffic;
/// empty if there are none, as on every mesh.
std::string dependency_circle_text(const WormScenario& scenario);

/// Whether no flit ever waits, so that every event is predicted.
bool is_smooth(const TorusScenario& scenario);

/// The finish that predict() says, where it is exact, without all the rest.
std::optional<Step> exact_finish(const TorusScenario& scenario,
                                 const std::optional<TorusSchedule>& schedule);

/// Shape: `schedule` as expected_schedule() gives it.
TorusPrediction predict(const TorusScenario& scenario,
                        const std::optional<TorusSchedule>& schedule);

/// Whether theory says every link transfer: not where a flit may wait, or a node gets the text
/// twice. Shape: `prediction` as predict() makes it of the same.
bool says_events(const std::optional<TorusSchedule>& schedule, const TorusPrediction& prediction);
/// Hands on all of them, in any order.
/// Shape: likewise; they are said.
void visit_expected_events(const TorusScenario& scenario,
                           const std::optional<TorusSchedule>& schedule,
                           const TorusPrediction& prediction, const theory::TakeEvent& take);

/// What is known when a run is over.
struct TorusFindings {
  const TorusScenario& scenario;
  const TorusPrediction& prediction;
  const check::TorusMeter& meter;
  std::optional<Stalls> stalls{};  ///< own routers do not count them
  bool shows_arrivals = true;
};

/// In the order of the reports.
Ledger torus_ledger(const TorusFindings& findings);
/// The names alone: what a run has that broke off.
Figure::Members blank_torus_figures(const TorusScenario& scenario);

/// Checks beside those of the figures: the schedule itself, bounds, arrivals that are not shown.
std::vector<check::Check> torus_checks(const TorusFindings& findings);
std::vector<std::string> torus_notes(const TorusFindings& findings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_LEDGER_H_
