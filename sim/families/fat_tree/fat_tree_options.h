// fat_tree_options.h: the `options` section of a scenario on a fat tree and the rules between its
// parts.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_OPTIONS_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_OPTIONS_H_

#include <optional>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {

/// What is known of a scenario when a later part of it is read; empty where it was wrong, so that
/// one mistake is not reported a second time by the rules that depend on it.
struct FatTreeDraft {
  std::optional<FatTree> tree;
  std::optional<Operation> operation;
  std::optional<FatTreeAlgorithm> algorithm;
  std::optional<std::vector<Node>> roots;
};

/// The largest leaf number that a scenario may name.
Node last_leaf(const FatTreeDraft& draft);

/// Reads the section and checks each option against the rest of the scenario.
/// Errors: adds a ConfigError for each rule that is broken.
void read_fat_tree_options(const Value& section, const FatTreeDraft& draft, Options& common,
                           FatTreeOptions& options, ErrorList& errors);

/// Checks what can only be said of a scenario whose every part is right: whether queues are large
/// enough by what is possible, and whether a fault has something to break.
/// Errors: adds a ConfigError for each rule that is broken.
void check_fat_tree_limits(const Value& root, const FatTreeScenario& scenario, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_OPTIONS_H_
