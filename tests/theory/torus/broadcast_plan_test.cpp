#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/torus_schedule_check.h"
#include "tb/theory/torus/torus_theory.h"
#include "tests/support/number_table.h"
#include "tests/support/refusal.h"
#include "tests/theory/torus/torus_latencies.h"

namespace flitwise::theory::broadcast_plan_test {
namespace {

using test::read_rows;
using test::Row;
using test::time_peel;

using Scheme = BroadcastScheme;

const std::vector<Scheme>& schemes() {
  static const std::vector<Scheme> all{Scheme::kPeel,  Scheme::kPaper,    Scheme::kBest,
                                       Scheme::kFlood, Scheme::kDoubling, Scheme::kRadix3};
  return all;
}

std::vector<CycleModel> models(int dimensions) {
  return {{1, 0, 0},
          {1, 1, 1},
          {16, 1, 1},
          {5, 0, 3, test::slow_links(dimensions, 2)},
          {64, 7, 0, test::slow_links(dimensions, 3)}};
}

/// Peel never waits, so that its finish is predicted at every pace.
void hold_peel(const Torus& torus, Node source, const DimensionOrder& order) {
  const TorusSchedule plan = broadcast_plan(Scheme::kPeel, torus, source, order);
  ASSERT_EQ(check_schedule(plan).duplicates, 0) << text_of(torus.sides());
  for (const CycleModel& model : models(torus.dimensions())) {
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      const BroadcastTiming timing = time_schedule(plan, model, pace);  // throws if it is wrong
      ASSERT_TRUE(timing.exact) << text_of(torus.sides()) << timing.contention;
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
    const CycleModel model{row.number(1), 1, 1};
    const DimensionOrder order = torus.ascending_order();
    EXPECT_EQ(time_peel(torus, 0, order, model, SendPace::kBarrier).finish, row.number(2))
        << row.line;
    EXPECT_EQ(time_peel(torus, 0, order, model, SendPace::kFree).finish, row.number(3)) << row.line;
  }
}

/// Who sends where in a step, from 1.
std::vector<std::pair<Node, Hops>> sent(const TorusSchedule& plan, std::size_t step) {
  std::vector<std::pair<Node, Hops>> all;
  for (const TorusMessage& message : plan.steps.at(step - 1))
    all.emplace_back(message.from, message.hops);
  return all;
}

TorusSchedule plan_of(Scheme scheme, const std::vector<int>& sides,
                      const std::vector<int>& columns = {}) {
  const Torus torus(sides);
  return broadcast_plan(scheme, torus, 0, torus.ascending_order(), columns);
}

using Sent = std::vector<std::pair<Node, Hops>>;

// By hand. 8 values are cut into runs of two, the longer ones nearer; centres are rounded down.
TEST(BroadcastPlan, OfPeelServesTheFarthestRunStraightAndNearerOnesByATurn) {
  EXPECT_EQ(sent(plan_of(Scheme::kPeel, {3, 8}), 1),
            (Sent{{0, {-1, -2}}, {0, {0, -3}}, {0, {1, 1}}, {0, {0, 3}}}));
}

TEST(BroadcastPlan, OfPeelLeavesTheLowestTurnsIdleWhereRunsAreFew) {
  EXPECT_EQ(sent(plan_of(Scheme::kPeel, {3, 3, 4}), 1),
            (Sent{{0, {0, 0, -1}}, {0, {0, 1, 1}}, {0, {0, 0, 2}}}));
  EXPECT_EQ(sent(plan_of(Scheme::kPeel, {3, 1, 4}), 1),
            (Sent{{0, {0, 0, -1}}, {0, {1, 0, 1}}, {0, {0, 0, 2}}}));
}

// By hand, 4 x 4: rows 3, 1 and 2 have the text in columns 0, 1 and 0, and it moves to columns 3, 1
// and 2: index x - y is 0 there. The run at -1 is served straight, those at 1 and 2 by the row
// below and straight; what (0, 3), (0, 2) and (1, 1) have is not sent again.
TEST(BroadcastPlan, OfThePaperAlignsAndLetsOtherRowsHelp) {
  const TorusSchedule plan = plan_of(Scheme::kPaper, {4, 4});
  EXPECT_EQ(sent(plan, 1), (Sent{{0, {0, -1}}, {0, {1, 1}}, {0, {0, 2}}}));
  EXPECT_EQ(sent(plan, 2), (Sent{{12, {-1, 0}}, {8, {2, 0}}}));
  EXPECT_EQ(sent(plan, 3), (Sent{{0, {-1, 0}},
                                 {0, {2, 0}},
                                 {15, {-1, 0}},
                                 {15, {0, -1}},
                                 {15, {2, 0}},
                                 {5, {-1, 0}},
                                 {5, {0, -1}},
                                 {5, {2, 0}},
                                 {10, {-1, 0}},
                                 {10, {0, -1}}}));
  EXPECT_EQ(plan.steps.size(), 3U);
}

constexpr int kLongestSide = 64;
constexpr Node kMostNodes = 4096;

/// Calls visit(sides) for all tori of up to four sides above 1 of that size.
template <class Visit>
void for_all_sides(std::vector<int>& sides, Node nodes, const Visit& visit) {
  if (!sides.empty()) visit(sides);
  if (sides.size() == Torus::kMostDimensions) return;
  for (int side = 2; side <= kLongestSide && side * nodes <= kMostNodes; ++side) {
    sides.push_back(side);
    for_all_sides(sides, side * nodes, visit);
    sides.pop_back();
  }
}

// Where a stage of paper would take fewer steps, the plan of best would be another one.
TEST(BroadcastPlan, OfBestIsThatOfPeelOnEveryTorusOf4096Nodes) {
  std::vector<int> sides;
  int tori = 0;
  for_all_sides(sides, 1, [&](const std::vector<int>& all) {
    ++tori;
    ASSERT_EQ(broadcast_steps(Scheme::kBest, all)->steps,
              broadcast_steps(Scheme::kPeel, all)->steps)
        << text_of(all);
  });
  EXPECT_EQ(tori, 145'794);
  EXPECT_EQ(plan_of(Scheme::kBest, {4, 4}).steps, plan_of(Scheme::kPeel, {4, 4}).steps);
  EXPECT_LT(broadcast_steps(Scheme::kBest, {82, 82})->steps,
            broadcast_steps(Scheme::kPeel, {82, 82})->steps);
}

TEST(BroadcastPlan, OfDoublingHalvesTheLongerSide) {
  const TorusSchedule plan = plan_of(Scheme::kDoubling, {8});
  EXPECT_EQ(sent(plan, 1), (Sent{{0, {2}}}));
  EXPECT_EQ(sent(plan, 2), (Sent{{0, {-3}}, {2, {1}}}));
  EXPECT_EQ(sent(plan, 3), (Sent{{0, {-1}}, {2, {-1}}, {5, {1}}, {3, {1}}}));
}

TEST(BroadcastPlan, OfFloodComesOverTheLastDimensionThatDiffers) {
  const TorusSchedule plan = plan_of(Scheme::kFlood, {3, 4});
  EXPECT_EQ(sent(plan, 1), (Sent{{0, {1, 0}}, {0, {-1, 0}}, {0, {0, 1}}, {0, {0, -1}}}));
  EXPECT_EQ(sent(plan, 3), (Sent{{4, {0, 1}}, {5, {0, 1}}}));
}

// By hand, 5 x 5 in columns 0, 4, 3, 2, 1 of rows 0 to 4: units of three rows and of two, whose
// centre is row 2. The cut points are all columns.
TEST(BroadcastPlan, OfFshPassesColumnsFromRowToRow) {
  const TorusSchedule plan = plan_of(Scheme::kFsh, {5, 5}, {0, 4, 3, 2, 1});
  EXPECT_EQ(sent(plan, 1), (Sent{{0, {-2, 2}}}));
  EXPECT_EQ(sent(plan, 2), (Sent{{0, {1, -1}}, {0, {-1, 1}}, {13, {-1, 1}}}));
  const Sent third = sent(plan, 3);
  EXPECT_EQ(plan.steps.size(), 3U);
  EXPECT_EQ(third.size(), 5U * 4U);
  // Row 0 has 0, gets 1 and 4 from its neighbours, and sends to 3 and 2, the shorter ways.
  const Sent of_row_0{{0, {0, 1}}, {0, {0, -1}}, {0, {-2, 0}}, {0, {2, 0}}};
  EXPECT_EQ(Sent(third.begin(), third.begin() + 4), of_row_0);
}

std::string refusal_of(const std::vector<int>& sides, const std::vector<int>& columns) {
  return flitwise::test::refusal_of([&] { plan_of(Scheme::kFsh, sides, columns); });
}

TEST(BroadcastPlan, RefusesColumnsThatRowsCannotPassOn) {
  EXPECT_EQ(refusal_of({5, 5}, {0, 4, 3, 2, 1}), "accepted");
  EXPECT_EQ(refusal_of({5, 5}, {0, 4, 3, 2}), "the columns of fsh must be one for each row");
  EXPECT_EQ(refusal_of({5, 5}, {1, 4, 3, 2, 0}), "the columns of fsh must begin with the source's");
  EXPECT_EQ(refusal_of({10, 3}, {0, 2, 1}),
            "the columns of fsh must be cut points, but that of row 2 is not");
  EXPECT_EQ(refusal_of({5, 5}, {0, 4, 3, 2, 0}),
            "the columns of fsh must differ in any three rows, but those from row 4 on do not");
  EXPECT_EQ(refusal_of({5, 5}, {0, 4, 0, 2, 1}),
            "the columns of fsh must differ in any three rows, but those from row 0 on do not");
  EXPECT_EQ(refusal_of({4, 5}, {0, 1, 2, 3, 2}),
            "fsh needs two sides above 1, from 4 and 3 on, not 4 and 5");
}

/// Right, complete, and in as many steps as the closed form says.
void hold(Scheme scheme, const Torus& torus, Node source, const DimensionOrder& order) {
  const TorusSchedule plan = broadcast_plan(scheme, torus, source, order);
  const ScheduleVerdict verdict = check_schedule(plan);
  ASSERT_TRUE(verdict.is_right()) << text_of(torus.sides()) << verdict.faults.front().text;
  ASSERT_EQ(verdict.duplicates, 0) << text_of(torus.sides());
  const int steps = broadcast_steps(scheme, routed_sides(torus, order))->steps;
  const bool may_be_aligned = scheme == Scheme::kPaper || scheme == Scheme::kBest;
  if (may_be_aligned) {
    ASSERT_LE(static_cast<int>(plan.steps.size()), steps) << text_of(torus.sides());
  } else {
    ASSERT_EQ(static_cast<int>(plan.steps.size()), steps) << text_of(torus.sides());
  }
}

void hold_all(const std::vector<int>& sides) {
  const Torus torus(sides);
  for (const Scheme scheme : schemes()) hold(scheme, torus, 0, torus.ascending_order());
}

TEST(BroadcastPlan, IsRightAndTakesTheStepsOfItsFormula) {
  for (int a = 1; a <= 64; ++a) hold_all({a});
  for (int a = 1; a <= 14; ++a)
    for (int b = 1; b <= 14; ++b) hold_all({a, b});
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 5; ++b)
      for (int c = 1; c <= 5; ++c) hold_all({a, b, c});
  for (const std::vector<int>& sides : {std::vector<int>{2, 2, 2, 2},
                                        {3, 3, 3, 3},
                                        {4, 3, 2, 5},
                                        {2, 4, 4, 8},
                                        {3, 1, 6, 12},
                                        {5, 5, 5, 5},
                                        {8, 8, 8, 8},
                                        {63, 64},
                                        {16, 16, 16}})
    hold_all(sides);
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
  const CycleModel model{4, 1, 2};
  const BroadcastTiming at_zero = time_peel(torus, 0, {0, 1}, model, SendPace::kFree);
  const Node source = torus.node({3, 4});
  const BroadcastTiming moved = time_peel(torus, source, {0, 1}, model, SendPace::kFree);

  for (Node v = 0; v < torus.size(); ++v)
    EXPECT_EQ(moved.ready[static_cast<std::size_t>(torus.translate(v, source))],
              at_zero.ready[static_cast<std::size_t>(v)]);
}

TEST(PeelTiming, GoesHalfAroundEveryRingOfAPowerOfItsRadix) {
  const auto finish = [&](const std::vector<int>& sides) {
    const Torus torus(sides);
    const CycleModel model{3, 5, 1, test::slow_links(torus.dimensions(), 2)};
    return time_peel(torus, 0, torus.ascending_order(), model, SendPace::kBarrier).finish;
  };

  EXPECT_EQ(finish({27}), 3 * (5 + 1 + 3) + 2 * 13);
  EXPECT_EQ(finish({9, 25}), 4 * (5 + 1 + 3) + 2 * (4 + 12));
  EXPECT_EQ(finish({3, 5, 49}), 4 * (5 + 1 + 3) + 2 * (1 + 2 + 24));
}

TEST(PeelTiming, OfATorusOfOneNodeIsZero) {
  const BroadcastTiming timing = time_peel(Torus({1, 1}), 0, {0, 1}, {9, 1, 1}, SendPace::kFree);

  EXPECT_EQ(timing.finish, 0);
  EXPECT_EQ(timing.steps, 0);
  EXPECT_EQ(timing.ready, (std::vector<Step>{0}));
}

TEST(PeelTiming, WithoutABarrierIsNeverLater) {
  int sooner = 0;
  for (int a = 1; a <= 12; ++a) {
    for (int b = 1; b <= 12; ++b) {
      const Torus torus({a, b});
      const CycleModel model{2, 1, 1, test::slow_links(2, 3)};
      const Step barrier = time_peel(torus, 0, {0, 1}, model, SendPace::kBarrier).finish;
      const Step free = time_peel(torus, 0, {0, 1}, model, SendPace::kFree).finish;
      ASSERT_LE(free, barrier) << a << ' ' << b;
      sooner += free < barrier ? 1 : 0;
    }
  }
  EXPECT_GT(sooner, 0);
}

TEST(PeelTiming, RefusesBadModelsSourcesOrdersAndStarts) {
  const Torus torus({4, 4});
  EXPECT_THROW(time_peel(torus, 0, {0, 1}, {1, 0, 0}, SendPace::kStarts), std::invalid_argument);
  EXPECT_THROW(time_peel(torus, 16, {0, 1}, {1, 0, 0}, SendPace::kFree), TopologyError);
  EXPECT_THROW(time_peel(torus, 0, {0, 0}, {1, 0, 0}, SendPace::kFree), TopologyError);
}

std::string refusal_of(const CycleModel& model) {
  return flitwise::test::refusal_of<std::exception>([&] { check_model(model, {4, 4}); });
}

TEST(CycleModel, RefusesWhatTakesNoTimeOrLess) {
  EXPECT_EQ(refusal_of({0, 0, 0}), "flits must be at least 1, got 0");
  EXPECT_EQ(refusal_of({1, -1, 0}), "send_overhead must be at least 0, got -1");
  EXPECT_EQ(refusal_of({1, 0, -2}), "receive_overhead must be at least 0, got -2");
  EXPECT_EQ(refusal_of({1, 0, 0, {}, 0}), "depth must be at least 1, got 0");
  EXPECT_EQ(refusal_of({1, 0, 0, test::slow_links(2, 0)}),
            "link latency must be at least 1, got 0");
  EXPECT_EQ(refusal_of({1, 0, 0, test::slow_links(3, 1)}),
            "link latencies must have one entry per dimension: 2, got 3");
}

}  // namespace
}  // namespace flitwise::theory::broadcast_plan_test
