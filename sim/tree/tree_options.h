// tree_options.h: the `options` section of a scenario on a tree and the rules between its parts.
#ifndef FLITWISE_SIM_TREE_TREE_OPTIONS_H_
#define FLITWISE_SIM_TREE_TREE_OPTIONS_H_

#include <optional>
#include <vector>

#include "sim/scenario.h"
#include "sim/scenario_values.h"

namespace flitwise {

/// What is known of a scenario when a later part of it is read; empty where it was wrong, so that
/// one mistake is not reported a second time by the rules that depend on it.
struct TreeDraft {
  std::optional<Operation> operation;
  std::optional<TreeAlgorithm> algorithm;
  std::optional<std::vector<Node>> parents;
  std::optional<std::vector<Flits>> lengths;
};

/// Reads the section and checks each option against the rest of the scenario.
/// Errors: adds a ConfigError for each rule that is broken.
void read_tree_options(const Value& section, const TreeDraft& draft, Options& common,
                       TreeOptions& options, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_TREE_TREE_OPTIONS_H_
