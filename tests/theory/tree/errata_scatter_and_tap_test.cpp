// Where the paper's scatter and Shoulder-Tap sections err: each point with its smallest witness.
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory {
namespace {

using test::all_lengths;
using test::Case;
using test::make_case;

Step tap_finish(const std::vector<Flits>& lengths) {
  return predict_shoulder_tap(lengths, false, Ports::kSingle).finish;
}

TEST(Conventions, TheArrivalTimeOfAScatterCountsRows) {
  const Step tau = 0, length = 1, depth = 1;
  const Step published = tau + length + depth;

  EXPECT_EQ(published, 2);
  EXPECT_EQ(predict_scatter(Tree(path_parents(2)), {0, 1}, {1}).finish, published - 1);
}

TEST(Errata, E2TheArrivalTimeOfAGatherCountsTwoStepsTooMany) {
  const std::vector<Flits> figure_2{0, 2, 3, 0, 2, 1};
  const Prediction p = predict_shoulder_tap(figure_2, false, Ports::kSingle);
  const Step published = *p.dispatch[1] + figure_2[1] + 1;

  Step last = 0;
  for (const LinkEvent& e : shoulder_tap_events(figure_2, false, Ports::kSingle, p)) {
    if (e.to == 0 && e.message == 1) last = std::max(last, e.step);
  }

  EXPECT_EQ(p.dispatch[1], 3);
  EXPECT_EQ(published, 6);
  EXPECT_EQ(last, published - 2);
}

TEST(OwnBounds, ThePublishedLowerBoundOfAScatterIsNeverAttained) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    Step nearest = c.tree.size(), farthest = 0, longest = 0;
    for (Node v = 1; v < c.tree.size(); ++v) {
      const Flits length = c.lengths[index_of(v)];
      if (length == 0) continue;
      nearest = std::min<Step>(nearest, c.tree.depth(v));
      farthest = std::max<Step>(farthest, c.tree.depth(v));
      longest = std::max<Step>(longest, length + c.tree.depth(v));
    }

    const Step rows = predict_scatter_fdf(c.tree, c.lengths).finish + 1;

    ASSERT_GT(rows, std::max(c.flits(), farthest)) << c;
    ASSERT_GE(rows, c.flits() + nearest) << c;
    ASSERT_GE(rows, longest) << c;
    ASSERT_LE(rows, c.flits() + farthest) << c;
  }
}

TEST(Errata, E4TheLastPeNeedNotWaitTwoSteps) {
  EXPECT_EQ(tap_finish({0, 1}), 2);
  EXPECT_EQ(predict_shoulder_tap({0, 1}, false, Ports::kSingle).dispatch[1], 2);
}

TEST(Errata, E5NonnullMessagesMayStillArriveWithAGap) {
  EXPECT_EQ(tap_finish({0, 1, 1, 1}), 6);

  int vectors = 0;
  int with_gap = 0;
  for (Node n = 2; n <= 5; ++n) {
    for (const auto& lengths : all_lengths(n, 1, 3)) {
      ++vectors;
      if (tap_finish(lengths) != 2 + total_flits(lengths)) ++with_gap;
    }
  }
  EXPECT_EQ(vectors, 360);
  EXPECT_EQ(with_gap, 171);
}

TEST(Errata, E6OptimalityIsRelativeToTappingBeforeSending) {
  const Prediction p = predict_shoulder_tap({0, 1, 0}, false, Ports::kSingle);

  EXPECT_EQ(p.finish, 3);
  EXPECT_EQ(p.lower_bound, 2);
}

TEST(EndMark, OnlyAnEndMarkTellsTheRootThatTheRoundIsOver) {
  const std::vector<Flits> null{0, 0, 0, 0};
  const auto arrivals = [](const std::vector<LinkEvent>& events) {
    return std::count_if(events.begin(), events.end(),
                         [](const LinkEvent& e) { return e.to == 0; });
  };

  const Prediction silent = predict_shoulder_tap(null, false, Ports::kSingle);
  const Prediction marked = predict_shoulder_tap(null, true, Ports::kSingle);

  EXPECT_EQ(arrivals(shoulder_tap_events(null, false, Ports::kSingle, silent)), 0);
  EXPECT_EQ(arrivals(shoulder_tap_events(null, true, Ports::kSingle, marked)), 1);
  EXPECT_EQ(marked.finish, 6);
}

}  // namespace
}  // namespace flitwise::theory
