// torus_runs.h: broadcasts on the routers of a torus, for tests.
#ifndef FLITWISE_TESTS_SYSTEM_TORUS_TORUS_RUNS_H_
#define FLITWISE_TESTS_SYSTEM_TORUS_TORUS_RUNS_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"

namespace flitwise::testing_support {

/// A scenario as its file would say it; `file` is where it would lie. Errors fail the test.
Scenario torus_scenario(const std::string& text, const std::string& file = "scenario.yaml");

/// "network: {kind: torus, sides: [4, 3]}\noperation: broadcast\n..." with more lines.
std::string broadcast_text(const std::vector<int>& sides, const std::string& algorithm,
                           Flits length, const std::string& options);

Result run_text(const std::string& text, const std::string& file = "scenario.yaml");

/// Runs and expects a pass; a failure prints the scenario and all problems.
Result expect_pass(const std::string& text, const std::string& file = "scenario.yaml");

/// As a scheme: the schedules that a search found, out of their file.
inline const std::string kSearched =
    "imported\nfile: " FLITWISE_SOURCE_DIR "/sim/scenarios/schedules/torus_improved.json";

/// The check of this name; one that is not ok if there is none.
Check check_of(const Result& result, const std::string& name);

/// Runs a scheme with a barrier and without. A pass of a run of which nothing was predicted would
/// say little: with a barrier steps, finish and events must be predicted, without one the finish
/// where worms never wait.
void expect_as_predicted(const std::vector<int>& sides, const std::string& scheme);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_TORUS_TORUS_RUNS_H_
