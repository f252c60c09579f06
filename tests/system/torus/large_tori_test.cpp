// Runs on tori beyond 4,096 nodes or sides of 64, whose flits are split anew.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/torus/torus_runs.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing_support::broadcast_text;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;

// Every transfer is held against theory: finish and events are predicted.
void expect_predicted(const std::vector<int>& sides, const std::string& algorithm, Flits length,
                      const std::string& options) {
  const Result result = expect_pass(broadcast_text(sides, algorithm, length, options));
  EXPECT_TRUE(check_of(result, "finish").ok);
  EXPECT_TRUE(check_of(result, "events").ok);
}

std::string traffic_text(const std::string& sides,
                         const std::string& options = "rate: 0.01, measure: 40") {
  return "network: {kind: torus, sides: " + sides +
         "}\noperation: traffic\nalgorithm: uniform\noptions: {packet_length: 4, warmup: 20, "
         "seed: 1, " +
         options + "}\n";
}

#ifndef FLITWISE_SLOW
TEST(LargeTori, BroadcastAsTheorySaysInEveryFormat) {
  for (const auto& sides : std::vector<std::vector<int>>{{128}, {1024}, {65, 3}})
    for (const char* algorithm : {"peel", "packet-tree"})
      expect_predicted(sides, algorithm, 5, "barrier: false");
}

TEST(LargeTori, OfMoreThan4096NodesKeepNoListsAndNoModules) {
  expect_predicted({65, 64}, "peel", 4, "barrier: false");
  expect_predicted({65, 64}, "packet-tree", 4, "barrier: true");
}

TEST(LargeTori, OfMoreThan4096NodesFailAsOthersDo) {
  const Result early = run_text(broadcast_text(
      {65, 64}, "peel", 4, "barrier: true, send_overhead: 4, break: {early: [0, 0], by: 2}"));
  EXPECT_EQ(early.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(early, "events").ok);
  const Result mute =
      run_text(broadcast_text({65, 64}, "peel", 4, "barrier: true, break: {mute: [0, 0]}"));
  EXPECT_EQ(mute.outcome, Outcome::kNoEnd);
  EXPECT_FALSE(check_of(mute, "delivered_flits").ok);
}

TEST(LargeTori, CarryTrafficOfMoreThan4096Nodes) {
  expect_pass(traffic_text("[65, 64]"));
  expect_pass(traffic_text("[65, 64]", "rate: 0.01, measure: 40, receiver_stall: 0.1"));
}

TEST(LargeTori, KnowWaysOfMoreThan127HopsInADimension) {
  expect_pass(traffic_text("[4, 512]", "rate: 0.001, measure: 400"));
}
#else
TEST(LargeTori, Of16384NodesBroadcastAsTheorySays) {
  for (const char* algorithm : {"peel", "packet-tree"})
    for (const char* barrier : {"barrier: true", "barrier: false"})
      expect_predicted({128, 128}, algorithm, 16, barrier);
}

TEST(LargeTori, Of16384NodesCarryTraffic) { expect_pass(traffic_text("[128, 128]")); }

TEST(LargeTori, OfThreeAndFourDimensionsBroadcastAsTheorySays) {
  expect_predicted({26, 25, 25}, "peel", 4, "barrier: false");
  expect_predicted({17, 16, 16, 16}, "packet-tree", 2, "barrier: false, checkers: false");
}
#endif

}  // namespace
}  // namespace flitwise
