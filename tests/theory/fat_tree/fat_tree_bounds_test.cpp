#include "tb/theory/fat_tree/fat_tree_figures.h"

#include <gtest/gtest.h>

#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::constant_tree;
using test::exponential_tree;
using test::unit_lengths;

TEST(FatTreeBounds, OneToAllIsNPlusOneForBinaryTreesOfFourAndMore) {
  for (Node n = 4; n <= 1024; n *= 2)
    EXPECT_EQ(one_to_all_bound(constant_tree(n), n / 3, unit_lengths(constant_tree(n), n / 3)),
              n + 1);
  EXPECT_EQ(one_to_all_bound(constant_tree(2), 0, {0, 1}), 2);
  for (Node n = 3; n <= 729; n *= 3)
    EXPECT_EQ(one_to_all_bound(constant_tree(n, 3), 1, unit_lengths(constant_tree(n, 3), 1)), n);
}

TEST(FatTreeBounds, OneToAllLooksAtClassesThatHaveFlitsOnly) {
  const FatTree tree = constant_tree(8);

  EXPECT_EQ(one_to_all_bound(tree, 0, {0, 0, 0, 0, 0, 0, 0, 0}), 0);
  EXPECT_EQ(one_to_all_bound(tree, 0, {0, 5, 0, 0, 0, 0, 0, 0}), 6);
  EXPECT_EQ(one_to_all_bound(tree, 0, {0, 5, 0, 0, 0, 0, 0, 1}), 7);
  EXPECT_EQ(one_to_all_bound(tree, 0, {0, 1, 0, 0, 3, 0, 0, 0}), 8);
}

TEST(FatTreeBounds, MultinodeIsTheSameAtEveryLeaf) {
  for (const FatTree& tree : test::small_fat_trees())
    EXPECT_EQ(multinode_bound(tree), one_to_all_bound(tree, 0, unit_lengths(tree, 0))) << tree;
}

TEST(FatTreeBounds, ExchangeOnPlainBinaryTreesIsBoundByTheRoot) {
  for (Node n = 2; n <= 1024; n *= 2) {
    const FatTree tree = constant_tree(n);
    EXPECT_EQ(exchange_bound(tree), Step{n} * n / 4 + 2 * tree.levels() - 1);
  }
}

TEST(FatTreeBounds, InFlightIsNPlusTwoLMinusThreeForBinaryTrees) {
  EXPECT_EQ(exchange_in_flight_bound(exponential_tree(2)), 2);
  EXPECT_EQ(exchange_in_flight_bound(exponential_tree(4)), 6);
  for (Node n = 8; n <= 1024; n *= 2) {
    const FatTree tree = exponential_tree(n);
    EXPECT_EQ(exchange_in_flight_bound(tree), n + 2 * tree.levels() - 3);
    EXPECT_EQ(exchange_bound(tree), n + 2 * tree.levels() - 3);
  }
}

TEST(FatTreeBounds, InFlightMakesThePhasedExchangeOptimalForLargerArities) {
  for (int arity = 3; arity <= FatTree::kMaxArity; ++arity) {
    for (Node n = arity; n <= 1024; n *= arity) {
      const FatTree tree = exponential_tree(n, arity);
      EXPECT_EQ(exchange_bound(tree), n + 2 * tree.levels() - 2) << tree;
    }
  }
}

struct BoundCase {
  std::vector<int> capacities;
  Step bound;
  Step phased;
};

TEST(FatTreeBounds, ExchangeWithOtherCapacities) {
  const std::vector<BoundCase> cases{
      {{1, 2, 2}, 13, 16},    {{1, 2, 3}, 11, 14},    {{1, 1, 2}, 15, 18},   {{1, 1, 4}, 15, 18},
      {{1, 2, 2, 2}, 39, 50}, {{1, 2, 4, 4}, 23, 30}, {{1, 2, 3, 4}, 23, 32}};
  for (const BoundCase& c : cases) {
    const FatTree tree(c.capacities.size() == 3 ? 8 : 16, 2, c.capacities);
    EXPECT_EQ(exchange_bound(tree), c.bound) << tree;
    EXPECT_EQ(predict_fat_tree_exchange_phased(tree).finish, c.phased) << tree;
  }
}

TEST(FatTreeBounds, EveryFigureHasASourceAndOthersHaveNone) {
  const FatTree tree = constant_tree(8);
  const std::vector<Flits> lengths = unit_lengths(tree, 0);
  const std::vector<FatTreePrediction> predictions{
      predict_fat_tree_broadcast(tree, 0),
      predict_fat_tree_scatter(tree, 0, lengths),
      predict_fat_tree_scatter_ordered(tree, 0, lengths, farthest_first_order(tree, 0)),
      predict_fat_tree_scatter_store_forward(tree, 0, lengths, farthest_first_order(tree, 0)),
      predict_fat_tree_scatter_pair(tree, 0, 5),
      predict_fat_tree_scatter_pair(tree, 0, 4),
      predict_fat_tree_gather(tree, 0, lengths),
      predict_fat_tree_gather_naive(tree, 0, lengths),
      predict_fat_tree_gather_naive(tree, 0, lengths, {1, {}}),
      predict_fat_tree_gather_naive(tree, 0, lengths, {2, {}}),
      predict_fat_tree_flood(tree),
      predict_fat_tree_flood(tree, {1, {}}),
      predict_fat_tree_flood(tree, {2, {}}),
      predict_fat_tree_flood(exponential_tree(8)),
      predict_fat_tree_multinode_phased(tree),
      predict_fat_tree_multinode_phased(tree, 1),
      predict_fat_tree_multinode_queue_free(tree),
      predict_fat_tree_exchange_serial(tree),
      predict_fat_tree_exchange_phased(tree),
      predict_fat_tree_exchange_phased(exponential_tree(8), 1),
      predict_fat_tree_exchange_optimal_ebft(exponential_tree(8)),
      predict_fat_tree_exchange_optimal_cbft(tree),
      predict_fat_tree_exchange_far_first(tree),
      predict_fat_tree_exchange_far_first(FatTree(8, 2, {1, 1, 2}))};
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    const FatTreePrediction& p = predictions[i];
    const auto expect_source = [&](const char* quantity, bool there) {
      const auto named = [&](const Source& s) { return s.quantity == quantity; };
      const auto sources = std::count_if(p.sources.begin(), p.sources.end(), named);
      EXPECT_EQ(sources, there ? 1 : 0) << quantity << " of prediction " << i;
    };
    expect_source("finish", p.finish.has_value());
    expect_source("arrivals", p.arrivals.has_value());
    expect_source("max_wait", !p.max_wait.empty());
    expect_source("max_stored", !p.max_stored.empty());
    expect_source("queue_free", p.queue_free.has_value());
    expect_source("lower_bound", true);
    expect_source("dispatch", true);
    EXPECT_GT(p.lower_bound, 0) << "prediction " << i;
  }
}

}  // namespace
}  // namespace flitwise::theory
