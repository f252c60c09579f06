// sinks.h: the files that a run leaves behind, opened before it runs and published after.
#ifndef FLITWISE_SIM_CONSOLE_SINKS_H_
#define FLITWISE_SIM_CONSOLE_SINKS_H_

#include <memory>
#include <ostream>
#include <string>

#include "sim/console/report_file.h"
#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// Files of one scenario; empty texts are not written.
struct ScenarioOutputs {
  std::string events;
  std::string waves;
  std::string layout;  ///< GTKWave's save file beside the waves
  std::string nodes;   ///< the names of nodes for it
  std::string svg;
};

/// Names the files that go with waves.
void name_wave_files(ScenarioOutputs& outputs);

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

#endif  // FLITWISE_SIM_CONSOLE_SINKS_H_
