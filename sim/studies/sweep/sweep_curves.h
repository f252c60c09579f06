// sweep_curves.h: curves of a plot that nothing is run for: formulas, published or of theory.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_CURVES_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_CURVES_H_

#include <string>
#include <vector>

#include "sim/language/scenario_values.h"
#include "sim/studies/sweep/sweep.h"

namespace flitwise {

/// A text of a sweep: one line that is not blank.
/// Errors: throws ConfigError.
std::string to_line(const Value& value);

/// A list of maps with label, formula, at and source. The formula is one of expression.h over x;
/// it is evaluated here, at every value of `at`, whole numbers, which are by increasing x then.
/// Errors: throws ConfigError for what is no list; adds all others.
std::vector<SweepCurve> read_curves(const Value& list, ErrorList& errors);

/// "not run, drawn from formulas:" and a line for each curve of each plot; empty without any.
std::string curves_text(const Sweep& sweep);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_CURVES_H_
