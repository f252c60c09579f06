// shared_words.h: words of the scenario language that several families read.
#ifndef FLITWISE_SIM_RUN_FAMILY_SHARED_WORDS_H_
#define FLITWISE_SIM_RUN_FAMILY_SHARED_WORDS_H_

#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/topology/collective_plan.h"
#include "systemc/topology/star/star_trees.h"

namespace flitwise {

/// The operation of scenarios that run a schedule from a file, on any network that hosts them.
inline constexpr const char* kScheduleOperation = "collective";

/// The operations on vectors of words, on any network that hosts them.
const std::vector<Choice<CollectiveOperation>>& collective_operation_words();

/// How trees are cut out of a star graph.
const std::vector<Choice<StarRule>>& star_rule_words();

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_SHARED_WORDS_H_
