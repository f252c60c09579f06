// Gather on fat trees: the scatter in reversed time, and everyone at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test {
namespace {

using Lengths = std::vector<Flits>;

FatTreeRecord gather(const FatTree& tree, Node target, const Lengths& lengths) {
  return run_on(
      tree, make_fat_tree_gather(tree, target, lengths, fat_tree_gather(tree, target, lengths)));
}

FatTreeRecord gather_naive(const FatTree& tree, Node target, const Lengths& lengths,
                           Intake intake = Intake::kUpFirst) {
  FatTreeOptions options;
  options.intake = intake;
  return run_on(
      tree,
      make_fat_tree_gather(tree, target, lengths, fat_tree_gather_naive(tree, target, lengths)),
      options);
}

int bit_length(Node k) {
  int bits = 0;
  for (; k > 0; k /= 2) ++bits;
  return bits;
}

TEST(FatTreeGather, UnitMessagesTakeAsLongAsTheScatterWithoutQueues) {
  for (const FatTree& tree : all_trees()) {
    for (Node target = 0; target < tree.leaves(); ++target) {
      SCOPED_TRACE(describe(tree) + ", target " + std::to_string(target));
      expect_queue_free(tree, gather(tree, target, unit_lengths(tree, target)),
                        steps_of_unit_messages(tree));
    }
  }
}

TEST(FatTreeGather, BinaryDispatchStepsAreTheClosedForm) {
  for (const Node leaves : {4, 8, 16, 64}) {
    const FatTree tree = constant_tree(leaves);
    for (Node target = 0; target < leaves; ++target) {
      const Schedule schedule = fat_tree_gather(tree, target, unit_lengths(tree, target));
      for (Node k = 1; k < leaves; ++k) {
        const std::vector<Dispatch>& list = schedule[static_cast<std::size_t>(target ^ k)];
        ASSERT_EQ(list.size(), 1U);
        EXPECT_EQ(list[0].step, k - 2 * bit_length(k) + 3) << describe(tree) << ", k = " << k;
      }
    }
  }
}

TEST(FatTreeGather, ArrivalsFollowEachOtherFromStepThree) {
  const FatTree tree = constant_tree(16);
  const FatTreeRecord run = gather(tree, 5, unit_lengths(tree, 5));
  std::vector<Step> expected;
  for (Step t = 3; t <= 17; ++t) expected.push_back(t);
  EXPECT_EQ(run.arrivals[5], expected);
}

TEST(FatTreeGather, AnyLengthsTakeAsLongAsTheScatter) {
  std::mt19937_64 random(42);
  for (const FatTree& tree : all_trees()) {
    Lengths lengths(static_cast<std::size_t>(tree.leaves()));
    for (Flits& flits : lengths) flits = static_cast<Flits>(random() % 5);
    const auto target = static_cast<Node>(random() % lengths.size());
    lengths[static_cast<std::size_t>(target)] = 0;
    SCOPED_TRACE(describe(tree) + ", target " + std::to_string(target));
    const FatTreeRecord scatter = run_on(
        tree,
        make_fat_tree_scatter(tree, target, lengths, fat_tree_scatter(tree, target, lengths)));
    expect_queue_free(tree, gather(tree, target, lengths), scatter.finish);
  }
}

TEST(FatTreeGatherNaive, IsAsFastWithAnyOrderOfIntake) {
  for (const FatTree& tree : all_trees()) {
    for (const Intake intake :
         {Intake::kUpFirst, Intake::kLocalFirst, Intake::kRoundRobin, Intake::kRandom}) {
      SCOPED_TRACE(describe(tree) + ", intake " + std::to_string(static_cast<int>(intake)));
      const Node target = tree.leaves() / 3;
      expect_complete(gather_naive(tree, target, unit_lengths(tree, target), intake),
                      steps_of_unit_messages(tree));
    }
  }
}

TEST(FatTreeGatherNaive, QueuesOfTheConstantTreeAreAsLongAsTheFormulasSay) {
  for (const Node leaves : {4, 8, 16, 64, 256}) {
    const FatTree tree = constant_tree(leaves);
    SCOPED_TRACE(describe(tree));
    const FatTreeRecord run = gather_naive(tree, 1, unit_lengths(tree, 1));
    for (int i = 1; i < tree.levels(); ++i) {
      SCOPED_TRACE("level " + std::to_string(i));
      const Flits half = Flits{1} << (i - 1);
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].wait, half);
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].stored, half + 1);
      EXPECT_EQ(run.down[static_cast<std::size_t>(i)].wait, std::max<Flits>(0, half - 2));
      EXPECT_EQ(run.down[static_cast<std::size_t>(i)].stored, std::max<Flits>(1, half - 1));
    }
  }
}

TEST(FatTreeGatherNaive, ExponentialTreeQueuesOnTheWayDown) {
  for (const Node leaves : {8, 16, 64}) {
    const FatTree tree = exponential_tree(leaves);
    SCOPED_TRACE(describe(tree));
    const FatTreeRecord run = gather_naive(tree, 0, unit_lengths(tree, 0));
    for (int i = 1; i <= tree.levels(); ++i) {
      const Flits expected = i == tree.levels()       ? 0
                             : i == tree.levels() - 1 ? leaves / 4
                                                      : leaves / 2 - (Flits{1} << i);
      EXPECT_EQ(run.down[static_cast<std::size_t>(i)].wait, expected) << "level " << i;
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].wait, 0) << "level " << i;
    }
  }
}

TEST(FatTreeGatherNaive, TakesMessagesOfAnyLengthWhole) {
  const FatTree tree = constant_tree(8);
  const FatTreeRecord run = gather_naive(tree, 6, {3, 0, 1, 4, 2, 5, 0, 1});
  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.arrivals[6].size(), 16U);
}

}  // namespace
}  // namespace flitwise::protocols::test
