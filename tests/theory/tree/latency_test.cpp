// Scatter and Shoulder-Tap over routers, links and PEs of more than one step: the formulas against
// networks that are played step by step, and against searches.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <set>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/latency_network.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::latency_test {
namespace {

using test::alike_latencies;
using test::differences;
using test::Played;
using test::text_of;

std::vector<Node> nonnull(const std::vector<Flits>& lengths) {
  std::vector<Node> all;
  for (std::size_t i = 1; i < lengths.size(); ++i)
    if (lengths[i] > 0) all.push_back(static_cast<Node>(i));
  return all;
}

// The figures of one table: routers of r and links of w steps, PEs that react in r, or in 1.
TEST(LatencyOnTrees, GivesTheGoldenValues) {
  struct Row {
    Step r, w;
    Step scatter, scatter_multi, tap, tap_1, polled, slot_sync, slot_finish, multi;
  };
  const Tree complete(complete_parents(2, 3));
  const Tree path(path_parents(6));
  const std::vector<Flits> unit{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::vector<Flits> tapped{0, 2, 3, 0, 2, 1};
  for (const Row& row :
       {Row{1, 1, 14, 7, 11, 11, 21, 9, 27, 16}, Row{2, 1, 14, 8, 19, 14, 39, 14, 37, 27},
        Row{1, 2, 15, 9, 20, 20, 40, 15, 38, 28}, Row{3, 2, 17, 13, 38, 28, 78, 25, 60, 50}}) {
    const TreeLatency of_15 = TreeLatency::uniform(15, row.r, row.w, row.r);
    const TreeLatency of_6 = TreeLatency::uniform(6, row.r, row.w, row.r);
    const TreeLatency fast = TreeLatency::uniform(6, row.r, row.w, 1);
    const std::string what = "r " + std::to_string(row.r) + " w " + std::to_string(row.w);
    EXPECT_EQ(predict_scatter_fdf(complete, unit, {}, of_15).finish, row.scatter) << what;
    EXPECT_EQ(predict_scatter_multiport(complete, unit, {}, of_15).finish, row.scatter_multi)
        << what;
    EXPECT_EQ(predict_shoulder_tap(tapped, false, Ports::kSingle, {}, of_6).finish, row.tap)
        << what;
    EXPECT_EQ(predict_shoulder_tap(tapped, false, Ports::kSingle, {}, fast).finish, row.tap_1)
        << what;
    CertificationVariant variant = test::polled(Rule::kPaper);
    variant.latency = of_6;
    EXPECT_EQ(predict_certification(path, tapped, variant).finish, row.polled) << what;
    variant = test::single_port(Rule::kPos, Sync::kSlot);
    variant.latency = of_15;
    const Prediction slotted = predict_certification(complete, unit, variant);
    EXPECT_EQ(slotted.t_sync, row.slot_sync) << what;
    EXPECT_EQ(slotted.finish, row.slot_finish) << what;
    variant = test::multiport(Rule::kTight);
    variant.latency = of_15;
    EXPECT_EQ(predict_certification(complete, unit, variant).finish, row.multi) << what;
  }
}

TEST(LatencyOnTrees, OfOneStepIsWhatItIsWithoutAny) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    const TreeLatency unit = TreeLatency::uniform(c.tree.size(), 1, 1, 1);
    const Prediction with = predict_scatter_fdf(c.tree, c.lengths, {}, unit);
    const Prediction without = predict_scatter_fdf(c.tree, c.lengths);
    ASSERT_EQ(with.finish, without.finish) << c;
    ASSERT_EQ(with.dispatch, without.dispatch) << c;
    ASSERT_EQ(with.source_of("finish"), without.source_of("finish")) << c;
    for (CertificationVariant variant : test::all_variants()) {
      const Prediction plain = predict_certification(c.tree, c.lengths, variant);
      variant.latency = unit;
      const Prediction p = predict_certification(c.tree, c.lengths, variant);
      ASSERT_EQ(p.finish, plain.finish) << c;
      ASSERT_EQ(p.bound, plain.bound) << c;
      ASSERT_EQ(p.lower_bound, plain.lower_bound) << c;
      ASSERT_EQ(p.source_of("lag"), plain.source_of("lag")) << c;
    }
  }
}

TEST(LatencyOnTrees, OfALoneMessageIsItsFlitsAndItsWay) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Tree tree = test::shuffled_tree(8, seed);
    const TreeLatency latency = test::random_latency(8, 5, seed);
    for (Node v = 1; v < tree.size(); ++v) {
      std::vector<Flits> lengths(8, 0);
      lengths[index_of(v)] = 3;
      ASSERT_EQ(test::play_scatter(tree, lengths, {v}, latency).finish,
                3 + latency.lam_down(tree)[index_of(v)]);
    }
  }
}

// One flit each of some PEs to PE 0, in steps of chance: meeting is left to the network.
TEST(LatencyOnTrees, LetsFlitsToPe0MeetOnlyIfTheyWouldComeInTheSameStep) {
  constexpr Node kPes = 8;
  int met = 0;
  int passed = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Tree tree = test::shuffled_tree(kPes, seed);
    const TreeLatency latency = test::random_latency(kPes, 4, seed);
    const std::vector<Step> way = latency.lam_up(tree);
    std::mt19937_64 random(seed);
    test::LatencyNetwork network(tree, latency, Ports::kSingle);
    std::set<Step> due;
    std::size_t flits = 0;
    for (Node v = 1; v < kPes; ++v) {
      if (random() % 2 == 0) continue;
      const auto first = static_cast<Step>(1 + random() % 20);
      network.send_message(v, 1, first, 1, false);
      due.insert(first + way[index_of(v)]);
      ++flits;
    }
    const Played played = network.run([](const LinkEvent&, Step) {});
    ASSERT_EQ(played.problems.empty(), due.size() == flits) << "seed " << seed;
    ++(played.problems.empty() ? passed : met);
  }
  EXPECT_GT(met, 100);
  EXPECT_GT(passed, 100);
}

void expect_every_order_as_played(const Tree& tree, const std::vector<Flits>& lengths,
                                  const TreeLatency& latency, const Pace& pace) {
  const Prediction farthest = predict_scatter_fdf(tree, lengths, pace, latency);
  ASSERT_EQ(farthest.finish, farthest.lower_bound);
  std::vector<Node> order = nonnull(lengths);
  Step best = order.empty() ? 0 : std::numeric_limits<Step>::max();
  do {
    const Prediction p = predict_scatter(tree, lengths, order, pace, latency);
    const Played played = test::play_scatter(tree, lengths, order, latency, pace);
    ASSERT_EQ(differences(p, scatter_events(tree, lengths, p, pace, latency), played), "");
    ASSERT_LE(p.finish, farthest.bound);
    best = std::min(best, played.finish);
  } while (std::next_permutation(order.begin(), order.end()));
  ASSERT_EQ(farthest.finish, best);
}

TEST(LatencyOnTrees, OfAScatterIsAsPlayedInEveryOrderOnEverySmallTree) {
  for (Node pes = 2; pes <= 4; ++pes)
    test::for_each_tree(pes, [&](const Tree& tree) {
      for (const TreeLatency& latency : alike_latencies(pes))
        for (const std::vector<Flits>& lengths : test::all_lengths(pes - 1, 0, 2))
          ASSERT_NO_FATAL_FAILURE(expect_every_order_as_played(tree, lengths, latency, {}))
              << text_of(latency) << testing::PrintToString(tree.parents())
              << testing::PrintToString(lengths);
    });
}

TEST(LatencyOnTrees, OfAScatterIsAsPlayedInEveryOrderWhereNoTwoAreAlike) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 5);
    const Tree tree = test::shuffled_tree(pes, seed);
    const Pace pace = seed % 3 == 0 ? Pace{2, 3} : Pace{};
    ASSERT_NO_FATAL_FAILURE(expect_every_order_as_played(tree, test::random_lengths(pes, 3, seed),
                                                         test::random_latency(pes, 4, seed), pace))
        << "seed " << seed;
  }
}

TEST(LatencyOnTrees, OfAScatterOnAllPortsIsAsPlayed) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    const TreeLatency latency = test::random_latency(c.tree.size(), 4, seed);
    const Pace pace = seed % 3 == 0 ? Pace{2, 3} : Pace{};
    const Prediction p = predict_scatter_multiport(c.tree, c.lengths, pace, latency);
    const Played played =
        test::play_scatter_multiport(c.tree, c.lengths, latency.lam_down(c.tree), latency, pace);
    ASSERT_EQ(differences(p, scatter_events(c.tree, c.lengths, p, pace, latency), played), "") << c;
  }
}

// Least finish of all sequences in which PE 0 can send the flits of all messages, split as may be.
Step best_of_all_flit_sequences(const std::vector<Flits>& lengths, const std::vector<Step>& lam) {
  std::vector<Node> flits;
  for (const Node v : nonnull(lengths)) flits.insert(flits.end(), lengths[index_of(v)], v);
  if (flits.empty()) return 0;
  Step best = std::numeric_limits<Step>::max();
  do {
    Step finish = 0;
    for (std::size_t k = 0; k < flits.size(); ++k)
      finish = std::max(finish, static_cast<Step>(k) + 1 + lam[index_of(flits[k])]);
    best = std::min(best, finish);
  } while (std::next_permutation(flits.begin(), flits.end()));
  return best;
}

TEST(LatencyOnTrees, LeavesLargestWayFirstOptimalOverSplitMessagesToo) {
  for (Node pes = 2; pes <= 4; ++pes)
    test::for_each_tree(pes, [&](const Tree& tree) {
      for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const TreeLatency latency = test::random_latency(pes, 4, seed);
        for (const std::vector<Flits>& lengths : test::all_lengths(pes - 1, 0, 2))
          ASSERT_EQ(predict_scatter_fdf(tree, lengths, {}, latency).finish,
                    best_of_all_flit_sequences(lengths, latency.lam_down(tree)))
              << text_of(latency) << testing::PrintToString(lengths);
      }
    });
}

// PE 1 is near over a slow link, PE 3 far over fast ones.
TEST(LatencyOnTrees, OfUnequalLinksLeavesTheDeepestFirstLateWitness) {
  const Tree tree({-1, 0, 0, 2});
  const std::vector<Flits> lengths{0, 1, 0, 1};
  TreeLatency latency = TreeLatency::uniform(4, 1, 1, 1);
  latency.down[1] = 5;

  EXPECT_EQ(test::play_scatter(tree, lengths, {3, 1}, latency).finish, 6);
  EXPECT_EQ(test::play_scatter(tree, lengths, {1, 3}, latency).finish, 5);
  EXPECT_EQ(predict_scatter(tree, lengths, {3, 1}, {}, latency).finish, 6);
  const Prediction farthest = predict_scatter_fdf(tree, lengths, {}, latency);
  EXPECT_EQ(farthest.finish, 5);
  EXPECT_EQ(farthest.dispatch, (std::vector<std::optional<Step>>{{}, 1, {}, 2}));
}

TEST(LatencyOnTrees, OfAllAlikeLeavesScatterItsClosedForm) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    for (const TreeLatency& latency : alike_latencies(c.tree.size())) {
      const Step r = latency.router[0];
      const Step p = r + latency.down.back() - 1;
      Step finish = 0;  // max over d of (p d - r + flits for depth d and deeper)
      for (Node d = 1; d <= c.tree.height(); ++d) {
        Flits flits = 0;
        for (Node v = 1; v < c.tree.size(); ++v)
          if (c.tree.depth(v) >= d) flits += c.lengths[index_of(v)];
        if (flits > 0) finish = std::max(finish, p * d - r + flits);
      }
      if (c.tree.size() == 1) continue;
      ASSERT_EQ(predict_scatter_fdf(c.tree, c.lengths, {}, latency).finish, finish) << c;
    }
  }
}

TEST(LatencyOnTrees, OfAScatterAddsBetweenItsShortestAndItsLongestWay) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    if (c.flits() == 0) continue;
    const TreeLatency latency = test::random_latency(c.tree.size(), 5, seed);
    const std::vector<Step> lam = latency.lam_down(c.tree);
    std::vector<Step> ways;
    for (const Node v : nonnull(c.lengths)) ways.push_back(lam[index_of(v)]);
    const Prediction p = predict_scatter_fdf(c.tree, c.lengths, {}, latency);
    ASSERT_LE(c.flits() + *std::min_element(ways.begin(), ways.end()), p.finish) << c;
    ASSERT_EQ(c.flits() + *std::max_element(ways.begin(), ways.end()), p.bound) << c;
  }
}

void expect_tap_as_played(const std::vector<Flits>& lengths, Ports ports,
                          const TreeLatency& latency, const Pace& pace) {
  const Prediction p = predict_shoulder_tap(lengths, false, ports, pace, latency);
  ASSERT_EQ(differences(p, shoulder_tap_events(lengths, false, ports, p, pace, latency),
                        test::play_shoulder_tap(lengths, ports, latency, pace)),
            "");
}

TEST(LatencyOnTrees, OfShoulderTapIsAsPlayedOnEverySmallPath) {
  for (Node n = 1; n <= 3; ++n)
    for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 2))
      for (const Step r : {1, 2, 3})
        for (const Step w : {1, 2, 3})
          for (const Step g : {1, 2, 3})
            for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
              const TreeLatency latency = TreeLatency::uniform(n + 1, r, w, g);
              ASSERT_NO_FATAL_FAILURE(expect_tap_as_played(lengths, ports, latency, {}))
                  << text_of(latency) << testing::PrintToString(lengths);
            }
}

TEST(LatencyOnTrees, OfShoulderTapIsAsPlayedWhereNoTwoAreAlike) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 20);
    const std::vector<Flits> lengths = test::random_lengths(pes, 1 + seed % 9, seed);
    const TreeLatency latency = test::random_latency(pes, 4, seed);
    const Pace pace = seed % 3 == 0 ? Pace{2, 3} : Pace{};
    for (const Ports ports : {Ports::kSingle, Ports::kMulti})
      ASSERT_NO_FATAL_FAILURE(expect_tap_as_played(lengths, ports, latency, pace))
          << "seed " << seed;
  }
}

// Each message by itself shows when it can be there first; PE 0 then takes them in any order.
TEST(LatencyOnTrees, LeavesShoulderTapOptimalOverAllOrders) {
  for (Node n = 1; n <= 3; ++n)
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const TreeLatency latency = test::random_latency(n + 1, 4, seed);
      std::vector<Step> earliest(index_of(n) + 1, 0);
      for (Node j = 1; j <= n; ++j) {
        std::vector<Flits> lone(index_of(n) + 1, 0);
        lone[index_of(j)] = 1;
        earliest[index_of(j)] = test::play_shoulder_tap(lone, Ports::kSingle, latency).finish;
      }
      for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 2))
        ASSERT_EQ(predict_shoulder_tap(lengths, false, Ports::kSingle, {}, latency).finish,
                  test::best_finish_over_orders(lengths, earliest))
            << text_of(latency) << testing::PrintToString(lengths);
    }
}

TEST(LatencyOnTrees, OfAllAlikeLeavesShoulderTapItsClosedForm) {
  for (Node n = 1; n <= 6; ++n)
    for (const TreeLatency& latency : alike_latencies(n + 1)) {
      const Step g = latency.reaction[0];
      const Step r = latency.router[0];
      const Step p = r + latency.up.back() - 1;
      const Step q = g + latency.down.back() - 1;
      for (const std::vector<Flits>& lengths :
           {test::random_lengths(n + 1, 4, index_of(n)), test::random_lengths(n + 1, 1, 9)}) {
        Step finish = 0;
        Flits from_here = 0;
        for (Node j = n; j >= 1; --j) {
          if (lengths[index_of(j)] == 0) continue;
          from_here += lengths[index_of(j)];
          const Step earliest = j * (p + q) + 1 - r + (j < n ? 1 : 0);
          finish = std::max(finish, earliest - 1 + from_here);
        }
        const Prediction all = predict_shoulder_tap(lengths, false, Ports::kSingle, {}, latency);
        ASSERT_EQ(all.finish, finish);
        ASSERT_EQ(all.quiesce, std::max(finish, n * q + 1 - g));
      }
    }
}

// PE n's message has a flit more, and what was the last arrival is followed by it at once.
TEST(LatencyOnTrees, OfAnEndMarkIsAFlitOrTheEarliestOfTheLastPe) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 8);
    std::vector<Flits> lengths = test::random_lengths(pes, 3, seed);
    const TreeLatency latency = test::random_latency(pes, 4, seed);
    const Prediction marked = predict_shoulder_tap(lengths, true, Ports::kSingle, {}, latency);
    const Step plain = predict_shoulder_tap(lengths, false, Ports::kSingle, {}, latency).finish;
    std::vector<Flits> only_last(lengths.size(), 0);
    only_last.back() = 1;
    const Step earliest =
        predict_shoulder_tap(only_last, false, Ports::kSingle, {}, latency).finish;
    ASSERT_EQ(marked.finish, lengths.back() > 0 ? plain + 1 : std::max(plain + 1, earliest))
        << "seed " << seed;
    std::vector<LinkEvent> events =
        shoulder_tap_events(lengths, true, Ports::kSingle, marked, {}, latency);
    for (LinkEvent& event : events)
      if (event.kind == FlitKind::kEnd) event.kind = FlitKind::kData;
    std::sort(events.begin(), events.end());
    ++lengths.back();
    std::vector<LinkEvent> played =
        test::play_shoulder_tap(lengths, Ports::kSingle, latency).events;
    ASSERT_EQ(events, played) << "seed " << seed;
  }
}

TEST(LatencyOnTrees, ThatDoesNotFitIsRefused) {
  const Tree tree(path_parents(3));
  const TreeLatency of_two = TreeLatency::uniform(2, 1, 1, 1);
  EXPECT_THROW(predict_scatter_fdf(tree, {0, 1, 1}, {}, of_two), TopologyError);
  EXPECT_THROW(predict_scatter(tree, {0, 1, 1}, {1, 2}, {}, of_two), TopologyError);
  EXPECT_THROW(predict_scatter_multiport(tree, {0, 1, 1}, {}, of_two), TopologyError);
  EXPECT_THROW(predict_shoulder_tap({0, 1, 1}, false, Ports::kSingle, {}, of_two), TopologyError);
  CertificationVariant variant;
  variant.latency = of_two;
  EXPECT_THROW(predict_certification(tree, {0, 1, 1}, variant), TopologyError);
}

TEST(LatencyOnTrees, SaysSoInTheSources) {
  const Tree tree(path_parents(3));
  const TreeLatency slow = TreeLatency::uniform(3, 2, 1, 2);
  const Prediction scatter = predict_scatter_fdf(tree, {0, 1, 1}, {}, slow);
  const Prediction tap = predict_shoulder_tap({0, 1, 1}, false, Ports::kSingle, {}, slow);
  CertificationVariant variant;
  variant.latency = slow;
  const Prediction gather = predict_certification(tree, {0, 1, 1}, variant);
  for (const Prediction& p : {scatter, tap, gather})
    EXPECT_NE(p.source_of("finish").find("latencies: "), std::string::npos);
  for (const char* quantity : {"t_sync", "lag", "order_value", "dispatch", "lower_bound", "bound"})
    EXPECT_NE(gather.source_of(quantity).find("latencies: "), std::string::npos) << quantity;
  EXPECT_EQ(predict_scatter_fdf(tree, {0, 1, 1}).source_of("finish").find("latencies"),
            std::string::npos);
}

}  // namespace
}  // namespace flitwise::theory::latency_test
