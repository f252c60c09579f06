// cover_compare.h: the variants that could carry out a cover's operation instead.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_COMPARE_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_COMPARE_H_

#include <vector>

#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Every other rule and the timetable, with every cover, each once; other sort costs if the
/// scenario says one. All else stays as it is.
/// Shape: `own` has a scenario, over a cover.
std::vector<Scenario> cover_alternatives(const ScenarioReading& own);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_COMPARE_H_
