#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tb/theory/broadcast_timing.h"
#include "tb/theory/peel_tree.h"
#include "tb/theory/torus_schedule_check.h"
#include "tb/theory/torus_theory.h"
#include "tests/theory/support/rows.h"

namespace flitwise::theory {
namespace {

using test::read_rows;
using test::Row;

/// The tree as a schedule, which other code can hold against the rules.
TorusSchedule schedule_of(const Torus& torus, Node source, const DimensionOrder& order) {
  TorusSchedule schedule;
  schedule.sides = torus.sides();
  schedule.order = order;
  schedule.source = source;
  schedule.steps.resize(static_cast<std::size_t>(
      broadcast_steps(BroadcastScheme::kPeel, routed_sides(torus, order))->steps));
  for (const PeelEdge& edge : peel_tree(torus, source, order))
    schedule.steps.at(static_cast<std::size_t>(edge.step)).push_back({edge.from, edge.hops});
  return schedule;
}

const std::vector<CycleModel>& models() {
  static const std::vector<CycleModel> all{
      {1, 1, 0, 0}, {1, 1, 1, 1}, {16, 1, 1, 1}, {5, 2, 0, 3}, {64, 3, 7, 0}};
  return all;
}

/// Everything that must hold of peel on one torus.
void hold_peel(const Torus& torus, Node source, const DimensionOrder& order) {
  const TorusSchedule schedule = schedule_of(torus, source, order);
  const ScheduleVerdict verdict = check_schedule(schedule);
  ASSERT_TRUE(verdict.is_right()) << text_of(torus.sides()) << verdict.faults.front().text;
  ASSERT_EQ(verdict.duplicates, 0) << text_of(torus.sides());
  ASSERT_TRUE(schedule.steps.empty() || !schedule.steps.back().empty()) << text_of(torus.sides());
  for (const CycleModel& model : models()) {
    for (const Pace pace : {Pace::kBarrier, Pace::kFree}) {
      const BroadcastTiming own = time_peel(torus, source, order, model, pace);
      const BroadcastTiming other = time_schedule(schedule, model, pace);
      ASSERT_TRUE(other.exact) << text_of(torus.sides()) << other.contention;
      ASSERT_EQ(own.finish, other.finish) << text_of(torus.sides()) << " L " << model.flits;
      ASSERT_EQ(own.ready, other.ready) << text_of(torus.sides()) << " L " << model.flits;
    }
  }
}

void hold_peel(const std::vector<int>& sides) {
  const Torus torus(sides);
  hold_peel(torus, 0, torus.ascending_order());
}

TEST(PeelTiming, IsThatOfTheTable) {
  for (const Row& row : read_rows("torus/peel_cycles.txt", 12)) {
    const Torus torus(row.list(0));
    const CycleModel model{row.number(1), 1, 1, 1};
    const DimensionOrder order = torus.ascending_order();
    EXPECT_EQ(time_peel(torus, 0, order, model, Pace::kBarrier).finish, row.number(2)) << row.line;
    EXPECT_EQ(time_peel(torus, 0, order, model, Pace::kFree).finish, row.number(3)) << row.line;
  }
}

/// Hops of the source's messages of the first step.
std::vector<Hops> first_hops(const std::vector<int>& sides) {
  std::vector<Hops> hops;
  const Torus torus(sides);
  for (const PeelEdge& edge : peel_tree(torus, 0, torus.ascending_order())) {
    if (edge.from == 0 && edge.step == 0) hops.push_back(edge.hops);
  }
  return hops;
}

// By hand. 8 values are cut into runs of two, the longer ones nearer; centres are rounded down.
TEST(PeelTree, ServesTheFarthestRunStraightAndNearerOnesByATurn) {
  EXPECT_EQ(first_hops({3, 8}), (std::vector<Hops>{{-1, -2}, {0, -3}, {1, 1}, {0, 3}}));
}

TEST(PeelTree, LeavesTheLowestTurnsIdleWhereRunsAreFew) {
  EXPECT_EQ(first_hops({3, 3, 4}), (std::vector<Hops>{{0, 0, -1}, {0, 1, 1}, {0, 0, 2}}));
  EXPECT_EQ(first_hops({3, 1, 4}), (std::vector<Hops>{{0, 0, -1}, {1, 0, 1}, {0, 0, 2}}));
}

TEST(PeelTiming, NeedsNoWaitingOnRings) {
  for (int n = 1; n <= 64; ++n) hold_peel({n});
}

TEST(PeelTiming, NeedsNoWaitingInTwoDimensions) {
  for (int a = 1; a <= 14; ++a) {
    for (int b = 1; b <= 14; ++b) hold_peel({a, b});
  }
}

TEST(PeelTiming, NeedsNoWaitingInThreeDimensions) {
  for (int a = 1; a <= 5; ++a) {
    for (int b = 1; b <= 5; ++b) {
      for (int c = 1; c <= 5; ++c) hold_peel({a, b, c});
    }
  }
}

TEST(PeelTiming, NeedsNoWaitingInFourDimensions) {
  for (const std::vector<int>& sides : {std::vector<int>{2, 2, 2, 2},
                                        {3, 3, 3, 3},
                                        {4, 3, 2, 5},
                                        {5, 5, 5, 5},
                                        {2, 9, 1, 10},
                                        {8, 8, 8, 8}})
    hold_peel(sides);
}

TEST(PeelTiming, NeedsNoWaitingOnTheLargestTori) {
  hold_peel({64, 64});
  hold_peel({16, 16, 16});
}

TEST(PeelTiming, HoldsForAnySourceAndOrder) {
  constexpr std::uint64_t kSeed = 20;
  std::mt19937_64 random(kSeed);
  for (int round = 0; round < 60; ++round) {
    std::vector<int> sides(1 + random() % 4);
    for (int& side : sides) side = static_cast<int>(1 + random() % 6);
    const Torus torus(sides);
    DimensionOrder order = torus.ascending_order();
    std::shuffle(order.begin(), order.end(), random);
    const auto source = static_cast<Node>(random() % static_cast<std::uint64_t>(torus.size()));
    SCOPED_TRACE("seed 20 round " + std::to_string(round));
    hold_peel(torus, source, order);
  }
}

TEST(PeelTiming, MovesWithItsSource) {
  const Torus torus({5, 6});
  const CycleModel model{4, 1, 1, 2};
  const BroadcastTiming at_zero = time_peel(torus, 0, {0, 1}, model, Pace::kFree);
  const Node source = torus.node({3, 4});
  const BroadcastTiming moved = time_peel(torus, source, {0, 1}, model, Pace::kFree);

  for (Node v = 0; v < torus.size(); ++v)
    EXPECT_EQ(moved.ready[static_cast<std::size_t>(torus.translate(v, source))],
              at_zero.ready[static_cast<std::size_t>(v)]);
}

TEST(PeelTiming, GoesHalfAroundEveryRingOfAPowerOfItsRadix) {
  const CycleModel model{3, 2, 5, 1};
  const auto finish = [&](const std::vector<int>& sides) {
    const Torus torus(sides);
    return time_peel(torus, 0, torus.ascending_order(), model, Pace::kBarrier).finish;
  };

  EXPECT_EQ(finish({27}), 3 * (5 + 1 + 3) + 2 * 13);
  EXPECT_EQ(finish({9, 25}), 4 * (5 + 1 + 3) + 2 * (4 + 12));
  EXPECT_EQ(finish({3, 5, 49}), 4 * (5 + 1 + 3) + 2 * (1 + 2 + 24));
}

TEST(PeelTiming, OfATorusOfOneNodeIsZero) {
  const BroadcastTiming timing = time_peel(Torus({1, 1}), 0, {0, 1}, {9, 1, 1, 1}, Pace::kFree);

  EXPECT_EQ(timing.finish, 0);
  EXPECT_EQ(timing.steps, 0);
  EXPECT_EQ(timing.ready, (std::vector<Step>{0}));
}

TEST(PeelTiming, WithoutABarrierIsNeverLater) {
  int sooner = 0;
  for (int a = 1; a <= 12; ++a) {
    for (int b = 1; b <= 12; ++b) {
      const Torus torus({a, b});
      const CycleModel model{2, 3, 1, 1};
      const Step barrier = time_peel(torus, 0, {0, 1}, model, Pace::kBarrier).finish;
      const Step free = time_peel(torus, 0, {0, 1}, model, Pace::kFree).finish;
      ASSERT_LE(free, barrier) << a << ' ' << b;
      sooner += free < barrier ? 1 : 0;
    }
  }
  EXPECT_GT(sooner, 0);
}

TEST(PeelTiming, RefusesBadModelsSourcesOrdersAndStarts) {
  const Torus torus({4, 4});
  EXPECT_THROW(time_peel(torus, 0, {0, 1}, {1, 1, 0, 0}, Pace::kStarts), std::invalid_argument);
  EXPECT_THROW(time_peel(torus, 16, {0, 1}, {1, 1, 0, 0}, Pace::kFree), TopologyError);
  EXPECT_THROW(time_peel(torus, 0, {0, 0}, {1, 1, 0, 0}, Pace::kFree), TopologyError);
}

std::string refusal_of(const CycleModel& model) {
  try {
    check_model(model);
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "accepted";
}

TEST(CycleModel, RefusesWhatTakesNoTimeOrLess) {
  EXPECT_EQ(refusal_of({0, 1, 0, 0}), "flits must be at least 1, got 0");
  EXPECT_EQ(refusal_of({1, 0, 0, 0}), "hop must be at least 1, got 0");
  EXPECT_EQ(refusal_of({1, 1, -1, 0}), "send_overhead must be at least 0, got -1");
  EXPECT_EQ(refusal_of({1, 1, 0, -2}), "receive_overhead must be at least 0, got -2");
}

}  // namespace
}  // namespace flitwise::theory
