// cli_outputs.h: which files a command writes.
#ifndef FLITWISE_SIM_CLI_ARGUMENTS_CLI_OUTPUTS_H_
#define FLITWISE_SIM_CLI_ARGUMENTS_CLI_OUTPUTS_H_

#include <string>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/console/outputs.h"
#include "sim/run/family/family.h"

namespace flitwise {

/// Files of a whole command.
struct OutputPlan {
  std::string json;
  std::string report;
  std::vector<ScenarioOutputs> scenarios;
};

/// The arguments with "-" for each text output that is standard output by another name, such as
/// /dev/stdout or /proc/self/fd/1.
RunArguments with_standard_output_named(RunArguments arguments);

/// The rule that the arguments break, as a sentence; empty if none. `scenarios` counts them.
std::string refuse_outputs(const RunArguments& arguments, std::size_t scenarios);

/// Why there is no diagram of a scenario of this family, as a sentence; empty if there is.
std::string refuse_diagram(const std::string& scenario, const Family& family);

/// Names all files. Shape: `names` has the scenarios' names in order.
OutputPlan plan_outputs(const RunArguments& arguments, const std::vector<std::string>& names);

/// The rule that the files of a plan break, as a sentence; empty if none: no file is written twice,
/// none replaces one of the `scenarios` or of the `inputs` that they name, and waves go to regular
/// files.
std::string refuse_clashes(const OutputPlan& plan, const std::vector<std::string>& scenarios,
                           const std::vector<std::string>& inputs = {});

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_ARGUMENTS_CLI_OUTPUTS_H_
