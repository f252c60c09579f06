// All shapes of trees of six and seven PEs, all lengths up to two, on the routers.
#include <gtest/gtest.h>

#include "tests/system/tree/small_trees.h"

namespace flitwise {
namespace {

class AllSmallTrees : public testing::TestWithParam<test::SmallVariant> {};

TEST_P(AllSmallTrees, OfSixPesBehaveAsPredicted) {
  EXPECT_EQ(test::expect_all_as_predicted(GetParam(), test::tree_shapes(6)), 20 * 243);
}

TEST_P(AllSmallTrees, OfSevenPesBehaveAsPredicted) {
  EXPECT_EQ(test::expect_all_as_predicted(GetParam(), test::tree_shapes(7)), 48 * 729);
}

class AllSmallTreesWithSetupCosts : public testing::TestWithParam<test::SmallVariant> {};

TEST_P(AllSmallTreesWithSetupCosts, OfFivePesBehaveAsPredicted) {
  EXPECT_EQ(test::expect_all_as_predicted(GetParam(), test::ordered_trees(5)), 14 * 81);
}

class AllTreesOfSixPesWithASetup : public testing::TestWithParam<test::SmallVariant> {};

TEST_P(AllTreesOfSixPesWithASetup, BehaveAsPredicted) {
  EXPECT_EQ(test::expect_all_as_predicted(GetParam(), test::tree_shapes(6)), 20 * 243);
}

INSTANTIATE_TEST_SUITE_P(All, AllSmallTreesWithSetupCosts,
                         testing::ValuesIn(test::paced_certifications()),
                         [](const auto& variant) { return variant.param.name; });

// The dearest messages alone, in all variants.
INSTANTIATE_TEST_SUITE_P(All, AllTreesOfSixPesWithASetup,
                         testing::ValuesIn(test::paced_certifications().end() - 7,
                                           test::paced_certifications().end()),
                         [](const auto& variant) { return variant.param.name; });

INSTANTIATE_TEST_SUITE_P(All, AllSmallTrees, testing::ValuesIn(test::small_variants()),
                         [](const auto& variant) { return variant.param.name; });

}  // namespace
}  // namespace flitwise
