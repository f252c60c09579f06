// tree_family.h: trees of PE routers, and spanning trees of graphs.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_FAMILY_H_

#include <vector>

#include "sim/language/scenario_yaml.h"
#include "sim/run/family/family.h"
#include "sim/run/family/recipe.h"

namespace flitwise {

/// Broadcast, scatter and gather on trees after Bhatt, Pucci, Ranade and Rosenberg;
/// the one object of the family.
const Family& tree_family();

/// The scenario with every sort cost, if it says one itself: what a PE takes to sort is a fact of
/// the machine, which one varies only if one asks.
std::vector<Recipe> sort_cost_recipes(const YamlNode& values);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_FAMILY_H_
