// cli_check.h: what `flitwise check` was asked for.
#ifndef FLITWISE_SIM_CLI_CLI_CHECK_H_
#define FLITWISE_SIM_CLI_CLI_CHECK_H_

#include <string>
#include <vector>

#include "sim/cli/cli.h"

namespace CLI {
class App;
}

namespace flitwise {

class Families;

struct CheckArguments {
  std::vector<std::string> paths;
  std::vector<Setting> settings;
  std::vector<std::string> filters;
  std::string junit;
  std::string json;
  std::string report;
  std::string directory;
  std::string baseline;
  bool update_baseline = false;
  bool recursive = false;
  bool list = false;
  bool dry_run = false;
  bool no_waves = false;
  bool verbose = false;
  std::size_t processes = 0;  ///< at a time; 0: one per processor
  double timeout = 0;         ///< seconds of a scenario; 0: none
};

/// `flitwise check`: runs scenarios as a suite. Returns the exit status as `run_command_line` does.
/// Errors: throws OutputError when an output cannot be written, SuiteError, BaselineError,
///         Interrupted.
int check_suite(const Families& families, const CheckArguments& arguments, Runner runner,
                const Console& console);

/// The options of the command; --set is the same for all commands.
void add_check_options(CLI::App& command, CheckArguments& arguments,
                       std::vector<std::string>& settings);
std::string check_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_CHECK_H_
