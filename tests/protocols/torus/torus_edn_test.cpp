// The broadcast through dominating nodes, step by step.
#include "systemc/protocols/torus/torus_broadcast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/protocols/torus/torus_cases.h"

namespace flitwise::protocols::test::torus_edn_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TorusSchedule edn(const std::vector<int>& sides, Node source = 0,
                  const DimensionOrder& order = {}) {
  return make_broadcast(Torus(sides), source, BroadcastScheme::kEdn, order);
}

std::string refusal(const std::vector<int>& sides, const DimensionOrder& order = {}) {
  try {
    edn(sides, 0, order);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "none";
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
  EXPECT_THAT(refusal({5, 4, 4}), HasSubstr("they are 5 and 4"));
}

TEST(TorusEdn, NamesTheSidesThatItCannotServe) {
  EXPECT_THAT(refusal({6, 6}), HasSubstr("they are 6 and 6"));
  EXPECT_THAT(refusal({4, 8}), HasSubstr("they are 4 and 8"));
  EXPECT_THAT(refusal({8}), HasSubstr("2 or 3 sides larger than 1, got 1"));
  EXPECT_THAT(refusal({1, 1}), HasSubstr("2 or 3 sides larger than 1, got 0"));
  EXPECT_THAT(refusal({2, 2, 2, 2}), HasSubstr("2 or 3 sides larger than 1, got 4"));
  EXPECT_EQ(refusal({4, 4, 5}), "none");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_edn_test
