// Shoulder-Tap, also where the tap and data may leave in the same step.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory::shoulder_tap_test {
namespace {

using test::all_lengths;
using test::Direction;

const std::vector<Ports> kBoth{Ports::kSingle, Ports::kMulti};

/// The published recurrence, with max(1, s) instead of max(2, s) at the last PE. With a port a
/// link: s_{i+1} = max(1, L_i + max(1, s_i) - 2), and max(1, s_i - 2) for a null message; PE i
/// starts max(1, s_i) steps after its tap.
struct Recurrence {
  std::vector<std::int64_t> tap;
  std::vector<std::optional<Step>> dispatch;
  Step finish = 0;

  Recurrence(const std::vector<Flits>& lengths, Ports ports)
      : tap(lengths.size(), 0), dispatch(lengths.size()) {
    const std::size_t n = lengths.size() - 1;
    std::int64_t s = 1;
    for (std::size_t i = 1; i <= n; ++i) {
      tap[i] = s;
      const auto at = static_cast<Step>(i);
      const bool passes_on_first = ports == Ports::kSingle && i < n;
      if (lengths[i] > 0) {
        dispatch[i] = at + std::max<Step>(passes_on_first ? 2 : 1, s);
        finish = std::max(finish, *dispatch[i] + lengths[i] + at - 2);
      }
      if (ports == Ports::kSingle)
        s = std::max<std::int64_t>(1, lengths[i] + std::max<std::int64_t>(0, s - 2));
      else
        s = std::max<std::int64_t>(
            1, lengths[i] == 0 ? s - 2 : lengths[i] + std::max<std::int64_t>(1, s) - 2);
    }
  }
};

void expect_recurrence(const std::vector<Flits>& lengths, const std::string& what) {
  for (const Ports ports : kBoth) {
    const Recurrence recurrence(lengths, ports);
    const Prediction closed = predict_shoulder_tap(lengths, false, ports);

    ASSERT_EQ(tap_values(lengths, ports), recurrence.tap) << what;
    ASSERT_EQ(closed.dispatch, recurrence.dispatch) << what;
    ASSERT_EQ(closed.finish, recurrence.finish) << what;
  }
}

/// Inequality (5): the tap needs i steps down, and where PEs have one port, all but the last pass
/// it on before they send.
std::vector<Step> earliest_dispatch(std::size_t pes, Ports ports) {
  std::vector<Step> earliest(pes, 0);
  for (std::size_t i = 1; i < pes; ++i)
    earliest[i] = static_cast<Step>(i) + (ports == Ports::kSingle && i + 1 < pes ? 2 : 1);
  return earliest;
}

std::vector<Step> earliest_arrival(std::size_t pes, Ports ports) {
  std::vector<Step> earliest = earliest_dispatch(pes, ports);
  for (std::size_t i = 1; i < pes; ++i) earliest[i] += static_cast<Step>(i) - 1;
  return earliest;
}

TEST(ShoulderTapTheory, ClosedFormIsThePublishedRecurrenceOnAllSmallVectors) {
  int vectors = 0;
  for (Node n = 0; n <= 5; ++n) {
    for (const auto& lengths : all_lengths(n, 0, 4)) {
      expect_recurrence(lengths, testing::PrintToString(lengths));
      ++vectors;
    }
  }
  EXPECT_EQ(vectors, 1 + 5 + 25 + 125 + 625 + 3125);
}

TEST(ShoulderTapTheory, ClosedFormIsThePublishedRecurrenceOnLongPaths) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    std::mt19937_64 random(seed);
    const auto pes = static_cast<Node>(1 + random() % 3000);
    // Lengths around 2 keep both terms of the maximum in play; huge ones test the arithmetic.
    const Flits longest = seed % 3 == 0 ? 1'000'000 : static_cast<Flits>(1 + seed % 5);
    expect_recurrence(test::random_lengths(pes, longest, seed), "seed " + std::to_string(seed));
  }
}

TEST(ShoulderTapTheory, NoOrderOfDeliveryIsFaster) {
  for (Node n = 1; n <= 5; ++n) {
    for (const auto& lengths : all_lengths(n, 0, 3)) {
      if (total_flits(lengths) == 0) continue;
      for (const Ports ports : kBoth)
        ASSERT_EQ(predict_shoulder_tap(lengths, false, ports).finish,
                  test::best_finish_over_orders(lengths, earliest_arrival(lengths.size(), ports)))
            << testing::PrintToString(lengths);
    }
  }
}

// Searched through for `most` PEs and messages of up to `longest` flits.
void expect_the_best(Ports ports, Node most, Flits longest) {
  for (Node n = 1; n <= most; ++n) {
    const Tree path(path_parents(n + 1));
    for (const auto& lengths : all_lengths(n, 0, longest)) {
      if (total_flits(lengths) == 0) continue;
      const std::vector<Step> earliest = earliest_dispatch(lengths.size(), ports);

      ASSERT_EQ(predict_shoulder_tap(lengths, false, ports).finish,
                test::best_finish(path, lengths, earliest, Direction::kGather))
          << testing::PrintToString(lengths);
    }
  }
}

TEST(ShoulderTapTheory, NoDispatchVectorIsFaster) {
  expect_the_best(Ports::kSingle, 3, 3);
  expect_the_best(Ports::kMulti, 4, 2);
}

TEST(ShoulderTapTheory, LowerBoundIsOftenReachedWhenDataMayGoBeforeTheTap) {
  int reached = 0;
  int missed = 0;
  for (Node n = 1; n <= 3; ++n) {
    const Tree path(path_parents(n + 1));
    for (const auto& lengths : all_lengths(n, 0, 4)) {
      if (total_flits(lengths) == 0) continue;
      const std::vector<Step> one_step_after_the_tap =
          earliest_dispatch(lengths.size(), Ports::kMulti);
      const Step best =
          test::best_finish(path, lengths, one_step_after_the_tap, Direction::kGather);
      const Step bound = predict_shoulder_tap(lengths, false, Ports::kSingle).lower_bound;

      ASSERT_LE(bound, best) << testing::PrintToString(lengths);
      ++(bound == best ? reached : missed);
    }
  }
  EXPECT_GT(reached, 100);
  EXPECT_GT(missed, 10);
}

TEST(ShoulderTapTheory, ArrivesInOnePieceFromStepThreeExactlyWhenEveryReleaseIsCovered) {
  int with_gap = 0;
  int without = 0;
  for (Node n = 2; n <= 5; ++n) {
    for (const auto& lengths : all_lengths(n, 0, 3)) {
      bool covered = true;
      Step next = 3;
      for (Node j = 1; j <= n; ++j) {
        const Flits length = lengths[static_cast<std::size_t>(j)];
        if (length > 0 && next < (j < n ? 2 * j + 1 : 2 * n)) covered = false;
        next += length;
      }
      if (total_flits(lengths) == 0) continue;

      const bool in_one_piece =
          predict_shoulder_tap(lengths, false, Ports::kSingle).finish == total_flits(lengths) + 2;

      ASSERT_EQ(in_one_piece, covered) << testing::PrintToString(lengths);
      ++(covered ? without : with_gap);
    }
  }
  EXPECT_GT(with_gap, 100);
  EXPECT_GT(without, 100);
}

TEST(ShoulderTapTheory, TheEndMarkCostsOneStepAfterANonnullLastMessage) {
  for (Node n = 1; n <= 5; ++n) {
    for (const auto& lengths : all_lengths(n, 0, 3)) {
      const Step without = predict_shoulder_tap(lengths, false, Ports::kSingle).finish;
      const Step with = predict_shoulder_tap(lengths, true, Ports::kSingle).finish;

      const Step expected =
          lengths.back() > 0 ? without + 1 : std::max<Step>(without + 1, 2 * Step{n});
      ASSERT_EQ(with, expected) << testing::PrintToString(lengths);
    }
  }
}

TEST(ShoulderTapTheory, TheEndMarkIsTheLastFlitOfTheLastMessage) {
  const std::vector<Flits> lengths{0, 1, 2};

  const Prediction p = predict_shoulder_tap(lengths, true, Ports::kSingle);
  const std::vector<LinkEvent> events = shoulder_tap_events(lengths, true, Ports::kSingle, p);

  std::vector<LinkEvent> ends;
  for (const LinkEvent& e : events) {
    if (e.kind == FlitKind::kEnd) ends.push_back(e);
  }
  const std::vector<LinkEvent> expected{{5, 2, 1, FlitKind::kEnd, 2, 3},
                                        {6, 1, 0, FlitKind::kEnd, 2, 3}};
  EXPECT_EQ(ends, expected);
  EXPECT_EQ(p.finish, 6);
}

TEST(ShoulderTapTheory, ANullLastMessageStillSendsTheEndMark) {
  const Prediction p = predict_shoulder_tap({0, 0, 0, 0}, true, Ports::kSingle);

  EXPECT_EQ(p.dispatch[3], 4);
  EXPECT_EQ(p.finish, 6);
  EXPECT_EQ(p.lower_bound, 6);
}

TEST(ShoulderTapTheory, TapsTravelToTheEndOfThePathWithoutMessages) {
  for (const Ports ports : kBoth) {
    const Prediction p = predict_shoulder_tap({0, 0, 0, 0}, false, ports);

    EXPECT_EQ(p.finish, 0);
    EXPECT_EQ(p.quiesce, 3);
    EXPECT_EQ(shoulder_tap_events({0, 0, 0, 0}, false, ports, p).size(), 3U);
  }
}

TEST(ShoulderTapTheory, TapsOutliveAMessageOfANearPe) {
  const Prediction p = predict_shoulder_tap({0, 1, 0, 0, 0, 0, 0}, false, Ports::kSingle);

  EXPECT_EQ(p.finish, 3);
  EXPECT_EQ(p.quiesce, 6);
}

TEST(ShoulderTapTheory, ALonelyRootHasNothingToDo) {
  for (const bool end_mark : {false, true}) {
    const Prediction p = predict_shoulder_tap({0}, end_mark, Ports::kSingle);

    EXPECT_EQ(p.finish, 0);
    EXPECT_EQ(p.quiesce, 0);
    EXPECT_TRUE(shoulder_tap_events({0}, end_mark, Ports::kSingle, p).empty());
  }
}

TEST(ShoulderTapMultiport, SavesAtMostTheStepOfPassingTheTapOn) {
  int saved = 0;
  int same = 0;
  for (Node n = 1; n <= 5; ++n) {
    for (const auto& lengths : all_lengths(n, 0, 3)) {
      const Step single = predict_shoulder_tap(lengths, false, Ports::kSingle).finish;
      const Step multi = predict_shoulder_tap(lengths, false, Ports::kMulti).finish;

      ASSERT_LE(multi, single) << testing::PrintToString(lengths);
      ASSERT_LE(single - multi, 1) << testing::PrintToString(lengths);
      ++(multi < single ? saved : same);
    }
  }
  EXPECT_GT(saved, 100);
  EXPECT_GT(same, 100);
}

TEST(ShoulderTapMultiport, TheEndMarkIsTheLastFlitOfTheLastMessage) {
  const Prediction p = predict_shoulder_tap({0, 0, 0}, true, Ports::kMulti);
  const std::vector<LinkEvent> events = shoulder_tap_events({0, 0, 0}, true, Ports::kMulti, p);

  EXPECT_EQ(events, (std::vector<LinkEvent>{{1, 0, 1, FlitKind::kTap, 1, 1, 1},
                                            {2, 1, 2, FlitKind::kTap, 2, 1, 1},
                                            {3, 2, 1, FlitKind::kEnd, 2, 1},
                                            {4, 1, 0, FlitKind::kEnd, 2, 1}}));
  EXPECT_EQ(p.finish, 4);
}

TEST(ShoulderTapMultiport, TheTapAndDataLeaveInOneStep) {
  const std::vector<Flits> lengths{0, 1, 1};
  const Prediction p = predict_shoulder_tap(lengths, false, Ports::kMulti);

  EXPECT_EQ(p.dispatch[1], 2);  // the step in which PE 1 taps PE 2
  EXPECT_EQ(p.finish, 4);
  EXPECT_EQ(predict_shoulder_tap(lengths, false, Ports::kSingle).dispatch[1], 3);
}

}  // namespace
}  // namespace flitwise::theory::shoulder_tap_test
