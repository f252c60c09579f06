// parallel_runs.h: many scenarios, some at a time, each in a process of its own.
#ifndef FLITWISE_SIM_RUN_PROCESS_PARALLEL_RUNS_H_
#define FLITWISE_SIM_RUN_PROCESS_PARALLEL_RUNS_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "sim/run/runner.h"

namespace flitwise {

/// How many runs go on at once, and for how long each may.
struct ParallelLimits {
  std::size_t processes = 0;  ///< at a time; 0: as many as there are processors
  std::optional<std::chrono::milliseconds> timeout;  ///< of each run; Outcome::kNoEnd beyond
};

/// Takes the result of a scenario; called in this process, in the order in which runs end.
using Finished = std::function<void(std::size_t index, Result result)>;
/// Called some times a second while runs go on; may be empty.
using Tick = std::function<void(std::size_t running)>;

/// Runs every scenario and hands each result on as soon as it is there. Runs are begun in the order
/// of the scenarios. One that throws, dies or takes too long is a failed result; the others go on.
/// No process outlives the call.
/// `runner` is run_in_child, or what shall run in its place in each of the processes.
/// `request` asks the same of every run; no waves, which would share a file.
/// Errors: throws Interrupted when a signal came in an InterruptScope, std::system_error when there
///         is no process to be had, and what `finished` throws.
void run_in_parallel(const std::vector<const Scenario*>& scenarios, Runner runner,
                     const ParallelLimits& limits, const Finished& finished, const Tick& tick = {},
                     const RunRequest& request = {});

/// The same, with all results at the end, in the order of the scenarios; `progress` is called with
/// the number done.
std::vector<Result> run_in_parallel(const std::vector<const Scenario*>& scenarios, Runner runner,
                                    std::size_t processes,
                                    const std::function<void(std::size_t done)>& progress = {});

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_PROCESS_PARALLEL_RUNS_H_
