// collective_options.h: network and options of a scenario that runs a schedule from a file.
#ifndef FLITWISE_SIM_IMPORT_COLLECTIVE_OPTIONS_H_
#define FLITWISE_SIM_IMPORT_COLLECTIVE_OPTIONS_H_

#include <optional>
#include <string>

#include "sim/import/collective_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads `network` into a host, the network that carries the schedule, and its description and
/// inputs into `scenario`.
/// Shape:  `kind` as of Family::read.
/// Errors: adds a ConfigError for each rule that is broken, then returns nothing.
std::optional<CollectiveScenario::Host> read_host(const Value& root, const std::string& kind,
                                                  Scenario& scenario, ErrorList& errors);

/// Reads `options`, which are those of the host's routers, into `collective` and `common`.
/// Errors: adds a ConfigError for each rule that is broken.
void read_collective_options(const Value& section, Options& common, CollectiveScenario& collective,
                             ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_COLLECTIVE_OPTIONS_H_
