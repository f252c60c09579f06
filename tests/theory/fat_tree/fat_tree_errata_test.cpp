// Where "Communications in Binary Fat Trees" does not hold as printed, each with its witness.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"
#include "tests/theory/fat_tree/printed_loops.h"

namespace flitwise::theory {
namespace {

using test::brings_all_to_all;
using test::constant_tree;
using test::exponential_tree;
using test::PhaseSwitches;
using test::walk;

/// Equation (2) as printed.
Step printed_equation_two(const FatTree& tree) {
  Step sum = 0;
  for (int i = 1; i <= tree.levels(); ++i) {
    const std::int64_t entries = std::int64_t{1} << (2 * (i - 1));
    sum += (entries + tree.capacity(i) - 1) / tree.capacity(i);
  }
  return sum + 2 * tree.levels() - 1;
}

TEST(FatTreeErrata, OneLoopsRunToOneLessThanPrinted) {
  const FatTree tree = exponential_tree(8);
  FatTreeTable printed;
  test::append_xor_phase(tree, 3, 4, 1, printed);
  EXPECT_THROW(check_schedule(tree, printed), std::invalid_argument);  // leaf k sends to k

  for (const Node n : {2, 4, 8, 16, 32, 64}) {
    const FatTree full = exponential_tree(n);
    const FatTreeTable table = test::xor_exchange(full);
    ASSERT_TRUE(check_schedule(full, table).conflict_free());
    const test::Walk walked = walk(full, table);
    ASSERT_TRUE(brings_all_to_all(full, walked));
    ASSERT_EQ(walked.events.back().step, n + 2 * full.levels() - 2);
  }
}

TEST(FatTreeErrata, OnePhaseIHasTwoToTheISwitches) {
  const FatTree tree = constant_tree(8);
  for (const PhaseSwitches switches : {PhaseSwitches::kAsPrinted, PhaseSwitches::kAll}) {
    const FatTreeTable table = test::loop_exchange(tree, switches);
    ASSERT_TRUE(check_schedule(tree, table).conflict_free());
    const test::Walk walked = walk(tree, table);
    EXPECT_EQ(brings_all_to_all(tree, walked), switches == PhaseSwitches::kAll);
    EXPECT_EQ(walked.events.back().step, (64 - 1) / 3 + 5);
  }
}

TEST(FatTreeErrata, TwoLeavesTakeTwoStepsForEverything) {
  const FatTree tree = constant_tree(2);

  EXPECT_EQ(predict_fat_tree_scatter(tree, 0, {0, 1}).finish, 2);
  EXPECT_EQ(predict_fat_tree_gather(tree, 0, {0, 1}).finish, 2);
  EXPECT_EQ(predict_fat_tree_gather_naive(tree, 0, {0, 1}).finish, 2);
  EXPECT_EQ(predict_fat_tree_flood(tree).finish, 2);
  EXPECT_EQ(predict_fat_tree_multinode_phased(tree).finish, 2);
  EXPECT_EQ(predict_fat_tree_multinode_queue_free(tree).finish, 2);
  EXPECT_EQ(predict_fat_tree_exchange_phased(tree).finish, 2);
  EXPECT_EQ(predict_fat_tree_exchange_serial(tree).finish, 2);
  EXPECT_EQ(predict_fat_tree_exchange_optimal_cbft(tree).finish, 2);
  EXPECT_EQ(predict_fat_tree_exchange_optimal_ebft(tree).finish, 2);
}

TEST(FatTreeErrata, TheoremOnesTermsOfLevelsTwoAndThreeAreEqual) {
  const FatTree tree = constant_tree(8);
  const FatTreePrediction p = predict_fat_tree_scatter(tree, 0, test::unit_lengths(tree, 0));

  std::vector<Step> last_of_class(4, 0);
  for (Node x = 1; x < 8; ++x) {
    Step& last = last_of_class[index_of(tree.meeting_level(0, x))];
    last = std::max(last, p.arrivals->at(index_of(x)).front());
  }
  EXPECT_THAT(last_of_class, ::testing::ElementsAre(0, 8, 9, 9));
}

TEST(FatTreeErrata, EquationTwoIsFalseWhereABranchIsMoreThanTwiceTheOneBelow) {
  const FatTree tree(8, 2, {1, 1, 4});

  EXPECT_EQ(printed_equation_two(tree), 14);
  EXPECT_EQ(exchange_link_bound(tree), 15);
  EXPECT_EQ(predict_fat_tree_exchange_phased(tree).finish, 18);
}

TEST(FatTreeErrata, EquationTwoIsRightWithEffectiveCapacities) {
  for (const FatTree& tree : test::small_fat_trees()) {
    if (tree.arity() != 2) continue;
    const FatTree usable(tree.leaves(), 2, effective_capacities(tree));
    EXPECT_EQ(predict_fat_tree_exchange_phased(tree).finish, printed_equation_two(usable)) << tree;
  }
}

TEST(FatTreeErrata, DistinctDestinationsAreNotEnough) {
  const FatTree tree(8, 2, {1, 1, 2});
  // Phase 3 with two packets a step, all sources and destinations distinct, but neighbours.
  const ScheduleCheck check =
      check_schedule(tree, {{1, 0, FlitKind::kData, 4}, {1, 1, FlitKind::kData, 6}});

  ASSERT_EQ(check.total, 1U);
  EXPECT_EQ(to_string(tree, check.conflicts[0]),
            "step 2: 2 packets want to leave the subtree of leaves 0 to 1 by branch 2, which has "
            "1 link");
  EXPECT_TRUE(check_schedule(tree, {{1, 0, FlitKind::kData, 4}, {1, 2, FlitKind::kData, 6}})
                  .conflict_free());
}

TEST(FatTreeErrata, QueuesOfTwoToTheIMinusOneAreThoseTowardsTheRootOnly) {
  const FatTreePrediction p = predict_fat_tree_flood(constant_tree(32));

  for (std::size_t i = 1; i <= 4; ++i) {
    EXPECT_EQ(p.max_wait[i].up, Flits{1} << (i - 1));
    EXPECT_EQ(p.max_stored[i].up, (Flits{1} << (i - 1)) + 1);
    EXPECT_EQ(p.max_wait[i].down, std::max(Flits{0}, (Flits{1} << (i - 1)) - 2));
  }
  EXPECT_EQ(p.max_wait[5].down, 0);
}

TEST(FatTreeErrata, LemmaThreeFollowsFromTheBoundOfPacketsInFlight) {
  for (Node n = 4; n <= 1024; n *= 2) {
    const double levels = std::log2(n);
    const double lemma = n + 2 * levels - 2 * std::log2(levels) - 2;
    EXPECT_GE(static_cast<double>(exchange_in_flight_bound(exponential_tree(n))), lemma) << n;
  }
}

TEST(FatTreeErrata, TheClosingConjectureIsFalseFromEightLeavesOn) {
  for (const Node n : {8, 16, 32, 64}) {
    const FatTree tree = exponential_tree(n);
    const FatTreePrediction p = predict_fat_tree_exchange_optimal_ebft(tree);

    ASSERT_TRUE(test::holds_without_queues(tree, p));
    EXPECT_LT(*p.finish, n + 2 * tree.levels() - 2);
  }
  for (const Node n : {2, 4})
    EXPECT_EQ(exchange_bound(exponential_tree(n)),
              predict_fat_tree_exchange_phased(exponential_tree(n)).finish);
}

TEST(FatTreeErrata, MultinodeWithoutQueuesIsFasterThanNPlusTwoLMinusTwo) {
  for (const Node n : {4, 8, 16, 32}) {
    const FatTree tree = constant_tree(n);
    const FatTreePrediction p = predict_fat_tree_multinode_queue_free(tree);

    ASSERT_TRUE(test::holds_without_queues(tree, p));
    EXPECT_EQ(p.finish, n + 1);
    EXPECT_LT(*p.finish, n + 2 * tree.levels() - 2);
  }
}

TEST(FatTreeErrata, TableOneLacksTheLatencyOfTotalExchange) {
  for (const FatTree& tree : test::small_fat_trees()) {
    if (tree.arity() != 2) continue;
    const Step n = tree.leaves();
    const Step crossing =
        (n * n / 4 + tree.capacity(tree.levels()) - 1) / tree.capacity(tree.levels());
    EXPECT_GE(exchange_link_bound(tree), crossing + 2 * tree.levels() - 1) << tree;
  }
}

TEST(FatTreeErrata, TwoScattersMayCollide) {
  const FatTreePrediction p = predict_fat_tree_scatter_pair(constant_tree(8), 0, 4);

  EXPECT_FALSE(check_schedule(constant_tree(8), p.dispatch).conflict_free());
  EXPECT_TRUE(check_schedule(constant_tree(8),
                             predict_fat_tree_scatter_pair(constant_tree(8), 0, 5).dispatch)
                  .conflict_free());
}

TEST(FatTreeErrata, CapacitiesChangeNoFinishButThatOfTheExchange) {
  for (const FatTree& tree : test::small_fat_trees()) {
    const FatTree plain = constant_tree(tree.leaves(), tree.arity());
    const auto lengths = test::random_leaf_lengths(tree, 1, 5, 11);
    EXPECT_EQ(predict_fat_tree_scatter(tree, 1, lengths).finish,
              predict_fat_tree_scatter(plain, 1, lengths).finish);
    EXPECT_EQ(predict_fat_tree_flood(tree).finish, predict_fat_tree_flood(plain).finish);
    EXPECT_GE(predict_fat_tree_exchange_phased(plain).finish,
              predict_fat_tree_exchange_phased(tree).finish);
  }
}

TEST(FatTreeErrata, OneIdleStepBetweenPhasesIsTooFewOnEightLeaves) {
  const FatTree tree = exponential_tree(8);
  const FatTreePrediction p = predict_fat_tree_exchange_phased(tree, 1);
  const test::QueueRun run = test::run_queues(tree, p.dispatch);

  EXPECT_EQ(p.queue_free, false);
  EXPECT_EQ(std::max(run.wait_up[1], run.wait_down[1]), 1);
  EXPECT_EQ(std::max(run.wait_up[2], run.wait_down[2]), 2);
}

}  // namespace
}  // namespace flitwise::theory
