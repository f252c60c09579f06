// figure_check.h: a measured figure held against the predicted one.
#ifndef FLITWISE_SIM_RUN_FIGURES_FIGURE_CHECK_H_
#define FLITWISE_SIM_RUN_FIGURES_FIGURE_CHECK_H_

#include <string>

#include "sim/run/figures/figure.h"
#include "tb/check/verdict.h"

namespace flitwise {

/// Compares two figures. Both texts are short: numbers as they are; of lists and of figures under
/// names how many agree ("6 of 6 PEs", "4 of 4 values") or the first that does not ("PE 2: 14 (5 of
/// 6 PEs agree)", "2.up: 14 (3 of 4 values agree)").
///
/// Shape: a list has an entry per `item`. What is predicted under names is compared name by name,
///        also within each other; a name that the prediction leaves out is not compared.
check::Check compare_figures(const std::string& name, const Figure& measured,
                             const Figure& predicted, const std::string& source,
                             const std::string& item = "PE");

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_FIGURE_CHECK_H_
