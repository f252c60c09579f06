// Cycles, rounds and events of broadcasts.
#include <gtest/gtest.h>

#include "systemc/formats/torus_schedule_file.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_theory.h"
#include "tests/support/number_table.h"
#include "tests/support/refusal.h"
#include "tests/theory/torus/torus_latencies.h"

namespace flitwise::theory::broadcast_timing_test {
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
  const CycleModel model{10, 3, 1, test::slow_links(1, 2)};

  const BroadcastTiming timing = time_schedule(ring_of_five(), model, SendPace::kBarrier);

  EXPECT_TRUE(timing.exact);
  EXPECT_EQ(timing.steps, 2);
  EXPECT_EQ(timing.finish, 2 * (3 + 1 + 10) + 2 * (2 + 1));
  const Step second = 3 + 1 + 10 + 2 * 2;
  EXPECT_EQ(timing.ready, (std::vector<Step>{0, second + 16, second, second + 16, 16}));
}

TEST(ScheduleTiming, SpendsNothingOnAStepWithoutMessages) {
  TorusSchedule schedule = ring_of_five();
  const CycleModel model{10, 3, 1, test::slow_links(1, 2)};
  const BroadcastTiming dense = time_schedule(schedule, model, SendPace::kBarrier);
  schedule.steps.insert(schedule.steps.begin() + 1, TorusStep{});

  const BroadcastTiming sparse = time_schedule(schedule, model, SendPace::kBarrier);

  EXPECT_EQ(sparse.ready, dense.ready);
  EXPECT_EQ(sparse.steps, 3);
}

TEST(ScheduleTiming, WithoutABarrierFollowsTheRecurrence) {
  const CycleModel model{10, 3, 1, test::slow_links(1, 2)};

  const BroadcastTiming timing = time_schedule(ring_of_five(), model, SendPace::kFree);

  EXPECT_TRUE(timing.exact);
  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 13 + 16, 18, 16 + 16, 16}));
  EXPECT_EQ(timing.finish, 32);
}

TEST(ScheduleTiming, NamesTheFirstTwoMessagesThatMeet) {
  const CycleModel model{9, 0, 0};
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
  const CycleModel model{4, 1, 1};

  const BroadcastTiming timing = time_schedule(schedule, model, SendPace::kStarts);

  EXPECT_TRUE(timing.exact);
  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 2 + 1 + 4 + 1, 19 + 1 + 4 + 1, 2 + 1 + 4 + 1}));
  EXPECT_EQ(timing.finish, 25);
}

TEST(ScheduleTiming, TakesTheEarlierOfTwoDeliveries) {
  TorusSchedule schedule = ring_of_four();
  schedule.steps.insert(schedule.steps.begin() + 1, TorusStep{{0, {2}}});
  const CycleModel model{1, 0, 0};

  // 2 has it from 0 at 1 + 2 + 1 and from 1 at 2 + 2: equal; a slower 1 would be late.
  EXPECT_EQ(time_schedule(schedule, model, SendPace::kFree).ready[2], 4);
}

TEST(ScheduleTiming, OfSearchedSchedulesWithABarrierIsThatOfTheTable) {
  for (const Row& row : read_rows("torus/searched_cycles.txt", 6)) {
    const CycleModel model{row.number(1), 1, 1};
    const BroadcastTiming timing = time_schedule(searched(row.list(0)), model, SendPace::kBarrier);
    EXPECT_EQ(timing.finish, row.number(2)) << row.line;
    EXPECT_TRUE(timing.exact) << row.line;
  }
}

TEST(ScheduleTiming, OfSearchedSchedulesWithoutABarrierIsABoundFromBelow) {
  for (const Row& row : read_rows("torus/searched_cycles.txt", 6)) {
    const CycleModel model{row.number(1), 1, 1};
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
    const CycleModel model{16, 1, 1};
    const BroadcastTiming here = time_schedule(schedule, model, SendPace::kBarrier);
    const BroadcastTiming there =
        time_schedule(with_source(schedule, source), model, SendPace::kBarrier);
    ASSERT_EQ(here.finish, there.finish) << text_of(schedule.sides);
    ASSERT_EQ(there.ready[static_cast<std::size_t>(source)], 0);
  }
}

std::string refusal_of(const TorusSchedule& schedule, const CycleModel& model, SendPace pace) {
  return flitwise::test::refusal_of([&] { time_schedule(schedule, model, pace); });
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

TEST(PacketTreeTiming, OfWholePacketsInSlotsIsThePublishedSum) {
  const CycleModel model{24, 3, 2};
  for (const Flits packet : {1, 2, 3, 4, 6, 8, 12, 24})
    EXPECT_EQ(time_packet_tree(Torus({5, 4}), 7, model, packet, SendPace::kBarrier).finish,
              packet_tree({5, 4}, model, packet).finish)
        << packet;
}

// Packets of 3, 3 and 2 flits, one hop at a time: slot s begins at s (1 + 1 + 3 + 1) = 6 s.
TEST(PacketTreeTiming, OfAShortLastPacketSavesItsMissingFlits) {
  const BroadcastTiming timing = time_packet_tree(Torus({5}), 0, {8, 1, 1}, 3, SendPace::kBarrier);

  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 17, 23, 23, 17}));
  EXPECT_EQ(timing.finish, 23);
  EXPECT_EQ(timing.steps, 4);
  EXPECT_TRUE(timing.exact);
}

// Heads leave the source at 1, 5 and 9 (os + P = 4 apart), the neighbour gets tails at 5, 9, 12.
TEST(PacketTreeTiming, AtTheNodesOwnPaceIsBoundByTheSourcesPort) {
  const BroadcastTiming timing = time_packet_tree(Torus({5}), 0, {8, 1, 1}, 3, SendPace::kFree);

  EXPECT_EQ(timing.ready, (std::vector<Step>{0, 13, 19, 19, 13}));
}

/// (step, from, to, packet, flit) of every transfer.
std::vector<std::vector<Step>> transfers(const Torus& torus, const CycleModel& model, Flits packet,
                                         SendPace pace) {
  std::vector<std::vector<Step>> all;
  for (const LinkEvent& e : packet_tree_events(torus, 0, {0}, model, packet, pace))
    all.push_back({e.step, e.from, e.to, e.value, e.index});
  return all;
}

// Packets of 2 flits and 1: the source begins them at 0 and 3 in turn, or in slots of 5; a packet
// is taken 4 steps after its first flit has left at the latest, and sent on.
TEST(PacketTreeTiming, HasEveryFlitOfEveryPacketOnEveryLink) {
  const CycleModel model{3, 1, 1};
  EXPECT_EQ(transfers(Torus({4}), model, 2, SendPace::kFree),
            (std::vector<std::vector<Step>>{{2, 0, 1, 0, 1},
                                            {2, 0, 3, 0, 1},
                                            {3, 0, 1, 0, 2},
                                            {3, 0, 3, 0, 2},
                                            {5, 0, 1, 1, 1},
                                            {5, 0, 3, 1, 1},
                                            {7, 1, 2, 0, 1},
                                            {8, 1, 2, 0, 2},
                                            {10, 1, 2, 1, 1}}));
  EXPECT_EQ(transfers(Torus({3}), model, 2, SendPace::kBarrier),
            (std::vector<std::vector<Step>>{{2, 0, 1, 0, 1},
                                            {2, 0, 2, 0, 1},
                                            {3, 0, 1, 0, 2},
                                            {3, 0, 2, 0, 2},
                                            {7, 0, 1, 1, 1},
                                            {7, 0, 2, 1, 1}}));
}

TEST(PacketTreeTiming, OfOneNodeIsNothing) {
  const BroadcastTiming timing =
      time_packet_tree(Torus({1, 1}), 0, {8, 1, 1}, 3, SendPace::kBarrier);

  EXPECT_EQ(timing.finish, 0);
  EXPECT_EQ(timing.steps, 0);
}

TEST(PacketTreeTiming, RefusesPacketsThatAreNoneAndStarts) {
  const Torus torus({3});
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1}, 0, SendPace::kFree), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1}, 9, SendPace::kFree), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 0, {8, 1, 1}, 3, SendPace::kStarts), std::invalid_argument);
  EXPECT_THROW(time_packet_tree(torus, 3, {8, 1, 1}, 3, SendPace::kFree), TopologyError);
  EXPECT_THROW(packet_tree_events(torus, 3, {0}, {8, 1, 1}, 3, SendPace::kFree), TopologyError);
  EXPECT_THROW(packet_tree_events(torus, 0, {1}, {8, 1, 1}, 3, SendPace::kFree), TopologyError);
  EXPECT_THROW(packet_tree_events(torus, 0, {0}, {8, 1, 1, {}, 1}, 3, SendPace::kFree),
               std::invalid_argument);
}

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
  const BroadcastTiming timing = time_schedule(schedule, {1, 0, 0}, SendPace::kBarrier);
  EXPECT_EQ(test::refusal_of([&] {
              broadcast_events(schedule, {1, 0, 0}, timing);
            }),
            "events need a schedule that informs every node once");
}

TEST(FewestCycles, AreTheWayToTheFarthestNodeAndItsShareOfTheText) {
  EXPECT_EQ(fewest_cycles({8, 8}, {16, 1, 1}), 1 + 8 + 4 + 1);
  EXPECT_EQ(fewest_cycles({8, 1}, {5, 0, 0, test::slow_links(2, 2)}), 2 * 4 + 3);
  EXPECT_EQ(fewest_cycles({1}, {16, 1, 1}), 0);
}

// No scheme, nor any packet, beats the bound.
TEST(FewestCycles, AreBelowEveryPrediction) {
  for (const Flits flits : {1, 2, 7, 40}) {
    const CycleModel model{flits, 1, 2};
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
  const CycleModel model{2, 1, 1};
  const auto events =
      broadcast_events(schedule, model, time_schedule(schedule, model, SendPace::kFree));
  const auto data = [](Step step, Node from, Node to, Node message, Flits index, int packet) {
    return LinkEvent{step, from, to, FlitKind::kData, message, index, packet, 0};
  };

  EXPECT_EQ(events, (std::vector<LinkEvent>{
                        data(2, 0, 1, 0, 1, 0), data(2, 0, 4, 0, 1, 1), data(3, 0, 1, 0, 2, 0),
                        data(3, 0, 4, 0, 2, 1), data(3, 4, 3, 0, 1, 1), data(4, 4, 3, 0, 2, 1),
                        data(5, 0, 1, 0, 1, 2), data(6, 0, 1, 0, 2, 2), data(6, 1, 2, 0, 1, 2),
                        data(7, 1, 2, 0, 2, 2), data(8, 3, 4, 3, 1, 0), data(9, 3, 4, 3, 2, 0)}));
}

TEST(BroadcastEvents, NeedAnExactTimingWithoutStalls) {
  const TorusSchedule schedule = ring_of_5();
  BroadcastTiming timing = time_schedule(schedule, {2, 1, 1}, SendPace::kFree);
  timing.stalls = 3;
  EXPECT_THROW(broadcast_events(schedule, {2, 1, 1}, timing), std::invalid_argument);
  timing.stalls = 0;
  timing.exact = false;
  EXPECT_THROW(broadcast_events(schedule, {2, 1, 1}, timing), std::invalid_argument);
}

}  // namespace

}  // namespace flitwise::theory::broadcast_timing_test
