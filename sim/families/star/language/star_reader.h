// star_reader.h: reads a scenario on a star graph.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_READER_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_READER_H_

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_star_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_READER_H_
