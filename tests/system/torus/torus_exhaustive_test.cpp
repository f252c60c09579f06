// All small tori, and what needs routers of other shapes, which are compiled on first use.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::broadcast_text;
using testing_support::expect_as_predicted;
using testing_support::expect_pass;
using testing_support::kSearched;
using testing_support::run_text;
using testing_support::torus_scenario;

class Cubes : public testing::TestWithParam<const char*> {};

// Sides 1 to 5, with a barrier and without.
TEST_P(Cubes, TakeThePredictedStepsAndReachEveryNode) {
  for (int x = 1; x <= 5; ++x)
    for (int y = 1; y <= 5; ++y)
      for (int z = 1; z <= 5; ++z) expect_as_predicted({x, y, z}, GetParam());
}

const auto kCubeSchemes =
    testing::Values("peel", "paper", "best", "doubling", "flood", "radix3", "packet-tree");
INSTANTIATE_TEST_SUITE_P(Schemes, Cubes, kCubeSchemes);

TEST(TorusLengths, TakeThePredictedCyclesInEveryScheme) {
  for (const char* scheme :
       {"peel", "paper", "best", "fsh", "doubling", "flood", "radix3", "packet-tree"})
    for (const Flits length : {2, 7, 16, 64})
      for (const char* pace : {"true", "false"})
        for (const std::vector<int>& sides : std::vector<std::vector<int>>{{8, 8}, {7, 10}})
          expect_pass(broadcast_text(sides, scheme, length,
                                     std::string("send_overhead: 1, receive_overhead: 2, "
                                                 "barrier: ") +
                                         pace));
}

std::string searched_8(const std::string& options) {
  return broadcast_text({8, 8, 8}, kSearched, 16,
                        "send_overhead: 1, receive_overhead: 1, " + options);
}

TEST(TorusDeadlock, OnOneLaneIsNamedAsACircleOfWorms) {
  const Result result = run_text(searched_8("barrier: false, lanes: 1, depth: 2"));

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("deadlock: no flit can move after step ")));
  EXPECT_THAT(
      result.problems,
      Contains(HasSubstr(" for lane 0 of +x_1 of (6, 4, 4), which message 0 of PE 295 holds")));
  EXPECT_THAT(result.notes, Contains(HasSubstr("may wait for each other in a circle: lane 0 of ")));
}

TEST(TorusDeadlock, DoesNotComeWithTwoLanes) {
  expect_pass(searched_8("barrier: false, lanes: 2, depth: 2"));
  expect_pass(searched_8("barrier: false, lanes: 2, depth: 2, lane_rule: strict"));
}

// Queues of 8 flits take half of a worm in, so that the circle does not close; queues of one flit
// pass a flit every other cycle, so that the two worms miss each other.
TEST(TorusDeadlock, DependsOnTheDepthOfTheQueues) {
  expect_pass(searched_8("barrier: false, lanes: 1, depth: 8"));
  expect_pass(searched_8("barrier: false, lanes: 1, depth: 1"));
}

TEST(TorusDeadlock, DoesNotComeWithABarrier) {
  EXPECT_EQ(expect_pass(searched_8("lanes: 1, depth: 2")).measured.finish, 133);
}

void expect_same_in_both_builds(const std::string& scenario) {
  RunRequest request;
  request.keep_events = true;
  const auto run = [&](const std::string& build) {
    return run_in_child(torus_scenario(fmt::format(scenario, build)), request);
  };
  const Result assembled = run("assembled");
  const Result elaborated = run("elaborated");
  EXPECT_EQ(assembled.outcome, Outcome::kPass);
  EXPECT_EQ(elaborated.outcome, Outcome::kPass);
  EXPECT_FALSE(assembled.events.empty());
  EXPECT_EQ(assembled.events, elaborated.events);
  EXPECT_EQ(assembled.measured.others, elaborated.measured.others);
}

// Without bound checkers a network top compiles several times faster; the RTL's own assertions
// stay.
class TorusBuilds : public testing::TestWithParam<const char*> {};

TEST_P(TorusBuilds, GiveTheSameEvents) {
  const std::string routers = "checkers: false, build: {}";
  for (const char* scheme : {"peel", "paper", "doubling"})
    expect_same_in_both_builds(
        fmt::format("network: {{{{kind: torus, sides: {}}}}}\noperation: broadcast\nalgorithm: {}\n"
                    "length: 7\noptions: {{{{barrier: false, {}}}}}\n",
                    GetParam(), scheme, routers));
  for (const char* rate : {"0.05", "1"})
    expect_same_in_both_builds(fmt::format(
        "network: {{{{kind: torus, sides: {}}}}}\noperation: traffic\nalgorithm: uniform\n"
        "options: {{{{rate: {}, seed: 4, packet_length: 3, warmup: 0, measure: 500, "
        "{}}}}}\n",
        GetParam(), rate, routers));
  for (const char* stall : {"0.1", "0.5", "0.9"})
    expect_same_in_both_builds(fmt::format(
        "network: {{{{kind: torus, sides: {}}}}}\noperation: traffic\nalgorithm: uniform\n"
        "options: {{{{rate: 0.3, seed: 4, packet_length: 3, warmup: 0, measure: 500, "
        "receiver_stall: {}, {}}}}}\n",
        GetParam(), stall, routers));
}

INSTANTIATE_TEST_SUITE_P(Tori, TorusBuilds, testing::Values("[4, 4]", "[3, 5]", "[3, 3, 3]"));

TEST(TorusDepth, OfOneFlitHalvesTheRateAndIsNotPredicted) {
  const Result result = expect_pass(broadcast_text({6, 6}, "peel", 8, "barrier: false, depth: 1"));
  EXPECT_FALSE(result.predicted.finish.has_value());
  EXPECT_THAT(result.notes, Contains(HasSubstr("a flit every other cycle")));
}

}  // namespace
}  // namespace flitwise
