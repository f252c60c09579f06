// Schedules of all schemes, step by step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "systemc/protocols/torus/torus_broadcast.h"
#include "tests/protocols/torus/torus_cases.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::HasSubstr;

std::string refusal(BroadcastScheme scheme, const std::vector<int>& sides,
                    const DimensionOrder& order = {}) {
  try {
    make_broadcast(Torus(sides), 0, scheme, order);
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
  expect_valid_from_anywhere(20, 300, [](std::size_t sides) { return sides > 2 ? 7 : 20; });
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
  EXPECT_EQ(expect_fsh_valid(20), 17 * 18 - 1);
}

TEST(TorusBroadcast, FshFollowsTheOrderOfRoutingAndSkipsSidesOfOne) {
  const Torus torus({7, 1, 12});
  expect_valid(torus, 30, BroadcastScheme::kFsh, {0, 1, 2});
  expect_valid(torus, 30, BroadcastScheme::kFsh, {2, 0, 1});
}

TEST(TorusBroadcast, FshNamesTheSidesThatItCannotServe) {
  EXPECT_THAT(refusal(BroadcastScheme::kFsh, {4, 5}),
              HasSubstr("none are found for sides 4 and 5"));
  EXPECT_EQ(refusal(BroadcastScheme::kFsh, {5, 4}), "none");
  EXPECT_THAT(refusal(BroadcastScheme::kFsh, {5, 4}, {1, 0}),
              HasSubstr("none are found for sides 4 and 5"));
  EXPECT_THAT(refusal(BroadcastScheme::kFsh, {3, 9}), HasSubstr("got 3 and 9"));
  EXPECT_THAT(refusal(BroadcastScheme::kFsh, {9, 2}), HasSubstr("got 9 and 2"));
  EXPECT_THAT(refusal(BroadcastScheme::kFsh, {9}),
              HasSubstr("exactly 2 sides larger than 1, got 1"));
  EXPECT_THAT(refusal(BroadcastScheme::kFsh, {4, 4, 4}),
              HasSubstr("exactly 2 sides larger than 1, got 3"));
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

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TorusSchedule edn(const std::vector<int>& sides, Node source = 0,
                  const DimensionOrder& order = {}) {
  return make_broadcast(Torus(sides), source, BroadcastScheme::kEdn, order);
}

/// Nodes that have the text after each step.
std::vector<std::set<Node>> levels_of(const TorusSchedule& schedule) {
  const Torus torus(schedule.sides);
  std::vector<std::set<Node>> levels{{schedule.source}};
  for (const TorusStep& step : schedule.steps) {
    levels.push_back(levels.back());
    for (const TorusMessage& message : step)
      levels.back().insert(torus.destination(message.from, message.hops));
  }
  return levels;
}

// No channel twice, every node once, d steps; 64 x 64 is the largest torus there is.
TEST(TorusEdn, IsFreeOfConflictsOnAllSquaresWithAPowerOfTwoAsSide) {
  for (const int n : {2, 4, 8, 16, 32, 64})
    expect_valid(Torus({n, n}), 0, BroadcastScheme::kEdn, {});
}

TEST(TorusEdn, IsFreeOfConflictsWithAThirdSideOfAnyLength) {
  for (const int n : {2, 4, 8})
    for (int z = 1; z <= 64; ++z) expect_valid(Torus({n, n, z}), 0, BroadcastScheme::kEdn, {});
  for (int z = 1; z <= 16; ++z) expect_valid(Torus({16, 16, z}), 0, BroadcastScheme::kEdn, {});
}

TEST(TorusEdn, HasFourTimesAsManyNodesAfterEachStep) {
  for (const int n : {2, 4, 8, 16, 32}) {
    std::size_t nodes = 1;
    for (const std::set<Node>& level : levels_of(edn({n, n}))) {
      EXPECT_EQ(level.size(), nodes) << n;
      nodes *= 4;
    }
  }
}

// No two of them are neighbours, and every other node is next to one.
TEST(TorusEdn, HasNodesBeforeItsLastStepThatDominateAllOthers) {
  for (const int n : {4, 8, 16, 32}) {
    const Torus torus({n, n});
    const std::vector<std::set<Node>> levels = levels_of(edn({n, n}));
    const std::set<Node>& dominating = levels[levels.size() - 2];
    std::vector<int> times(static_cast<std::size_t>(torus.size()), 0);
    for (const Node v : dominating)
      for (Channel channel = 0; channel < torus.channels(); ++channel)
        ++times[static_cast<std::size_t>(torus.neighbour(v, channel))];
    for (Node v = 0; v < torus.size(); ++v) {
      const int by = times[static_cast<std::size_t>(v)];
      EXPECT_TRUE(dominating.count(v) > 0 ? by == 0 : by >= 1) << n << " node " << v;
    }
  }
}

TEST(TorusEdn, HalvesItsLongestPathsFromStepToStep) {
  EXPECT_THAT(longest_paths(edn({2, 2})), ElementsAre(2));
  EXPECT_THAT(longest_paths(edn({4, 4})), ElementsAre(3, 1));
  EXPECT_THAT(longest_paths(edn({32, 32})), ElementsAre(24, 12, 6, 3, 1));
  EXPECT_THAT(longest_paths(edn({4, 4, 9})), ElementsAre(3, 1, 3, 1));
}

TEST(TorusEdn, FollowsTheSourceAndTheOrderOfRoutingAndSkipsSidesOfOne) {
  expect_valid(Torus({8, 1, 8}), 37, BroadcastScheme::kEdn, {2, 1, 0});
  expect_valid(Torus({5, 4, 4}), 37, BroadcastScheme::kEdn, {2, 1, 0});
  EXPECT_THAT(refusal(BroadcastScheme::kEdn, {5, 4, 4}), HasSubstr("they are 5 and 4"));
}

TEST(TorusEdn, NamesTheSidesThatItCannotServe) {
  EXPECT_THAT(refusal(BroadcastScheme::kEdn, {6, 6}), HasSubstr("they are 6 and 6"));
  EXPECT_THAT(refusal(BroadcastScheme::kEdn, {4, 8}), HasSubstr("they are 4 and 8"));
  EXPECT_THAT(refusal(BroadcastScheme::kEdn, {8}), HasSubstr("2 or 3 sides larger than 1, got 1"));
  EXPECT_THAT(refusal(BroadcastScheme::kEdn, {1, 1}),
              HasSubstr("2 or 3 sides larger than 1, got 0"));
  EXPECT_THAT(refusal(BroadcastScheme::kEdn, {2, 2, 2, 2}),
              HasSubstr("2 or 3 sides larger than 1, got 4"));
  EXPECT_EQ(refusal(BroadcastScheme::kEdn, {4, 4, 5}), "none");
}

}  // namespace

}  // namespace flitwise::protocols::test
