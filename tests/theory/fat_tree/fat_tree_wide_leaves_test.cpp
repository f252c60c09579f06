// PEs of several links, c_1 > 1: every operation on small trees, against the walk and the queues.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory::fat_tree_wide_leaves_test {
namespace {

using test::brings_all_to_all;
using test::holds_without_queues;
using test::random_leaf_lengths;
using test::run_queues;
using test::unit_lengths;
using test::walk;

/// b = 2 up to 16 leaves, b = 3 up to 27 and b = 4 up to 16, c_1 from 2 to 4 and all capacities up
/// to c_1 + 3 above it; one tree of 8 links a leaf for each arity.
std::vector<FatTree> trees_of_wide_leaves() {
  std::vector<FatTree> trees;
  for (const auto& [leaves, arity] : {std::pair<Node, int>{2, 2},
                                      {4, 2},
                                      {8, 2},
                                      {16, 2},
                                      {3, 3},
                                      {9, 3},
                                      {27, 3},
                                      {4, 4},
                                      {16, 4}}) {
    for (int links = 2; links <= 4; ++links)
      for (FatTree& tree : test::all_capacities(leaves, arity, links + 3, links))
        trees.push_back(std::move(tree));
  }
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity)
    trees.emplace_back(arity * arity, arity, std::vector<int>{8, 8});
  return trees;
}

/// max over h of ceil((n - b^(h-1)) / c_1) + 2h - 1, by counting.
Step unit_finish(const FatTree& tree) {
  Step last = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    Flits left = 0;
    for (Node x = 1; x < tree.leaves(); ++x) left += tree.meeting_level(0, x) >= h ? 1 : 0;
    Step steps = 0;
    for (; left > 0; left -= tree.leaf_links()) ++steps;
    last = std::max(last, steps + 2 * h - 1);
  }
  return last;
}

::testing::AssertionResult is_what_queues_do(const FatTree& tree, const FatTreePrediction& p,
                                             test::Inputs inputs) {
  const auto failure = [&] { return ::testing::AssertionFailure() << tree << ": "; };
  const test::QueueRun run = run_queues(tree, p.dispatch, inputs);
  if (p.finish != run.finish)
    return failure() << "finish " << run.finish << ", predicted " << p.finish.value_or(-1);
  if (p.arrivals && p.arrivals != run.arrivals) return failure() << "arrivals";
  for (std::size_t i = 0; i < p.max_wait.size(); ++i) {
    const bool same = p.max_wait[i].up.value_or(0) == run.wait_up[i] &&
                      p.max_wait[i].down.value_or(0) == run.wait_down[i] &&
                      p.max_stored[i].up.value_or(0) == run.stored_up[i] &&
                      p.max_stored[i].down.value_or(0) == run.stored_down[i];
    if (!same) return failure() << "queues of level " << i;
  }
  return ::testing::AssertionSuccess();
}

TEST(FatTreeWideLeaves, BroadcastTakesTwiceTheLevels) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const FatTreePrediction p = predict_fat_tree_broadcast(tree, tree.leaves() / 3);

    ASSERT_TRUE(holds_without_queues(tree, p));
    ASSERT_EQ(p.finish, 2 * tree.levels());
    ASSERT_EQ(p.finish, p.lower_bound);
  }
}

TEST(FatTreeWideLeaves, ScatterAndGatherMeetTheBoundWithoutQueuesFromEveryLeaf) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    for (Node root = 0; root < tree.leaves(); ++root) {
      const std::vector<Flits> lengths = unit_lengths(tree, root);
      const FatTreePrediction scatter = predict_fat_tree_scatter(tree, root, lengths);
      const FatTreePrediction gather = predict_fat_tree_gather(tree, root, lengths);

      ASSERT_TRUE(holds_without_queues(tree, scatter)) << "root " << root;
      ASSERT_TRUE(holds_without_queues(tree, gather)) << "root " << root;
      ASSERT_EQ(scatter.finish, unit_finish(tree)) << tree;
      ASSERT_EQ(gather.finish, unit_finish(tree)) << tree;
      ASSERT_EQ(scatter.lower_bound, unit_finish(tree)) << tree;
    }
  }
}

TEST(FatTreeWideLeaves, ScatterAndGatherOfAnyLengthsMeetTheBoundWithoutQueues) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const Node root = static_cast<Node>(seed * 5) % tree.leaves();
      const std::vector<Flits> lengths = random_leaf_lengths(tree, root, 7, seed);
      const FatTreePrediction scatter = predict_fat_tree_scatter(tree, root, lengths);

      ASSERT_TRUE(holds_without_queues(tree, scatter)) << "seed " << seed;
      ASSERT_TRUE(holds_without_queues(tree, predict_fat_tree_gather(tree, root, lengths)));
      ASSERT_EQ(scatter.finish, scatter.lower_bound);
    }
  }
}

TEST(FatTreeWideLeaves, NoOrderOfAScatterIsFasterThanFarthestFirst) {
  int orders = 0;
  for (const FatTree& tree : {FatTree(4, 2, {2, 2}), FatTree(4, 2, {3, 3}), FatTree(5, 5, {2}),
                              FatTree(8, 2, {2, 2, 2})}) {
    const std::vector<Flits> lengths =
        tree.leaves() == 8 ? unit_lengths(tree, 0) : random_leaf_lengths(tree, 0, 5, 9);
    const FatTreePrediction best = predict_fat_tree_scatter(tree, 0, lengths);
    std::vector<Node> order;
    for (Node x = 1; x < tree.leaves(); ++x)
      if (lengths[index_of(x)] > 0) order.push_back(x);
    do {
      const FatTreePrediction p = predict_fat_tree_scatter_ordered(tree, 0, lengths, order);
      ASSERT_TRUE(holds_without_queues(tree, p));
      ASSERT_GE(p.finish, best.finish);
      ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
  }
  EXPECT_GT(orders, 5040);
}

TEST(FatTreeWideLeaves, GatherIntoQueuesMeetsTheBoundWithAnyLengths) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    for (std::uint64_t seed = 0; seed <= 3; ++seed) {
      const Node target = static_cast<Node>(seed * 3) % tree.leaves();
      const std::vector<Flits> lengths =
          seed == 0 ? unit_lengths(tree, target) : random_leaf_lengths(tree, target, 9, seed);
      const FatTreePrediction p = predict_fat_tree_gather_naive(tree, target, lengths);

      ASSERT_EQ(p.finish, p.lower_bound);
      ASSERT_EQ(run_queues(tree, p.dispatch, test::Inputs::kChildrenFirst).finish, p.finish)
          << tree << seed;
      ASSERT_EQ(run_queues(tree, p.dispatch, test::Inputs::kParentFirst).finish, p.finish)
          << tree << seed;
      if (p.arrivals) {
        ASSERT_EQ(run_queues(tree, p.dispatch).arrivals, p.arrivals) << tree;
      }
    }
  }
}

TEST(FatTreeWideLeaves, FloodingMeetsTheBoundWithTheQueuesCounted) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const FatTreePrediction p = predict_fat_tree_flood(tree);

    ASSERT_EQ(p.finish, unit_finish(tree)) << tree;
    ASSERT_EQ(p.max_wait.size(), index_of(tree.levels()) + 1);
    ASSERT_TRUE(is_what_queues_do(tree, p, test::Inputs::kChildrenFirst));
    ASSERT_TRUE(is_what_queues_do(tree, p, test::Inputs::kParentFirst));
  }
  EXPECT_EQ(predict_fat_tree_flood(FatTree(8, 2, {2, 2, 2})).finish, 7);
}

TEST(FatTreeWideLeaves, MultinodeSchedulesOfOneLinkALeafTakeTheirStepsAndAreNotOptimal) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const FatTreePrediction phased = predict_fat_tree_multinode_phased(tree);
    const FatTreePrediction queue_free = predict_fat_tree_multinode_queue_free(tree);

    ASSERT_TRUE(holds_without_queues(tree, phased));
    ASSERT_TRUE(holds_without_queues(tree, queue_free));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, queue_free.dispatch)));
  }
}

TEST(FatTreeWideLeaves, ExchangeInPhasesUsesAllLinksWithoutQueues) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const FatTreePrediction serial = predict_fat_tree_exchange_serial(tree);
    const FatTreePrediction phased = predict_fat_tree_exchange_phased(tree);

    ASSERT_TRUE(holds_without_queues(tree, serial));
    ASSERT_TRUE(holds_without_queues(tree, phased));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, phased.dispatch)));
  }
}

TEST(FatTreeWideLeaves, ExchangeScatterByScatterTakesNScatters) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const FatTreePrediction p = predict_fat_tree_exchange_scatters(tree);

    ASSERT_TRUE(holds_without_queues(tree, p));
    ASSERT_EQ(p.finish, tree.leaves() * unit_finish(tree));
    ASSERT_TRUE(brings_all_to_all(tree, walk(tree, p.dispatch)));
  }
}

// By its own definition: T is enough once the packets that can be in flight at the ends of all
// steps are as many as those that must be.
TEST(FatTreeWideLeaves, PacketsInFlightBoundAnExchange) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const Flits others = tree.leaves() - 1;
    Flits needed = 0;
    for (Node x = 1; x < tree.leaves(); ++x) needed += 2 * tree.meeting_level(0, x) - 1;
    const auto possible = [&](Step finish) {
      Flits in_flight = 0;
      for (Step t = 1; t <= finish; ++t) {
        const Flits sent = std::min<Flits>(others, tree.leaf_links() * t);
        const Flits still_to_come = std::min<Flits>(others, tree.leaf_links() * (finish - t));
        in_flight += sent - (others - still_to_come);
      }
      return in_flight;
    };
    Step finish = (others + tree.leaf_links() - 1) / tree.leaf_links();
    while (possible(finish) < needed) ++finish;
    ASSERT_EQ(exchange_in_flight_bound(tree), finish) << tree;
  }
}

TEST(FatTreeWideLeaves, FarFirstExchangeNeverBeatsTheBound) {
  for (const FatTree& tree : trees_of_wide_leaves()) {
    const FatTreePrediction p = predict_fat_tree_exchange_far_first(tree);

    ASSERT_FALSE(p.finish.has_value());
    ASSERT_GE(run_queues(tree, p.dispatch).finish, p.lower_bound) << tree;
  }
}

TEST(FatTreeWideLeaves, PhasesThatDoNotMeetEndWithTheLastArrivalOfAny) {
  const FatTree tree(4, 2, {4, 4});
  const std::vector<Step> finish{4, 4, 5};
  for (const Step gap : {0, 1, 2}) {
    const FatTreePrediction p = predict_fat_tree_exchange_phased(tree, gap);
    EXPECT_TRUE(holds_without_queues(tree, p)) << "gap " << gap;
    EXPECT_EQ(p.finish, finish[static_cast<std::size_t>(gap)]) << "gap " << gap;
  }
  const FatTreePrediction copies = predict_fat_tree_multinode_phased(tree, 1);
  EXPECT_TRUE(holds_without_queues(tree, copies));
  EXPECT_EQ(copies.finish, 5);
}

}  // namespace
}  // namespace flitwise::theory::fat_tree_wide_leaves_test
