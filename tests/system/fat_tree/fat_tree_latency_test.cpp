// Fat trees whose switches and links take several steps, on the routers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "tests/system/support/clocked_fat_trees.h"
#include "tests/system/support/fat_tree_runs.h"
#include "tests/system/support/random_fat_trees.h"

namespace flitwise::fat_tree_latency_test {
namespace {

using testing_support::expect_random_fat_trees_to_agree;
using testing_support::fat_tree;
using testing_support::fat_tree_scenario;
using testing_support::finish_of;
using testing_support::run_with_events;

std::string slow(Step router, Step link, const char* more = "") {
  return fmt::format("options: {{router_latency: {}, link_latency: {}{}}}", router, link, more);
}

constexpr Step kSteps[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 2}};

// The values are those of another model of the same specification: b = 2, n = 16. Those of
// exponential trees with slow switches are among the slow tests, which compile many.
TEST(LatencyOfFatTrees, OperationsTakeAsLongAsInAnotherModel) {
  constexpr Step kBroadcast[] = {8, 15, 16, 30};
  constexpr Step kScatter[] = {17, 22, 23, 37};
  constexpr Step kConstant[] = {71, 78, 79, 93};
  const std::string constant = fat_tree(16, "constant");
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string options = slow(kSteps[i][0], kSteps[i][1]);
    EXPECT_EQ(finish_of(constant, "broadcast flood", options), kBroadcast[i]);
    for (const char* task : {"scatter furthest-first", "gather furthest-first", "gather naive",
                             "multinode flood", "multinode queue-free"})
      EXPECT_EQ(finish_of(constant, task, options), kScatter[i]) << task;
    EXPECT_EQ(finish_of(constant, "exchange optimal-cbft", options), kConstant[i]);
  }
}

TEST(LatencyOfFatTrees, ExchangesOnExponentialTreesTakeAsLongAsTheSearchFound) {
  const std::string network = fat_tree(8, "exponential");
  EXPECT_EQ(finish_of(network, "exchange phased", slow(1, 2)), 19 - 1);
  EXPECT_EQ(finish_of(network, "exchange optimal-ebft", slow(1, 2)), 17 - 1);
  EXPECT_EQ(finish_of(network, "exchange phased", slow(3, 2)), 31 - 3);
  EXPECT_EQ(finish_of(network, "exchange optimal-ebft", slow(3, 2)), 28 - 3);
}

std::vector<LinkEvent> events_of(const char* task, const char* capacities, Build build) {
  Scenario scenario = fat_tree_scenario(fat_tree(4, capacities), task,
                                        "options: {router_latency: 3, link_latency: [2, 4]}");
  scenario.options.build = build;
  Result result = run_with_events(scenario);
  EXPECT_EQ(result.outcome, Outcome::kPass) << task;
  std::sort(result.events.begin(), result.events.end());
  return result.events;
}

TEST(LatencyOfFatTrees, TheNetworkVerilatedWholeGivesTheSameEvents) {
  for (const char* task : {"broadcast flood", "scatter furthest-first", "gather naive",
                           "multinode flood", "multinode queue-free", "exchange phased"}) {
    const std::vector<LinkEvent> assembled = events_of(task, "constant", Build::kAssembled);
    EXPECT_FALSE(assembled.empty());
    EXPECT_EQ(events_of(task, "constant", Build::kElaborated), assembled) << task;
  }
}

TEST(LatencyOfFatTrees, EachBranchMayTakeStepsOfItsOwn) {
  // lam = 3 * 2 + 2 (1 + 0 + 4) + ... : 2 sum (w - 1) + (2h - 1) r.
  const std::string network = fat_tree(8, "constant");
  const std::string options = "options: {router_latency: 2, link_latency: [2, 1, 5]}";
  EXPECT_EQ(finish_of(network, "broadcast flood", options), 1 + 2 * (1 + 0 + 4) + 5 * 2);
  EXPECT_EQ(finish_of(network, "exchange phased", options), 21 + 2 * (1 + 0 + 4) + 5 * 2);
}

// A packet that leaves a step early meets another one.
TEST(LatencyOfFatTrees, ALeafThatSendsEarlyIsSeen) {
  const Scenario scenario = fat_tree_scenario(fat_tree(8, "constant"), "gather furthest-first",
                                              slow(2, 2, ", break: {early: 7, by: 1}"));
  EXPECT_EQ(testing_support::run(scenario).outcome, Outcome::kFail);
}

// With p = 1 a gap of D_h - 1 collides; with slow hops a smaller one is seen to wait all the same.
TEST(LatencyOfFatTrees, PhasesTooCloseTogetherWait) {
  const Scenario scenario =
      fat_tree_scenario(fat_tree(8, "constant"), "exchange phased",
                        "options: {router_latency: 3, link_latency: 2, phase_gap: 2}");
  const Result result = testing_support::run(scenario);
  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_EQ(testing_support::check_of(result, "queue_free").measured, "packets wait");
  EXPECT_EQ(finish_of(fat_tree(8, "constant"), "exchange phased",
                      "options: {router_latency: 3, link_latency: 2, phase_gap: 8}"),
            21 + 21);
}

TEST(LatencyOfFatTrees, RandomFatTreesAgreeWhateverSwitchesAndLinksTake) {
  expect_random_fat_trees_to_agree(1, 500, testing_support::Shapes::kFew);
}

}  // namespace
}  // namespace flitwise::fat_tree_latency_test
