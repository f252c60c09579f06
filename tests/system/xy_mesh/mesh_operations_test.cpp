// Broadcasts, scatters and gathers on the routers of meshes, to the step.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/torus/torus_runs.h"
#include "tests/system/xy_mesh/mesh_runs.h"

namespace flitwise::mesh_operations_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::expect_to_the_step;
using testing_support::mesh_text;
using testing_support::run_text;

std::string broadcast(const char* algorithm, Flits length) {
  return fmt::format("operation: broadcast\nalgorithm: {}\nlength: {}\n", algorithm, length);
}

const char* const kScatter =
    "operation: scatter\nroot: [1, 0]\nlengths: {uniform: [0, 6], seed: 5}\n";
const char* const kGather =
    "operation: gather\nroot: [1, 0]\nlengths: {uniform: [0, 6], seed: 5}\n";

// Sides 2 to 4; of every operation with overheads and without.
TEST(XyMeshes, TakeThePredictedStepsInEveryAlgorithm) {
  for (int a = 2; a <= 4; ++a)
    for (int b = 1; b <= 4; ++b)
      for (const char* overheads : {"", "send_overhead: 2, receive_overhead: 1"}) {
        for (const char* algorithm : {"umesh", "separate"})
          for (const char* pace : {"barrier: true", "barrier: false"})
            expect_to_the_step(
                mesh_text({a, b}, broadcast(algorithm, 5), fmt::format("{}, {}", pace, overheads)));
        expect_to_the_step(mesh_text({a, b}, kScatter, overheads));
        expect_to_the_step(mesh_text({a, b}, kGather, overheads));
      }
}

TEST(XyMeshes, OfOneNodeHaveNothingToDo) {
  const Result result = expect_pass(mesh_text({1, 1}, broadcast("umesh", 3), "barrier: false"));
  EXPECT_EQ(result.measured.finish, 0);
  EXPECT_EQ(result.measured.find("steps"), Figure(std::int64_t{0}));
}

// From a corner of 4 x 4, eight flits: r = w = 1; r = 2; w = 2; r = 3 and w = 2.
TEST(XyMeshes, TakeTheseSteps) {
  const auto finish = [](const char* options) {
    return expect_to_the_step(mesh_text({4, 4}, broadcast("umesh", 8), options)).measured.finish;
  };
  EXPECT_EQ(finish(""), 38);
  EXPECT_EQ(finish("pipeline: {st: 1}"), 48);
  EXPECT_EQ(finish("link_latency: 2"), 44);
  EXPECT_EQ(finish("pipeline: {va: 1, st: 1}, link_latency: 2"), 64);
}

// The head of each message waits in the router until the tail before it has left, and the stages
// that it then goes through are not hidden by an overhead.
TEST(XyMeshes, AreLateBehindTheTailBeforeWhereHeadsWaitLongerThanSenders) {
  for (const char* overhead : {"0", "1", "3"})
    for (const char* work : {"umesh", "separate"})
      expect_to_the_step(mesh_text(
          {4, 3}, broadcast(work, 4),
          fmt::format("barrier: false, send_overhead: {}, pipeline: {{rc: 1, va: 1, sa: 1, st: 1}}",
                      overhead)));
}

TEST(XyMeshes, NeedNoSecondLane) {
  for (const char* lanes : {"1", "2", "4"})
    expect_to_the_step(
        mesh_text({5, 4}, broadcast("umesh", 9), fmt::format("barrier: false, lanes: {}", lanes)));
}

// Queues of one flit pass one every other step: that nothing is done before is all that is said.
TEST(XyMeshes, AreBoundedOnlyWhereQueuesAreShort) {
  const Result result =
      expect_pass(mesh_text({4, 4}, broadcast("umesh", 8), "barrier: false, depth: 1"));
  EXPECT_FALSE(result.predicted.finish.has_value());
  EXPECT_TRUE(check_of(result, "contention_free").ok);
  EXPECT_THAT(result.notes, Contains(HasSubstr("a flit every other cycle")));
}

TEST(XyMeshes, ShowASilentNode) {
  const Result result = run_text(mesh_text({4, 4}, broadcast("umesh", 4), "break: {mute: [2, 0]}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("waits for 4 flits of the text from PE 2")));
}

TEST(XyMeshes, ShowANodeThatSendsTooEarly) {
  for (const char* work :
       {"operation: broadcast\nlength: 4\n", "operation: gather\nlengths: {each: 3}\n"}) {
    const char* fault = "receive_overhead: 2, send_overhead: 2, break: {early: [2, 0], by: 1}";
    const Result result = run_text(mesh_text({4, 4}, work, fault));
    EXPECT_EQ(result.outcome, Outcome::kFail) << work;
    EXPECT_FALSE(check_of(result, "events").ok) << work;
  }
}

TEST(XyMeshes, ShowARootThatScattersTooEarly) {
  const Result result = run_text(mesh_text({4, 4}, "operation: scatter\nlengths: {each: 3}\n",
                                           "send_overhead: 2, break: {early: [0, 0], by: 1}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
}

}  // namespace
}  // namespace flitwise::mesh_operations_test
