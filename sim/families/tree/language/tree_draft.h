// tree_draft.h: what is known of a scenario on a tree or on several while it is being read.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_DRAFT_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_DRAFT_H_

#include <optional>
#include <vector>

#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// What is known of a scenario when a later part of it is read; empty where it was wrong, so that
/// one mistake is not reported a second time by the rules that depend on it.
struct TreeDraft {
  std::optional<Operation> operation;
  std::optional<TreeAlgorithm> algorithm;
  std::optional<std::vector<Node>> parents;  ///< of a network that is a tree
  Node root = 0;
  std::optional<std::vector<Flits>> lengths;
  std::optional<Flits> length;  ///< of a broadcast's message
  std::optional<Node> pes;
  /// Every PE has a port per link whatever the options say: there is nothing to choose.
  bool is_always_multiport = false;
};

/// Checks that the algorithm carries out the operation and that control flits can count the flits.
/// Errors: adds a ConfigError for each rule that is broken.
void check_tree_draft(const Value& root, const TreeDraft& draft, ErrorList& errors);

/// Checks that certificates can say the lags that slow messages lead to.
/// Shape: `structural_lag` is the largest lag of a PE below the root, the steps of messages aside.
/// Errors: adds a ConfigError at the option that makes them too long.
void check_certified_lag(const Value& root, const TreeDraft& draft, const TreeOptions& options,
                         Step structural_lag, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_DRAFT_H_
