#include <gtest/gtest.h>

#include "systemc/formats/torus_schedule_file.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tests/theory/torus/rows.h"

namespace flitwise::theory::schedule_timing_test {
namespace {

using test::read_rows;
using test::Row;

/// On a ring of four: 0 sends to 1 and 3, then 1 sends to 2.
TorusSchedule ring_of_four() {
  TorusSchedule schedule;
  schedule.sides = {4};
  schedule.steps = {{{0, {1}}, {0, {-1}}}, {{1, {1}}}};
  return schedule;
}

/// On a ring of five: 0 sends 2 far and 1 near in turn over the same channel; 3 gets it last.
TorusSchedule ring_of_five() {
  TorusSchedule schedule;
  schedule.sides = {5};
  schedule.steps = {{{0, {2}}, {0, {-1}}}, {{0, {1}}, {4, {-1}}}};
  return schedule;
}

std::vector<TorusSchedule> searched() {
  return read_schedules(std::string(FLITWISE_SOURCE_DIR) +
                        "/sim/scenarios/schedules/torus_improved.json");
}

TorusSchedule searched(const std::vector<int>& sides) {
  for (const TorusSchedule& schedule : searched()) {
    if (schedule.sides == sides) return schedule;
  }
  throw std::runtime_error("no schedule for " + text_of(sides));
}

TEST(ScheduleTiming, WithABarrierAddsTheLongestPathsOfTheSteps) {
  const CycleModel model{10, 2, 3, 1};

  const BroadcastTiming timing = time_schedule(ring_of_five(), model, SendPace::kBarrier);

  EXPECT_TRUE(timing.exact);
  EXPECT_EQ(timing.steps, 2);
  EXPECT_EQ(timing.finish, 2 * (3 + 1 + 10) + 2 * (2 + 1));
  const Step second = 3 + 1 + 10 + 2 * 2;
  EXPECT_EQ(timing.ready, (std::vector<Step>{0, second + 16, second, second + 16, 16}));
}

TEST(ScheduleTiming, SpendsNothingOnAStepWithoutMessages) {
  TorusSchedule schedule = ring_of_five();
  const CycleModel model{10, 2, 3, 1};
  const BroadcastTiming dense = time_schedule(schedule, model, SendPace::kBarrier);
  schedule.steps.insert(schedule.steps.begin() + 1, TorusStep{});

  const BroadcastTiming sparse = time_schedule(schedule, model, SendPace::kBarrier);

  EXPECT_EQ(sparse.ready, dense.ready);
  EXPECT_EQ(sparse.steps, 3);
}

TEST(ScheduleTiming, WithoutABarrierFollowsTheRecurrence) {
  const CycleModel model{10, 2, 3, 1};

  const BroadcastTiming timing = time_schedule(ring_of_five(), model, SendPace::kFree);

  EXPECT_TRUE(timing.exact);
  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 13 + 16, 18, 16 + 16, 16}));
  EXPECT_EQ(timing.finish, 32);
}

TEST(ScheduleTiming, NamesTheFirstTwoMessagesThatMeet) {
  const CycleModel model{9, 1, 0, 0};
  TorusSchedule schedule;
  schedule.sides = {8};
  schedule.steps = {{{0, {2}}, {0, {-3}}},
                    {{0, {1}}, {5, {-1}}, {2, {1}}, {0, {-1}}},
                    {{2, {2}}, {0, {-2}}}};  // 2 begins at 2 + 9 + 9
  EXPECT_TRUE(time_schedule(schedule, model, SendPace::kFree).exact);

  schedule.steps.push_back({{1, {3}}});  // 1 begins at 9 + 1 + 9, a step later but no time
  const BroadcastTiming meeting = time_schedule(schedule, model, SendPace::kFree);

  EXPECT_FALSE(meeting.exact);
  EXPECT_EQ(meeting.contention,
            "channel +x_0 of (2) is wanted at time 20 by messages (2) hops (2) and (1) hops (3)");
  EXPECT_TRUE(time_schedule(schedule, model, SendPace::kBarrier).exact);
}

TEST(ScheduleTiming, KeepsTheScheduleOwnStarts) {
  TorusSchedule schedule = ring_of_four();
  schedule.starts = {3, 20};
  const CycleModel model{4, 1, 1, 1};

  const BroadcastTiming timing = time_schedule(schedule, model, SendPace::kStarts);

  EXPECT_TRUE(timing.exact);
  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 2 + 1 + 4 + 1, 19 + 1 + 4 + 1, 2 + 1 + 4 + 1}));
  EXPECT_EQ(timing.finish, 25);
}

TEST(ScheduleTiming, TakesTheEarlierOfTwoDeliveries) {
  TorusSchedule schedule = ring_of_four();
  schedule.steps.insert(schedule.steps.begin() + 1, TorusStep{{0, {2}}});
  const CycleModel model{1, 1, 0, 0};

  // 2 has it from 0 at 1 + 2 + 1 and from 1 at 2 + 2: equal; a slower 1 would be late.
  EXPECT_EQ(time_schedule(schedule, model, SendPace::kFree).ready[2], 4);
}

TEST(ScheduleTiming, OfSearchedSchedulesWithABarrierIsThatOfTheTable) {
  for (const Row& row : read_rows("torus/searched_cycles.txt", 6)) {
    const CycleModel model{row.number(1), 1, 1, 1};
    const BroadcastTiming timing = time_schedule(searched(row.list(0)), model, SendPace::kBarrier);
    EXPECT_EQ(timing.finish, row.number(2)) << row.line;
    EXPECT_TRUE(timing.exact) << row.line;
  }
}

TEST(ScheduleTiming, OfSearchedSchedulesWithoutABarrierIsABoundFromBelow) {
  for (const Row& row : read_rows("torus/searched_cycles.txt", 6)) {
    const CycleModel model{row.number(1), 1, 1, 1};
    const BroadcastTiming timing = time_schedule(searched(row.list(0)), model, SendPace::kFree);
    EXPECT_FALSE(timing.exact) << row.line;
    if (row.words[3] != "-") {
      EXPECT_LE(timing.finish, row.number(3)) << row.line;
    }
  }
}

TEST(ScheduleTiming, OfAllSearchedSchedulesIsTheSameAroundAnotherSource) {
  for (const TorusSchedule& schedule : searched()) {
    const Torus torus(schedule.sides);
    const Node source = torus.size() - 1;
    const CycleModel model{16, 1, 1, 1};
    const BroadcastTiming here = time_schedule(schedule, model, SendPace::kBarrier);
    const BroadcastTiming there =
        time_schedule(with_source(schedule, source), model, SendPace::kBarrier);
    ASSERT_EQ(here.finish, there.finish) << text_of(schedule.sides);
    ASSERT_EQ(there.ready[static_cast<std::size_t>(source)], 0);
  }
}

std::string refusal_of(const TorusSchedule& schedule, const CycleModel& model, SendPace pace) {
  try {
    time_schedule(schedule, model, pace);
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "accepted";
}

TEST(ScheduleTiming, RefusesWrongSchedulesAndPacesThatDoNotFit) {
  TorusSchedule lacking = ring_of_four();
  lacking.steps.pop_back();
  EXPECT_EQ(refusal_of(lacking, {}, SendPace::kFree),
            "the schedule is wrong: node (2) is not reached");
  EXPECT_EQ(refusal_of(ring_of_four(), {}, SendPace::kStarts),
            "a schedule with starts keeps them, and one without has none");
  TorusSchedule timed = ring_of_four();
  timed.starts = {1, 9};
  EXPECT_EQ(refusal_of(timed, {}, SendPace::kBarrier),
            "a schedule with starts keeps them, and one without has none");
  TorusSchedule fixed = ring_of_four();
  fixed.flits = 8;
  EXPECT_EQ(refusal_of(fixed, {}, SendPace::kFree), "the schedule is for 8 flits, not for 1");
}

}  // namespace
}  // namespace flitwise::theory::schedule_timing_test
