// torus_predicted_runs.h: broadcasts of one flit on a torus that must go as theory says.
#ifndef FLITWISE_TESTS_SYSTEM_TORUS_TORUS_PREDICTED_RUNS_H_
#define FLITWISE_TESTS_SYSTEM_TORUS_TORUS_PREDICTED_RUNS_H_

#include <string>
#include <vector>

namespace flitwise::testing_support {

/// Runs a scheme with a barrier and without. A pass of a run of which nothing was predicted would
/// say little: with a barrier steps, finish and events must be predicted, without one the finish
/// where worms never wait.
void expect_as_predicted(const std::vector<int>& sides, const std::string& scheme);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_TORUS_TORUS_PREDICTED_RUNS_H_
