// torus_figures.h: the figures of a run on a torus, named and in the order of the reports.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_FIGURES_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_FIGURES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/families/torus/torus_prediction.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/run/figures/figure.h"
#include "tb/check/torus/torus_meter.h"
#include "tb/check/verdict.h"
#include "tb/theory/prediction.h"

namespace flitwise {

/// What is known when a run is over.
struct TorusFindings {
  const TorusScenario& scenario;
  const TorusPrediction& prediction;
  const check::TorusMeter& meter;
  std::int64_t stalls = 0;   ///< flits at the head of a queue that could not move, one a step
  std::int64_t blocked = 0;  ///< of those: for lack of a lane or of credit
  bool shows_arrivals = true;
};

/// `steps`, `stalls`, `blocked` and `arrivals`, by node.
Figures measured_figures(const TorusFindings& findings);
PredictedFigures predicted_figures(const TorusFindings& findings);
/// The names alone: what a run has that broke off.
Figure::Members blank_torus_figures();
/// Of theory alone: `lower_bound_steps`, `lower_bound_steps_dor` and `copying_routers_finish`.
Figure::Members torus_bounds(const TorusFindings& findings);

/// In the order of the checks.
std::vector<theory::Source> sources_of(const TorusFindings& findings);
/// Checks beside those of the figures: the schedule itself, bounds, arrivals that are not shown.
std::vector<check::Check> own_checks(const TorusFindings& findings);
std::vector<std::string> notes_of(const TorusFindings& findings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_FIGURES_H_
