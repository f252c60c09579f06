// Where schedules and bounds of "Communications in Binary Fat Trees" do not hold as printed: the
// routers run them as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tests/support/number_table.h"
#include "tests/system/support/clocked_fat_trees.h"
#include "tests/theory/fat_tree/fat_trees.h"
#include "tests/theory/fat_tree/printed_loops.h"

namespace flitwise {
namespace {

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
