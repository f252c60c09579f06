// tree_compare.h: the algorithms and variants that could carry out a tree's operation instead.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_COMPARE_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_COMPARE_H_

#include <string>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Every other algorithm, rule, sync, order and spanning tree of the network that the scenario
/// reader accepts for the scenario, each once. All else stays as it is, but options that belong to
/// another algorithm fall away.
/// Shape: `own` has a scenario, on a tree.
std::vector<Scenario> tree_alternatives(const ScenarioReading& own);

/// For algorithm order: "by number", "nearest first", "farthest first" or "as given"; else empty.
std::string describe_order(const TreeScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_COMPARE_H_
