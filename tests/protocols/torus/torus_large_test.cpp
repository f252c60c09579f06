// Steps of all schemes far beyond what the fast tests try.
#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "tests/protocols/torus/torus_cases.h"

namespace flitwise::protocols::test {
namespace {

const std::vector<BroadcastScheme> kAnywhere = {BroadcastScheme::kPaper, BroadcastScheme::kPeel,
                                                BroadcastScheme::kBest,  BroadcastScheme::kDoubling,
                                                BroadcastScheme::kFlood, BroadcastScheme::kRadix3};

void expect_valid_everywhere(const std::vector<int>& sides) {
  for (const BroadcastScheme scheme : kAnywhere) expect_valid(Torus(sides), 0, scheme);
}

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
  int tori = 0;
  for (int x = 4; x <= 64; ++x)
    for (int y = 3; y <= 64; ++y) {
      if (x == 4 && y == 5) continue;
      expect_valid(Torus({x, y}), 0, BroadcastScheme::kFsh);
      ++tori;
    }
  EXPECT_EQ(tori, 61 * 62 - 1);
}

TEST(TorusBroadcastLarge, EverySourceAndEveryOrderWillDo) {
  std::mt19937_64 random(300);
  for (int round = 0; round < 1000; ++round) {
    std::vector<int> sides(1 + random() % 4);
    const int most = sides.size() == 4 ? 8 : sides.size() == 3 ? 16 : 64;
    for (int& side : sides) side = 1 + static_cast<int>(random() % static_cast<unsigned>(most));
    const Torus torus(sides);
    DimensionOrder order = torus.ascending_order();
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const auto source = static_cast<Node>(random() % static_cast<std::uint64_t>(torus.size()));
    SCOPED_TRACE(testing::Message() << "round " << round);
    for (const BroadcastScheme scheme : kAnywhere) expect_valid(torus, source, scheme, order);
  }
}

}  // namespace
}  // namespace flitwise::protocols::test
