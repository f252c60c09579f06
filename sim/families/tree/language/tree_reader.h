// tree_reader.h: a scenario on a tree out of its YAML values.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_READER_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_READER_H_

#include <string>

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads all keys but `name`; arguments and errors as Family::read.
void read_tree_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                        ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_READER_H_
