// Latencies of star graphs: figures and events against packets that wait for what they need.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tb/theory/star/star_timed_walk.h"
#include "tests/theory/star/star_flits.h"
#include "tests/theory/star/star_operations.h"
#include "tests/theory/star/star_paces.h"

namespace flitwise::theory {
namespace {

using test::kStarAlgorithms;
using test::StarCase;
using test::StarFlits;
using testing::ElementsAre;

constexpr StarSlots kLockstep = StarSlots::kLockstep;
constexpr StarSlots kSpaced = StarSlots::kSpaced;

StarTrees star(int n) { return {StarGraph(n), StarRule::kQ}; }

/// F = `flits` at (r, w) = (1, 1), (2, 1), (1, 2), (3, 2).
std::vector<StarPace> rows(Flits flits, StarSlots slots) {
  std::vector<StarPace> paces;
  for (const auto& [router, link] : {std::pair<Step, Step>{1, 1}, {2, 1}, {1, 2}, {3, 2}})
    paces.push_back({flits, {router, link, false, slots}});
  return paces;
}

/// One flit, and k = r slots from a link to the next.
StarPace slots_apart(Step k) { return {1, {k, 1, false, kSpaced}}; }

TEST(StarLatencies, OfABroadcastAreTheTablesCycles) {
  std::vector<Step> own_pace;
  std::vector<Step> lockstep;
  for (const StarPace& pace : rows(4, kSpaced))
    own_pace.push_back(predict_star(StarAlgorithm::kTrees, star(4), {2, 3}, pace).finish);
  for (const StarPace& pace : rows(4, kLockstep))
    lockstep.push_back(predict_star(StarAlgorithm::kTrees, star(4), {2, 3}, pace).finish);

  EXPECT_THAT(own_pace, ElementsAre(28, 33, 34, 44));
  EXPECT_THAT(lockstep, ElementsAre(28, 34, 35, 47));
}

TEST(StarLatencies, OfAMultinodeBroadcastAreTheTablesSlots) {
  std::vector<Step> slots;
  for (const StarPace& pace : rows(4, kSpaced))
    slots.push_back(predict_star(StarAlgorithm::kStatic, star(4), {1, 3}, pace).steps);

  EXPECT_THAT(slots, ElementsAre(23, 24, 24, 24));
}

TEST(StarLatencies, CostAFewSlotsOfOneRound) {
  const auto slots = [](StarAlgorithm algorithm, int n) {
    std::vector<Step> steps;
    for (Step k = 1; k <= 3; ++k)
      steps.push_back(predict_star(algorithm, star(n), {1, n - 1}, slots_apart(k)).steps);
    return steps;
  };
  EXPECT_THAT(slots(StarAlgorithm::kStatic, 4), ElementsAre(23, 24, 26));
  EXPECT_THAT(slots(StarAlgorithm::kStatic, 5), ElementsAre(119, 120, 121));
  EXPECT_THAT(slots(StarAlgorithm::kNecklaces, 4), ElementsAre(94, 94, 95));
  EXPECT_THAT(slots(StarAlgorithm::kNecklaces, 5), ElementsAre(638, 638, 639));
}

TEST(StarLatencies, HideBehindAsManyRounds) {
  for (int n = 3; n <= 6; ++n) {
    const StarTrees trees = star(n);
    for (Step k = 1; k <= 4; ++k) {
      const StarPrediction p =
          predict_star(StarAlgorithm::kStatic, trees, {k, n - 1}, slots_apart(k));
      EXPECT_EQ(p.steps, k * (trees.graph().size() - 1)) << "n " << n << " k " << k;
      EXPECT_EQ(p.finish, p.least_cycles) << "n " << n << " k " << k;
    }
  }
}

TEST(StarLatencies, CostNothingWhereHeadsGoOnWithinASlot) {
  const StarTrees trees = star(4);
  for (const StarTraffic traffic : {StarTraffic{1, 3}, StarTraffic{2, 2}}) {
    const std::vector<StarLinkEvent> steps =
        star_events(StarAlgorithm::kStatic, trees, traffic, kNoNode);
    const StarPace pace{4, {3, 2, true, kSpaced}};
    const std::vector<StarLinkEvent> cycles =
        star_events(StarAlgorithm::kStatic, trees, traffic, kNoNode, pace);
    ASSERT_EQ(cycles.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      ASSERT_EQ(cycles[i].step, (steps[i].step - 1) * 4 + 1);
      ASSERT_EQ(cycles[i].to, steps[i].to);
    }
    EXPECT_EQ(predict_star(StarAlgorithm::kStatic, trees, traffic, pace).finish,
              steps.back().step * 4 + 1);
  }
}

TEST(StarLatencies, LeavePacketStepsAsTheyAre) {
  for (const StarAlgorithm algorithm : kStarAlgorithms) {
    const StarCase c{algorithm, 4, StarRule::kQ, {2, 2}, 7};
    const StarTrees trees = c.trees();
    const StarPrediction plain = predict(c, trees);
    EXPECT_EQ(plain.finish, plain.last_delivery);
    EXPECT_EQ(plain.quiesce, plain.steps);
    test::for_all_paces([&](const StarPace& pace) {
      if (pace.is_spaced()) return;
      const StarPrediction p = predict_star(algorithm, trees, c.traffic, pace);
      EXPECT_EQ(p.steps, plain.steps);
      EXPECT_EQ(p.last_delivery, plain.last_delivery);
      EXPECT_EQ(p.max_buffer, plain.max_buffer);
      EXPECT_EQ(p.reorder_window, plain.reorder_window);
      EXPECT_EQ(p.lower_bound, plain.lower_bound);
      for (const char* quantity : {"steps", "last_delivery", "max_buffer", "lower_bound"})
        EXPECT_EQ(p.source_of(quantity), plain.source_of(quantity));
      ASSERT_EQ(star_events(algorithm, trees, c.traffic, 7, pace), events(c, trees));
    });
  }
}

TEST(StarLatencies, LeaveTheBoundOfOneFlitsStepsAsItIs) {
  for (int n = 3; n <= 7; ++n) {
    const StarTrees trees = star(n);
    for (const StarAlgorithm algorithm : kStarAlgorithms)
      for (int x = 1; x < n; ++x)
        for (const int m : {1, 2, 7}) {
          if (n == 7 && x > 1) continue;
          const StarPrediction p = predict_star(algorithm, trees, {m, x}, {3, {}});
          ASSERT_EQ(p.least_cycles, 3 * p.lower_bound) << "n " << n << " m " << m << " x " << x;
        }
  }
}

TEST(StarLatencies, AreThoseOfPacketsThatWaitForWhatTheyNeed) {
  for (const StarCase& c : test::small_cases(3, 4)) {
    const StarTrees trees = c.trees();
    test::for_all_paces([&](const StarPace& pace) { test::expect_flits(c, trees, pace); });
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(StarLatencies, OfLongPacketsAndLinksAreThoseOfPacketsThatWaitForWhatTheyNeed) {
  std::uint64_t seed = 0;
  for (const StarCase& c : test::small_cases(3, 4)) {
    const StarTrees trees = c.trees();
    for (int i = 0; i < (c.order == 3 ? 20 : 3); ++i) {
      test::expect_flits(c, trees, test::random_pace(++seed));
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    }
  }
}

TEST(StarLatencies, OfAWalkInSlotsAreAsFewAsDepthsLet) {
  for (int n = 3; n <= 5; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const std::vector<StarArc> walk = depth_first_walk({StarGraph(n), rule});
      for (Step k = 1; k <= 9; ++k)
        for (std::int64_t rounds = 1; rounds <= 4; ++rounds) test::expect_fewest(walk, rounds, k);
    }
}

TEST(StarLatencies, OfOneSourceOnFourPortsAreThoseOfPacketsThatWaitForWhatTheyNeed) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ})
    for (const StarAlgorithm algorithm : {StarAlgorithm::kTrees, StarAlgorithm::kFurthestFirst})
      for (const StarTraffic traffic : {StarTraffic{2, 4}, StarTraffic{3, 3}}) {
        const StarCase c{algorithm, 5, rule, traffic, 77};
        const StarTrees trees = c.trees();
        test::for_all_paces([&](const StarPace& pace) { test::expect_flits(c, trees, pace); });
        if (testing::Test::HasFatalFailure()) return;
      }
}

TEST(StarLatencies, NeedStepsOfWholePacketsWhereRoutersCutThrough) {
  const StarPace pace{4, {1, 1, true, kLockstep}};
  ASSERT_EQ(pace.hop(), 1);
  ASSERT_EQ(pace.step(), 4);
  for (const StarAlgorithm algorithm : kStarAlgorithms) {
    const StarCase c{algorithm, 4, StarRule::kQ, {2, 3}, 7};
    const StarTrees trees = c.trees();
    StarFlits in_hops(trees, pace, pace.hop());
    in_hops.run(c);
    StarFlits in_packets(trees, pace, pace.step());
    in_packets.run(c);
    // One source's nodes see their links busy and wait; the others have their steps.
    EXPECT_EQ(in_hops.meetings() > 0, !has_one_source(algorithm)) << c;
    EXPECT_EQ(in_packets.meetings(), 0) << c;
  }
}

TEST(StarLatencies, WouldBeatTheBoundInStepsOfAHopWhereRoutersCutThrough) {
  const StarTrees trees = star(4);
  const StarPace pace{4, {1, 1, true, kLockstep}};
  const auto in_hops = [&](Step steps) { return (steps - 1) * pace.hop() + pace.flits; };
  for (const StarAlgorithm algorithm :
       {StarAlgorithm::kStatic, StarAlgorithm::kFurthestFirst, StarAlgorithm::kNecklaces}) {
    const StarPrediction p = predict_star(algorithm, trees, {1, 3}, pace);
    EXPECT_LT(in_hops(p.steps), p.least_cycles);
  }
  // Of a broadcast only if trees get two packets: else no link is taken twice.
  const StarPace spaced{4, {1, 1, true, kSpaced}};
  for (const int m : {1, 2}) {
    const StarPrediction p = predict_star(StarAlgorithm::kTrees, trees, {m, 3}, pace);
    EXPECT_EQ(in_hops(p.steps) < predict_star(StarAlgorithm::kTrees, trees, {m, 3}, spaced).finish,
              m == 2);
  }
}

TEST(StarLatencies, NeedNoLongerStepsThanPacketsAndHops) {
  const StarCase c{StarAlgorithm::kStatic, 4, StarRule::kQ, {1, 3}, 7};
  const StarTrees trees = c.trees();
  test::for_all_paces([&](const StarPace& pace) {
    if (pace.is_spaced() || pace.step() == 1) return;
    StarFlits flits(trees, pace, pace.step() - 1);
    if (flits.beats_of_a_hop() > 1) return;  // no packet can go on in the next step
    flits.run(c);
    EXPECT_GT(flits.meetings(), 0);
  });
}

TEST(StarLatencies, LetNoNodeFinishBeforeTheBound) {
  // Nodes at the same distance from the first on: no order of copies on n-1 ports is better.
  for (int n = 3; n <= 5; ++n) {
    const StarTrees trees = star(n);
    const StarGraph& graph = trees.graph();
    for (const StarTraffic traffic : {StarTraffic{1, 1}, StarTraffic{1, n - 1}, StarTraffic{3, 2}})
      test::for_all_paces([&](const StarPace& pace) {
        std::vector<Step> free(static_cast<std::size_t>(graph.degree()), 1);
        for (int d = 1; d <= graph.diameter(); ++d)
          for (Node u = 1; u < graph.size(); ++u)
            for (std::int64_t i = 0; graph.distance(u) == d && i < traffic.packets * traffic.copies;
                 ++i) {
              Step& port = *std::min_element(free.begin(), free.end());
              port = std::max(port, 1 + (d - 1) * pace.hop()) + pace.flits;
            }
        const Step best = *std::max_element(free.begin(), free.end()) - 1 + pace.latency.link - 1;
        for (const StarAlgorithm algorithm :
             {StarAlgorithm::kStatic, StarAlgorithm::kFurthestFirst}) {
          const StarPrediction p = predict_star(algorithm, trees, traffic, pace);
          EXPECT_LE(p.least_cycles, best);
          EXPECT_GE(p.least_cycles, best - pace.flits - pace.hop());
        }
      });
  }
}

TEST(StarLatencies, MakeAWalkWithoutStepsHoldMorePackets) {
  const auto held = [](int n, std::int64_t m) {
    std::vector<std::int64_t> most;
    for (Step k = 1; k <= 3; ++k)
      most.push_back(
          predict_star(StarAlgorithm::kStatic, star(n), {m, n - 1}, slots_apart(k)).max_buffer);
    return most;
  };
  EXPECT_THAT(held(4, 1), ElementsAre(3, 7, 7));
  EXPECT_THAT(held(4, 3), ElementsAre(3, 21, 21));
  EXPECT_THAT(held(5, 1), ElementsAre(5, 36, 36));
  EXPECT_THAT(held(5, 3), ElementsAre(5, 108, 108));
}

TEST(StarLatencies, OfATimedWalkAreItsStepsInCycles) {
  const StarTrees trees = star(4);
  const StarPace pace{4, {3, 2, false, kLockstep}};
  const StarFaults faults{{5}, {}, 1};
  const StarPrediction p = predict_multinode_timed(trees, {2, 3}, faults, {}, pace).figures;
  const StarPrediction plain = predict_multinode_timed(trees, {2, 3}, faults, {}).figures;

  EXPECT_EQ(p.steps, plain.steps);
  EXPECT_EQ(p.finish, (plain.last_delivery - 1) * 7 + 5);
  EXPECT_EQ(p.quiesce, (plain.steps - 1) * 7 + 5);
  EXPECT_EQ(plain.quiesce, plain.steps);
}

TEST(StarLatencies, OfPacketsInSlotsLeaveCopiesUnderDeathsFromTheStartAsTheyAre) {
  const StarTrees trees = star(4);
  const StarFaults faults{{5}, {{9, 3}}, 1};
  for (const StarAlgorithm algorithm : kStarAlgorithms) {
    if (algorithm == StarAlgorithm::kAcknowledged) continue;
    const StarCopies plain = star_copies(algorithm, trees, {2, 2}, 7, faults);
    const StarCopies spaced =
        star_copies(algorithm, trees, {2, 2}, 7, faults, {3, 2, true, kSpaced});
    EXPECT_EQ(spaced.histogram, plain.histogram);
    EXPECT_EQ(spaced.received, plain.received);
  }
}

}  // namespace
}  // namespace flitwise::theory
