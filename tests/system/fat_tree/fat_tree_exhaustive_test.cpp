// Every claim on trees of all capacities. Each shape of a switch is compiled on first use.
//
// Capacities are bounded by what can matter: branch i of a b-ary tree can use b^(i-1) links, since
// leaves have one; above that more links change nothing, and one more is enough to see it. Binary
// trees are run with all capacities up to 2^(L-1) + 1, on every branch.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/system/support/fat_tree_claims.h"
#include "tests/theory/fat_tree/fat_trees.h"

namespace flitwise {
namespace {

using testing_support::Breadth;
using testing_support::expect_all_claims;
using testing_support::expect_scatter_pairs;
using theory::test::all_capacities;

void expect_everything(const FatTree& tree) {
  const auto models = std::make_shared<ModelLibrary>();
  EXPECT_GT(expect_all_claims(tree, Breadth::kAll, models), 0);
  if (tree.leaves() > 27) return;
  for (Node first = 0; first < tree.leaves(); ++first) expect_scatter_pairs(tree, first, models);
}

std::string name_of(const std::vector<int>& capacities) {
  return fmt::format("c_{}", fmt::join(capacities, "_"));
}

// c_2 and c_3 of trees of 16 leaves; each test runs all c_4.
class AllTreesOfSixteen : public ::testing::TestWithParam<std::vector<int>> {};

std::vector<std::vector<int>> first_capacities() {
  std::vector<std::vector<int>> all;
  for (const FatTree& tree : all_capacities(8, 2, 9)) all.push_back(tree.capacities());
  return all;
}

TEST_P(AllTreesOfSixteen, KeepEveryClaimFromEveryLeaf) {
  for (int top = GetParam().back(); top <= 9; ++top) {
    std::vector<int> capacities = GetParam();
    capacities.push_back(top);
    expect_everything({16, 2, capacities});
  }
}

INSTANTIATE_TEST_SUITE_P(FatTrees, AllTreesOfSixteen, ::testing::ValuesIn(first_capacities()),
                         [](const auto& of) { return name_of(of.param); });

TEST(FatTrees, OfTwoFourAndEightLeavesKeepEveryClaimForAllCapacities) {
  int trees = 0;
  for (const Node leaves : {2, 4, 8})
    for (const FatTree& tree : all_capacities(leaves, 2, static_cast<int>(leaves) / 2 + 1)) {
      expect_everything(tree);
      ++trees;
    }
  EXPECT_EQ(trees, 1 + 3 + 15);
}

// Arities 3 and 4: constant, exponential, and around what the branch below lets a branch use.
class LargerArities : public ::testing::TestWithParam<FatTree> {};

std::vector<FatTree> larger_arities() {
  std::vector<FatTree> trees{{3, 3, {1}}, {4, 4, {1}}};
  for (int c = 1; c <= 4; ++c) trees.emplace_back(9, 3, std::vector<int>{1, c});
  for (int c = 1; c <= 5; ++c) trees.emplace_back(16, 4, std::vector<int>{1, c});
  for (int c = 1; c <= 3; ++c)
    for (const int top : {c, 3 * c - 1, 3 * c, 3 * c + 1})
      trees.emplace_back(27, 3, std::vector<int>{1, c, top});
  for (const auto& capacities : std::vector<std::vector<int>>{
           {1, 1, 1}, {1, 1, 5}, {1, 2, 3}, {1, 3, 7}, {1, 4, 4}, {1, 4, 16}, {1, 4, 17}})
    trees.emplace_back(64, 4, capacities);
  return trees;
}

TEST_P(LargerArities, KeepEveryClaimFromEveryLeaf) { expect_everything(GetParam()); }

INSTANTIATE_TEST_SUITE_P(FatTrees, LargerArities, ::testing::ValuesIn(larger_arities()),
                         [](const auto& of) {
                           return fmt::format("n_{}_b_{}_{}", of.param.leaves(), of.param.arity(),
                                              name_of(of.param.capacities()));
                         });

// Every claim on large fat trees, from two leaves, with capacities drawn from printed seeds.

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
