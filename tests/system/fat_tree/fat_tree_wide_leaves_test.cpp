// PEs of several links on the routers: every operation as predicted, event by event where nothing
// waits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::finish_of;
using testing_support::run_with_events;

// max over h of ceil((n - 2^(h-1)) / c_1) + 2h - 1.
Step optimal_finish(Node leaves, int links) {
  Step last = 0;
  Step h = 1;
  for (Node below = 1; below < leaves; below *= 2, ++h)
    last = std::max(last, Step{(leaves - below + links - 1) / links} + 2 * h - 1);
  return last;
}

TEST(FatTreeWideLeaves, ScatterGatherAndFloodingMeetTheBoundFromEveryLeafOfEight) {
  for (const char* capacities : {"[2, 2, 2]", "[2, 2, 4]"}) {
    const std::string network = fat_tree(8, capacities);
    for (int root = 0; root < 8; ++root) {
      const std::string rest = "root: " + std::to_string(root);
      EXPECT_EQ(finish_of(network, "broadcast flood", rest), 6);
      for (const char* task : {"scatter furthest-first", "gather furthest-first", "gather naive"})
        EXPECT_EQ(finish_of(network, task, rest), optimal_finish(8, 2)) << task;
      for (const char* task : {"scatter furthest-first", "gather furthest-first", "gather naive"})
        finish_of(network, task, rest + "\nlengths: {uniform: [0, 7], seed: 5}");
    }
    EXPECT_EQ(finish_of(network, "multinode flood"), 7);
    EXPECT_EQ(finish_of(network, "multinode queue-free"), 9);
    EXPECT_EQ(finish_of(network, "multinode phased"), 12);
    EXPECT_EQ(finish_of(network, "exchange scatters"), 8 * 7);
  }
}

TEST(FatTreeWideLeaves, ExchangeInPhasesTakesHalfTheStepsPerBranch) {
  // ceil(16 / 4) + ceil(4 / 2) + ceil(1 / 2) + 2L - 1, and ceil(16 / 2) in place of the first.
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 4]"), "exchange phased"), 4 + 2 + 1 + 5);
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 2]"), "exchange phased"), 8 + 2 + 1 + 5);
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 2]"), "exchange phased-serial"), 8 + 2 + 1 + 9);
}

TEST(FatTreeWideLeaves, HalfDuplexLinksTakeTwiceTheStepsLessTwo) {
  const std::string half = "options: {duplex: half}";
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 2]"), "scatter furthest-first", half), 2 * 7 - 2);
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 2]"), "gather furthest-first", half), 2 * 7 - 2);
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 4]"), "exchange phased", half), 2 * 12 - 2);
}

TEST(FatTreeWideLeaves, FloodingHeldBackLosesNothing) {
  for (const char* depth : {"2", "3", "12"})
    EXPECT_GE(finish_of(fat_tree(8, "[2, 2, 2]"), "multinode flood",
                        std::string("options: {backpressure: true, depth: ") + depth + "}"),
              7);
}

TEST(FatTreeWideLeaves, ALeafThatSendsEarlyWantsOneOfItsLinksTwice) {
  const Result result =
      run_with_events(fat_tree_scenario(fat_tree(8, "[2, 2, 2]"), "scatter furthest-first",
                                        "root: 3\noptions: {break: {early: 3, by: 1}}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains(HasSubstr("step 1: leaf 3 has two flits for its link 0: ")));
}

TEST(FatTreeWideLeaves, ASilentLeafIsMissed) {
  const Result result = run_with_events(fat_tree_scenario(
      fat_tree(8, "[2, 2, 2]"), "gather furthest-first", "root: 3\noptions: {break: {mute: 4}}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems,
              Contains("leaf 3 never receives 1 of the 1 flits of leaf 4's message"));
}

}  // namespace
}  // namespace flitwise
