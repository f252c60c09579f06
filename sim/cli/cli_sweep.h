// cli_sweep.h: the command `flitwise sweep`.
#ifndef FLITWISE_SIM_CLI_CLI_SWEEP_H_
#define FLITWISE_SIM_CLI_CLI_SWEEP_H_

#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/run/runner.h"
#include "sim/studies/sweep/sweep_report.h"

namespace CLI {
class App;
}

namespace flitwise {

class Families;

/// `flitwise sweep`: runs every point that has no result yet, and writes all results as JSON Lines,
/// CSV and plots. Returns the exit status as `run_command_line` does.
/// Errors: throws OutputError when an output cannot be written, Interrupted.
int run_sweep(const Families& families, const SweepArguments& arguments, Runner runner,
              const Console& console);

/// The options of the command; --set is the same for all commands.
void add_sweep_options(CLI::App& command, SweepArguments& arguments,
                       std::vector<std::string>& settings);
std::string sweep_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_SWEEP_H_
