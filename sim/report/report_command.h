// report_command.h: command lines that do again what a report shows.
#ifndef FLITWISE_SIM_REPORT_REPORT_COMMAND_H_
#define FLITWISE_SIM_REPORT_REPORT_COMMAND_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// The words as one line, quoted for a shell.
std::string command_line(const std::vector<std::string>& words);

/// The words and `--set KEY=VALUE` for each of the settings.
std::vector<std::string> with_settings(std::vector<std::string> words,
                                       const std::vector<Setting>& settings);

/// The command line that runs a scenario file again and prints every check.
std::string command_to_reproduce(const std::string& file, const std::vector<Setting>& settings);

/// The same for a scenario that no file holds as it ran: lines that write the file, where the files
/// are found that it reads, and run it.
std::string command_with_scenario(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_COMMAND_H_
