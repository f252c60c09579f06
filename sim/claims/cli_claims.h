// cli_claims.h: the command `flitwise claims`.
#ifndef FLITWISE_SIM_CLAIMS_CLI_CLAIMS_H_
#define FLITWISE_SIM_CLAIMS_CLI_CLAIMS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/cli.h"

namespace CLI {
class App;
}

namespace flitwise {

/// What `flitwise claims` was asked for. Empty texts: not asked for; "-": standard output.
struct ClaimsArguments {
  std::vector<std::string> files;  ///< none: those of the project
  std::vector<std::string> papers;
  std::vector<std::string> ids;
  std::vector<std::string> sources;
  std::size_t processes = 0;  ///< at a time; 0: as many as there are processors
  std::string markdown;
  std::string json;
  std::string junit;
  std::string report;
  bool list = false;
  bool check = false;
  bool verbose = false;
};

/// Adds the command's options and its help.
void add_claims_options(CLI::App& command, ClaimsArguments& arguments);

/// `flitwise claims`: runs what decides the chosen claims and compares the verdicts with those that
/// the files expect, or only checks the files. Returns 0 if all are as expected, 1 if one is not, 2
/// for bad input, 3 if a run did not end that should have. Errors: throws OutputError when an
/// output cannot be written, Interrupted when a signal came.
int decide_claims(const ClaimsArguments& arguments, Runner runner, const Console& console);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLAIMS_CLI_CLAIMS_H_
