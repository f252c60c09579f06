// import_scenario.h: the scenario that the options of `flitwise import` make.
#ifndef FLITWISE_SIM_CLI_IMPORT_SCENARIO_H_
#define FLITWISE_SIM_CLI_IMPORT_SCENARIO_H_

#include <string>
#include <vector>

#include "sim/cli/cli_import.h"
#include "sim/run/family/scenario_reader.h"

namespace flitwise {

class Families;

/// A value of the scenario, and what of the command line says it.
struct ImportValue {
  std::string key;     ///< "network", "schedule.map"
  std::string yaml;    ///< as it was given, or quoted
  std::string origin;  ///< "--map 0,1", the schedule's name; for messages
};

/// The values in the order in which a file has them. Files are named as seen from the folder of
/// `scenario`, the file that names them.
std::vector<ImportValue> import_values(const ImportArguments& arguments, const std::string& format,
                                       const std::string& scenario);

/// A scenario file of these values.
std::string import_text(const std::vector<ImportValue>& values);

/// The values as the tree that such a file is. Errors: adds a ConfigError for each that is no YAML.
YamlNode import_tree(const std::vector<ImportValue>& values, const std::string& scenario,
                     ErrorList& errors);

/// The scenario of these values. Errors name their origins, for there is no file yet.
ScenarioReading read_import(const Families& families, const std::vector<ImportValue>& values,
                            const std::string& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_IMPORT_SCENARIO_H_
