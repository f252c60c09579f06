// Runs on fat trees that must fail, and say where.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing_support::check_of;
using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::run;

TEST(FatTreeMustFail, AMuteLeafLeavesARunWithoutEndThatNamesIt) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange optimal-cbft",
                                              "options: {break: {mute: 3}}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems,
              Contains("leaf 0 never receives 1 of the 1 flits of leaf 3's message"));
  EXPECT_EQ(check_of(result, "flit_errors").measured, "7");
}

TEST(FatTreeMustFail, AnEarlyLeafMeetsAnotherPacketInASwitchThatNamesItselfAndTheStep) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange optimal-cbft",
                                              "options: {break: {early: 3}}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains("step 4: the queue of output up link 0 of switch 2.0 is full: packets from "
                       "child 1 link 0 (node 9) are lost"));
  EXPECT_THAT(result.problems, Contains(AllOf(HasSubstr("RTL: [4]"), HasSubstr("a_room"))));
}

TEST(FatTreeMustFail, AnEarlyCopyIsSeenToo) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "multinode queue-free",
                                              "options: {break: {early: 3}}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "events").ok);
}

TEST(FatTreeMustFail, AnEarlyLeafOfAGatherArrivesEarlyOrCollides) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "gather furthest-first",
                                              "options: {break: {early: 5, by: 2}}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_FALSE(check_of(result, "events").ok);
}

TEST(FatTreeMustFail, AQueueThatIsTooSmallOverflowsByName) {
  const Result result =
      run(fat_tree_scenario(fat_tree(8, "constant"), "multinode flood", "options: {depth: 2}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems,
              Contains("step 3: the queue of output up link 0 of switch 2.0 is full: packets from "
                       "child 1 link 0 (node 9) are lost"));
  EXPECT_EQ(check_of(result, "router_errors").measured, "2");
}

// What is left of the message stays in the switch for ever: nothing moves, and it is not quiet.
TEST(FatTreeMustFail, AMessageThatIsCutOffInASwitchEndsTheRunAtItsLimit) {
  const Result result = run(fat_tree_scenario(
      fat_tree(4, "constant"), "scatter furthest-first",
      "root: 3\nlengths: [2, 0, 0, 0]\noptions: {store_forward: true, depth: 1, max_steps: 50}"));
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(result.problems, Contains("step 2: the queue of output up link 0 of switch 1.1 is "
                                        "full: packets from child 1 link 0 (node 3) are lost"));
  EXPECT_THAT(result.problems, Contains(HasSubstr("stopped after step 50")));
}

TEST(FatTreeMustFail, ARunLongerThanItsLimitIsStoppedAndNamesItsSwitches) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange optimal-cbft",
                                              "options: {max_steps: 10}"));
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains(HasSubstr("stopped after step 10")));
  EXPECT_THAT(result.problems, Contains(HasSubstr("-> switch 1.")));
}

}  // namespace
}  // namespace flitwise
