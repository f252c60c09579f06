#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::brings_all_to_all;
using test::constant_tree;
using test::exponential_tree;
using test::holds_without_queues;
using test::walk;

Step optimal_finish(const FatTree& tree) {
  return tree.leaves() + (tree.arity() == 2 && tree.leaves() > 2 ? 1 : 0);
}

/// Is the prediction what happens with queues of any length?
::testing::AssertionResult runs_as_predicted(const FatTree& tree, const FatTreePrediction& p,
                                             test::Inputs inputs) {
  const auto failure = [&] { return ::testing::AssertionFailure() << tree << ": "; };
  const test::QueueRun run = test::run_queues(tree, p.dispatch, inputs);
  if (p.finish != run.finish) return failure() << "finish " << run.finish;
  if (p.arrivals != run.arrivals) return failure() << "arrivals";
  for (std::size_t i = 0; i < p.max_wait.size(); ++i) {
    const bool same = p.max_wait[i].up.value_or(0) == run.wait_up[i] &&
                      p.max_wait[i].down.value_or(0) == run.wait_down[i] &&
                      p.max_stored[i].up.value_or(0) == run.stored_up[i] &&
                      p.max_stored[i].down.value_or(0) == run.stored_down[i];
    if (!same) return failure() << "queues of level " << i;
  }
  return ::testing::AssertionSuccess();
}

TEST(FatTreeMultinode, FloodingTakesNPlusOneStepsWithAnyCapacities) {
  for (const FatTree& tree : test::small_fat_trees()) {
    const FatTreePrediction p = predict_fat_tree_flood(tree);

    ASSERT_EQ(p.finish, optimal_finish(tree)) << tree;
    ASSERT_TRUE(runs_as_predicted(tree, p, test::Inputs::kChildrenFirst));
    ASSERT_TRUE(runs_as_predicted(tree, p, test::Inputs::kParentFirst));
  }
}

TEST(FatTreeMultinode, FloodingsQueuesAreKnownForEveryPlainTree) {
  int trees = 0;
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    for (Node leaves = arity; leaves <= 128; leaves *= arity) {
      const FatTree tree = constant_tree(leaves, arity);
      const FatTreePrediction p = predict_fat_tree_flood(tree);

      ASSERT_EQ(p.max_wait.size(), index_of(tree.levels()) + 1);
      ASSERT_TRUE(runs_as_predicted(tree, p, test::Inputs::kChildrenFirst));
      ++trees;
    }
  }
  EXPECT_EQ(trees, 23);
}

TEST(FatTreeMultinode, FloodingsQueuesMoveDownOnTheFullBinaryTree) {
  for (const Node leaves : {2, 4, 8, 16, 32, 64, 128}) {
    const FatTree tree = exponential_tree(leaves);
    const FatTreePrediction p = predict_fat_tree_flood(tree);

    ASSERT_EQ(p.max_wait.size(), index_of(tree.levels()) + 1);
    ASSERT_TRUE(runs_as_predicted(tree, p, test::Inputs::kChildrenFirst));
  }
}

TEST(FatTreeMultinode, OutputsThatDoNotExistHaveNoMaxima) {
  const FatTreePrediction p = predict_fat_tree_flood(constant_tree(8));

  EXPECT_EQ(p.max_wait[0].down, std::nullopt);
  EXPECT_EQ(p.max_wait[3].up, std::nullopt);
  EXPECT_EQ(p.max_wait[2].up, 2);
  EXPECT_EQ(p.max_stored[2].up, 3);
  EXPECT_EQ(p.max_wait[3].down, 0);
  EXPECT_EQ(p.queue_free, false);
}

TEST(FatTreeMultinode, NoFormulaMeansNoMaxima) {
  for (const FatTree& tree : {FatTree(8, 2, {1, 1, 2}), exponential_tree(9, 3)}) {
    const FatTreePrediction p = predict_fat_tree_flood(tree);

    EXPECT_TRUE(p.max_wait.empty());
    EXPECT_TRUE(p.max_stored.empty());
    EXPECT_EQ(p.queue_free, std::nullopt);
    EXPECT_TRUE(p.finish.has_value());
  }
}

TEST(FatTreeMultinode, BackPressureIsKnownOnPlainBinaryTrees) {
  const auto finish = [](Node leaves, Flits depth, FatTreePolicy policy) {
    return predict_fat_tree_flood(constant_tree(leaves), {depth, policy}).finish;
  };

  EXPECT_EQ(finish(4, 1, FatTreePolicy::kUpFirst), 8);
  EXPECT_EQ(finish(128, 1, FatTreePolicy::kLocalFirst), 266);
  EXPECT_EQ(finish(128, 1, FatTreePolicy::kRoundRobin), std::nullopt);
  EXPECT_EQ(finish(128, 1, FatTreePolicy::kRandom), std::nullopt);
  EXPECT_EQ(finish(256, 1, FatTreePolicy::kUpFirst), std::nullopt);
  EXPECT_EQ(finish(256, 4, FatTreePolicy::kUpFirst), 257);
  EXPECT_EQ(finish(512, 4, FatTreePolicy::kUpFirst), std::nullopt);
  EXPECT_EQ(finish(16, 4, FatTreePolicy::kLocalFirst), 17);
  EXPECT_EQ(finish(32, 4, FatTreePolicy::kLocalFirst), 35);
  EXPECT_EQ(finish(256, 4, FatTreePolicy::kLocalFirst), 265);
  EXPECT_EQ(finish(64, 4, FatTreePolicy::kRoundRobin), std::nullopt);
}

TEST(FatTreeMultinode, DepthBeyondTheMostStoredAndOneStepsDeparturesIsAsGoodAsAny) {
  const FatTree tree = constant_tree(64);  // stores 17 at most
  const FatTreePrediction enough = predict_fat_tree_flood(tree, {18, FatTreePolicy::kRoundRobin});

  EXPECT_EQ(enough.finish, 65);
  EXPECT_EQ(enough.max_stored[5].up, 17);
  EXPECT_EQ(predict_fat_tree_flood(tree, {17, FatTreePolicy::kRoundRobin}).finish, std::nullopt);
  EXPECT_EQ(predict_fat_tree_flood(exponential_tree(8), {8, {}}).finish, 9);
  EXPECT_EQ(predict_fat_tree_flood(exponential_tree(8), {7, {}}).finish, std::nullopt);
}

TEST(FatTreeMultinode, PhasesBringAllToAllInNPlusTwoLMinusTwo) {
  for (const FatTree& tree : test::small_fat_trees()) {
    const FatTreePrediction p = predict_fat_tree_multinode_phased(tree);

    ASSERT_TRUE(holds_without_queues(tree, p));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, p.dispatch)));
    ASSERT_EQ(p.finish, tree.leaves() + 2 * tree.levels() - 2);
    for (const auto& steps : *p.arrivals)
      ASSERT_EQ(steps.front(), 2 * tree.levels()) << tree << ", contiguous to " << steps.back();
  }
}

TEST(FatTreeMultinode, PhasesFartherApartTakeLonger) {
  const FatTree tree = constant_tree(16);

  EXPECT_TRUE(holds_without_queues(tree, predict_fat_tree_multinode_phased(tree, 5)));
  EXPECT_EQ(predict_fat_tree_multinode_phased(tree, 5).finish, 22 + 9);
}

TEST(FatTreeMultinode, PhasesCloserThanTwoCollide) {
  for (const Node leaves : {4, 8, 16, 32}) {
    for (const Step gap : {0, 1}) {
      const FatTreePrediction p = predict_fat_tree_multinode_phased(constant_tree(leaves), gap);
      EXPECT_EQ(p.queue_free, false) << leaves << " gap " << gap;
      EXPECT_EQ(p.finish, std::nullopt);
    }
  }
}

TEST(FatTreeMultinode, QueueFreeBringsAllToAllAtTheLowerBound) {
  for (const FatTree& tree : test::small_fat_trees()) {
    const FatTreePrediction p = predict_fat_tree_multinode_queue_free(tree);

    ASSERT_TRUE(holds_without_queues(tree, p));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, p.dispatch)));
    ASSERT_EQ(p.finish, optimal_finish(tree));
    ASSERT_EQ(p.finish, p.lower_bound);
    ASSERT_EQ(p.arrivals, predict_fat_tree_flood(tree).arrivals) << tree;
  }
}

TEST(FatTreeMultinode, QueueFreeWorksForEveryArity) {
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    for (Node leaves = arity; leaves <= 128; leaves *= arity) {
      const FatTree tree = constant_tree(leaves, arity);
      ASSERT_TRUE(holds_without_queues(tree, predict_fat_tree_multinode_queue_free(tree)));
      ASSERT_TRUE(brings_all_to_all(
          tree, walk(tree, predict_fat_tree_multinode_queue_free(tree).dispatch)));
    }
  }
}

TEST(FatTreeMultinode, QueueFreeSendsNoLeafMoreThanLCopies) {
  for (const FatTree& tree : {constant_tree(64), constant_tree(256)}) {
    std::vector<int> sent(index_of(tree.leaves()), 0);
    const FatTreePrediction p = predict_fat_tree_multinode_queue_free(tree);
    for (const FatTreeDispatch& d : p.dispatch) ++sent[index_of(d.source)];
    EXPECT_THAT(sent, ::testing::Each(::testing::Le(tree.levels())));
  }
}

TEST(FatTreeMultinode, QueueFreeTableOfEightLeaves) {
  const FatTreePrediction p = predict_fat_tree_multinode_queue_free(constant_tree(8));

  std::vector<std::tuple<Step, Node, std::uint32_t>> sent;
  for (const FatTreeDispatch& d : p.dispatch) sent.emplace_back(d.step, d.source, d.copies);
  EXPECT_THAT(sent, ::testing::ElementsAreArray(
                        std::vector<std::tuple<Step, Node, std::uint32_t>>{{1, 0, 0b111},
                                                                           {1, 1, 0b001},
                                                                           {1, 2, 0b011},
                                                                           {1, 3, 0b001},
                                                                           {1, 4, 0b111},
                                                                           {1, 5, 0b001},
                                                                           {1, 6, 0b011},
                                                                           {1, 7, 0b001},
                                                                           {2, 1, 0b110},
                                                                           {2, 3, 0b010},
                                                                           {2, 5, 0b110},
                                                                           {2, 7, 0b010},
                                                                           {3, 2, 0b100},
                                                                           {3, 6, 0b100},
                                                                           {4, 3, 0b100},
                                                                           {4, 7, 0b100}}));
  EXPECT_THAT(*p.arrivals, ::testing::Each(std::vector<Step>{2, 4, 5, 6, 7, 8, 9}));
}

}  // namespace
}  // namespace flitwise::theory
