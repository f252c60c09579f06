// Where "Communications in Binary Fat Trees" does not hold as printed, on the routers. What is
// arithmetic alone is tested with the theory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing_support::check_of;
using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::finish_of;
using testing_support::run;
using testing_support::value;

// 1: phase i serves 2^i switches; with fewer, some leaves would never be sent to.
TEST(FatTreeErrataOnRouters, OnePhasesServeEverySwitchOfTheirLevel) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange phased"));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(check_of(result, "delivered_flits").measured, "56");
}

TEST(FatTreeErrataOnRouters, TwoLeavesTakeTwoStepsForEverything) {
  for (const char* task :
       {"broadcast flood", "scatter furthest-first", "gather furthest-first", "gather naive",
        "multinode flood", "multinode phased", "multinode queue-free", "exchange phased",
        "exchange phased-serial", "exchange optimal-cbft", "exchange optimal-ebft"})
    EXPECT_EQ(finish_of(fat_tree(2, "constant"), task), 2) << task;
}

// 3: T_2 = T_3 = n + 1: the last packets of classes 2 and 3 arrive in the same step, by leaf.
TEST(FatTreeErrataOnRouters, ThreeClassesTwoAndThreeEndTogether) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "scatter furthest-first"));
  const Figure arrivals = result.measured.find("arrivals").value_or(Figure());
  ASSERT_NE(arrivals.items(), nullptr);
  const auto step = [&](std::size_t leaf) { return (*arrivals.items())[leaf].text(); };
  EXPECT_EQ(step(1), "[8]");
  EXPECT_EQ(step(2), "[9]");
  EXPECT_EQ(step(4), "[9]");
}

// 6: 2^(i-1) packets wait in outputs up below the root; down it is 2^(i-1) - 2, at the root 0.
TEST(FatTreeErrataOnRouters, SixQueuesOfTwoToTheIMinusOneAreThoseUpOnly) {
  const Result result = run(fat_tree_scenario(fat_tree(16, "constant"), "multinode flood"));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(value(result, "max_wait", {"3", "up"}), 4);
  EXPECT_EQ(value(result, "max_stored", {"3", "up"}), 5);
  EXPECT_EQ(value(result, "max_wait", {"3", "down"}), 2);
  EXPECT_EQ(value(result, "max_wait", {"4", "down"}), 0);
}

// 7 and 10: no run ends before the corrected bounds; Table 1 alone would allow 16 steps for CBFT.
TEST(FatTreeErrataOnRouters, SevenAndTenBoundsIncludeTheWayThroughTheTree) {
  const Result constant = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange optimal-cbft"));
  EXPECT_EQ(constant.lower_bound, 8 * 8 / 4 + 2 * 3 - 1);
  EXPECT_EQ(constant.measured.finish, constant.lower_bound);
  const Result full = run(fat_tree_scenario(fat_tree(8, "exponential"), "exchange optimal-ebft"));
  EXPECT_EQ(full.lower_bound, 8 + 2 * 3 - 3);
  EXPECT_EQ(full.measured.finish, full.lower_bound);
}

TEST(FatTreeErrataOnRouters, EightTheClosingConjectureIsFalseForEightLeaves) {
  EXPECT_LT(finish_of(fat_tree(8, "exponential"), "exchange optimal-ebft"), 8 + 2 * 3 - 2);
}

TEST(FatTreeErrataOnRouters, NineMultinodeNeedsNeitherQueuesNorNPlusTwoLMinusTwoSteps) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "multinode queue-free"));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.measured.finish, 9);
  EXPECT_EQ(value(result, "wait"), 0);
}

TEST(FatTreeErrataOnRouters, ElevenTwoScattersCollideForSomePairs) {
  for (const Node second : {1, 2, 3, 4, 5, 6, 7}) {
    const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "scatter furthest-first",
                                                "root: [0, " + std::to_string(second) + "]"));
    EXPECT_EQ(check_of(result, "queue_free").ok, true) << second;
    if (second == 5) {
      EXPECT_EQ(result.outcome, Outcome::kPass);
    }
    if (second == 4) {
      EXPECT_EQ(result.outcome, Outcome::kFail);
      EXPECT_GT(value(result, "wait"), 0);
      EXPECT_THAT(result.problems,
                  testing::Contains("conflict in the schedule: step 8: leaf 1 receives 2 packets"));
    }
  }
}

// 12: capacities change where flooding waits, not when it ends.
TEST(FatTreeErrataOnRouters, TwelveCapacitiesMoveTheQueuesOfFlooding) {
  const Result constant = run(fat_tree_scenario(fat_tree(8, "constant"), "multinode flood"));
  const Result full = run(fat_tree_scenario(fat_tree(8, "exponential"), "multinode flood"));
  EXPECT_EQ(constant.measured.finish, full.measured.finish);
  EXPECT_EQ(value(constant, "max_wait", {"2", "up"}), 2);
  EXPECT_EQ(value(full, "max_wait", {"2", "up"}), 0);
  EXPECT_EQ(value(constant, "max_wait", {"1", "down"}), 0);
  EXPECT_EQ(value(full, "max_wait", {"1", "down"}), 2);
}

TEST(FatTreeErrataOnRouters, OneIdleStepBetweenPhasesIsTooFew) {
  const Result result = run(
      fat_tree_scenario(fat_tree(8, "exponential"), "exchange phased", "options: {phase_gap: 1}"));
  const auto wait = [&](const char* level) {
    return std::max(value(result, "max_wait", {level, "up"}),
                    value(result, "max_wait", {level, "down"}));
  };
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(wait("1"), 1);
  EXPECT_EQ(wait("2"), 2);
  EXPECT_TRUE(check_of(result, "queue_free").ok);
  EXPECT_FALSE(check_of(result, "conflicts").ok);
  EXPECT_THAT(result.problems, testing::Contains(HasSubstr("enter the subtree of leaves 0 to 1")));
}

// Section 6: what is n + 1 steps for two children a switch is n for three and for four.
TEST(FatTreeErrataOnRouters, WithMoreThanTwoChildrenASwitchItIsOneStepLess) {
  for (const char* task : {"scatter furthest-first", "gather furthest-first", "multinode flood"}) {
    EXPECT_EQ(finish_of(fat_tree(8, "constant"), task), 9) << task;
    EXPECT_EQ(finish_of(fat_tree(9, "constant", 3), task), 9) << task;
    EXPECT_EQ(finish_of(fat_tree(16, "constant", 4), task), 16) << task;
  }
}

// 4: with two links a leaf the bound n + 1 does not hold.
TEST(FatTreeErrataOnRouters, LeavesWithTwoLinksFloodInLessThanNPlusOneSteps) {
  EXPECT_EQ(finish_of(fat_tree(8, "[2, 2, 2]"), "multinode flood"), 7);
}

}  // namespace
}  // namespace flitwise
