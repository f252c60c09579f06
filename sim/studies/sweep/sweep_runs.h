// sweep_runs.h: running the points of a sweep.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RUNS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RUNS_H_

#include <vector>

#include "sim/console/console.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/sweep/sweep_store.h"

namespace flitwise {

/// Runs every point that has no result in the store yet. Each result is on disk before the next one
/// is taken. Where a plot needs it, a few points run first: one that names no figure ends the sweep
/// before all the others run.
/// Errors: throws ConfigError for such a plot, OutputError, Interrupted.
void run_missing(const Sweep& sweep, const std::vector<SweepPoint>& points,
                 const ParallelLimits& limits, Runner runner, const Console& console,
                 SweepStore& store);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RUNS_H_
