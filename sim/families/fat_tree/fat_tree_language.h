// fat_tree_language.h: a scenario on a fat tree out of its YAML values.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LANGUAGE_H_

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// All keys of a scenario file; what they fill is the reader's own.
const language::Table& fat_tree_language();

/// Reads all keys but `name`; arguments and errors as Family::read.
void read_fat_tree_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// The network alone: `{kind: fat-tree, leaves: N, arity: B, capacities: C}`. Returns whether it
/// is good.
/// Errors: adds a ConfigError for each rule that is broken.
bool read_fat_tree_network(const Value& section, FatTreeScenario& tree, ErrorList& errors);

/// The options of switches and those that all networks have, of the tree that is read already;
/// which other keys the section may have is the caller's rule.
/// Errors: likewise.
void read_fat_tree_switch_options(const Value& section, Options& common, FatTreeScenario& tree,
                                  ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LANGUAGE_H_
