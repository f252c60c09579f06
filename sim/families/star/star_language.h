// star_language.h: star graphs in the scenario language.
#ifndef FLITWISE_SIM_FAMILIES_STAR_STAR_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_STAR_STAR_LANGUAGE_H_

#include <string>
#include <vector>

#include "sim/families/star/star_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Every key of a scenario on a star graph.
const language::Table& star_language();

/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_star_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// The same for work that is no operation of star graphs: the network and its routers' options.
const language::Table& star_host_language();
void read_star_host(const Value& root, Scenario& host, ErrorList& errors);

/// What distinguishes runs of one algorithm, for example "2 copies, rule Q, 3 dead".
std::string star_variant(const StarScenario& star);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_STAR_LANGUAGE_H_
