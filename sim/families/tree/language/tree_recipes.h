// tree_recipes.h: changes of a scenario that all tree-like networks allow.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_RECIPES_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_RECIPES_H_

#include <vector>

#include "sim/run/family/recipe.h"

namespace flitwise {

/// The scenario with every sort cost, if it says one itself: what a PE takes to sort is a fact of
/// the machine, which one varies only if one asks.
std::vector<Recipe> sort_cost_recipes(const YamlNode& values);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_RECIPES_H_
