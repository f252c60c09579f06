#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::brings_all_to_all;
using test::constant_tree;
using test::exponential_tree;
using test::holds_without_queues;
using test::walk;

TEST(FatTreeExchange, PhasesHoldWithAnyCapacities) {
  int trees = 0;
  for (const FatTree& tree : test::small_fat_trees()) {
    for (const FatTreePrediction& p :
         {predict_fat_tree_exchange_phased(tree), predict_fat_tree_exchange_serial(tree)}) {
      ASSERT_TRUE(holds_without_queues(tree, p));
      ASSERT_TRUE(brings_all_to_all(tree, walk(tree, p.dispatch)));
    }
    ++trees;
  }
  EXPECT_GT(trees, 200);
}

TEST(FatTreeExchange, PhasesSendNeighboursInReversedDigitOrder) {
  const FatTreePrediction p = predict_fat_tree_exchange_phased(FatTree(8, 2, {1, 2, 3}));

  std::vector<std::tuple<Step, Node>> of_leaf_one;  // to the other half, phase 3
  std::vector<std::tuple<Node, Node>> of_step_two;
  for (const FatTreeDispatch& d : p.dispatch) {
    if (d.source == 1 && d.destination >= 4) of_leaf_one.emplace_back(d.step, d.destination);
    if (d.step == 2) of_step_two.emplace_back(d.source, d.destination);
  }
  // Leaf 1 is rev(2): entries q = 2, 6, 10, 14 go to rev(2), rev(3), rev(0), rev(1) over there.
  EXPECT_THAT(of_leaf_one, ::testing::ElementsAreArray(std::vector<std::tuple<Step, Node>>{
                               {1, 5}, {3, 7}, {4, 4}, {5, 6}}));
  // Entries 3, 4, 5: 3 to 3, then with shift 1 rev(0) to rev(1) and rev(1) to rev(2).
  EXPECT_THAT(of_step_two, ::testing::ElementsAreArray(std::vector<std::tuple<Node, Node>>{
                               {0, 6}, {2, 5}, {3, 7}, {4, 2}, {6, 1}, {7, 3}}));
}

TEST(FatTreeExchange, PhasedFinishOfPlainAndFullTrees) {
  const auto finish = [](const FatTree& tree) {
    return *predict_fat_tree_exchange_phased(tree).finish;
  };
  for (const Node leaves : {2, 4, 8, 16, 32, 64}) {
    const FatTree tree = constant_tree(leaves);
    const Step n = leaves;
    EXPECT_EQ(finish(tree), (n * n - 1) / 3 + 2 * tree.levels() - 1);
    EXPECT_EQ(finish(exponential_tree(leaves)), n + 2 * tree.levels() - 2);
  }
  for (const int arity : {3, 4, 5, 8}) {
    for (Node leaves = arity; leaves <= 64; leaves *= arity) {
      const FatTree tree = constant_tree(leaves, arity);
      const Step n = leaves;
      EXPECT_EQ(finish(tree), (n * n - 1) / (arity + 1) + 2 * tree.levels() - 1);
      EXPECT_EQ(finish(exponential_tree(leaves, arity)), n + 2 * tree.levels() - 2);
    }
  }
}

TEST(FatTreeExchange, SerialPhasesTakeLSquaredInsteadOfTwoLMinusOne) {
  for (const FatTree& tree : test::small_fat_trees()) {
    const Step levels = tree.levels();
    EXPECT_EQ(*predict_fat_tree_exchange_serial(tree).finish -
                  *predict_fat_tree_exchange_phased(tree).finish,
              levels * levels - 2 * levels + 1)
        << tree;
  }
}

TEST(FatTreeExchange, PhasesArriveWithoutAGapWhereTheyFillTheirBranches) {
  for (const FatTree& tree : {exponential_tree(16), exponential_tree(27, 3)}) {
    const FatTreePrediction p = predict_fat_tree_exchange_phased(tree);
    for (const auto& steps : *p.arrivals) {
      EXPECT_EQ(steps.front(), 2 * tree.levels());
      EXPECT_EQ(steps.back() - steps.front(), tree.leaves() - 2) << tree;
    }
  }
}

TEST(FatTreeExchange, WiderGapsHoldAndNarrowerOnesCollide) {
  for (const Node leaves : {4, 8, 16, 32}) {
    for (const FatTree& tree : {constant_tree(leaves), exponential_tree(leaves)}) {
      for (const Step gap : {3, 7})
        EXPECT_TRUE(holds_without_queues(tree, predict_fat_tree_exchange_phased(tree, gap)));
      for (const Step gap : {0, 1}) {
        const FatTreePrediction p = predict_fat_tree_exchange_phased(tree, gap);
        EXPECT_EQ(p.queue_free, false) << tree << " gap " << gap;
        EXPECT_EQ(p.finish, std::nullopt);
      }
    }
  }
}

TEST(FatTreeExchange, EffectiveCapacitiesGrowByTheArityAtMost) {
  EXPECT_EQ(effective_capacities(FatTree(16, 2, {1, 1, 4, 9})), (std::vector<int>{1, 1, 2, 4}));
  EXPECT_EQ(effective_capacities(FatTree(27, 3, {1, 5, 7})), (std::vector<int>{1, 3, 7}));
}

TEST(FatTreeExchange, OptimalOnFullBinaryTreesMeetsTheBound) {
  const std::vector<Step> finishes{2, 6, 11, 21, 39, 73, 139};
  std::size_t i = 0;
  for (const Node leaves : {2, 4, 8, 16, 32, 64, 128}) {
    const FatTree tree = exponential_tree(leaves);
    const FatTreePrediction p = predict_fat_tree_exchange_optimal_ebft(tree);

    ASSERT_TRUE(holds_without_queues(tree, p));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, p.dispatch)));
    EXPECT_EQ(p.finish, finishes[i++]);
    EXPECT_EQ(p.finish, p.lower_bound);
    for (const auto& steps : *p.arrivals)
      EXPECT_EQ(steps.back() - steps.front(), leaves - 2) << "not contiguous";
  }
}

TEST(FatTreeExchange, OptimalTableOfTheFullTreeOfEight) {
  const FatTreePrediction p = predict_fat_tree_exchange_optimal_ebft(exponential_tree(8));

  std::vector<std::tuple<Step, Node, Step>> of_leaf_five;  // dispatch, k, arrival
  for (const LinkEvent& e : fat_tree_events(exponential_tree(8), p.dispatch)) {
    if (e.message == 5 && e.to == e.value)
      for (const FatTreeDispatch& d : p.dispatch)
        if (d.source == 5 && d.destination == e.to)
          of_leaf_five.emplace_back(d.step, 5 ^ d.destination, e.step);
  }
  EXPECT_THAT(of_leaf_five,
              ::testing::UnorderedElementsAreArray(std::vector<std::tuple<Step, Node, Step>>{
                  {1, 4, 6}, {2, 2, 5}, {3, 5, 8}, {4, 6, 9}, {5, 7, 10}, {6, 1, 7}, {8, 3, 11}}));
}

TEST(FatTreeExchange, OptimalOnPlainBinaryTreesMeetsTheBound) {
  const std::vector<Step> finishes{2, 7, 21, 71, 265, 1035};
  std::size_t i = 0;
  for (const Node leaves : {2, 4, 8, 16, 32, 64}) {
    const FatTree tree = constant_tree(leaves);
    const FatTreePrediction p = predict_fat_tree_exchange_optimal_cbft(tree);

    ASSERT_TRUE(holds_without_queues(tree, p));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, p.dispatch)));
    EXPECT_EQ(p.finish, finishes[i++]);
    EXPECT_EQ(p.finish, p.lower_bound);
  }
}

TEST(FatTreeExchange, FarFirstWithQueuesMeetsTheBoundOnPlainTrees) {
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    for (Node leaves = arity; leaves <= 64; leaves *= arity) {
      for (const FatTree& tree : {constant_tree(leaves, arity), exponential_tree(leaves, arity)}) {
        const FatTreePrediction p = predict_fat_tree_exchange_far_first(tree);
        const test::QueueRun run = test::run_queues(tree, p.dispatch, test::Inputs::kParentFirst);

        ASSERT_EQ(p.finish, run.finish) << tree;
        ASSERT_EQ(p.finish, test::run_queues(tree, p.dispatch).finish) << tree;
        for (std::size_t i = 0; i < p.max_wait.size(); ++i) {
          ASSERT_EQ(p.max_wait[i].up.value_or(0), run.wait_up[i]) << tree << " level " << i;
          ASSERT_EQ(p.max_stored[i].up.value_or(0), run.stored_up[i]) << tree << " level " << i;
        }
      }
      const FatTree plain = constant_tree(leaves, arity);
      EXPECT_EQ(predict_fat_tree_exchange_far_first(plain).finish, exchange_bound(plain));
    }
  }
}

TEST(FatTreeExchange, FarFirstStoresUpToAnEighthOfTheSquareOnPlainBinaryTrees) {
  const FatTreePrediction p = predict_fat_tree_exchange_far_first(constant_tree(64));

  EXPECT_EQ(p.max_stored[5].up, 64 * 64 / 8 + 1);
  EXPECT_EQ(p.max_stored[5].down, std::nullopt);
  EXPECT_EQ(p.queue_free, false);
  for (const FatTree& tree : {constant_tree(2), constant_tree(5, 5)}) {
    const test::QueueRun run =
        test::run_queues(tree, predict_fat_tree_exchange_far_first(tree).dispatch);
    EXPECT_EQ(predict_fat_tree_exchange_far_first(tree).queue_free, true);
    EXPECT_EQ(run.wait_down[1], 0) << tree;
  }
}

TEST(FatTreeExchange, FarFirstSaysNothingElsewhere) {
  EXPECT_EQ(predict_fat_tree_exchange_far_first(constant_tree(256)).finish, std::nullopt);
  EXPECT_EQ(predict_fat_tree_exchange_far_first(exponential_tree(256)).finish, std::nullopt);
  EXPECT_EQ(predict_fat_tree_exchange_far_first(FatTree(8, 2, {1, 2, 2})).finish, std::nullopt);
  EXPECT_EQ(
      predict_fat_tree_exchange_far_first(exponential_tree(16), FatTreePolicy::kRoundRobin).finish,
      std::nullopt);
  EXPECT_EQ(
      predict_fat_tree_exchange_far_first(exponential_tree(16), FatTreePolicy::kLocalFirst).finish,
      22);
  EXPECT_EQ(predict_fat_tree_exchange_far_first(constant_tree(16), FatTreePolicy::kRandom).finish,
            71);
  EXPECT_TRUE(predict_fat_tree_exchange_far_first(exponential_tree(8)).max_stored.empty());
}

TEST(FatTreeExchange, ScattersOneByOneAndInPairsHoldWithAnyCapacities) {
  for (const FatTree& tree : test::small_fat_trees()) {
    if (tree.leaves() > 9 && tree.capacity(tree.levels()) > 1) continue;  // slow, and no news
    const Step one = tree.leaves() + (tree.arity() == 2 && tree.leaves() > 2 ? 1 : 0);
    const FatTreePrediction single = predict_fat_tree_exchange_scatters(tree);
    ASSERT_TRUE(holds_without_queues(tree, single));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, single.dispatch)));
    ASSERT_EQ(single.finish, tree.leaves() * one) << tree;
    if (tree.arity() != 2) continue;
    const FatTreePrediction pairs = predict_fat_tree_exchange_scatter_pairs(tree);
    ASSERT_TRUE(holds_without_queues(tree, pairs));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, pairs.dispatch)));
    ASSERT_EQ(pairs.finish, tree.leaves() / 2 * one) << tree;
  }
}

TEST(FatTreeExchange, PairsOfScattersKeepApartOnLargeTrees) {
  for (const Node leaves : {64, 128}) {
    const FatTreePrediction p = predict_fat_tree_exchange_scatter_pairs(constant_tree(leaves));
    EXPECT_EQ(p.queue_free, true);
    EXPECT_EQ(p.finish, Step{leaves} * (leaves + 1) / 2);
  }
}

}  // namespace
}  // namespace flitwise::theory
