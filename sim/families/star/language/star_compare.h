// star_compare.h: other ways to do on a star graph what a scenario does.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_COMPARE_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_COMPARE_H_

#include <vector>

#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Every algorithm of the operation, rule and number of copies.
std::vector<Scenario> star_alternatives(const ScenarioReading& own);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_COMPARE_H_
