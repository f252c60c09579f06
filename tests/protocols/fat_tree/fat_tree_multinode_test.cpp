// Multinode broadcast on fat trees: flooding, phases, and copies that serve several levels.
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test {
namespace {

FatTreeRecord run_multinode(const FatTree& tree, const Schedule& schedule,
                            const FatTreeOptions& options = {}) {
  return run_on(tree, make_fat_tree_all_to_all(tree, schedule), options);
}

// Steps 2, 4, 5, ..., n + 1 for b = 2 and n >= 4, else 2 to n.
std::vector<Step> contiguous_arrivals(const FatTree& tree) {
  std::vector<Step> steps = {2};
  const Step last = steps_of_unit_messages(tree);
  for (Step t = last - tree.leaves() + 3; t <= last; ++t) steps.push_back(t);
  return steps;
}

TEST(FatTreeFlood, IsAsFastAsAnyScheduleWithAnyOrderOfIntake) {
  for (const FatTree& tree : all_trees()) {
    for (const Intake intake :
         {Intake::kUpFirst, Intake::kLocalFirst, Intake::kRoundRobin, Intake::kRandom}) {
      SCOPED_TRACE(describe(tree) + ", intake " + std::to_string(static_cast<int>(intake)));
      FatTreeOptions options;
      options.intake = intake;
      const FatTreeRecord run = run_multinode(tree, fat_tree_multinode_flood(tree), options);
      expect_complete(run, steps_of_unit_messages(tree));
      for (const std::vector<Step>& steps : run.arrivals)
        ASSERT_EQ(steps, contiguous_arrivals(tree));
    }
  }
}

TEST(FatTreeFlood, QueuesOfConstantTreesAreAsLongAsTheFormulasSay) {
  for (const FatTree& tree : {constant_tree(4), constant_tree(16), constant_tree(128),
                              constant_tree(27, 3), constant_tree(64, 4), constant_tree(64, 8)}) {
    SCOPED_TRACE(describe(tree));
    const FatTreeRecord run = run_multinode(tree, fat_tree_multinode_flood(tree));
    const Flits b = tree.arity();
    for (int i = 1; i <= tree.levels(); ++i) {
      SCOPED_TRACE("level " + std::to_string(i));
      const Flits m = tree.leaves_below(i - 1);
      const bool is_root = i == tree.levels();
      const Flits down = (b - 2) * m + (is_root ? 0 : std::max<Flits>(0, m - 2));
      EXPECT_EQ(run.down[static_cast<std::size_t>(i)].wait, down);
      EXPECT_EQ(run.down[static_cast<std::size_t>(i)].stored, down + 1);
      if (is_root) continue;
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].wait, (b - 1) * m);
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].stored, (b - 1) * m + 1);
    }
  }
}

TEST(FatTreeFlood, QueuesOfExponentialTreesAreLongNearTheLeaves) {
  for (const Node leaves : {8, 16, 64}) {
    const FatTree tree = exponential_tree(leaves);
    SCOPED_TRACE(describe(tree));
    const FatTreeRecord run = run_multinode(tree, fat_tree_multinode_flood(tree));
    const int levels = tree.levels();
    for (int i = 1; i <= levels; ++i) {
      SCOPED_TRACE("level " + std::to_string(i));
      const bool is_low = i <= levels - 2;
      const QueueMaxima& down = run.down[static_cast<std::size_t>(i)];
      EXPECT_EQ(down.wait, is_low ? leaves / 2 - (Flits{1} << i) : i == levels ? 0 : leaves / 4);
      EXPECT_EQ(down.stored, is_low ? leaves / 2 - (Flits{1} << (i - 1)) : leaves / 2);
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].wait, 0);
      EXPECT_EQ(run.up[static_cast<std::size_t>(i)].stored, i < levels ? Flits{1} << i : 0);
    }
  }
}

TEST(FatTreePhasedMultinode, TakesNPlusTwoLMinusTwoStepsWithoutQueues) {
  for (const FatTree& tree : all_trees()) {
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_multinode(tree, fat_tree_multinode_phased(tree)),
                      tree.leaves() + 2 * tree.levels() - 2);
  }
}

TEST(FatTreePhasedMultinode, ASmallerGapMakesFlitsWait) {
  for (const Node leaves : {4, 8, 16, 32}) {
    for (const Step gap : {0, 1}) {
      const FatTree tree = constant_tree(leaves);
      const FatTreeRecord run = run_multinode(tree, fat_tree_multinode_phased(tree, gap));
      EXPECT_EQ(run.faults(), "");
      EXPECT_GE(run.max_wait(), 1) << describe(tree) << ", gap " << gap;
    }
  }
}

TEST(FatTreePhasedMultinode, AWiderGapOnlyTakesLonger) {
  const FatTree tree = constant_tree(16);
  expect_queue_free(tree, run_multinode(tree, fat_tree_multinode_phased(tree, 5)),
                    16 + 2 * 4 - 2 + 3 * 3);
}

TEST(FatTreeQueueFreeMultinode, IsAsFastAsAnyScheduleWithoutQueues) {
  std::vector<FatTree> trees = all_trees();
  for (const Node leaves : {32, 64, 128, 256}) trees.push_back(constant_tree(leaves));
  trees.push_back(constant_tree(81, 3));
  trees.push_back(constant_tree(243, 3));
  trees.push_back(constant_tree(256, 4));
  trees.push_back(constant_tree(343, 7));
  for (const FatTree& tree : trees) {
    SCOPED_TRACE(describe(tree));
    const FatTreeRecord run = run_multinode(tree, fat_tree_multinode_queue_free(tree));
    expect_queue_free(tree, run, steps_of_unit_messages(tree));
    for (const std::vector<Step>& steps : run.arrivals) ASSERT_EQ(steps, contiguous_arrivals(tree));
  }
}

TEST(FatTreeQueueFreeMultinode, SendsAtMostOneCopyPerLevelAndLeafWhenBinary) {
  for (const Node leaves : {2, 8, 64, 512}) {
    const FatTree tree = constant_tree(leaves);
    for (const std::vector<Dispatch>& list : fat_tree_multinode_queue_free(tree))
      EXPECT_LE(list.size(), static_cast<std::size_t>(tree.levels()));
  }
}

TEST(FatTreeQueueFreeMultinode, TableOfEightLeaves) {
  const std::vector<std::string> expected = {
      "1:0x7", "1:0x1 2:0x6", "1:0x3 3:0x4", "1:0x1 2:0x2 4:0x4",
      "1:0x7", "1:0x1 2:0x6", "1:0x3 3:0x4", "1:0x1 2:0x2 4:0x4"};
  const Schedule schedule = fat_tree_multinode_queue_free(constant_tree(8));
  ASSERT_EQ(schedule.size(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s)
    EXPECT_EQ(text_of(schedule[s]), expected[s]) << "leaf " << s;
}

TEST(FatTreeQueueFreeMultinode, DigitsFitTheDestinationFieldOfEveryTreeOfUpTo1024Leaves) {
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    for (Node leaves = arity; leaves <= 1024; leaves *= arity) {
      for (const std::vector<Dispatch>& list :
           fat_tree_multinode_queue_free(constant_tree(leaves, arity)))
        for (const Dispatch& dispatch : list) ASSERT_LT(dispatch.copies, 1U << 13);
    }
  }
}

}  // namespace
}  // namespace flitwise::protocols::test
