// torus_compare.h: the schemes that could broadcast on a torus instead.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_COMPARE_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_COMPARE_H_

#include <vector>

#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Every scheme that has a schedule on the scenario's torus, and packet trees, each with a barrier
/// and at the nodes' own pace. A schedule in a file stays the scenario's own. Of traffic: the same
/// packets under both lane rules and in all orders of dimensions.
/// Shape: `own` has a scenario, on a torus.
std::vector<Scenario> torus_alternatives(const ScenarioReading& own);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_COMPARE_H_
