// mesh_runs.h: runs on meshes of XY routers whose prediction must be complete, for tests.
#ifndef FLITWISE_TESTS_SYSTEM_XY_MESH_MESH_RUNS_H_
#define FLITWISE_TESTS_SYSTEM_XY_MESH_MESH_RUNS_H_

#include <string>
#include <vector>

#include "sim/run/figures/result.h"

namespace flitwise::testing_support {

/// "network: {kind: xy-mesh, sides: [4, 3]}\n" and an operation, with more lines in `work`.
std::string mesh_text(const std::vector<int>& sides, const std::string& work,
                      const std::string& options);

/// Runs and expects a pass of which finish, arrivals and every event were predicted.
Result expect_to_the_step(const std::string& text);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_XY_MESH_MESH_RUNS_H_
