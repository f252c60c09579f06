// What the theory of fat trees refuses, and in which words.
#include <gtest/gtest.h>

#include <string>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tests/support/refusal.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise::theory {
namespace {

using flitwise::test::refusal_of;
using test::constant_tree;
using test::exponential_tree;

std::string dispatch_refusal(const FatTree& tree, const FatTreeDispatch& dispatch) {
  const std::string by_check = refusal_of([&] { check_schedule(tree, {dispatch}); });
  EXPECT_EQ(by_check, refusal_of([&] { fat_tree_events(tree, {dispatch}); }));
  return by_check;
}

const FatTree& eight() {
  static const FatTree tree = constant_tree(8);
  return tree;
}

TEST(FatTreeRefusals, LeavesThatDoNotExist) {
  EXPECT_EQ(refusal_of([] { predict_fat_tree_broadcast(eight(), 8); }),
            "source must be a leaf from 0 to 7, got 8");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_scatter(eight(), -1, {}); }),
            "source must be a leaf from 0 to 7, got -1");
  EXPECT_EQ(refusal_of([] { farthest_first_order(eight(), 9); }),
            "source must be a leaf from 0 to 7, got 9");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_gather(eight(), 8, {}); }),
            "target must be a leaf from 0 to 7, got 8");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_gather_naive(eight(), 8, {}); }),
            "target must be a leaf from 0 to 7, got 8");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_scatter_pair(eight(), 1, 8); }),
            "second source must be a leaf from 0 to 7, got 8");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_scatter_pair(eight(), 8, 1); }),
            "first source must be a leaf from 0 to 7, got 8");
}

TEST(FatTreeRefusals, ScattersFromOneLeafTwice) {
  EXPECT_EQ(refusal_of([] { predict_fat_tree_scatter_pair(eight(), 3, 3); }),
            "two scatters need two sources, got leaf 3 twice");
}

TEST(FatTreeRefusals, LengthsThatDoNotFit) {
  const FatTree four = constant_tree(4);
  const auto refusals = [&](const std::vector<Flits>& lengths) {
    const std::string scatter = refusal_of([&] { predict_fat_tree_scatter(four, 1, lengths); });
    EXPECT_EQ(scatter, refusal_of([&] { predict_fat_tree_gather(four, 1, lengths); }));
    EXPECT_EQ(scatter, refusal_of([&] { predict_fat_tree_gather_naive(four, 1, lengths); }));
    EXPECT_EQ(scatter, refusal_of([&] { predict_fat_tree_scatter_ordered(four, 1, lengths, {}); }));
    return scatter;
  };

  EXPECT_EQ(refusals({1, 0, 1}), "lengths must have one entry per leaf: 4, got 3");
  EXPECT_EQ(refusals({1, 0, -2, 1}), "lengths[2] must be at least 0, got -2");
  EXPECT_EQ(refusals({1, 3, 1, 1}), "lengths[1] must be 0, because leaf 1 has no message, got 3");
}

TEST(FatTreeRefusals, OrdersThatAreNoOrder) {
  const auto of_order = [](const std::vector<Node>& order) {
    return refusal_of([&] {
      predict_fat_tree_scatter_store_forward(constant_tree(4), 0, {0, 2, 0, 1}, order);
    });
  };

  EXPECT_EQ(of_order({1, 3}), "accepted");
  EXPECT_EQ(of_order({1}), "order: leaf 3 is missing");
  EXPECT_EQ(of_order({1, 3, 1}), "order: leaf 1 is there twice");
  EXPECT_EQ(of_order({1, 3, 2}), "order: leaf 2 has no message");
  EXPECT_EQ(of_order({1, 3, 0}), "order: leaf 0 has no message");
  EXPECT_EQ(of_order({1, 3, 4}), "order: an entry must be a leaf from 0 to 3, got 4");
}

TEST(FatTreeRefusals, DepthsAndGapsBelowTheirLeast) {
  EXPECT_EQ(refusal_of([] {
              predict_fat_tree_flood(eight(), {0, {}});
            }),
            "the depth of an output must be at least 1, got 0");
  EXPECT_EQ(refusal_of([] {
              predict_fat_tree_gather_naive(eight(), 0, test::unit_lengths(eight(), 0), {-1, {}});
            }),
            "the depth of an output must be at least 1, got -1");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_multinode_phased(eight(), -1); }),
            "the gap between phases must be at least 0, got -1");
  EXPECT_EQ(refusal_of([] { predict_fat_tree_exchange_phased(eight(), -1); }),
            "the gap between phases must be at least 0, got -1");
}

TEST(FatTreeRefusals, StoreAndForwardWithSeveralLinksALeaf) {
  EXPECT_EQ(
      refusal_of([] {
        predict_fat_tree_scatter_store_forward(FatTree(4, 2, {2, 2}), 0, {0, 2, 0, 1}, {1, 3});
      }),
      "store and forward needs leaves of one link, got 2");
}

TEST(FatTreeRefusals, OptimalExchangesOnOtherTrees) {
  const std::string full =
      "the exchange in n + 2L - 3 steps needs arity 2 and capacities c_i = 2^(i-1)";
  const std::string plain =
      "the exchange in n^2/4 + 2L - 1 steps needs arity 2 and capacities c_i = 1";

  EXPECT_EQ(refusal_of([] { predict_fat_tree_exchange_optimal_ebft(eight()); }), full);
  EXPECT_EQ(refusal_of([] { predict_fat_tree_exchange_optimal_ebft(exponential_tree(9, 3)); }),
            full);
  EXPECT_EQ(refusal_of([] { predict_fat_tree_exchange_optimal_cbft(exponential_tree(8)); }), plain);
  EXPECT_EQ(refusal_of([] { predict_fat_tree_exchange_optimal_cbft(constant_tree(9, 3)); }), plain);
}

TEST(FatTreeRefusals, DispatchesThatNoTreeCanCarry) {
  const FatTree nine = constant_tree(9, 3);
  const auto of = [&](FatTreeDispatch d) { return dispatch_refusal(nine, d); };

  EXPECT_EQ(of({1, 9, FlitKind::kFlood}), "source must be a leaf from 0 to 8, got 9");
  EXPECT_EQ(of({0, 1, FlitKind::kFlood}), "leaf 1 in step 0: steps count from 1");
  EXPECT_EQ(of({1, 1, FlitKind::kData, 9}), "destination must be a leaf from 0 to 8, got 9");
  EXPECT_EQ(of({1, 1, FlitKind::kData, 1}), "leaf 1 in step 1 sends to itself");
  EXPECT_EQ(of({1, 1, FlitKind::kData, 2, 0, 0}), "leaf 1 in step 1 sends 0 flits");
  EXPECT_EQ(of({1, 1, FlitKind::kTap, 2}),
            "leaf 1 in step 1 sends a flit that is neither data, flood nor copies: tap");
  EXPECT_EQ(of({1, 1, FlitKind::kCopies}), "leaf 1 in step 1 copies to no level");
  EXPECT_EQ(of({1, 1, FlitKind::kCopies, kNoNode, 0b1100}),
            "leaf 1 in step 1: the digit of level 2 must be below 3, got 3");
  EXPECT_EQ(of({1, 1, FlitKind::kCopies, kNoNode, 0b10001}),
            "leaf 1 in step 1 copies above the root");
}

TEST(FatTreeRefusals, SourcesOfFiguresThatAreNotThere) {
  const FatTreePrediction p = predict_fat_tree_flood(FatTree(8, 2, {1, 1, 2}));

  EXPECT_FALSE(p.source_of("finish").empty());
  EXPECT_THROW(p.source_of("max_wait"), std::out_of_range);
}

}  // namespace
}  // namespace flitwise::theory
