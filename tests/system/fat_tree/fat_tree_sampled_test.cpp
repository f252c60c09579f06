// Every claim on large fat trees, from two leaves, with capacities drawn from printed seeds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "tests/system/support/fat_tree_claims.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise {
namespace {

using testing_support::Breadth;
using testing_support::expect_all_claims;
using theory::test::constant_tree;
using theory::test::exponential_tree;

// Up to three links a branch: the shapes of switches stay few.
FatTree drawn_tree(Node leaves, int arity, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<int> capacities(static_cast<std::size_t>(fat_tree_levels(leaves, arity)));
  for (int& c : capacities) c = std::uniform_int_distribution<int>(1, 3)(random);
  std::sort(capacities.begin(), capacities.end());
  capacities.front() = 1;
  return {leaves, arity, capacities};
}

struct Sample {
  Node leaves;
  int arity;
  unsigned seed;
};

class DrawnTrees : public ::testing::TestWithParam<Sample> {};

TEST_P(DrawnTrees, KeepEveryClaim) {
  const auto& [leaves, arity, seed] = GetParam();
  const FatTree tree = drawn_tree(leaves, arity, seed);
  SCOPED_TRACE(::testing::PrintToString(tree));
  expect_all_claims(tree, Breadth::kSampled, std::make_shared<ModelLibrary>());
}

INSTANTIATE_TEST_SUITE_P(
    FatTrees, DrawnTrees,
    ::testing::Values(Sample{32, 2, 1}, Sample{32, 2, 2}, Sample{64, 2, 3}, Sample{128, 2, 4},
                      Sample{256, 2, 5}, Sample{512, 2, 6}, Sample{81, 3, 7}, Sample{243, 3, 8},
                      Sample{256, 4, 9}, Sample{125, 5, 10}, Sample{216, 6, 11}, Sample{49, 7, 12},
                      Sample{64, 8, 13}, Sample{512, 8, 14}),
    [](const auto& of) {
      return fmt::format("n_{}_b_{}_seed_{}", of.param.leaves, of.param.arity, of.param.seed);
    });

class LargeTrees : public ::testing::TestWithParam<FatTree> {};

TEST_P(LargeTrees, KeepEveryClaim) {
  expect_all_claims(GetParam(), Breadth::kSampled, std::make_shared<ModelLibrary>());
}

INSTANTIATE_TEST_SUITE_P(Constant, LargeTrees,
                         ::testing::Values(constant_tree(32), constant_tree(64), constant_tree(128),
                                           constant_tree(256), constant_tree(512)),
                         [](const auto& of) { return fmt::format("n_{}", of.param.leaves()); });
INSTANTIATE_TEST_SUITE_P(Exponential, LargeTrees,
                         ::testing::Values(exponential_tree(32), exponential_tree(64),
                                           exponential_tree(128), exponential_tree(256)),
                         [](const auto& of) { return fmt::format("n_{}", of.param.leaves()); });

}  // namespace
}  // namespace flitwise
