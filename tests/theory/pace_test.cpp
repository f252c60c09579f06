// Messages that cost beta + L tau: the formulas of scatter and Shoulder-Tap against searches.
#include "tb/theory/pace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "systemc/topology/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree_theory.h"
#include "tests/theory/support/brute_force.h"
#include "tests/theory/support/link_rules.h"
#include "tests/theory/support/random_cases.h"

namespace flitwise::theory {
namespace {

const std::vector<Pace>& paces() {
  static const std::vector<Pace> all{{0, 1}, {1, 1}, {5, 1}, {0, 2}, {2, 3}, {7, 4}};
  return all;
}

std::vector<Node> nonnull(const std::vector<Flits>& lengths) {
  std::vector<Node> all;
  for (std::size_t i = 1; i < lengths.size(); ++i)
    if (lengths[i] > 0) all.push_back(static_cast<Node>(i));
  return all;
}

TEST(Pace, OfOneMessageOverOneLinkTakesBetaAndLTau) {
  const Tree tree(path_parents(2));
  for (const Pace& pace : paces())
    for (Flits length = 1; length <= 5; ++length) {
      const Prediction p = predict_scatter_fdf(tree, {0, length}, pace);
      EXPECT_EQ(p.finish, pace.beta + length * pace.tau);
      EXPECT_EQ(p.dispatch[1], pace.beta + pace.tau);
    }
}

TEST(Pace, LeavesFarthestFirstOptimalOverAllOrders) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 5);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 3, seed);
    for (const Pace& pace : paces()) {
      const Prediction farthest = predict_scatter_fdf(tree, lengths, pace);
      EXPECT_EQ(farthest.finish, farthest.lower_bound);
      std::vector<Node> order = nonnull(lengths);
      Step best = predict_scatter(tree, lengths, order, pace).finish;
      do {
        const Prediction p = predict_scatter(tree, lengths, order, pace);
        best = std::min(best, p.finish);
        ASSERT_LE(p.finish, p.bound);
      } while (std::next_permutation(order.begin(), order.end()));
      ASSERT_EQ(farthest.finish, best) << "seed " << seed;
    }
  }
}

TEST(Pace, IsTheScatterOfLongerMessages) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    for (const Pace& pace : paces()) {
      std::vector<Flits> longer = c.lengths;
      for (Flits& length : longer)
        if (length > 0) length = pace.beta + pace.tau * length;
      ASSERT_EQ(predict_scatter_fdf(c.tree, c.lengths, pace).finish,
                predict_scatter_fdf(c.tree, longer).finish);
      ASSERT_EQ(predict_scatter_multiport(c.tree, c.lengths, pace).finish,
                predict_scatter_multiport(c.tree, longer).finish);
    }
  }
}

TEST(Pace, OfAScatterSendsFlitAfterFlitWithoutCollision) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const test::Case c = test::make_case(seed, 20);
    for (const Pace& pace : paces()) {
      const Prediction p = predict_scatter_fdf(c.tree, c.lengths, pace);
      const std::vector<LinkEvent> events = scatter_events(c.tree, c.lengths, p, pace);
      ASSERT_EQ(test::lines(test::port_problems(events)), "") << c;
      ASSERT_EQ(test::last_delivery(events, test::Direction::kScatter), p.finish) << c;
      for (const LinkEvent& event : events)
        if (event.from == 0) {
          ASSERT_EQ(event.step,
                    *p.dispatch[index_of(event.message)] + (event.index - 1) * pace.tau);
        }
    }
  }
}

// Each PE by itself: its port is taken by the tap, then by the setup, then by its flits, tau steps
// each; and PE 0 takes tau steps for each flit. In this order no schedule is faster.
Step tap_finish(const std::vector<Flits>& lengths, Ports ports, const Pace& pace) {
  const auto n = static_cast<Step>(lengths.size()) - 1;
  Step busy = 0;  // last step of PE 0's port
  for (Step i = 1; i <= n; ++i) {
    const Flits length = lengths[static_cast<std::size_t>(i)];
    if (length == 0) continue;
    const bool taps = i < n && ports == Ports::kSingle;
    const Step ready = i + (taps ? 1 : 0) + pace.beta;  // last step before its flits' time
    const Step arrives = ready + (i - 1);               // the same, as PE 0 sees it
    busy = std::max(busy, arrives) + length * pace.tau;
  }
  return busy;
}

TEST(Pace, OfShoulderTapDelaysReleasesByTheSetupAndFlitsByTheirTime) {
  for (Node n = 1; n <= 4; ++n)
    for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 3))
      for (const Pace& pace : paces())
        for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
          const Prediction p = predict_shoulder_tap(lengths, false, ports, pace);
          ASSERT_EQ(p.finish, tap_finish(lengths, ports, pace))
              << testing::PrintToString(lengths) << " beta " << pace.beta << " tau " << pace.tau;
          ASSERT_LE(p.lower_bound, p.finish);
          const std::vector<LinkEvent> events = shoulder_tap_events(lengths, false, ports, p, pace);
          ASSERT_EQ(test::lines(test::port_problems(events, ports)), "");
          ASSERT_EQ(test::last_delivery(events, test::Direction::kGather), p.finish);
        }
}

// What a tap says is all that a PE knows: the value alone must give its dispatch.
TEST(Pace, OfShoulderTapIsCarriedByTheTaps) {
  for (Node n = 1; n <= 4; ++n)
    for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 3))
      for (const Pace& pace : paces()) {
        const Prediction p = predict_shoulder_tap(lengths, false, Ports::kSingle, pace);
        for (const LinkEvent& tap : shoulder_tap_events(lengths, false, Ports::kSingle, p, pace)) {
          if (tap.kind != FlitKind::kTap || !p.dispatch[index_of(tap.to)]) continue;
          const Step ready = (tap.to < n ? 2 : 1) + pace.beta;
          ASSERT_EQ(*p.dispatch[index_of(tap.to)],
                    tap.step + std::max(ready, tap.value) + pace.tau - 1);
        }
      }
}

TEST(Pace, SaysSoInTheSources) {
  const Prediction plain = predict_scatter_fdf(Tree(path_parents(3)), {0, 1, 1});
  const Prediction paced = predict_scatter_fdf(Tree(path_parents(3)), {0, 1, 1}, {1, 2});
  for (const char* quantity : {"finish", "dispatch", "lower_bound", "bound"}) {
    EXPECT_EQ(plain.source_of(quantity).find("Remark 2"), std::string::npos) << quantity;
    EXPECT_NE(paced.source_of(quantity).find("Remark 2"), std::string::npos) << quantity;
  }
}

}  // namespace
}  // namespace flitwise::theory
