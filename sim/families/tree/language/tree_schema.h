// tree_schema.h: the JSON Schema of scenarios on trees; for `*_schema.cpp` and the family.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_SCHEMA_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_SCHEMA_H_

#include <string>
#include <vector>

#include "sim/families/tree/language/tree_words.h"
#include "sim/language/schema_parts.h"

namespace flitwise {

std::string tree_schema();

/// The options of trees, which scenarios on two trees share.
schema::Json tree_options_schema();
/// Scatter and gather with those of the algorithms that carry them out.
std::vector<schema::OperationWords> words_by_operation(
    const std::vector<Choice<TreeAlgorithm>>& algorithms);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_SCHEMA_H_
