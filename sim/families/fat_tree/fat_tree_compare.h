// fat_tree_compare.h: the algorithms that could carry out a fat tree's operation instead.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_COMPARE_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_COMPARE_H_

#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/run/family/scenario_reader.h"

namespace flitwise {

/// Every other algorithm of the operation that the reader accepts for the scenario, each once; for
/// a scatter also nearest leaves first. All else stays as it is, but options that belong to another
/// algorithm fall away.
/// Shape: `own` has a scenario, on a fat tree.
std::vector<Scenario> fat_tree_alternatives(const ScenarioReading& own);

/// For algorithm order: "nearest first" or "as given"; else empty.
std::string describe_leaf_order(const FatTreeScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_COMPARE_H_
