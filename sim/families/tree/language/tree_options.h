// tree_options.h: the `options` section of a scenario on a tree and the rules between its parts.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_OPTIONS_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_OPTIONS_H_

#include "sim/families/tree/language/tree_draft.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads the section and checks each option against the rest of the scenario.
/// Shape: `options.ports` is kMulti already where it is always so.
/// Errors: adds a ConfigError for each rule that is broken.
void read_tree_options(const Value& section, const TreeDraft& draft, Options& common,
                       TreeOptions& options, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_OPTIONS_H_
