// fat_tree_network.h: the `network` section of a scenario on a fat tree.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_NETWORK_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_NETWORK_H_

#include <optional>

#include "sim/language/scenario_values.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {

/// Reads `{kind: fat-tree, leaves: N, arity: B, capacities: C}`; C is a word or a list c_1 to c_L.
/// Shape:  `section` is a map.
/// Errors: adds a ConfigError for each rule that is broken, and then returns nothing.
std::optional<FatTree> read_fat_tree_network(const Value& section, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_NETWORK_H_
