// Routers that are not the project's in scenarios on meshes, to the step.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/system/torus/torus_runs.h"

namespace flitwise::own_routers_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;

const std::string kRouters = FLITWISE_SOURCE_DIR "/tests/data/routers/";

std::string on_own(const std::string& router, const std::string& sides, const std::string& work,
                   const std::string& options = "") {
  return fmt::format(
      "network: {{kind: xy-mesh, sides: {}, router: {}{}.yaml}}\n{}options: {{{}}}\n", sides,
      kRouters, router, work, options);
}

Result expect_to_the_step(const std::string& text) {
  Result result = expect_pass(text);
  for (const char* name : {"finish", "quiesce", "arrivals", "events"})
    EXPECT_TRUE(check_of(result, name).ok) << text << name;
  return result;
}

void expect_every_operation(const std::string& router) {
  for (const char* overheads : {"", "send_overhead: 2, receive_overhead: 1"}) {
    for (const char* algorithm : {"umesh", "separate"})
      for (const char* pace : {"barrier: true", "barrier: false"})
        expect_to_the_step(
            on_own(router, "[4, 3]",
                   fmt::format("operation: broadcast\nroot: [1, 2]\nalgorithm: {}\nlength: 5\n",
                               algorithm),
                   fmt::format("{}, {}", pace, overheads)));
    for (const char* operation : {"scatter", "gather"})
      expect_to_the_step(
          on_own(router, "[4, 3]",
                 fmt::format("operation: {}\nroot: [1, 0]\nlengths: {{uniform: [0, 6], seed: 5}}\n",
                             operation),
                 overheads));
  }
}

TEST(OwnRouters, TakeThePredictedStepsInEveryOperation) { expect_every_operation("plain/placed"); }

TEST(OwnRouters, MayGoYFirst) {
  expect_every_operation("odd/y_first");
  for (const char* pattern : {"uniform", "transpose"}) {
    const Result result = expect_pass(
        on_own("odd/y_first", "[4, 4]", fmt::format("operation: traffic\nalgorithm: {}\n", pattern),
               "rate: 0.05, seed: 3, packet_length: 3, warmup: 100, measure: 2000"));
    for (const char* name : {"undisturbed", "no_faster", "order", "drained"})
      EXPECT_TRUE(check_of(result, name).ok) << pattern << " " << name;
  }
}

// Whose ways are not those that are predicted.
TEST(OwnRouters, ThatGoYFirstAndDoNotSaySoFail) {
  const Result result = run_text(on_own("odd/y_first_unsaid", "[4, 4]",
                                        "operation: broadcast\nalgorithm: separate\nlength: 5\n"));
  EXPECT_NE(result.outcome, Outcome::kPass);
}

// From a corner of 4 x 4, eight flits: as the project's with the same latency of 2.
TEST(OwnRouters, TakeTheStepsOfTheProjectsOfTheSameLatency) {
  EXPECT_EQ(
      expect_to_the_step(on_own("plain/placed", "[4, 4]", "operation: broadcast\nlength: 8\n"))
          .measured.finish,
      48);
}

TEST(OwnRouters, CarryTrafficOfWhichEveryPacketArrivesAndTheUndisturbedAreOnTime) {
  for (const char* pattern : {"uniform", "transpose", "bit-complement", "neighbour"}) {
    const Result result = expect_pass(on_own(
        "plain/placed", "[4, 4]", fmt::format("operation: traffic\nalgorithm: {}\n", pattern),
        "rate: 0.05, seed: 3, packet_length: 3, warmup: 100, measure: 2000"));
    for (const char* name : {"undisturbed", "no_faster", "order", "drained"})
      EXPECT_TRUE(check_of(result, name).ok) << pattern << " " << name;
  }
  expect_pass(on_own("plain/placed", "[4, 4]", "operation: traffic\nalgorithm: uniform\n",
                     "rate: 0.9, seed: 4, packet_length: 4, warmup: 100, measure: 1000"));
}

TEST(OwnRouters, MayHaveTheLengthOfMessagesInHeads) {
  expect_to_the_step(on_own("odd/counting", "[4, 4]", "operation: broadcast\nlength: 9\n"));
}

TEST(OwnRouters, AreNamedInNotesWithTheirFilesAndNumbers) {
  const Result result =
      expect_pass(on_own("plain/placed", "[2, 2]", "operation: broadcast\nlength: 2\n"));
  EXPECT_THAT(result.notes, Contains(HasSubstr("router placed (plain_router.sv, 2 files ")));
  EXPECT_THAT(result.notes,
              Contains(HasSubstr("): ready, 1 lane of 4, r = 2 (head wait 0, body wait 0)")));
}

TEST(OwnRouters, CarrySchedulesFromFiles) {
  const Result result =
      expect_pass(on_own("plain/placed", "[2, 2]",
                         "operation: collective\nschedule: {file: " FLITWISE_SOURCE_DIR
                         "/tests/data/import/alltoall.goal, format: goal, flit_bytes: 8}\n",
                         "max_steps: 1000"));
  EXPECT_GE(result.measured.finish, *result.lower_bound);
}

// A router whose latency is not what it says.
TEST(OwnRouters, ThatTakeLongerThanTheySayFail) {
  const Result result =
      run_text(on_own("odd/hasty", "[4, 4]", "operation: broadcast\nlength: 5\n"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "finish").ok);
}

TEST(OwnRouters, WithShortQueuesAreBoundedFromBelow) {
  const Result result = expect_pass(
      on_own("odd/shallow", "[4, 4]", "operation: broadcast\nlength: 5\n", "barrier: false"));
  EXPECT_FALSE(result.predicted.finish.has_value());
  EXPECT_TRUE(check_of(result, "contention_free").ok);
}

TEST(OwnRouters, ShowASilentNode) {
  const Result result = run_text(on_own(
      "plain/placed", "[4, 4]", "operation: broadcast\nlength: 4\n", "break: {mute: [2, 0]}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
}

}  // namespace
}  // namespace flitwise::own_routers_test
