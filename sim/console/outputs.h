// outputs.h: the files that commands leave behind: each appears whole or not at all.
#ifndef FLITWISE_SIM_CONSOLE_OUTPUTS_H_
#define FLITWISE_SIM_CONSOLE_OUTPUTS_H_

#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"
#include "sim/run/fst_file.h"
#include "sim/text/atomic_file.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// Whom the files of a command belong to: no output may replace an input, or another output.
class FileOwners {
 public:
  /// Says what a file is read for; the first one says it.
  void add_input(const std::string& file, const std::string& purpose);
  /// Says what a file is written for. Returns what it is wanted for already; empty if nothing. No
  /// file ("") and standard output ("-") are nobody's; devices and pipes take several streams.
  std::string add_output(const std::string& file, const std::string& purpose);
  /// The same. Returns a sentence about it; empty if all is well.
  std::string refuse_output(const std::string& file, const std::string& purpose);

 private:
  std::map<std::string, std::string> purposes_;  // by resolved path
};

/// Files of one scenario; empty texts are not written.
struct ScenarioOutputs {
  std::string events;
  std::string waves;
  std::string layout;  ///< GTKWave's save file beside the waves
  std::string nodes;   ///< the names of nodes for it
  std::string surfer;  ///< Surfer's command file beside the waves
  std::string trace;   ///< of Perfetto
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
  /// Where the simulation shall write waves; empty for none.
  std::string waves_path() const;
  /// Publishes the files, unless the simulation broke off: what it left would be torn.
  void write(const Scenario& scenario, const Result& result, const WaveWindow& window = {});

 private:
  TextSink events_;
  TextSink svg_;
  std::unique_ptr<FstFile> waves_;
  TextSink layout_;
  TextSink nodes_;
  TextSink surfer_;
  TextSink trace_;
  std::string waves_name_;
  bool wants_svg_;
  bool wants_trace_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_CONSOLE_OUTPUTS_H_
