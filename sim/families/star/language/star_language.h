// star_language.h: star graphs in the scenario language.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_LANGUAGE_H_

#include "sim/families/star/star_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"

namespace flitwise {

/// Every key of a scenario on a star graph.
const language::Table& star_language();

/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_star_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// Reads the section `network` alone, for scenarios that run something else on a star graph.
/// Errors: throws ConfigError or adds some; where the order is wrong, `star` stays as it is.
void read_star_network(const Value& section, StarScenario& star, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_LANGUAGE_H_
