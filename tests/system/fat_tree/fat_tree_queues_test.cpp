// Queues, back pressure and whole messages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::finish_of;
using testing_support::run;
using testing_support::value;

std::string held_back(int depth, const std::string& policy) {
  return "options: {depth: " + std::to_string(depth) + ", backpressure: true, policy: " + policy +
         "}";
}

TEST(FatTreeQueues, FloodingWithDepthOneTakesTwiceTheSteps) {
  Step levels = 2;
  for (const Node n : {4, 8, 16, 32, 64}) {
    for (const char* policy : {"up-first", "local-first"})
      EXPECT_EQ(finish_of(fat_tree(n, "constant"), "multinode flood", held_back(1, policy)),
                2 * n + 2 * levels - 4)
          << n << " " << policy;
    ++levels;
  }
}

// Round robin takes copies branch by branch: none waits for room in all branches at once.
TEST(FatTreeQueues, FloodingInRoundRobinWithDepthOneIsNoSlower) {
  for (const auto& [n, finish] : {std::pair(4, 6), {8, 14}, {16, 30}, {32, 70}, {64, 136}}) {
    const Result result = run(
        fat_tree_scenario(fat_tree(n, "constant"), "multinode flood", held_back(1, "round-robin")));
    EXPECT_EQ(result.outcome, Outcome::kPass) << n;
    EXPECT_EQ(result.measured.finish, finish) << n;
  }
}

TEST(FatTreeQueues, FloodingUpFirstKeepsItsStepsWithDepthFour) {
  for (const Node n : {4, 8, 16, 32, 64, 128})
    EXPECT_EQ(finish_of(fat_tree(n, "constant"), "multinode flood", held_back(4, "up-first")),
              n + 1);
}

TEST(FatTreeQueues, FloodingLocalFirstWithDepthFourFallsBehind) {
  for (const auto& [n, excess] : {std::pair(16, 0), {32, 2}, {64, 4}, {128, 6}})
    EXPECT_EQ(finish_of(fat_tree(n, "constant"), "multinode flood", held_back(4, "local-first")),
              n + 1 + excess);
}

TEST(FatTreeQueues, TheNaiveGatherKeepsItsStepsWithDepthTwo) {
  for (const Node n : {4, 8, 16, 32}) {
    EXPECT_EQ(finish_of(fat_tree(n, "constant"), "gather naive", held_back(2, "up-first")), n + 1);
    EXPECT_EQ(finish_of(fat_tree(n, "constant"), "gather naive", held_back(1, "up-first")),
              2 * n - 2);
  }
}

// Over parallel links and through queues flits of one message pass each other.
TEST(FatTreeQueues, TheNaiveGatherTakesUnequalMessagesInAnyOrderUnderEveryPolicy) {
  const std::vector<std::string> all_lengths{"[1, 2, 0, 0, 1, 3, 0, 2]", "[5, 0, 4, 3, 0, 2, 0, 1]",
                                             "[0, 7, 0, 1, 6, 2, 0, 3]",
                                             "[2, 2, 3, 3, 4, 4, 0, 5]"};
  for (const char* capacities : {"constant", "exponential"})
    for (const char* policy : {"up-first", "local-first", "round-robin", "random, seed: 5"})
      for (const std::string& lengths : all_lengths) {
        const Result result = run(fat_tree_scenario(
            fat_tree(8, capacities), "gather naive",
            "root: 6\nlengths: " + lengths + "\noptions: {depth: 16, policy: " + policy + "}"));
        EXPECT_EQ(result.outcome, Outcome::kPass) << capacities << " " << policy << " " << lengths;
      }
}

TEST(FatTreeQueues, ASchedulePassesThroughQueuesOfTwoUnchanged) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange optimal-cbft",
                                              "options: {depth: 2, backpressure: true}"));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.predicted.finish, 21);
  EXPECT_EQ(result.measured.finish, 21);
}

TEST(FatTreeQueues, WhatNoFormulaSaysIsMeasuredAndNoted) {
  const Result result = run(fat_tree_scenario(fat_tree(8, "constant"), "exchange optimal-cbft",
                                              "options: {depth: 1, backpressure: true}"));
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_EQ(result.predicted.finish, std::nullopt);
  EXPECT_GT(result.measured.finish, 21);
  ASSERT_FALSE(result.notes.empty());
  EXPECT_EQ(result.notes.front(), "finish: no formula for this run, measured only");
}

TEST(FatTreeQueues, FurthestFirstIsNotBestWhenWholeMessagesAreStored) {
  const std::string lengths = "lengths: [0, 9, 1, 2]\noptions: {store_forward: true}\n";
  const std::string network = fat_tree(4, "constant");
  EXPECT_EQ(finish_of(network, "scatter furthest-first", lengths), 21);
  EXPECT_EQ(finish_of(network, "scatter order", lengths + "order: [1, 2, 3]"), 18);
}

TEST(FatTreeQueues, ArrivalStepsAreShownOnSmallTreesOrWhenAskedFor) {
  const std::string network = fat_tree(128, "constant");
  const Scenario scenario = fat_tree_scenario(network, "scatter furthest-first");
  EXPECT_FALSE(run(scenario).measured.find("arrivals").has_value());
  EXPECT_TRUE(testing_support::check_of(run(scenario), "arrivals").ok);
  EXPECT_TRUE(testing_support::run_with_events(scenario).measured.find("arrivals").has_value());
  EXPECT_TRUE(run(fat_tree_scenario(network, "scatter furthest-first", "options: {arrivals: true}"))
                  .measured.find("arrivals")
                  .has_value());
}

}  // namespace
}  // namespace flitwise
