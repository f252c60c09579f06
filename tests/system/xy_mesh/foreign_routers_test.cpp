// The routers of tests/kit/foreign, each of another hand, in scenarios on meshes, to the step.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/system/torus/torus_runs.h"

namespace flitwise::foreign_routers_test {
namespace {

using testing_support::check_of;
using testing_support::expect_pass;

class AnyForeignRouter : public testing::TestWithParam<const char*> {
 protected:
  static std::string on_it(const std::string& work, const std::string& options) {
    return fmt::format(
        "network: {{kind: xy-mesh, sides: [4, 4], router: {}/tests/kit/foreign/{}/router.yaml}}\n"
        "{}options: {{{}}}\n",
        FLITWISE_SOURCE_DIR, GetParam(), work, options);
  }
  static void expect_to_the_step(const std::string& work, const std::string& options) {
    const Result result = expect_pass(on_it(work, options));
    for (const char* name : {"finish", "quiesce", "arrivals", "events"})
      EXPECT_TRUE(check_of(result, name).ok) << GetParam() << " " << work << name;
  }
};

TEST_P(AnyForeignRouter, TakeThePredictedStepsInEveryOperation) {
  for (const char* algorithm : {"umesh", "separate"})
    for (const char* pace : {"barrier: true", "barrier: false", "barrier: false, send_overhead: 2"})
      expect_to_the_step(fmt::format("operation: broadcast\nalgorithm: {}\nlength: 5\n", algorithm),
                         pace);
  for (const char* operation : {"scatter", "gather"})
    expect_to_the_step(
        fmt::format("operation: {}\nroot: [1, 2]\nlengths: {{uniform: [0, 6], seed: 5}}\n",
                    operation),
        "");
}

TEST_P(AnyForeignRouter, CarryTrafficOfWhichTheUndisturbedPacketsAreOnTime) {
  const Result result =
      expect_pass(on_it("operation: traffic\nalgorithm: uniform\n",
                        "rate: 0.04, seed: 3, packet_length: 3, warmup: 100, measure: 2000"));
  for (const char* name : {"undisturbed", "no_faster", "drained"})
    EXPECT_TRUE(check_of(result, name).ok) << GetParam() << " " << name;
  expect_pass(on_it("operation: traffic\nalgorithm: transpose\n",
                    "rate: 0.9, seed: 4, packet_length: 4, warmup: 100, measure: 1000"));
}

// Their own latencies, which the operations' formulas do not know: message by message.
TEST_P(AnyForeignRouter, CombineWordsInThePredictedSteps) {
  for (const char* algorithm : {"line", "reversed-umesh"})
    expect_pass(
        on_it(fmt::format("operation: allreduce\nalgorithm: {}\nlength: 3\n", algorithm), ""));
  const Result result =
      expect_pass(on_it("operation: reduce\nalgorithm: reversed-umesh\nlength: 5\n", ""));
  for (const char* name : {"finish", "done", "quiesce", "arrivals", "events"})
    EXPECT_TRUE(check_of(result, name).ok) << GetParam() << " " << name;
}

// Three steps a router, of which a head waits one: on all wires the same as the project's.
TEST(ForeignRouters, DifferFromTheProjectsByTheirLatencyOnly) {
  const std::string own = FLITWISE_SOURCE_DIR "/tests/kit/foreign/cr3/router.yaml";
  for (const char* work : {"operation: broadcast\nlength: 5\n",
                           "operation: broadcast\nalgorithm: separate\nlength: 3\n",
                           "operation: gather\nlengths: {each: 4}\n"}) {
    const auto finish = [&](const std::string& router, const char* options) {
      return expect_pass(fmt::format("network: {{kind: xy-mesh, sides: [4, 4]{}}}\n{}options: {}\n",
                                     router, work, options))
          .measured.finish;
    };
    EXPECT_EQ(finish(", router: " + own, "{max_steps: 9999}"),
              finish("", "{pipeline: {va: 1, st: 1}}"))
        << work;
  }
}

// Links of three steps, of which the router knows nothing: its queue of 8 is more than the loop
// of 7.
TEST(ForeignRouters, TakeThePredictedStepsOverLinksOfSeveral) {
  const std::string far = ", router: " FLITWISE_SOURCE_DIR "/tests/data/routers/odd/far.yaml";
  for (const char* work : {"operation: broadcast\nlength: 9\n",
                           "operation: broadcast\nalgorithm: separate\nlength: 3\n",
                           "operation: scatter\nlengths: {uniform: [0, 12], seed: 5}\n",
                           "operation: gather\nlengths: {each: 4}\n"}) {
    const auto run = [&](const std::string& router, const char* options) {
      return expect_pass(fmt::format("network: {{kind: xy-mesh, sides: [4, 4]{}}}\n{}options: {}\n",
                                     router, work, options));
    };
    const Result result = run(far, "{max_steps: 9999}");
    for (const char* name : {"finish", "quiesce", "arrivals", "events"})
      EXPECT_TRUE(check_of(result, name).ok) << work << name;
    EXPECT_EQ(result.measured.finish,
              run("", "{pipeline: {va: 1, st: 1}, link_latency: 3, depth: 9}").measured.finish)
        << work;
  }
  expect_pass(
      fmt::format("network: {{kind: xy-mesh, sides: [4, 4]{}}}\noperation: traffic\n"
                  "algorithm: uniform\noptions: {{rate: 0.1, seed: 3, packet_length: 3, "
                  "warmup: 100, measure: 2000}}\n",
                  far));
}

INSTANTIATE_TEST_SUITE_P(Of, AnyForeignRouter,
                         testing::Values("vr2", "cr3", "sf1", "ps1", "ft0", "la2"),
                         [](const auto& instance) { return std::string(instance.param); });

}  // namespace
}  // namespace flitwise::foreign_routers_test
