#include "tb/theory/torus/broadcast_timing.h"

#include <gtest/gtest.h>

#include "tb/theory/torus/torus_theory.h"
#include "tests/theory/support/timed_peel.h"

namespace flitwise::theory {
namespace {

TorusSchedule ring_of_5() {
  TorusSchedule schedule;
  schedule.sides = {5};
  schedule.steps = {{{0, {1}}, {0, {-2}}}, {{0, {2}}, {3, {1}}}};
  return schedule;
}

TEST(BroadcastRounds, AreTheStepsOfAScheduleWithoutIdleNodes) {
  EXPECT_EQ(broadcast_rounds(ring_of_5()), 2);
}

TEST(BroadcastRounds, LeaveOutStepsThatNobodyNeeds) {
  TorusSchedule schedule = ring_of_5();
  schedule.steps = {schedule.steps[0], {}, {{3, {1}}}, {{3, {-1}}}};
  EXPECT_EQ(broadcast_rounds(schedule), 3);
  schedule.steps = {schedule.steps[0], {{3, {1}}}, {{1, {1}}}};
  EXPECT_EQ(broadcast_rounds(schedule), 2);
}

TEST(BroadcastRounds, AreNotSaidWhereANodeGetsTheTextTwice) {
  TorusSchedule schedule = ring_of_5();
  schedule.steps.push_back({{1, {1}}});
  EXPECT_EQ(broadcast_rounds(schedule), std::nullopt);
  EXPECT_EQ(broadcast_events(schedule, {1, 1, 0, 0},
                             time_schedule(schedule, {1, 1, 0, 0}, SendPace::kBarrier)),
            std::nullopt);
}

TEST(FewestCycles, AreTheWayToTheFarthestNodeAndItsShareOfTheText) {
  EXPECT_EQ(fewest_cycles({8, 8}, {16, 1, 1, 1}), 1 + 8 + 4 + 1);
  EXPECT_EQ(fewest_cycles({8, 1}, {5, 2, 0, 0}), 2 * 4 + 3);
  EXPECT_EQ(fewest_cycles({1}, {16, 1, 1, 1}), 0);
}

// No scheme, nor any packet, beats the bound.
TEST(FewestCycles, AreBelowEveryPrediction) {
  for (const Flits flits : {1, 2, 7, 40}) {
    const CycleModel model{flits, 1, 1, 2};
    for (int n = 2; n <= 9; ++n) {
      const Torus torus({n, n});
      EXPECT_GE(test::time_peel(torus, 0, {0, 1}, model, SendPace::kFree).finish,
                fewest_cycles(torus.sides(), model));
      EXPECT_GE(best_packet_tree({n, n}, model).finish, fewest_cycles(torus.sides(), model));
    }
  }
}

// The head of 0 -> 3 crosses two links in steps 2 and 3; the node can use the text at 1 + 2 + 2
// + 1.
TEST(BroadcastEvents, HaveEveryFlitOnEveryLink) {
  const TorusSchedule schedule = ring_of_5();
  const CycleModel model{2, 1, 1, 1};
  const auto events =
      broadcast_events(schedule, model, time_schedule(schedule, model, SendPace::kFree));
  const auto data = [](Step step, Node from, Node to, Node message, Flits index, int packet) {
    return LinkEvent{step, from, to, FlitKind::kData, message, index, packet, 0};
  };

  ASSERT_TRUE(events.has_value());
  EXPECT_EQ(*events, (std::vector<LinkEvent>{
                         data(2, 0, 1, 0, 1, 0), data(2, 0, 4, 0, 1, 1), data(3, 0, 1, 0, 2, 0),
                         data(3, 0, 4, 0, 2, 1), data(3, 4, 3, 0, 1, 1), data(4, 4, 3, 0, 2, 1),
                         data(5, 0, 1, 0, 1, 2), data(6, 0, 1, 0, 2, 2), data(6, 1, 2, 0, 1, 2),
                         data(7, 1, 2, 0, 2, 2), data(8, 3, 4, 3, 1, 0), data(9, 3, 4, 3, 2, 0)}));
}

TEST(BroadcastEvents, NeedAnExactTimingAndOneStepAHop) {
  const TorusSchedule schedule = ring_of_5();
  BroadcastTiming timing = time_schedule(schedule, {2, 1, 1, 1}, SendPace::kFree);
  EXPECT_THROW(broadcast_events(schedule, {2, 2, 1, 1}, timing), std::invalid_argument);
  timing.exact = false;
  EXPECT_THROW(broadcast_events(schedule, {2, 1, 1, 1}, timing), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::theory
