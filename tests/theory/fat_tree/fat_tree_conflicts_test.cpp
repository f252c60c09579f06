#include "tb/theory/fat_tree/fat_tree_conflicts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::constant_tree;
using test::exponential_tree;

FatTreeDispatch data(Step step, Node source, Node destination, Flits flits = 1) {
  return {step, source, FlitKind::kData, destination, 0, flits};
}

std::vector<std::string> conflicts_of(const FatTree& tree, const FatTreeTable& table) {
  std::vector<std::string> texts;
  for (const Conflict& conflict : check_schedule(tree, table).conflicts)
    texts.push_back(to_string(tree, conflict));
  return texts;
}

/// Does the criterion find exactly the links that a walk finds overfull?
::testing::AssertionResult agrees_with_walk(const FatTree& tree, const FatTreeTable& table) {
  const ScheduleCheck check = check_schedule(tree, table, {}, 1'000'000);
  auto crowds = test::walk(tree, table).crowds;
  if (check.total != crowds.size() || check.total != check.conflicts.size())
    return ::testing::AssertionFailure()
           << tree << ": " << check.total << " conflicts, walked " << crowds.size();
  for (const Conflict& c : check.conflicts) {
    const Node below = tree.node_at(c.level - 1, c.subtree);
    const Node above = tree.parent(below);
    const auto key = c.up ? std::tuple(c.step, below, above) : std::tuple(c.step, above, below);
    if (crowds[key] != c.packets) return ::testing::AssertionFailure() << to_string(tree, c);
  }
  return ::testing::AssertionSuccess();
}

bool waits(const test::QueueRun& run) {
  const auto above_zero = [](Flits wait) { return wait > 0; };
  return std::any_of(run.wait_up.begin(), run.wait_up.end(), above_zero) ||
         std::any_of(run.wait_down.begin(), run.wait_down.end(), above_zero);
}

/// One schedule of every kind.
std::vector<FatTreeTable> schedules_of(const FatTree& tree) {
  return {predict_fat_tree_broadcast(tree, 1).dispatch,
          predict_fat_tree_scatter(tree, 0, test::random_leaf_lengths(tree, 0, 3, 7)).dispatch,
          predict_fat_tree_gather(tree, 1, test::random_leaf_lengths(tree, 1, 3, 8)).dispatch,
          predict_fat_tree_multinode_phased(tree).dispatch,
          predict_fat_tree_multinode_queue_free(tree).dispatch,
          predict_fat_tree_exchange_phased(tree).dispatch,
          predict_fat_tree_flood(tree).dispatch,
          predict_fat_tree_exchange_far_first(tree).dispatch};
}

TEST(FatTreeConflicts, NamesALeafThatSendsTwice) {
  EXPECT_THAT(conflicts_of(exponential_tree(8), {data(3, 5, 4), data(3, 5, 0)}),
              ::testing::ElementsAre("step 3: leaf 5 sends 2 packets"));
}

TEST(FatTreeConflicts, NamesALeafThatReceivesTwice) {
  EXPECT_THAT(conflicts_of(exponential_tree(8), {data(1, 7, 0), data(5, 1, 0)}),
              ::testing::ElementsAre("step 6: leaf 0 receives 2 packets"));
}

TEST(FatTreeConflicts, NamesABranchWithTooFewLinks) {
  EXPECT_THAT(conflicts_of(constant_tree(8), {data(1, 0, 4), data(1, 2, 7)}),
              ::testing::ElementsAre("step 3: 2 packets want to leave the subtree of leaves 0 to "
                                     "3 by branch 3, which has 1 link",
                                     "step 4: 2 packets want to enter the subtree of leaves 4 to "
                                     "7 by branch 3, which has 1 link"));
  EXPECT_THAT(conflicts_of(FatTree(8, 2, {1, 2, 2}), {data(1, 0, 4), data(1, 2, 6), data(1, 3, 5)}),
              ::testing::ElementsAre("step 3: 3 packets want to leave the subtree of leaves 0 to "
                                     "3 by branch 3, which has 2 links",
                                     "step 4: 3 packets want to enter the subtree of leaves 4 to "
                                     "7 by branch 3, which has 2 links"));
}

TEST(FatTreeConflicts, NamesTheFirstInTimeAndCountsAll) {
  const ScheduleCheck check = check_schedule(
      constant_tree(64), predict_fat_tree_exchange_far_first(constant_tree(64)).dispatch, {}, 3);

  EXPECT_EQ(check.conflicts.size(), 3U);
  EXPECT_GT(check.total, 1000U);
  EXPECT_EQ(check.conflicts[0].step, 2);
  EXPECT_TRUE(check.conflicts[0].up);
}

TEST(FatTreeConflicts, CountsEveryFlitOfAMessage) {
  const FatTree tree = constant_tree(4);

  EXPECT_TRUE(check_schedule(tree, {data(1, 0, 2, 3), data(4, 1, 3, 2)}).conflict_free());
  EXPECT_EQ(check_schedule(tree, {data(1, 0, 2, 4), data(4, 1, 3, 2)}).total, 2U);
}

TEST(FatTreeConflicts, CountsACopyOnEveryBranchThatItCrosses) {
  const FatTree tree = constant_tree(4);
  const FatTreeDispatch up_and_over{1, 0, FlitKind::kCopies, kNoNode, 0b10};

  EXPECT_TRUE(check_schedule(tree, {up_and_over, data(2, 1, 0)}).conflict_free());
  EXPECT_THAT(conflicts_of(tree, {up_and_over, data(3, 3, 2)}),
              ::testing::ElementsAre("step 4: leaf 2 receives 2 packets"));
  EXPECT_THAT(conflicts_of(tree, {up_and_over, data(1, 1, 3)}),
              ::testing::Contains("step 2: 2 packets want to leave the subtree of leaves 0 to 1 "
                                  "by branch 2, which has 1 link"));
}

TEST(FatTreeConflicts, ReportsTheMostPacketsOfEveryBranch) {
  const ScheduleCheck check = check_schedule(
      FatTree(8, 2, {1, 2, 2}), {data(1, 0, 4), data(1, 2, 6), data(1, 3, 5), data(2, 7, 6)});

  EXPECT_THAT(check.most_up, ::testing::ElementsAre(1, 2, 3));
  EXPECT_THAT(check.most_down, ::testing::ElementsAre(1, 2, 3));
}

TEST(FatTreeConflicts, TellsTheTwoDirectionsOfABranchApart) {
  const ScheduleCheck check =
      check_schedule(FatTree(8, 2, {1, 2, 2}), {data(1, 0, 4), data(1, 1, 2)});

  EXPECT_THAT(check.most_up, ::testing::ElementsAre(1, 2, 1));
  EXPECT_THAT(check.most_down, ::testing::ElementsAre(1, 1, 1));
}

TEST(FatTreeConflicts, TheCriterionIsTheWalkOfEveryPacket) {
  int schedules = 0;
  for (const FatTree& tree : test::small_fat_trees()) {
    if (tree.leaves() > 27) continue;
    for (const FatTreeTable& table : schedules_of(tree)) {
      ASSERT_TRUE(agrees_with_walk(tree, table)) << "schedule " << schedules % 8;
      ++schedules;
    }
  }
  EXPECT_GT(schedules, 1000);
}

TEST(FatTreeConflicts, NoConflictMeansThatNothingWaitsAndTheReverse) {
  int conflicting = 0;
  for (const FatTree& tree : test::small_fat_trees()) {
    if (tree.leaves() > 16) continue;
    for (const FatTreeTable& table : schedules_of(tree)) {
      const bool free = check_schedule(tree, table).conflict_free();
      ASSERT_EQ(free, !waits(test::run_queues(tree, table))) << tree;
      if (!free) ++conflicting;
    }
  }
  EXPECT_GT(conflicting, 100);
}

TEST(FatTreeConflicts, BrokenSchedulesAreSeenAsTheyRun) {
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    std::mt19937_64 random(seed);
    const FatTree tree = test::random_fat_tree(seed % 3 == 0 ? 9 : 16, seed % 3 == 0 ? 3 : 2, seed);
    std::vector<FatTreeTable> tables = schedules_of(tree);
    FatTreeTable table = tables[random() % 6];
    FatTreeDispatch& broken = table[random() % table.size()];
    broken.step += 1 + static_cast<Step>(random() % 3);

    ASSERT_TRUE(agrees_with_walk(tree, table)) << "seed " << seed;
    const bool free = check_schedule(tree, table).conflict_free();
    ASSERT_EQ(free, !waits(test::run_queues(tree, table))) << "seed " << seed << ' ' << tree;
    if (!free) ++rejected;
  }
  EXPECT_GT(rejected, 150);
}

TEST(FatTreeConflicts, AnyPhaseOfTheFullExchangeOneStepEarlyCollides) {
  for (const Node leaves : {8, 16, 32}) {
    const FatTree tree = exponential_tree(leaves);
    for (int level = 1; level < tree.levels(); ++level) {
      FatTreeTable table = predict_fat_tree_exchange_phased(tree).dispatch;
      for (FatTreeDispatch& d : table) {
        if (tree.meeting_level(d.source, d.destination) == level) --d.step;
      }
      EXPECT_FALSE(check_schedule(tree, table).conflict_free()) << tree << " phase " << level;
    }
  }
}

}  // namespace
}  // namespace flitwise::theory
