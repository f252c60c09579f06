// cli_window.h: which part of a run its waves shall show, from the command line.
#ifndef FLITWISE_SIM_CLI_ARGUMENTS_CLI_WINDOW_H_
#define FLITWISE_SIM_CLI_ARGUMENTS_CLI_WINDOW_H_

#include <string>

#include "sim/cli/cli.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// `steps` is "FIRST-LAST", `nodes` a list of PEs and ranges of them, "0,3,7-9"; empty texts mean
/// all.
/// Errors: throws std::invalid_argument with the option, its text and the rule.
WaveWindow parse_window(const std::string& steps, const std::string& nodes);

/// Why the waves or the window that were asked for cannot be shown of this scenario, as a sentence;
/// empty if they can.
/// Errors: as parse_window.
std::string refuse_window(const RunArguments& arguments, const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_ARGUMENTS_CLI_WINDOW_H_
