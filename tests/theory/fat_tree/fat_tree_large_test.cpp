// The schedules on large trees, up to 512 leaves and with capacities at random.
#include <gtest/gtest.h>

#include <set>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_tree_latencies.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::constant_tree;
using test::exponential_tree;
using test::holds_without_queues;

/// Is every pair of different leaves a source and destination once?
bool exchanges_all(const FatTree& tree, const FatTreeTable& table) {
  const auto n = index_of(tree.leaves());
  std::vector<bool> sent(n * n, false);
  for (const FatTreeDispatch& d : table) {
    const std::size_t pair = index_of(d.source) * n + index_of(d.destination);
    if (sent[pair]) return false;
    sent[pair] = true;
  }
  return table.size() == n * (n - 1);
}

/// Finish by the table, or nothing where it has conflicts.
std::optional<Step> table_finish(const FatTree& tree, const FatTreePrediction& p) {
  if (!check_schedule(tree, p.dispatch).conflict_free()) return {};
  Step last = 0;
  for (const auto& steps : *p.arrivals) last = std::max(last, steps.empty() ? 0 : steps.back());
  return last;
}

TEST(FatTreeLarge, ExchangesUpToFiveHundredTwelveLeaves) {
  for (const Node n : {128, 256, 512}) {
    const FatTree plain = constant_tree(n);
    const FatTree full = exponential_tree(n);
    const FatTreePrediction on_plain = predict_fat_tree_exchange_optimal_cbft(plain);
    const FatTreePrediction on_full = predict_fat_tree_exchange_optimal_ebft(full);

    EXPECT_TRUE(exchanges_all(plain, on_plain.dispatch));
    EXPECT_EQ(table_finish(plain, on_plain), on_plain.lower_bound);
    EXPECT_EQ(on_plain.finish, on_plain.lower_bound);
    EXPECT_TRUE(exchanges_all(full, on_full.dispatch));
    EXPECT_EQ(table_finish(full, on_full), on_full.lower_bound);
    EXPECT_EQ(on_full.finish, on_full.lower_bound);
  }
}

TEST(FatTreeLarge, OptimalExchangeOfAThousandLeavesOnTheFullTree) {
  const FatTree tree = exponential_tree(1024);
  const FatTreePrediction p = predict_fat_tree_exchange_optimal_ebft(tree);

  EXPECT_TRUE(exchanges_all(tree, p.dispatch));
  EXPECT_EQ(p.finish, 1041);
  EXPECT_EQ(table_finish(tree, p), 1041);
}

TEST(FatTreeLarge, PhasedExchangesWithRandomCapacities) {
  const std::vector<std::pair<Node, int>> shapes{{32, 2},  {64, 2},  {128, 2}, {27, 3}, {81, 3},
                                                 {243, 3}, {64, 4},  {125, 5}, {36, 6}, {216, 6},
                                                 {49, 7},  {343, 7}, {64, 8},  {256, 2}};
  for (const auto& [leaves, arity] : shapes) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      const FatTree tree = test::random_fat_tree(leaves, arity, seed);
      const FatTreePrediction p = predict_fat_tree_exchange_phased(tree);

      ASSERT_TRUE(exchanges_all(tree, p.dispatch)) << tree;
      ASSERT_TRUE(p.queue_free.value()) << tree << " seed " << seed;
      ASSERT_EQ(table_finish(tree, p), p.finish) << tree;
      ASSERT_GE(*p.finish, p.lower_bound) << tree;
    }
  }
}

TEST(FatTreeLarge, MultinodeBroadcastsOfEveryArity) {
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    for (Node leaves = arity; leaves <= 512; leaves *= arity) {
      const FatTree tree = constant_tree(leaves, arity);
      for (const FatTreePrediction& p :
           {predict_fat_tree_multinode_queue_free(tree), predict_fat_tree_multinode_phased(tree)}) {
        const test::Walk walked = test::walk(tree, p.dispatch);
        ASSERT_TRUE(test::brings_all_to_all(tree, walked));
        ASSERT_TRUE(walked.crowds.empty()) << tree;
        ASSERT_EQ(table_finish(tree, p), p.finish) << tree;
      }
    }
  }
}

TEST(FatTreeLarge, FarFirstExchangesWithQueues) {
  for (int arity = 2; arity <= 5; ++arity) {
    Node leaves = arity;
    while (leaves * arity <= 128) leaves *= arity;
    for (const FatTree& tree : {constant_tree(leaves, arity), exponential_tree(leaves, arity)}) {
      const FatTreePrediction p = predict_fat_tree_exchange_far_first(tree);
      EXPECT_EQ(p.finish, test::run_queues(tree, p.dispatch).finish) << tree;
    }
  }
}

TEST(FatTreeLarge, FloodingWithQueues) {
  for (const Node n : {256, 512}) {
    for (const FatTree& tree : {constant_tree(n), exponential_tree(n)}) {
      const FatTreePrediction p = predict_fat_tree_flood(tree);
      const test::QueueRun run = test::run_queues(tree, p.dispatch);

      ASSERT_EQ(p.finish, run.finish) << tree;
      ASSERT_EQ(p.arrivals, run.arrivals) << tree;
      for (std::size_t i = 0; i < p.max_wait.size(); ++i) {
        EXPECT_EQ(p.max_wait[i].up.value_or(0), run.wait_up[i]) << tree << " level " << i;
        EXPECT_EQ(p.max_wait[i].down.value_or(0), run.wait_down[i]) << tree << " level " << i;
        EXPECT_EQ(p.max_stored[i].down.value_or(0), run.stored_down[i]) << tree << " level " << i;
      }
    }
  }
}

// Switches of 1 to 4 steps, all links of 1, 2 or 4 and each branch's at random.
TEST(FatTreeLarge, EverythingWithLatencies) {
  std::uint64_t seed = 0;
  int networks = 0;
  for (const FatTree& tree :
       {constant_tree(2), constant_tree(4), constant_tree(8), constant_tree(16), constant_tree(32),
        exponential_tree(4), exponential_tree(8), exponential_tree(16), exponential_tree(32),
        constant_tree(3, 3), constant_tree(9, 3), constant_tree(27, 3), exponential_tree(9, 3),
        exponential_tree(27, 3), constant_tree(4, 4), constant_tree(16, 4),
        exponential_tree(16, 4)}) {
    std::vector<FatTreeLatency> latencies;
    for (Step r = 1; r <= 4; ++r)
      for (const Step w : {1, 2, 4}) latencies.push_back(test::alike(tree, r, w));
    for (int k = 0; k < 4; ++k) latencies.push_back(test::random_latency(tree, ++seed));
    for (const FatTreeLatency& latency : latencies) {
      ASSERT_TRUE(test::one_to_all_holds(tree, latency));
      ASSERT_TRUE(test::multinode_holds(tree, latency));
      ASSERT_TRUE(test::exchange_holds(tree, latency));
      ++networks;
    }
  }
  EXPECT_EQ(networks, 17 * 16);
}

TEST(FatTreeLarge, ScattersAndGathersOfAnyLengths) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const int arity = 2 + static_cast<int>(seed % 7);
    Node leaves = arity;
    while (leaves * arity <= (seed % 2 == 0 ? 512 : 100)) leaves *= arity;
    const FatTree tree = test::random_fat_tree(leaves, arity, seed);
    const Node root = static_cast<Node>(seed * 31) % leaves;
    const std::vector<Flits> lengths = test::random_leaf_lengths(tree, root, 20, seed);

    ASSERT_TRUE(holds_without_queues(tree, predict_fat_tree_scatter(tree, root, lengths)))
        << "seed " << seed;
    ASSERT_TRUE(holds_without_queues(tree, predict_fat_tree_gather(tree, root, lengths)))
        << "seed " << seed;
    const FatTreePrediction naive = predict_fat_tree_gather_naive(tree, root, lengths);
    ASSERT_EQ(naive.finish, test::run_queues(tree, naive.dispatch).finish) << "seed " << seed;
  }
}

}  // namespace
}  // namespace flitwise::theory
