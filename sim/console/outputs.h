// outputs.h: the files that commands leave behind: each appears whole or not at all.
#ifndef FLITWISE_SIM_CONSOLE_OUTPUTS_H_
#define FLITWISE_SIM_CONSOLE_OUTPUTS_H_

#include <cstdio>
#include <map>
#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"
#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// A file that cannot be written; the message names it and says why.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The absolute name of the file that writing to `path` creates or replaces: all symbolic links are
/// followed, also to files that are not there yet. The path itself for links in a circle.
std::string resolved_path(const std::string& path);

/// Whether `path` is there and is neither a regular file nor a directory: a device or a pipe.
bool is_special_file(const std::string& path);

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

/// Writes beside the wanted file and renames when all is written: whoever reads the file sees the
/// old contents or the complete new ones, also when this process is killed.
///
/// A target that exists and is not a regular file (a device, a pipe) is written directly, and a
/// symbolic link keeps being one: the file that it points to is replaced or created.
class AtomicFile {
 public:
  /// Errors: throws OutputError when the file cannot be created.
  explicit AtomicFile(const std::string& path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes what was written unless `commit` was called.
  ~AtomicFile();

  /// Errors: throws OutputError, for example when the disk is full.
  void write(std::string_view text);
  /// Makes the file visible under its name.
  /// Errors: throws OutputError; then the old file is as it was.
  void commit();

  /// Where the contents lie until `commit`, for a writer that opens the file by name.
  const std::string& temporary_path() const { return temporary_; }

 private:
  [[noreturn]] void fail(const char* deed) const;

  std::string path_;
  std::string target_;  // path_ with symbolic links resolved
  std::string temporary_;
  bool direct_ = false;
  std::FILE* file_ = nullptr;
};

/// Writes a whole file.
/// Errors: as AtomicFile.
void write_file(const std::string& path, std::string_view text);

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
  TextSink surfer_;
  TextSink trace_;
  std::string waves_name_;
  bool wants_svg_;
  bool wants_trace_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_CONSOLE_OUTPUTS_H_
