#include "systemc/protocols/torus/torus_broadcast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/protocols/torus/torus_cases.h"
#include "tests/protocols/torus/torus_step_checker.h"
#include "tests/protocols/torus/torus_step_formulas.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::HasSubstr;

// All that exist for every torus.
const std::vector<BroadcastScheme> kAnywhere = {BroadcastScheme::kPaper, BroadcastScheme::kPeel,
                                                BroadcastScheme::kBest,  BroadcastScheme::kDoubling,
                                                BroadcastScheme::kFlood, BroadcastScheme::kRadix3};

void expect_valid_everywhere(const std::vector<int>& sides) {
  for (const BroadcastScheme scheme : kAnywhere) expect_valid(Torus(sides), 0, scheme);
}

std::string refusal(const std::vector<int>& sides, const DimensionOrder& order = {}) {
  try {
    make_broadcast(Torus(sides), 0, BroadcastScheme::kFsh, order);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "none";
}

std::size_t steps_of(const std::vector<int>& sides, BroadcastScheme scheme) {
  return make_broadcast(Torus(sides), 0, scheme).steps.size();
}

TEST(TorusBroadcast, TakesTheStepsOfItsFormulaOnAllRings) {
  EXPECT_EQ(for_all_sides(1, 1, 64, expect_valid_everywhere), 64);
}

TEST(TorusBroadcast, TakesTheStepsOfItsFormulaOnAllSmallTwoDimensionalTori) {
  EXPECT_EQ(for_all_sides(2, 1, 30, expect_valid_everywhere), 900);
}

TEST(TorusBroadcast, TakesTheStepsOfItsFormulaOnAllSmallThreeDimensionalTori) {
  EXPECT_EQ(for_all_sides(3, 1, 8, expect_valid_everywhere), 512);
}

TEST(TorusBroadcast, TakesTheStepsOfItsFormulaOnAllSmallFourDimensionalTori) {
  EXPECT_EQ(for_all_sides(4, 1, 4, expect_valid_everywhere), 256);
}

TEST(TorusBroadcast, TakesTheStepsOfItsFormulaOnAllLargeSquaresCubesAndFourthPowers) {
  for (int n = 31; n <= 64; ++n) expect_valid_everywhere({n, n});
  for (int n = 9; n <= 16; ++n) expect_valid_everywhere({n, n, n});
  for (int n = 5; n <= 8; ++n) expect_valid_everywhere({n, n, n, n});
}

// k ceil(log_{2k+1} n) + k - 1; no alignment is empty for n of 3 or more.
TEST(TorusBroadcast, PaperTakesTheStepsOfItsAuthorsOnSquares) {
  for (int n = 2; n <= 64; ++n)
    EXPECT_EQ(steps_of({n, n}, BroadcastScheme::kPaper),
              static_cast<std::size_t>(2 * log_up(5, n) + 1))
        << n;
  for (int n = 2; n <= 16; ++n)
    EXPECT_EQ(steps_of({n, n, n}, BroadcastScheme::kPaper),
              static_cast<std::size_t>(3 * log_up(7, n) + 2))
        << n;
  for (int n = 2; n <= 8; ++n)
    EXPECT_EQ(steps_of({n, n, n, n}, BroadcastScheme::kPaper),
              static_cast<std::size_t>(4 * log_up(9, n) + 3))
        << n;
}

TEST(TorusBroadcast, BestIsNeverWorseThanPaperAndPeel) {
  for_all_sides(2, 1, 30, [](const std::vector<int>& sides) {
    const std::size_t best = steps_of(sides, BroadcastScheme::kBest);
    EXPECT_LE(best, steps_of(sides, BroadcastScheme::kPaper)) << text_of(sides);
    EXPECT_LE(best, steps_of(sides, BroadcastScheme::kPeel)) << text_of(sides);
  });
}

// 4 x 4 and 5 x 5: two steps for the rows either way.
TEST(TorusBroadcast, BestDoesNotAlignWhereThatGainsNothing) {
  for (const int n : {4, 5})
    EXPECT_EQ(make_broadcast(Torus({n, n}), 0, BroadcastScheme::kBest).steps,
              make_broadcast(Torus({n, n}), 0, BroadcastScheme::kPeel).steps);
}

TEST(TorusBroadcast, EverySourceAndEveryOrderOfDimensionsWillDo) {
  std::mt19937_64 random(20);
  for (int round = 0; round < 300; ++round) {
    std::vector<int> sides(1 + random() % 4);
    for (int& side : sides) side = 1 + static_cast<int>(random() % (sides.size() > 2 ? 7 : 20));
    const Torus torus(sides);
    DimensionOrder order = torus.ascending_order();
    std::shuffle(order.begin(), order.end(), random);
    const auto source = static_cast<Node>(random() % static_cast<std::uint64_t>(torus.size()));
    SCOPED_TRACE(testing::Message() << "round " << round);
    for (const BroadcastScheme scheme : kAnywhere) expect_valid(torus, source, scheme, order);
  }
}

TEST(TorusBroadcast, ATorusOfOneNodeNeedsNoStep) {
  for (const BroadcastScheme scheme : kAnywhere)
    EXPECT_TRUE(make_broadcast(Torus({1, 1}), 0, scheme).steps.empty()) << name_of(scheme);
}

TEST(TorusBroadcast, TheSourceIsOnlyAPlaceToDrawTheSchedule) {
  const Torus torus({5, 4});
  const TorusSchedule drawn =
      with_source(make_broadcast(torus, 0, BroadcastScheme::kPaper), torus.node({3, 2}));
  EXPECT_TRUE(drawn == make_broadcast(torus, torus.node({3, 2}), BroadcastScheme::kPaper));
}

TEST(TorusBroadcast, FshTakesTheStepsOfItsFormulaOnSmallTori) {
  int tori = 0;
  for (int x = 4; x <= 20; ++x)
    for (int y = 3; y <= 20; ++y) {
      if (x == 4 && y == 5) continue;
      expect_valid(Torus({x, y}), 0, BroadcastScheme::kFsh);
      ++tori;
    }
  EXPECT_EQ(tori, 17 * 18 - 1);
}

TEST(TorusBroadcast, FshFollowsTheOrderOfRoutingAndSkipsSidesOfOne) {
  const Torus torus({7, 1, 12});
  expect_valid(torus, 30, BroadcastScheme::kFsh, {0, 1, 2});
  expect_valid(torus, 30, BroadcastScheme::kFsh, {2, 0, 1});
}

TEST(TorusBroadcast, FshNamesTheSidesThatItCannotServe) {
  EXPECT_THAT(refusal({4, 5}), HasSubstr("none are found for sides 4 and 5"));
  EXPECT_EQ(refusal({5, 4}), "none");
  EXPECT_THAT(refusal({5, 4}, {1, 0}), HasSubstr("none are found for sides 4 and 5"));
  EXPECT_THAT(refusal({3, 9}), HasSubstr("got 3 and 9"));
  EXPECT_THAT(refusal({9, 2}), HasSubstr("got 9 and 2"));
  EXPECT_THAT(refusal({9}), HasSubstr("exactly 2 sides larger than 1, got 1"));
  EXPECT_THAT(refusal({4, 4, 4}), HasSubstr("exactly 2 sides larger than 1, got 3"));
}

TEST(TorusBroadcast, RefusesASourceAndAnOrderThatAreNone) {
  const Torus torus({4, 4});
  EXPECT_THROW(make_broadcast(torus, 16, BroadcastScheme::kPeel), TopologyError);
  EXPECT_THROW(make_broadcast(torus, 0, BroadcastScheme::kPeel, {0}), TopologyError);
}

TEST(StepChecker, RejectsSingleHopsChanged) {
  const TorusSchedule good = make_broadcast(Torus({6, 5, 4}), 17, BroadcastScheme::kPaper);
  ASSERT_EQ(fault_of(good), "");
  std::mt19937_64 random(400);
  for (int mutation = 0; mutation < 400; ++mutation) {
    TorusSchedule bad = good;
    TorusStep& step = bad.steps[random() % bad.steps.size()];
    TorusMessage& message = step[random() % step.size()];
    message.hops[random() % 3] += random() % 2 == 0 ? 1 : -1;
    EXPECT_NE(fault_of(bad), "") << "mutation " << mutation;
  }
}

}  // namespace
}  // namespace flitwise::protocols::test
