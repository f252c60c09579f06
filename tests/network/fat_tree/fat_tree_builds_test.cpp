// Fat trees as one model of the whole network, against the same assembled from its nodes.
//
// Not among the fast tests: the whole networks are compiled on first use.
#include <gtest/gtest.h>

#include "tests/network/fat_tree/fat_tree_runs.h"

namespace flitwise {
namespace {

void expect_assembled_equals_elaborated(const FatTree& tree) {
  test::expect_equal_builds(tree, 16, Checkers::kBound, 500);
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnAConstantTreeOfEight) {
  expect_assembled_equals_elaborated(test::constant(8));
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnAnExponentialTreeOfEight) {
  expect_assembled_equals_elaborated(test::exponential(8));
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnATreeOfEightOfSlowSwitchesAndLinks) {
  test::expect_equal_builds(test::exponential(8), 12, Checkers::kBound, 500, {3, {1, 4, 2}});
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnATreeOfEightOfSlowCredits) {
  test::expect_equal_builds(test::constant(8), 12, Checkers::kBound, 500, {1, {}, 3});
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnATreeOfEightWithThreeLinksALeaf) {
  expect_assembled_equals_elaborated({8, 2, {3, 3, 4}});
}

}  // namespace
}  // namespace flitwise
