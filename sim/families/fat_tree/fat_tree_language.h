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

/// The same for work that is no operation of fat trees: the network and its switches' options.
const language::Table& fat_tree_host_language();
void read_fat_tree_host(const Value& root, Scenario& host, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_LANGUAGE_H_
