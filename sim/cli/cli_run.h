// cli_run.h: `flitwise run`: what it was asked for, and the files and waves that come of it.
#ifndef FLITWISE_SIM_CLI_CLI_RUN_H_
#define FLITWISE_SIM_CLI_CLI_RUN_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/console/outputs.h"
#include "sim/run/family/family.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// Empty texts: not asked for; "-": standard output.
struct RunArguments {
  std::vector<std::string> files;
  std::string json;
  std::string events;
  std::string waves;
  std::string trace;
  std::string report;
  std::string trace_steps;  ///< "10-40"
  std::string trace_nodes;  ///< "0,3,7-12"
  std::string directory;
  std::optional<std::size_t> threads;  ///< in place of the scenarios' options.threads
  bool diagram = false;
  bool verbose = false;
};

/// Does what `flitwise run` does. Errors: as Command.
int run_scenarios(const RunArguments& arguments, const Session& session);

/// Files of a whole command.
struct OutputPlan {
  std::string json;
  std::string report;
  std::vector<ScenarioOutputs> scenarios;
};

/// The file as seen from the directory; as it is where it is absolute, "-" or empty.
std::string inside(const std::string& directory, const std::string& file);

/// Names all files. Shape: `names` has the scenarios' names in order.
OutputPlan plan_outputs(const RunArguments& arguments, const std::vector<std::string>& names);

/// The rule that the files of a plan break, as a sentence; empty if none: no file is written twice,
/// none replaces one of the `scenarios` or of the `inputs` that they name, and waves go to regular
/// files.
std::string refuse_clashes(const OutputPlan& plan, const std::vector<std::string>& scenarios,
                           const std::vector<std::string>& inputs = {});

/// Why there is no diagram of a scenario of this family, as a sentence; empty if there is.
std::string refuse_diagram(const std::string& scenario, const Family& family);

/// `steps` is "FIRST-LAST", `nodes` a list of PEs and ranges of them, "0,3,7-9"; empty texts mean
/// all.
/// Errors: throws std::invalid_argument with the option, its text and the rule.
WaveWindow parse_window(const std::string& steps, const std::string& nodes);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_RUN_H_
