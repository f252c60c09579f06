#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/theory/torus/torus_theory.h"
#include "tests/support/number_table.h"
#include "tests/support/refusal.h"

namespace flitwise::theory {
namespace {

using Scheme = BroadcastScheme;
using Sides = std::vector<int>;
using test::read_rows;
using test::Row;

int steps(Scheme scheme, const Sides& sides) { return broadcast_steps(scheme, sides)->steps; }

int closed(const Sides& sides) {
  int fewest = std::min(steps(Scheme::kPeel, sides), steps(Scheme::kBest, sides));
  if (const auto fsh = broadcast_steps(Scheme::kFsh, sides)) fewest = std::min(fewest, fsh->steps);
  return std::min(fewest, steps(Scheme::kPaper, sides));
}

TEST(TorusSteps, AreThoseOfTheTableOfSquares) {
  for (const Row& row : read_rows("torus/squares.txt", 19)) {
    for (int n = row.number(0); n <= row.number(1); ++n) {
      const Sides sides{n, n};
      EXPECT_EQ(fewest_steps(sides), row.number(2)) << n << " in " << row.line;
      EXPECT_EQ(fewest_steps_dimension_order(sides), row.number(3)) << n << " in " << row.line;
      EXPECT_EQ(steps(Scheme::kPaper, sides), row.number(4)) << n << " in " << row.line;
      EXPECT_EQ(steps(Scheme::kPeel, sides), row.number(5)) << n << " in " << row.line;
      EXPECT_EQ(closed(sides), row.number(6)) << n << " in " << row.line;
    }
  }
}

TEST(TorusSteps, AreThoseOfTheTableOfCubes) {
  for (const Row& row : read_rows("torus/cubes.txt", 12)) {
    for (int n = row.number(0); n <= row.number(1); ++n) {
      const Sides sides{n, n, n};
      EXPECT_EQ(fewest_steps(sides), row.number(2)) << n << " in " << row.line;
      EXPECT_EQ(fewest_steps_dimension_order(sides), row.number(3)) << n << " in " << row.line;
      EXPECT_EQ(steps(Scheme::kPaper, sides), row.number(4)) << n << " in " << row.line;
      EXPECT_EQ(steps(Scheme::kPeel, sides), row.number(5)) << n << " in " << row.line;
    }
  }
}

TEST(TorusSteps, ExcludeTheSidesOfTheTableOfBounds) {
  for (const Row& row : read_rows("torus/largest_sides.txt", 14)) {
    const auto k = static_cast<std::size_t>(row.number(0));
    const int s = row.number(1);
    EXPECT_LE(fewest_steps(Sides(k, row.number(2))), s) << row.line;
    EXPECT_GT(fewest_steps(Sides(k, row.number(2) + 1)), s) << row.line;
    EXPECT_LE(fewest_steps_dimension_order(Sides(k, row.number(3))), s) << row.line;
    EXPECT_GT(fewest_steps_dimension_order(Sides(k, row.number(3) + 1)), s) << row.line;
  }
}

TEST(TorusSteps, OfThePaperAreTheirTheoremOnEqualSides) {
  for (int k = 1; k <= 4; ++k) {
    for (int n = 2; n <= 130; ++n) {
      int rounds = 0;
      for (int reach = 1; reach < n; reach *= 2 * k + 1) ++rounds;
      ASSERT_EQ(steps(Scheme::kPaper, Sides(static_cast<std::size_t>(k), n)), k * rounds + k - 1)
          << n << "^" << k;
    }
  }
}

TEST(TorusSteps, OfThePaperAlignOnlyWhereASideDividesALaterOne) {
  EXPECT_EQ(steps(Scheme::kPaper, {2, 6}), 2 + 1 + 1);  // radix 5 for 6 and for 2, one alignment
  EXPECT_EQ(steps(Scheme::kPaper, {6, 2}), 1 + 2);      // no helpers: radix 5 for 2, 3 for 6
  EXPECT_EQ(steps(Scheme::kPaper, {3, 4, 6}), 1 + 1 + 1 + 1);
}

TEST(TorusSteps, OfBestAreNeverMoreThanThoseOfPaperAndPeel) {
  for (int a = 1; a <= 30; ++a) {
    for (int b = 1; b <= 30; ++b) {
      for (int c = 1; c <= 30; ++c) {
        const int best = steps(Scheme::kBest, {a, b, c});
        ASSERT_LE(best, steps(Scheme::kPaper, {a, b, c})) << a << ' ' << b << ' ' << c;
        ASSERT_LE(best, steps(Scheme::kPeel, {a, b, c})) << a << ' ' << b << ' ' << c;
      }
    }
  }
}

TEST(TorusSteps, OfPeelBeatThePaperOnSmallSquaresAndCubes) {
  Sides squares;
  Sides cubes;
  for (int n = 2; n <= 125; ++n) {
    if (steps(Scheme::kPeel, {n, n}) < steps(Scheme::kPaper, {n, n})) squares.push_back(n);
    if (steps(Scheme::kPeel, {n, n, n}) < steps(Scheme::kPaper, {n, n, n})) cubes.push_back(n);
  }

  EXPECT_EQ(squares, (Sides{2, 3, 6, 7, 8, 9, 26, 27}));
  Sides expected;
  for (int n = 2; n <= 81; ++n) {
    if (n <= 5 || (n >= 8 && n <= 25) || n >= 50) expected.push_back(n);
  }
  EXPECT_EQ(cubes, expected);
}

TEST(TorusSteps, OfPeelDependOnTheOrderOfTheSides) {
  EXPECT_EQ(steps(Scheme::kPeel, {5, 6}), 4);
  EXPECT_EQ(steps(Scheme::kPeel, {6, 5}), 3);

  int ascending_is_worse = 0;
  for (int a = 1; a <= 30; ++a) {
    for (int b = a + 1; b <= 30; ++b)
      ascending_is_worse += steps(Scheme::kPeel, {a, b}) > steps(Scheme::kPeel, {b, a}) ? 1 : 0;
  }
  EXPECT_EQ(ascending_is_worse, 44);
}

TEST(TorusSteps, OfFshNeedEnoughColumnsAndRows) {
  EXPECT_FALSE(broadcast_steps(Scheme::kFsh, {3, 9}));
  EXPECT_FALSE(broadcast_steps(Scheme::kFsh, {9, 2}));
  EXPECT_FALSE(broadcast_steps(Scheme::kFsh, {4, 5}));
  EXPECT_FALSE(broadcast_steps(Scheme::kFsh, {9}));
  EXPECT_FALSE(broadcast_steps(Scheme::kFsh, {9, 9, 9}));
  EXPECT_EQ(steps(Scheme::kFsh, {4, 3}), 2);
  EXPECT_EQ(steps(Scheme::kFsh, {15, 1, 15}), 4);
  EXPECT_EQ(steps(Scheme::kFsh, {16, 15}), 5);
}

TEST(TorusSteps, OfFshBeatBestOn546OfTheSidesFrom4And3To40) {
  int better = 0;
  int all = 0;
  for (int x = 4; x <= 40; ++x) {
    for (int y = 3; y <= 40; ++y) {
      const auto fsh = broadcast_steps(Scheme::kFsh, {x, y});
      if (!fsh) continue;
      ++all;
      better += fsh->steps < steps(Scheme::kBest, {x, y}) ? 1 : 0;
    }
  }
  EXPECT_EQ(all, 1405);
  EXPECT_EQ(better, 546);
}

TEST(TorusSteps, OfTheBaselinesAreSumsOverTheSides) {
  const Sides sides{1, 2, 3, 10};

  EXPECT_EQ(steps(Scheme::kDoubling, sides), 0 + 1 + 2 + 4);
  EXPECT_EQ(steps(Scheme::kFlood, sides), 0 + 1 + 1 + 5);
  EXPECT_EQ(steps(Scheme::kRadix3, sides), 0 + 1 + 1 + 3);
}

TEST(TorusSteps, DoNotCountSidesOfOne) {
  for (const Scheme scheme : {Scheme::kPaper, Scheme::kPeel, Scheme::kBest}) {
    EXPECT_EQ(steps(scheme, {1, 9, 1, 6}), steps(scheme, {9, 6}));
    EXPECT_EQ(steps(scheme, {1, 1}), 0);
  }
  EXPECT_EQ(fewest_steps({1, 9, 1, 6}), fewest_steps({9, 6}));
  EXPECT_EQ(fewest_steps_dimension_order({9, 1, 6, 1}), fewest_steps_dimension_order({9, 6}));
  EXPECT_EQ(fewest_steps({1, 1}), 0);
  EXPECT_EQ(fewest_steps_dimension_order({1, 1}), 0);
}

TEST(TorusSteps, OnARingAreOptimalInRadixThree) {
  for (int n = 1; n <= 64; ++n) {
    const int rounds = steps(Scheme::kRadix3, {n});
    for (const Scheme scheme : {Scheme::kPaper, Scheme::kPeel, Scheme::kBest})
      ASSERT_EQ(steps(scheme, {n}), rounds) << n;
    ASSERT_EQ(fewest_steps_dimension_order({n}), rounds) << n;
  }
}

TEST(TorusSteps, OfASchemeAreNeverFewerThanTheBounds) {
  for (int a = 1; a <= 40; ++a) {
    for (int b = 1; b <= 40; ++b) {
      const int bound = fewest_steps_dimension_order({a, b});
      ASSERT_GE(bound, fewest_steps({a, b})) << a << ' ' << b;
      ASSERT_GE(closed({a, b}), bound) << a << ' ' << b;
    }
  }
}

TEST(TorusSteps, OfDimensionOrderAreMoreThanTheTrivialBoundOnPowersOfTheRadix) {
  for (const Sides& sides : {Sides{5, 5}, Sides{25, 25}, Sides{125, 125}, Sides{7, 7, 7}})
    EXPECT_GT(fewest_steps_dimension_order(sides), fewest_steps(sides)) << sides[0];
  EXPECT_EQ(fewest_steps_dimension_order({5, 5}), steps(Scheme::kPaper, {5, 5}));
  EXPECT_EQ(fewest_steps_dimension_order({25, 25}), steps(Scheme::kPaper, {25, 25}));
  EXPECT_EQ(fewest_steps_dimension_order({125, 125}), steps(Scheme::kPaper, {125, 125}));
}

TEST(TorusSteps, ExcludeTwoStepsOnFourBySix) {
  EXPECT_EQ(fewest_steps({4, 6}), 2);
  EXPECT_EQ(fewest_steps_dimension_order({4, 6}), 3);
}

nlohmann::json searched() {
  std::ifstream file(std::string(FLITWISE_SOURCE_DIR) +
                     "/sim/scenarios/schedules/torus_improved.json");
  return nlohmann::json::parse(file);
}

TEST(TorusSteps, AreThoseOfTheTableOfSmallUnequalSides) {
  const nlohmann::json table = searched()["table_2d_small"];
  EXPECT_EQ(table.size(), 54U);
  for (const auto& [name, row] : table.items()) {
    const std::size_t x = name.find('x');
    const Sides sides{std::stoi(name.substr(0, x)), std::stoi(name.substr(x + 1))};
    EXPECT_EQ(fewest_steps(sides), row["lb"]) << name;
    EXPECT_EQ(steps(Scheme::kPaper, sides), row["paper"]) << name;
    EXPECT_EQ(closed(sides), row["closed"]) << name;
    EXPECT_LE(fewest_steps_dimension_order(sides), row["best"]) << name;
  }
}

TEST(TorusSteps, OfSearchedSchedulesAreNoFewerThanTheBounds) {
  const nlohmann::json all = searched()["schedules"];
  EXPECT_EQ(all.size(), 45U);
  for (const nlohmann::json& schedule : all) {
    const Sides sides = schedule["dims"].get<Sides>();
    EXPECT_EQ(fewest_steps(sides), schedule["lower_bound"]) << text_of(sides);
    if (schedule.contains("lower_bound_dor")) {
      EXPECT_EQ(fewest_steps_dimension_order(sides), schedule["lower_bound_dor"]) << text_of(sides);
    }
    EXPECT_LE(fewest_steps_dimension_order(sides), schedule["n_steps"]) << text_of(sides);
  }
}

TEST(TorusSteps, AreRoutedInTheGivenOrder) {
  const Torus torus({4, 5, 6});

  EXPECT_EQ(routed_sides(torus, {2, 0, 1}), (Sides{6, 4, 5}));
}

TEST(TorusSteps, SayWhereTheyComeFrom) {
  EXPECT_NE(broadcast_steps(Scheme::kPaper, {4, 4})->source.find("Wang, Tseng"), std::string::npos);
  for (const Scheme scheme : {Scheme::kPeel, Scheme::kBest, Scheme::kFsh, Scheme::kDoubling,
                              Scheme::kFlood, Scheme::kRadix3})
    EXPECT_FALSE(broadcast_steps(scheme, {4, 4})->source.empty());
}

std::string refusal_of(const Sides& sides) {
  return flitwise::test::refusal_of([&] { fewest_steps(sides); });
}

TEST(TorusSteps, RefuseSidesThatAreNone) {
  EXPECT_EQ(refusal_of({}), "a torus must have at least one side");
  EXPECT_EQ(refusal_of({3, 0}), "a side must be from 1 to 4096, got 0");
  EXPECT_EQ(refusal_of({4097}), "a side must be from 1 to 4096, got 4097");
  EXPECT_EQ(refusal_of({4096, 4096, 4096, 32}), "a torus must have at most 2^40 nodes");
}

}  // namespace
}  // namespace flitwise::theory
