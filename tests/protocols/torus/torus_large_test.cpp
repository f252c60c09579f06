// Steps of all schemes far beyond what the fast tests try.
#include <gtest/gtest.h>

#include "tests/protocols/torus/torus_cases.h"

namespace flitwise::protocols::test {
namespace {

TEST(TorusBroadcastLarge, TakesTheStepsOfItsFormulaOnAllTwoDimensionalTori) {
  EXPECT_EQ(for_all_sides(2, 1, 64, expect_valid_everywhere), 4096);
}

TEST(TorusBroadcastLarge, TakesTheStepsOfItsFormulaOnThreeDimensionalTori) {
  EXPECT_EQ(for_all_sides(3, 1, 12, expect_valid_everywhere), 1728);
}

TEST(TorusBroadcastLarge, TakesTheStepsOfItsFormulaOnFourDimensionalTori) {
  EXPECT_EQ(for_all_sides(4, 1, 5, expect_valid_everywhere), 625);
}

TEST(TorusBroadcastLarge, FshFindsColumnsForAllSidesButFourByFive) {
  EXPECT_EQ(expect_fsh_valid(64), 61 * 62 - 1);
}

TEST(TorusBroadcastLarge, EverySourceAndEveryOrderWillDo) {
  expect_valid_from_anywhere(300, 1000, [](std::size_t sides) {
    return sides == 4 ? 8 : sides == 3 ? 16 : 64;
  });
}

}  // namespace
}  // namespace flitwise::protocols::test
