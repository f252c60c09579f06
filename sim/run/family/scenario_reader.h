// scenario_reader.h: a scenario file in, a validated Scenario or all its mistakes out.
#ifndef FLITWISE_SIM_RUN_FAMILY_SCENARIO_READER_H_
#define FLITWISE_SIM_RUN_FAMILY_SCENARIO_READER_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_error.h"
#include "sim/language/scenario_yaml.h"

namespace flitwise {

class Families;

/// Either a scenario that can be built and run, or at least one error.
struct ScenarioReading {
  std::optional<Scenario> scenario;
  std::vector<ConfigError> errors;
  YamlNode values;                     ///< what the scenario was read from, with its settings
  const Families* families = nullptr;  ///< that it was read by
};

/// Reads a scenario file of one of the families, and changes it by the settings, in their order,
/// before it is checked.
/// Errors: none are thrown; every mistake that can be found is in the reading's `errors`.
ScenarioReading read_scenario(const Families& families, const std::string& file,
                              const std::vector<Setting>& settings);

/// Reads values that have been read before and changed since.
/// Errors: as read_scenario.
ScenarioReading read_scenario_values(const Families& families, const YamlNode& values);

/// The same for a text; `file` is the name that errors and reports show.
ScenarioReading read_scenario_text(const Families& families, const std::string& text,
                                   const std::string& file, const std::vector<Setting>& settings);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_SCENARIO_READER_H_
