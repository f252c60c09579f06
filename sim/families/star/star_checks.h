// star_checks.h: where the predictions of a run on a star graph come from, and what else is held
// against theory.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_CHECKS_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_CHECKS_H_

#include <string>
#include <vector>

#include "sim/families/star/star_figures.h"

namespace flitwise {

/// In the order of the checks; of what is in `predicted` and the bounds that the evidence has.
std::vector<theory::Source> star_sources(const StarFindings& findings,
                                         const PredictedFigures& predicted);
/// Checks beside those of the figures: guarantees, bounds, copies that are not shown.
std::vector<check::Check> star_checks(const StarFindings& findings);
std::vector<std::string> star_notes(const StarFindings& findings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_CHECKS_H_
