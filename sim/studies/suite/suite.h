// suite.h: the scenarios of a suite and what came out of them.
#ifndef FLITWISE_SIM_STUDIES_SUITE_SUITE_H_
#define FLITWISE_SIM_STUDIES_SUITE_SUITE_H_

#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/run/family/scenario_reader.h"
#include "sim/studies/suite/baseline.h"

namespace flitwise {

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

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SUITE_SUITE_H_
