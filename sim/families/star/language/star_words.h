// star_words.h: the words of the scenario language on star graphs, once for reader, reports, help.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_WORDS_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_WORDS_H_

#include <any>
#include <string>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "sim/language/key_types.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

const std::vector<Choice<StarOperation>>& star_operation_words();
const std::vector<Choice<StarRule>>& star_rule_words();
/// `has_tables` as the user writes it: rules or tables.
const std::vector<Choice<bool>>& next_hops_words();

/// "star graph S_5".
std::string star_text(int order);
/// What distinguishes runs of one algorithm, for example "2 copies, rule Q, 3 dead".
std::string star_variant(const StarScenario& star);

/// The star graph's part of a scenario on one.
/// Errors: throw std::bad_any_cast for a scenario of another family.
inline const StarScenario& star_of(const Scenario& scenario) {
  return std::any_cast<const StarScenario&>(scenario.system);
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_WORDS_H_
