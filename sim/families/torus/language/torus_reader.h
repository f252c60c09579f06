// torus_reader.h: a scenario file on a torus in, a validated scenario or its mistakes out.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_READER_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_READER_H_

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads all keys of a scenario on a torus but `name`.
/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_torus_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_READER_H_
