// suite.h: the scenarios of a suite, what came out of them, and how CI servers are told.
#ifndef FLITWISE_SIM_STUDIES_SUITE_SUITE_H_
#define FLITWISE_SIM_STUDIES_SUITE_SUITE_H_

#include <stdexcept>
#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/language/scenario_yaml.h"
#include "sim/report/report_data.h"
#include "sim/run/family/scenario_reader.h"
#include "sim/run/figures/result.h"
#include "sim/run/runner.h"
#include "sim/studies/suite/baseline.h"

namespace flitwise {

/// A path or pattern of a suite that cannot be used; the message names it.
class SuiteError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Folders : bool { kFlat, kRecursive };

/// The files as they are, there or not, and of folders their `*.yaml` and `*.yml`, sorted; each
/// file once.
/// Errors: throws SuiteError for folders that cannot be read or hold no scenario file.
std::vector<std::string> suite_files(const std::vector<std::string>& paths, Folders folders);

/// Whether the scenario is wanted: its name or its file fits one of the shell patterns, or there
/// are none. A pattern behind a `!` keeps what fits it out.
bool fits_filters(const std::string& name, const std::string& file,
                  const std::vector<std::string>& filters);

/// Shape: `reading` has a scenario; `attachments` are files that a failed run left.
struct SuiteCase {
  ScenarioReading reading;
  Result result;
  std::vector<std::string> attachments;

  const Scenario& scenario() const { return *reading.scenario; }
};

using Suite = std::vector<SuiteCase>;

std::vector<Result> results_of(const Suite& suite);

/// Fails every result that differs from the baseline: a change of a single cycle is a failure like
/// any other. `file` is what the baseline is called.
void hold_against(const Baseline& baseline, const std::string& file, Suite& suite);

/// Runs every failed scenario again by itself and keeps waves and events of where it went wrong in
/// the directory, by default check-failures; the results' notes say where. Runs that broke off are
/// left alone.
/// Errors: throws OutputError, Interrupted.
void record_failures(Suite& suite, const std::string& directory, Runner runner,
                     const Console& console);

/// The part of a run that its waves should show: the steps and PEs that its problems and failed
/// checks name, with some around them. All steps of short runs, all PEs of small networks, and all
/// where nothing is named.
WaveWindow window_of(const Result& result);

/// "all steps and nodes", "steps 10 to 40, PEs 3, 7".
std::string window_text(const WaveWindow& window);

/// "lengths.seed 1, network.seed 4": every seed of a scenario; empty where nothing is drawn.
std::string seeds_of(const YamlNode& scenario);

/// What failed in a run and what is noted of it, a line each: checks with their sources, problems.
std::vector<std::string> failures_of(const Result& result);

/// Shape: `values` is what the scenario was read from; `attachments` are files.
JunitCase junit_case(const Result& result, const YamlNode& values,
                     const std::vector<std::string>& attachments);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_SUITE_H_
