// Where "Communications in Binary Fat Trees" does not hold as printed, on the routers. What is
// arithmetic alone is tested with the theory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tests/support/number_table.h"
#include "tests/system/support/clocked_fat_trees.h"
#include "tests/system/support/fat_tree_runs.h"
#include "tests/theory/fat_tree/fat_trees.h"
#include "tests/theory/fat_tree/printed_loops.h"

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

// Where schedules and bounds of "Communications in Binary Fat Trees" do not hold as printed: the
// routers run them as they are.

using testing::ElementsAre;
using testing_support::on_fat_tree;
using testing_support::run_clocked;
using testing_support::run_schedule;
using testing_support::ScheduleRun;
using theory::FatTreeDispatch;
using theory::FatTreeTable;
using theory::test::constant_tree;
using theory::test::exponential_tree;
using theory::test::PhaseSwitches;

FatTreeDispatch data(Step step, Node source, Node destination) {
  return {step, source, FlitKind::kData, destination};
}

// The round too many of the printed loop has every leaf send to itself.
TEST(FatTreeScheduleErrata, OneTheLastRoundOfThePrintedLoopHasNoWay) {
  ModelLibrary models;
  const FatTree tree = exponential_tree(8);
  FatTreeTable printed;
  theory::test::append_xor_phase(tree, 3, 4, 1, printed);
  EXPECT_THROW(run_schedule(tree, printed, models), std::domain_error);

  const ScheduleRun run = run_schedule(tree, theory::test::xor_exchange(tree), models);
  EXPECT_FALSE(run.conflicted());
  EXPECT_EQ(run.finish, 8 + 2 * 3 - 2);
  for (const auto& steps : run.arrivals) EXPECT_EQ(steps.size(), 7U);
}

TEST(FatTreeScheduleErrata, OneThePrintedNumberOfSwitchesLeavesLeavesWithoutTheirPackets) {
  ModelLibrary models;
  const FatTree tree = constant_tree(8);
  const auto packets = [&](PhaseSwitches switches) {
    std::vector<std::size_t> by_leaf;
    const FatTreeTable table = theory::test::loop_exchange(tree, switches);
    for (const auto& steps : run_schedule(tree, table, models).arrivals)
      by_leaf.push_back(steps.size());
    return by_leaf;
  };
  EXPECT_THAT(packets(PhaseSwitches::kAsPrinted), ElementsAre(7, 7, 7, 7, 4, 4, 4, 4));
  EXPECT_THAT(packets(PhaseSwitches::kAll), testing::Each(7));
}

// Branch 4 has four links and branch 2 one: four packets a step must come from four subtrees.
TEST(FatTreeScheduleErrata, FiveDistinctSourcesAndDestinationsAreNotEnough) {
  ModelLibrary models;
  const FatTree tree(16, 2, {1, 1, 2, 4});
  const FatTreeTable neighbours{data(1, 0, 8), data(1, 1, 10), data(1, 4, 12), data(1, 6, 14)};
  const FatTreeTable meeting{data(1, 0, 8), data(1, 2, 9), data(1, 4, 12), data(1, 6, 14)};
  const FatTreeTable spread{data(1, 0, 8), data(1, 2, 10), data(1, 4, 12), data(1, 6, 14)};

  EXPECT_THAT(run_schedule(tree, neighbours, models).wait, ElementsAre(0, 1, 0, 0, 0));
  EXPECT_THAT(run_schedule(tree, meeting, models).wait, ElementsAre(0, 0, 1, 0, 0));
  EXPECT_FALSE(run_schedule(tree, spread, models).conflicted());
  EXPECT_EQ(run_schedule(tree, spread, models).finish, 8);
}

// The proof's period of h + (h - 1) steps after the first: sent in its first step, a packet of
// class h arrives in its last, the 2h-th.
TEST(FatTreeScheduleErrata, SevenAPacketSentInTheFirstStepOfAPeriodArrivesInItsLast) {
  ModelLibrary models;
  const FatTree tree = exponential_tree(8);
  for (int h = 1; h <= 3; ++h) {
    const Node other = tree.leaves_below(h - 1);
    EXPECT_EQ(run_schedule(tree, {data(1, 0, other)}, models).finish, 2 * h);
  }
}

// What Lemma 3 follows from, on the links: with H = T - n + 1 idle steps of every leaf, at most
// min(t, H, T - t) packets a leaf are in flight at the end of step t.
TEST(FatTreeScheduleErrata, SevenPacketsInFlightAreAsManyAsIdleStepsAllow) {
  ModelLibrary models;
  const FatTree tree = exponential_tree(8);
  const FatTreeTable table = theory::predict_fat_tree_exchange_optimal_ebft(tree).dispatch;
  const ScheduleRun run = run_schedule(tree, table, models);
  const Step last = run.finish;
  std::vector<Flits> in_flight(static_cast<std::size_t>(last) + 1, 0);
  for (const LinkEvent& event : run.events)
    if (!tree.is_leaf(event.to)) ++in_flight[static_cast<std::size_t>(event.step)];

  const Step idle = last - 8 + 1;
  Flits sum = 0;
  for (Step t = 1; t < last; ++t) {
    const Flits packets = in_flight[static_cast<std::size_t>(t)];
    EXPECT_LE(packets, 8 * std::min({t, idle, last - t})) << "step " << t;
    sum += packets;
  }
  EXPECT_EQ(sum, 8 * (1 * 1 + 2 * 3 + 4 * 5));  // class h: 2^(h-1) packets for 2h - 1 ends of steps
  EXPECT_LE(sum, 8 * idle * (8 - 1));
  EXPECT_GT(sum, 8 * (idle - 1) * (8 - 1)) << "one step less is too few";
  EXPECT_GE(static_cast<double>(last), 8 + 2 * 3 - 2 * std::log2(3.0) - 2);  // the lemma itself
}

TEST(FatTreeScheduleErrata, TenTableOneLacksTheWayThroughTheTree) {
  const auto models = std::make_shared<ModelLibrary>();
  for (const auto& row : test::read_numbers<int>("fat_tree/exchange_bounds.txt", 5, 8)) {
    std::vector<int> capacities(row.begin() + 1, row.begin() + 5);
    capacities.erase(std::find(capacities.begin(), capacities.end(), 0), capacities.end());
    const FatTree tree(row[0], 2, capacities);
    const bool constant = capacities.back() == 1;
    const Result result =
        run_clocked(on_fat_tree(tree, constant ? FatTreeAlgorithm::kExchangeOptimalCbft
                                               : FatTreeAlgorithm::kExchangeOptimalEbft),
                    models);
    EXPECT_EQ(result.outcome, Outcome::kPass) << tree;
    EXPECT_EQ(result.lower_bound, row[6]) << tree;
    EXPECT_EQ(result.measured.finish, row[7]) << tree;
    EXPECT_LT(row[5], row[6]) << tree << ": the printed bound can be met";
    EXPECT_GE(row[6], row[5] + 2 * tree.levels() - 1) << tree;
  }
}

}  // namespace
}  // namespace flitwise
