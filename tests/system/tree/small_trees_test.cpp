// All trees of up to five PEs, all lengths up to two, on the routers.
#include "tests/system/tree/small_trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise {
namespace {

using testing::ElementsAre;

TEST(SmallTrees, AreAsManyAsThereAre) {
  std::vector<std::size_t> ordered, shapes;
  for (Node pes = 2; pes <= 7; ++pes) {
    ordered.push_back(test::ordered_trees(pes).size());
    shapes.push_back(test::tree_shapes(pes).size());
  }
  EXPECT_THAT(ordered, ElementsAre(1, 2, 5, 14, 42, 132));
  EXPECT_THAT(shapes, ElementsAre(1, 2, 4, 9, 20, 48));
}

class SmallTrees : public testing::TestWithParam<test::SmallVariant> {};

TEST_P(SmallTrees, BehaveAsPredictedEventByEvent) {
  int runs = 0;
  for (Node pes = 2; pes <= 5; ++pes)
    runs += test::expect_all_as_predicted(GetParam(), test::ordered_trees(pes));
  EXPECT_EQ(runs, 1 * 3 + 2 * 9 + 5 * 27 + 14 * 81);
}

INSTANTIATE_TEST_SUITE_P(All, SmallTrees, testing::ValuesIn(test::small_variants()),
                         [](const auto& variant) { return variant.param.name; });

}  // namespace
}  // namespace flitwise
