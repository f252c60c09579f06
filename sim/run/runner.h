// runner.h: one scenario, simulated and checked.
#ifndef FLITWISE_SIM_RUN_RUNNER_H_
#define FLITWISE_SIM_RUN_RUNNER_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// What a run shall leave behind beside its figures.
struct RunRequest {
  static constexpr std::int64_t kAnyNumber = std::numeric_limits<std::int64_t>::max();
  bool keep_events = false;               ///< fill Result::events
  std::int64_t most_events = kAnyNumber;  ///< but not with more than these
  std::string waves;                      ///< path of the FST to write, empty for none
  WaveWindow trace;                       ///< the part of the run that waves show
  /// Called now and then with the current step and the step that theory expects to be the last.
  std::function<void(Step now, Step expected)> progress;
};

/// Simulates the scenario under SystemC in this process and checks it against theory.
///
/// A SystemC kernel elaborates once in a process: call this at most once, or use run_in_child.
/// Errors: throws std::runtime_error when a wave file cannot be written.
Result run_here(const Scenario& scenario, const RunRequest& request);

/// Runs the scenario in a forked process of its own and hands its result back.
///
/// What the RTL's assertions print there arrives as Result::problems. A child that dies gives a
/// Result with Outcome::kFail and a problem that names the signal.
/// The child never outlives the call, nor this process.
/// Errors: throws std::runtime_error with what the simulation threw, std::system_error when there
///         is no process or pipe to be had, Interrupted when a signal came in an InterruptScope.
Result run_in_child(const Scenario& scenario, const RunRequest& request);

/// The same, with what shall be done there in place of `run_here`.
Result work_in_child(const Scenario& scenario, const RunRequest& request,
                     Result (*work)(const Scenario&, const RunRequest&));

/// Runs one scenario; `run_in_child` outside of tests.
using Runner = Result (*)(const Scenario&, const RunRequest&);

/// The result of a run that broke off before it had figures: Outcome::kFail with this problem.
Result failed_run(const Scenario& scenario, const std::string& problem);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_RUNNER_H_
