// cli_outputs.h: which files a run writes, and writing them.
#ifndef FLITWISE_SIM_CLI_OUTPUTS_H_
#define FLITWISE_SIM_CLI_OUTPUTS_H_

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "sim/cli.h"
#include "sim/family.h"
#include "sim/report_file.h"

namespace flitwise {

/// Files of one scenario; empty texts are not written.
struct ScenarioOutputs {
  std::string events;
  std::string waves;
  std::string layout;  ///< GTKWave's save file beside the waves
  std::string nodes;   ///< the names of nodes for it
  std::string svg;
};

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

/// Names the files that go with waves.
void name_wave_files(ScenarioOutputs& outputs);

/// Names all files. Shape: `names` has the scenarios' names in order.
OutputPlan plan_outputs(const RunArguments& arguments, const std::vector<std::string>& names);

/// The rule that the files of a plan break, as a sentence; empty if none: no file is written twice,
/// none replaces one of the `scenarios` or of the `inputs` that they name, and waves go to regular
/// files.
std::string refuse_clashes(const OutputPlan& plan, const std::vector<std::string>& scenarios,
                           const std::vector<std::string>& inputs = {});

/// Text that goes to a file, to standard output ("-") or nowhere ("").
class TextSink {
 public:
  /// Errors: throws OutputError when the file cannot be created.
  TextSink(const std::string& path, std::ostream& standard_output);
  void write(const std::string& text);
  void commit();

 private:
  std::unique_ptr<AtomicFile> file_;
  std::ostream* stream_ = nullptr;
};

/// The outputs of one scenario, opened before it runs, so that a path that cannot be written is
/// an error before hours of simulation and not after.
class ScenarioSinks {
 public:
  ScenarioSinks(const ScenarioOutputs& outputs, std::ostream& standard_output);
  ScenarioSinks(const ScenarioSinks&) = delete;
  ScenarioSinks& operator=(const ScenarioSinks&) = delete;
  /// Removes what was not written to the end.
  ~ScenarioSinks();
  /// Where the simulation shall write waves; empty for none.
  std::string waves_path() const;
  /// Publishes the files, unless the simulation broke off: what it left would be torn.
  void write(const Scenario& scenario, const Result& result, const WaveWindow& window = {});

 private:
  TextSink events_;
  TextSink svg_;
  std::unique_ptr<AtomicFile> waves_;
  TextSink layout_;
  TextSink nodes_;
  std::string waves_name_;
  bool wants_svg_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_OUTPUTS_H_
