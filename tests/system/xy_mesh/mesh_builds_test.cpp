// Meshes verilated whole give the same events as those of single routers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"
#include "tests/system/xy_mesh/mesh_runs.h"

namespace flitwise::mesh_builds_test {
namespace {

using testing_support::mesh_text;
using testing_support::torus_scenario;

void expect_same_in_both_builds(const std::string& work, const std::string& options) {
  RunRequest request;
  request.keep_events = true;
  const auto run = [&](const char* build) {
    return run_in_child(
        torus_scenario(mesh_text({4, 3}, work, fmt::format("{}, build: {}", options, build))),
        request);
  };
  const Result assembled = run("assembled");
  const Result elaborated = run("elaborated");
  EXPECT_EQ(assembled.outcome, Outcome::kPass) << work;
  EXPECT_EQ(elaborated.outcome, Outcome::kPass) << work;
  EXPECT_FALSE(assembled.events.empty());
  EXPECT_EQ(assembled.events, elaborated.events);
  EXPECT_EQ(assembled.measured.others, elaborated.measured.others);
}

TEST(XyMeshBuilds, GiveTheSameEvents) {
  expect_same_in_both_builds("operation: broadcast\nlength: 7\n",
                             "checkers: false, barrier: false");
  for (const char* operation : {"scatter", "gather"})
    expect_same_in_both_builds(
        fmt::format("operation: {}\nlengths: {{uniform: [0, 6], seed: 5}}\n", operation),
        "checkers: false");
  for (const char* stall : {"0", "0.4"})
    expect_same_in_both_builds(
        "operation: traffic\nalgorithm: uniform\n",
        fmt::format("checkers: false, rate: 0.3, seed: 4, packet_length: 3, warmup: 0, measure: "
                    "500, receiver_stall: {}",
                    stall));
}

}  // namespace
}  // namespace flitwise::mesh_builds_test
