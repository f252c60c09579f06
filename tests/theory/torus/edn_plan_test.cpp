// The broadcast through dominating nodes, as every node derives it from its coordinates.
#include "tb/theory/torus/edn_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_schedule_check.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory::edn_plan_test {
namespace {

using testing::ElementsAre;

TorusSchedule edn(const std::vector<int>& sides, Node source = 0) {
  const Torus torus(sides);
  return broadcast_plan(BroadcastScheme::kEdn, torus, source, torus.ascending_order());
}

void hold(const std::vector<int>& sides, Node source = 0) {
  SCOPED_TRACE(testing::Message() << text_of(sides) << " from " << source);
  const TorusSchedule schedule = edn(sides, source);
  const ScheduleVerdict verdict = check_schedule(schedule);
  EXPECT_TRUE(verdict.is_right()) << verdict.faults.front().text;
  EXPECT_EQ(verdict.duplicates, 0);
  const std::vector<int> longest = longest_paths(schedule);
  EXPECT_EQ(static_cast<int>(longest.size()), edn_steps(sides));
  const int in_planes = *edn_steps({sides[0], sides[1]});
  EXPECT_EQ(std::accumulate(longest.end() - in_planes, longest.end(), 0),
            sides[0] == 2 ? 2 : 3 * sides[0] / 2 - 2);
}

TEST(EdnPlan, UsesNoChannelTwiceAndReachesEveryNodeOnceOnAllSquares) {
  for (const int n : {2, 4, 8, 16, 32, 64}) hold({n, n});
  hold({16, 16}, 77);
}

TEST(EdnPlan, UsesNoChannelTwiceAndReachesEveryNodeOnceWithAThirdSide) {
  for (const int n : {2, 4, 8})
    for (int z = 2; z <= 64; ++z) hold({n, n, z});
  hold({16, 16, 16}, 1234);
}

// By hand, on 8 x 8: level 1 is (0, 0), (4, 2), (4, 6), (0, 4).
TEST(EdnPlan, GoesFromTheCornerToThreeNodesAndFromFourToTwelve) {
  const TorusSchedule schedule = edn({8, 8});
  EXPECT_THAT(schedule.steps[0], ElementsAre(TorusMessage{0, {4, 2}}, TorusMessage{0, {-4, -2}},
                                             TorusMessage{0, {0, 4}}));
  ASSERT_EQ(schedule.steps[1].size(), 12U);
  EXPECT_THAT(
      std::vector<TorusMessage>(schedule.steps[1].begin(), schedule.steps[1].begin() + 3),
      ElementsAre(TorusMessage{0, {2, 1}}, TorusMessage{0, {-2, 1}}, TorusMessage{0, {0, 2}}));
}

TEST(EdnPlan, InformsFourTimesAsManyNodesInEachStepOfThePlanes) {
  std::size_t senders = 1;
  for (const TorusStep& step : edn({32, 32}).steps) {
    EXPECT_EQ(step.size(), 3 * senders);
    senders *= 4;
  }
}

TEST(EdnPlan, TakesTheStepsOfItsFormulaOnSidesThatItIsForAndNoOthers) {
  EXPECT_EQ(edn_steps({2, 2}), 1);
  EXPECT_EQ(edn_steps({64, 64}), 6);
  EXPECT_EQ(edn_steps({8, 8, 8}), 5);
  EXPECT_EQ(edn_steps({256, 256, 256}), 14);
  for (const auto& sides :
       std::vector<std::vector<int>>{{}, {8}, {6, 6}, {4, 8}, {8, 4, 4}, {2, 2, 2, 2}}) {
    EXPECT_FALSE(edn_steps(sides)) << text_of(sides);
  }
  EXPECT_EQ(broadcast_steps(BroadcastScheme::kEdn, {1, 8, 1, 8})->steps, 3);
  EXPECT_FALSE(broadcast_steps(BroadcastScheme::kEdn, {9, 9}));
  EXPECT_THROW(edn({6, 6}), std::invalid_argument);
}

// steps (os + L + orv) and all longest paths: 3 (2 + 5) + 6 + 3 + 1.
TEST(EdnPlan, TakesItsLongestPathsWithABarrier) {
  const CycleModel model{5, 1, 1};
  EXPECT_EQ(time_schedule(edn({8, 8}), model, SendPace::kBarrier).finish, 31);
}

}  // namespace
}  // namespace flitwise::theory::edn_plan_test
