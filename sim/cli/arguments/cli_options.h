// cli_options.h: options that several commands have.
#ifndef FLITWISE_SIM_CLI_ARGUMENTS_CLI_OPTIONS_H_
#define FLITWISE_SIM_CLI_ARGUMENTS_CLI_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace flitwise {

/// Refuses empty texts: "needs a file name".
CLI::Validator not_empty(const std::string& what);

/// --set KEY=VALUE.
void add_settings(CLI::App& command, std::vector<std::string>& settings);
/// --max-parallel and --timeout: how many processes there may be at a time, and how long each.
void add_limits(CLI::App& command, std::size_t& processes, double& timeout);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_ARGUMENTS_CLI_OPTIONS_H_
