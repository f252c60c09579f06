// sweep_texts.h: what a sweep prints beside its table.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_TEXTS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_TEXTS_H_

#include <string>

#include "sim/studies/sweep/sweep_points.h"
#include "sim/studies/sweep/sweep_report.h"

namespace flitwise {

/// Why points cannot be run. Mistakes in the scenario itself come up at every point: each is shown
/// once.
std::string refusals_text(const SweepPoints& points);
/// Which points were left out, and why; empty if none were.
std::string skipped_text(const SweepPoints& points);

/// The first problems of points that did not pass.
std::string sweep_problems(const SweepResults& results);
/// How many points have notes, and the first of them; empty where there is none.
std::string sweep_notes(const SweepResults& results);

/// "40 points: 39 passed, 1 failed; 12 from an earlier run".
std::string sweep_summary(const SweepResults& results, std::size_t reused);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_TEXTS_H_
