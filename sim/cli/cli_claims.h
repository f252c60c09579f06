// cli_claims.h: the command `flitwise claims`.
#ifndef FLITWISE_SIM_CLI_CLI_CLAIMS_H_
#define FLITWISE_SIM_CLI_CLI_CLAIMS_H_

#include "sim/console/console.h"
#include "sim/run/runner.h"
#include "sim/studies/claims/report_claims.h"

namespace CLI {
class App;
}

namespace flitwise {

/// Adds the command's options and its help.
void add_claims_options(CLI::App& command, ClaimsArguments& arguments);

/// `flitwise claims`: runs what decides the chosen claims and compares the verdicts with those that
/// the files expect, or only checks the files. Returns 0 if all are as expected, 1 if one is not, 2
/// for bad input, 3 if a run did not end that should have.
/// Errors: throws OutputError when an output cannot be written, Interrupted when a signal came.
int decide_claims(const ClaimsArguments& arguments, Runner runner, const Console& console);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_CLAIMS_H_
