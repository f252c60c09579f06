// cli.h: the command line of `flitwise`.
#ifndef FLITWISE_SIM_CLI_CLI_H_
#define FLITWISE_SIM_CLI_CLI_H_

#include <vector>

#include "sim/console/console.h"
#include "sim/language/scenario_yaml.h"
#include "sim/run/runner.h"

namespace flitwise {

class Families;

/// What commands run with.
struct Session {
  const Families& families;
  Runner runner;
  const Console& console;
  std::vector<Setting> settings{};  ///< of --set
};

/// Does what the command line says. Returns the exit status: 0 all passed, 1 a check failed, 2 bad
/// input or output that cannot be written, 3 a run did not end.
/// Errors: throws Interrupted when SIGINT, SIGTERM or SIGHUP came during the runs.
int run_command_line(const Families& families, int argc, const char* const* argv, Runner runner,
                     const Console& console);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_H_
