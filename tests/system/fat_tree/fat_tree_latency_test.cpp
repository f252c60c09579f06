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

std::vector<LinkEvent> events_of(const char* task, const char* capacities, Build build,
                                 const char* more = "") {
  Scenario scenario = fat_tree_scenario(
      fat_tree(4, capacities), task,
      fmt::format("options: {{router_latency: 3, link_latency: [2, 4]{}}}", more));
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
  constexpr const char* kHeldBack = ", depth: 2, backpressure: true, credit_latency: 3";
  for (const char* task : {"gather naive", "multinode flood", "exchange far-first"}) {
    const std::vector<LinkEvent> assembled =
        events_of(task, "constant", Build::kAssembled, kHeldBack);
    EXPECT_FALSE(assembled.empty());
    EXPECT_EQ(events_of(task, "constant", Build::kElaborated, kHeldBack), assembled) << task;
  }
}

TEST(LatencyOfFatTrees, EachBranchMayTakeStepsOfItsOwn) {
  // lam = 3 * 2 + 2 (1 + 0 + 4) + ... : 2 sum (w - 1) + (2h - 1) r.
  const std::string network = fat_tree(8, "constant");
  const std::string options = "options: {router_latency: 2, link_latency: [2, 1, 5]}";
  EXPECT_EQ(finish_of(network, "broadcast flood", options), 1 + 2 * (1 + 0 + 4) + 5 * 2);
  EXPECT_EQ(finish_of(network, "exchange phased", options), 21 + 2 * (1 + 0 + 4) + 5 * 2);
}

// p + w_c credits on each link, and as many places in each queue, keep the naive gather at T_1; one
// less does not, and the bound says how late it is then.
TEST(LatencyOfFatTrees, TheNaiveGatherKeepsItsStepsWithTheCreditsOfALoopAndNotWithOneLess) {
  for (const Step router : {1, 3})
    for (const Step link : {1, 2, 3})
      for (const Step credit : {1, 3}) {
        const Step loop = router + link - 1 + credit;
        if (loop == 2) continue;
        const auto run_with = [&](Step depth) {
          return testing_support::run(fat_tree_scenario(
              fat_tree(32, "constant"), "gather naive",
              slow(router, link,
                   fmt::format(", credit_latency: {}, depth: {}, backpressure: true", credit, depth)
                       .c_str())));
        };
        const Result enough = run_with(loop);
        Step best = 0;  // T_1, all hops alike
        for (Step h = 1; h <= 5; ++h)
          best = std::max(best, 2 * h * (router + link - 1) - router + 32 - (Step{1} << (h - 1)));
        EXPECT_EQ(enough.outcome, Outcome::kPass);
        EXPECT_EQ(enough.measured.finish, best) << router << " " << link << " " << credit;
        EXPECT_EQ(enough.predicted.finish, best);
        const Result less = run_with(loop - 1);
        EXPECT_EQ(less.outcome, Outcome::kPass);
        EXPECT_GT(less.lower_bound, best) << router << " " << link << " " << credit;
        EXPECT_EQ(less.predicted.finish, less.lower_bound);
        EXPECT_EQ(less.measured.finish, less.lower_bound);
      }
}

TEST(LatencyOfFatTrees, SchedulesPassThroughTheQueuesOfALoopUnchangedAndFloodsThroughLargeOnes) {
  const std::string network = fat_tree(8, "constant");
  EXPECT_EQ(
      finish_of(network, "exchange optimal-cbft", slow(3, 2, ", depth: 5, backpressure: true")),
      16 + 21);
  const Result held = testing_support::run(fat_tree_scenario(
      network, "exchange optimal-cbft", slow(3, 2, ", depth: 4, backpressure: true")));
  EXPECT_EQ(held.outcome, Outcome::kPass);
  EXPECT_EQ(held.predicted.finish, std::nullopt);
  EXPECT_GT(held.measured.finish, 16 + 21);
  // 3 are stored at most, and 4 leave before room is known to be back.
  EXPECT_EQ(finish_of(network, "multinode flood", slow(3, 2, ", depth: 7, backpressure: true")),
            finish_of(network, "multinode flood", slow(3, 2)));
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
