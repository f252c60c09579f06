#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::constant_tree;
using test::exponential_tree;
using test::holds_without_queues;
using test::unit_lengths;

Step unit_finish(const FatTree& tree) {
  return tree.leaves() + (tree.arity() == 2 && tree.leaves() > 2 ? 1 : 0);
}

TEST(FatTreeTheory, BroadcastTakesTwiceTheLevelsFromEverySource) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      const FatTreePrediction p = predict_fat_tree_broadcast(tree, source);

      ASSERT_TRUE(holds_without_queues(tree, p)) << "source " << source;
      ASSERT_EQ(p.finish, 2 * tree.levels());
      ASSERT_EQ(p.finish, p.lower_bound);
      for (Node x = 0; x < tree.leaves(); ++x) {
        std::vector<Step> steps;
        if (x != source) steps = {2 * tree.meeting_level(source, x)};
        ASSERT_EQ(p.arrivals->at(index_of(x)), steps) << tree;
      }
    }
  }
}

TEST(FatTreeTheory, ScatterTakesNPlusOneStepsForArityTwoElseN) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      const FatTreePrediction p =
          predict_fat_tree_scatter(tree, source, unit_lengths(tree, source));

      ASSERT_TRUE(holds_without_queues(tree, p)) << "source " << source;
      ASSERT_EQ(p.finish, unit_finish(tree)) << tree;
      ASSERT_EQ(p.finish, p.lower_bound);
    }
  }
}

TEST(FatTreeTheory, ScatterSendsToTheSourceXorNMinusT) {
  const FatTree tree = constant_tree(16);
  for (Node source = 0; source < 16; ++source) {
    const FatTreePrediction p = predict_fat_tree_scatter(tree, source, unit_lengths(tree, source));

    ASSERT_EQ(p.dispatch.size(), 15U);
    for (const FatTreeDispatch& d : p.dispatch)
      EXPECT_EQ(d.destination, source ^ static_cast<Node>(16 - d.step));
  }
}

TEST(FatTreeTheory, FarthestFirstOrderServesEveryOtherLeafOnceFarClassesFirst) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      const std::vector<Node> order = farthest_first_order(tree, source);

      ASSERT_EQ(std::set<Node>(order.begin(), order.end()).size(), index_of(tree.leaves()) - 1);
      for (std::size_t i = 1; i < order.size(); ++i)
        ASSERT_GE(tree.meeting_level(source, order[i - 1]), tree.meeting_level(source, order[i]));
    }
  }
}

TEST(FatTreeTheory, ScatterOfAnyLengthsIsTheBestOfAllOrders) {
  int cases = 0;
  for (const FatTree& tree : {constant_tree(4), exponential_tree(4), FatTree(5, 5, {1})}) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Node source = static_cast<Node>(seed) % tree.leaves();
      const std::vector<Flits> lengths = test::random_leaf_lengths(tree, source, 9, seed);
      std::vector<Node> order;
      for (Node x = 0; x < tree.leaves(); ++x) {
        if (lengths[index_of(x)] > 0) order.push_back(x);
      }
      const FatTreePrediction p = predict_fat_tree_scatter(tree, source, lengths);
      ASSERT_TRUE(holds_without_queues(tree, p)) << "seed " << seed;

      std::optional<Step> best;
      do {
        const FatTreePrediction any =
            predict_fat_tree_scatter_ordered(tree, source, lengths, order);
        ASSERT_TRUE(holds_without_queues(tree, any)) << "seed " << seed;
        best = std::min(best.value_or(*any.finish), *any.finish);
        ++cases;
      } while (std::next_permutation(order.begin(), order.end()));

      EXPECT_EQ(p.finish, best) << tree << " seed " << seed;
    }
  }
  EXPECT_GT(cases, 1000);
}

TEST(FatTreeTheory, ScatterOfNothingIsOverAtOnce) {
  const FatTree tree = constant_tree(8);
  const std::vector<Flits> nothing(8, 0);

  EXPECT_EQ(predict_fat_tree_scatter(tree, 3, nothing).finish, 0);
  EXPECT_EQ(predict_fat_tree_gather(tree, 3, nothing).finish, 0);
  EXPECT_EQ(predict_fat_tree_gather_naive(tree, 3, nothing).finish, 0);
  EXPECT_EQ(predict_fat_tree_scatter_store_forward(tree, 3, nothing, {}).finish, 0);
  EXPECT_TRUE(predict_fat_tree_scatter(tree, 3, nothing).dispatch.empty());
}

TEST(FatTreeTheory, GatherIsTheScatterBackwards) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (Node target = 0; target < tree.leaves(); ++target) {
      const FatTreePrediction p = predict_fat_tree_gather(tree, target, unit_lengths(tree, target));

      ASSERT_TRUE(holds_without_queues(tree, p)) << "target " << target;
      ASSERT_EQ(p.finish, unit_finish(tree));
      const auto& steps = p.arrivals->at(index_of(target));
      ASSERT_EQ(steps.back() - steps.front(), tree.leaves() - 2) << "not contiguous: " << tree;
    }
  }
}

TEST(FatTreeTheory, GatherDispatchesByTheBitLengthOfTheDistance) {
  for (const Node leaves : {4, 8, 16, 32, 64, 128}) {
    const FatTree tree = constant_tree(leaves);
    const Node target = leaves / 3;
    const FatTreePrediction p = predict_fat_tree_gather(tree, target, unit_lengths(tree, target));
    for (const FatTreeDispatch& d : p.dispatch) {
      const Node k = d.source ^ target;
      Step bits = 0;
      while (k >> bits > 0) ++bits;
      EXPECT_EQ(d.step, k - 2 * bits + 3) << "source " << d.source;
    }
  }
}

TEST(FatTreeTheory, GatherOfAnyLengthsNeedsNoQueue) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Node target = static_cast<Node>(seed * 7) % tree.leaves();
      const std::vector<Flits> lengths = test::random_leaf_lengths(tree, target, 4, seed);

      const FatTreePrediction p = predict_fat_tree_gather(tree, target, lengths);

      ASSERT_TRUE(holds_without_queues(tree, p)) << "seed " << seed;
      ASSERT_EQ(p.finish, predict_fat_tree_scatter(tree, target, lengths).finish);
    }
  }
}

TEST(FatTreeTheory, NaiveGatherIsAsFastAndItsQueuesAreAsPredicted) {
  int with_maxima = 0;
  for (const FatTree& tree : test::small_fat_trees()) {
    for (const Node target : {0, tree.leaves() / 2, tree.leaves() - 1}) {
      for (const auto inputs : {test::Inputs::kChildrenFirst, test::Inputs::kParentFirst}) {
        const FatTreePrediction p =
            predict_fat_tree_gather_naive(tree, target, unit_lengths(tree, target));
        const test::QueueRun run = test::run_queues(tree, p.dispatch, inputs);

        ASSERT_EQ(p.finish, run.finish) << tree;
        ASSERT_EQ(p.arrivals, run.arrivals) << tree;
        for (std::size_t i = 0; i < p.max_wait.size(); ++i) {
          ASSERT_EQ(p.max_wait[i].up.value_or(0), run.wait_up[i]) << tree << " level " << i;
          ASSERT_EQ(p.max_wait[i].down.value_or(0), run.wait_down[i]) << tree << " level " << i;
          ASSERT_EQ(p.max_stored[i].up.value_or(0), run.stored_up[i]) << tree << " level " << i;
          ASSERT_EQ(p.max_stored[i].down.value_or(0), run.stored_down[i]) << tree << " " << i;
          ++with_maxima;
        }
      }
    }
  }
  EXPECT_GT(with_maxima, 100);
}

TEST(FatTreeTheory, NaiveGatherOfAnyLengthsMeetsTheLowerBound) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Node target = static_cast<Node>(seed * 5) % tree.leaves();
      const Flits most = seed % 2 == 0 ? 9 : 1;
      const std::vector<Flits> lengths = test::random_leaf_lengths(tree, target, most, seed);

      const FatTreePrediction p = predict_fat_tree_gather_naive(tree, target, lengths);

      ASSERT_EQ(p.finish, test::run_queues(tree, p.dispatch).finish) << tree << " seed " << seed;
    }
  }
}

TEST(FatTreeTheory, NaiveGatherWithBackPressureIsKnownForPlainBinaryTrees) {
  const FatTree tree = constant_tree(16);
  const std::vector<Flits> lengths = unit_lengths(tree, 5);
  const auto finish = [&](const FatTree& t, Flits depth) {
    return predict_fat_tree_gather_naive(t, 5, lengths, {depth, {}}).finish;
  };

  EXPECT_EQ(finish(tree, 1), 30);
  EXPECT_EQ(finish(tree, 2), 17);
  EXPECT_EQ(finish(tree, 100), 17);
  EXPECT_EQ(finish(exponential_tree(16), 1), std::nullopt);
  EXPECT_EQ(finish(exponential_tree(16), 100), 17);
  EXPECT_EQ(finish(constant_tree(16, 4), 1), std::nullopt);
  EXPECT_EQ(predict_fat_tree_gather_naive(constant_tree(4), 0, {0, 1, 2, 1}, {100, {}}).finish,
            std::nullopt);
}

TEST(FatTreeTheory, StoreAndForwardChangesTheBestOrder) {
  const FatTree tree = constant_tree(4);
  const std::vector<Flits> lengths{0, 9, 1, 2};
  std::vector<Node> order{1, 2, 3};
  Step best = 1000;
  do {
    best = std::min(best, *predict_fat_tree_scatter_store_forward(tree, 0, lengths, order).finish);
  } while (std::next_permutation(order.begin(), order.end()));

  EXPECT_EQ(best, 18);
  EXPECT_EQ(predict_fat_tree_scatter_store_forward(tree, 0, lengths, {1, 2, 3}).finish, 18);
  EXPECT_EQ(predict_fat_tree_scatter_store_forward(tree, 0, lengths, {3, 2, 1}).finish, 21);
  EXPECT_EQ(predict_fat_tree_scatter(tree, 0, lengths).finish, 13);
}

TEST(FatTreeTheory, StoreAndForwardRunsAsItsRecurrence) {
  for (const FatTree& tree : test::small_fat_trees()) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const Node source = static_cast<Node>(seed * 3) % tree.leaves();
      const std::vector<Flits> lengths = test::random_leaf_lengths(tree, source, 6, seed);
      std::vector<Node> order;
      for (const Node x : farthest_first_order(tree, source)) {
        if (lengths[index_of(x)] > 0) order.push_back(x);
      }
      if (seed % 2 == 1) std::reverse(order.begin(), order.end());

      const FatTreePrediction p =
          predict_fat_tree_scatter_store_forward(tree, source, lengths, order);
      const test::QueueRun run = test::run_queues(tree, p.dispatch, test::Inputs::kChildrenFirst,
                                                  test::Forwarding::kStoreAndForward);

      ASSERT_EQ(p.finish, run.finish) << tree << " seed " << seed;
      ASSERT_EQ(p.arrivals, run.arrivals) << tree << " seed " << seed;
      ASSERT_GE(*p.finish, p.lower_bound);
    }
  }
}

TEST(FatTreeTheory, StoreAndForwardOfSingleFlitsIsCutThrough) {
  for (const FatTree& tree : test::small_fat_trees()) {
    const std::vector<Flits> lengths = unit_lengths(tree, 1);

    const FatTreePrediction stored =
        predict_fat_tree_scatter_store_forward(tree, 1, lengths, farthest_first_order(tree, 1));

    ASSERT_EQ(stored.arrivals, predict_fat_tree_scatter(tree, 1, lengths).arrivals) << tree;
  }
}

TEST(FatTreeTheory, TwoScattersFromOppositeHalvesGoTogetherFromSixteenLeavesOn) {
  for (const Node leaves : {16, 32, 64}) {
    const FatTree tree = constant_tree(leaves);
    for (Node s = 0; s < leaves; ++s) {
      const FatTreePrediction p = predict_fat_tree_scatter_pair(tree, s, s ^ (leaves / 2));

      ASSERT_TRUE(holds_without_queues(tree, p)) << "source " << s;
      ASSERT_EQ(p.finish, leaves + 1);
    }
  }
}

TEST(FatTreeTheory, TwoScattersOnSmallTreesNeedTheRightPartner) {
  for (Node s = 0; s < 8; ++s) {
    EXPECT_TRUE(holds_without_queues(constant_tree(8),
                                     predict_fat_tree_scatter_pair(constant_tree(8), s, s ^ 5)));
    const FatTreePrediction bad = predict_fat_tree_scatter_pair(constant_tree(8), s, s ^ 4);
    EXPECT_EQ(bad.queue_free, false);
    EXPECT_EQ(bad.finish, std::nullopt);
    EXPECT_EQ(bad.arrivals, std::nullopt);
  }
  for (Node s = 0; s < 4; ++s)
    EXPECT_TRUE(holds_without_queues(constant_tree(4),
                                     predict_fat_tree_scatter_pair(constant_tree(4), s, s ^ 3)));
}

TEST(FatTreeTheory, TwoScattersInOrdersOfTheirOwn) {
  const FatTree tree = constant_tree(8);
  const FatTreePrediction p = predict_fat_tree_scatter_pair_ordered(
      tree, 0, 4, {{{6, 7, 4, 5, 2, 3, 1}, {2, 3, 0, 1, 6, 7, 5}}});

  EXPECT_TRUE(holds_without_queues(tree, p));
  EXPECT_EQ(p.finish, 9);
  EXPECT_EQ(p.finish, p.lower_bound);
  // Nearest first takes longer: class 3 ends with dispatch 7 and needs 5 steps more.
  EXPECT_EQ(predict_fat_tree_scatter_pair_ordered(tree, 0, 4,
                                                  {{{1, 2, 3, 7, 6, 4, 5}, {5, 6, 7, 3, 2, 0, 1}}})
                .finish,
            12);
}

// The order in a class is free: of two sources in different halves some orders keep apart, of two
// in one half none, as both want the half's one link up in step 1.
TEST(FatTreeTheory, TwoFarthestFirstScattersKeepApartFromDifferentHalvesOnly) {
  for (const Node n : {4, 8}) {
    const FatTree tree = constant_tree(n);
    for (Node other = 1; other < n; ++other) {
      bool is_free = false;
      for (const auto& first : test::farthest_first_orders(tree, 0))
        for (const auto& second : test::farthest_first_orders(tree, other))
          is_free =
              is_free || predict_fat_tree_scatter_pair_ordered(tree, 0, other, {first, second})
                             .queue_free.value();
      EXPECT_EQ(is_free, other >= n / 2) << n << " leaves, 0 and " << other;
    }
  }
}

}  // namespace
}  // namespace flitwise::theory
