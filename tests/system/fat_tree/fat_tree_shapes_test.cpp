// Fat trees of many shapes. Every shape of a switch is compiled on first use, which takes long.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <tuple>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::finish_of;
using testing_support::run_with_events;

const std::vector<std::string> kTasks{
    "broadcast flood",      "scatter furthest-first", "gather furthest-first",
    "gather naive",         "multinode flood",        "multinode phased",
    "multinode queue-free", "exchange phased-serial", "exchange phased"};

void expect_all_pass(const std::string& network) {
  for (const std::string& task : kTasks) finish_of(network, task);
}

TEST(FatTreeShapes, ExponentialBinaryTreesKeepEveryClaim) {
  for (const auto& [n, finish] : {std::pair(4, 6), {8, 11}, {16, 21}, {32, 39}}) {
    expect_all_pass(fat_tree(n, "exponential"));
    EXPECT_EQ(finish_of(fat_tree(n, "exponential"), "exchange optimal-ebft"), finish);
  }
}

TEST(FatTreeShapes, ConstantBinaryTreesKeepEveryClaim) {
  for (const auto& [n, finish] : {std::pair(32, 265), {64, 1035}, {128, 4109}}) {
    expect_all_pass(fat_tree(n, "constant"));
    EXPECT_EQ(finish_of(fat_tree(n, "constant"), "exchange optimal-cbft"), finish);
  }
  for (const auto& [n, finish] : {std::pair(16, 71), {32, 265}, {64, 1035}})
    EXPECT_EQ(finish_of(fat_tree(n, "constant"), "exchange far-first"), finish);
  EXPECT_EQ(finish_of(fat_tree(512, "constant"), "multinode flood"), 513);
  EXPECT_EQ(finish_of(fat_tree(512, "constant"), "multinode queue-free"), 513);
}

TEST(FatTreeShapes, TreesOfThreeChildrenKeepEveryClaim) {
  for (const char* capacities : {"constant", "exponential"})
    for (const Node n : {3, 9, 27}) {
      expect_all_pass(fat_tree(n, capacities, 3));
      EXPECT_EQ(finish_of(fat_tree(n, capacities, 3), "multinode queue-free"), n);
    }
}

TEST(FatTreeShapes, TreesOfLeavesWithSeveralLinksKeepEveryClaim) {
  expect_all_pass(fat_tree(4, "[3, 5]"));
  expect_all_pass(fat_tree(16, "[2, 3, 4, 4]"));
  expect_all_pass(fat_tree(9, "[2, 5]", 3));
  expect_all_pass(fat_tree(16, "[3, 4]", 4));
  expect_all_pass(fat_tree(8, "[8]", 8));
}

TEST(FatTreeShapes, TreesOfFourChildrenKeepEveryClaim) {
  for (const Node n : {4, 16, 64}) expect_all_pass(fat_tree(n, "constant", 4));
  for (const Node n : {16, 64}) expect_all_pass(fat_tree(n, "exponential", 4));
}

// e_i = min(c_i, 2 e_(i-1)): sum of ceil(4^(h-1) / e_h), and 2L - 1.
Step phased_steps(const std::vector<int>& capacities) {
  Step steps = 2 * static_cast<Step>(capacities.size()) - 1;
  Step effective = 1;
  Step entries = 1;
  for (std::size_t i = 0; i < capacities.size(); ++i, entries *= 4) {
    effective = i == 0 ? 1 : std::min<Step>(capacities[i], 2 * effective);
    steps += (entries + effective - 1) / effective;
  }
  return steps;
}

TEST(FatTreeShapes, PhasesTakeWhatEffectiveCapacitiesSayOnAllTreesOfEight) {
  for (int second = 1; second <= 3; ++second)
    for (int third = second; third <= 5; ++third) {
      const std::vector<int> capacities{1, second, third};
      EXPECT_EQ(finish_of(fat_tree(8, fmt::format("[{}]", fmt::join(capacities, ", "))),
                          "exchange phased"),
                phased_steps(capacities));
    }
}

TEST(FatTreeShapes, FourLinksAboveOneAreAsGoodAsTwo) {
  EXPECT_EQ(finish_of(fat_tree(8, "[1, 1, 4]"), "exchange phased"), 18);  // printed: 14
}

TEST(FatTreeShapes, TheConjectureIsFalseOnLargerExponentialTrees) {
  for (const auto& [n, conjectured] : {std::pair(16, 22), {32, 40}, {64, 74}})
    EXPECT_EQ(finish_of(fat_tree(n, "exponential"), "exchange optimal-ebft"), conjectured - 1);
}

// Fixed orders of the inputs take n + 2L - 2 steps; others do not, and no formula is claimed.
TEST(FatTreeShapes, FarFirstExchangesOfExponentialTreesDependOnTheOrderOfInputs) {
  const auto finish = [](Node n, const char* policy) {
    return finish_of(fat_tree(n, "exponential"), "exchange far-first",
                     fmt::format("options: {{policy: {}}}", policy));
  };
  EXPECT_EQ(finish(16, "up-first"), 22);
  EXPECT_EQ(finish(16, "local-first"), 22);
  EXPECT_EQ(finish(16, "random, seed: 5"), 23);
  EXPECT_EQ(finish(32, "local-first"), 40);
  EXPECT_EQ(finish(32, "round-robin"), 41);
}

TEST(FatTreeShapes, AssembledAndElaboratedTreesOfEightGiveTheSameEvents) {
  for (const char* capacities : {"constant", "exponential"}) {
    std::vector<std::string> tasks = kTasks;
    tasks.emplace_back("exchange far-first");
    for (const std::string& task : tasks) {
      Scenario scenario = fat_tree_scenario(fat_tree(8, capacities), task);
      const Result assembled = run_with_events(scenario);
      scenario.options.build = Build::kElaborated;
      const Result elaborated = run_with_events(scenario);

      std::vector<LinkEvent> first = assembled.events;
      std::vector<LinkEvent> second = elaborated.events;
      std::sort(first.begin(), first.end());
      std::sort(second.begin(), second.end());
      EXPECT_EQ(first, second) << task;
      EXPECT_EQ(assembled.outcome, Outcome::kPass) << task;
      EXPECT_EQ(elaborated.outcome, Outcome::kPass) << task;
      EXPECT_EQ(assembled.measured.others, elaborated.measured.others) << task;
    }
  }
}

// The values are those of another model of the same specification.
TEST(FatTreeShapes, ExponentialTreesOfSlowSwitchesAndLinksKeepEveryClaim) {
  const std::string network = fat_tree(16, "exponential");
  for (const auto& [steps, phased, classes] : {std::tuple("1, link_latency: 1", 22, 21),
                                               {"2, link_latency: 1", 29, 27},
                                               {"1, link_latency: 2", 30, 28},
                                               {"3, link_latency: 2", 44, 39}}) {
    const std::string options = fmt::format("options: {{router_latency: {}}}", steps);
    EXPECT_EQ(finish_of(network, "exchange phased", options), phased);
    EXPECT_EQ(finish_of(network, "exchange optimal-ebft", options), classes);
    for (const std::string& task : kTasks) finish_of(network, task, options);
  }
}

TEST(FatTreeShapes, StoredWholeMessagesArriveWhenTheRecurrenceSays) {
  std::mt19937_64 random(20);
  const std::array policies{"up-first", "local-first", "round-robin", "random, seed: 7"};
  for (std::size_t i = 0; i < 40; ++i) {
    const char* capacities = i % 2 == 0 ? "constant" : "exponential";
    const auto lengths = fmt::format(
        "lengths: {{uniform: [0, 6], seed: {}}}\noptions: {{store_forward: true, policy: {}}}\n",
        random() % 1000, policies[i / 2 % policies.size()]);
    finish_of(fat_tree(8, capacities), "scatter furthest-first",
              fmt::format("root: {}\n{}", random() % 8, lengths));
  }
}

}  // namespace
}  // namespace flitwise
