// Transmission-Certification over routers, links and PEs of more than one step: the formulas
// against networks that are played step by step, and against searches.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/synchronisation.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/support/refusal.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/latency_network.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::latency_certification_test {
namespace {

using test::alike_latencies;
using test::multiport;
using test::Played;
using test::polled;
using test::refusal_of;
using test::single_port;
using test::text_of;

// All rules with all ways to synchronise, without a sort cost.
std::vector<CertificationVariant> plain_variants() {
  std::vector<CertificationVariant> all = test::all_variants();
  all.erase(
      std::remove_if(all.begin(), all.end(),
                     [](const CertificationVariant& v) { return v.sort_cost != SortCost::kZero; }),
      all.end());
  return all;
}

bool is_mirrored(const CertificationVariant& variant) {
  return variant.ports == Ports::kSingle && variant.sync == Sync::kMirror;
}

void expect_as_played(const Tree& tree, const std::vector<Flits>& lengths,
                      const CertificationVariant& variant) {
  const Prediction p = predict_certification(tree, lengths, variant);
  const Played played = test::play_certification(tree, lengths, variant);
  ASSERT_EQ(test::differences(p, certification_events(tree, lengths, variant, p), played), "");
  // One stream without a gap, where PE 0 has one input.
  if (variant.ports == Ports::kMulti) return;
  for (std::size_t k = 1; k < played.arrivals.size(); ++k)
    ASSERT_EQ(played.arrivals[k], played.arrivals[k - 1] + variant.pace.tau);
}

TEST(LatencyOfCertification, IsAsPlayedOnEverySmallTree) {
  int runs = 0;
  for (Node pes = 2; pes <= 4; ++pes)
    test::for_each_tree(pes, [&](const Tree& tree) {
      for (const std::vector<Flits>& lengths : test::all_lengths(pes - 1, 0, 2))
        for (const TreeLatency& latency : alike_latencies(pes))
          for (CertificationVariant variant : plain_variants()) {
            variant.latency = latency;
            ASSERT_NO_FATAL_FAILURE(expect_as_played(tree, lengths, variant))
                << test::name_of(variant) << text_of(latency) << " parents "
                << testing::PrintToString(tree.parents()) << " lengths "
                << testing::PrintToString(lengths);
            ++runs;
          }
    });
  EXPECT_EQ(runs, (1 * 3 + 2 * 9 + 6 * 27) * 12 * 25);
}

TEST(LatencyOfCertification, IsAsPlayedOnEveryTreeOfFivePesWithAFlitEach) {
  test::for_each_tree(5, [&](const Tree& tree) {
    for (const TreeLatency& latency : alike_latencies(5))
      for (CertificationVariant variant : test::all_variants()) {
        variant.latency = latency;
        ASSERT_NO_FATAL_FAILURE(expect_as_played(tree, {0, 1, 1, 1, 1}, variant))
            << test::name_of(variant) << text_of(latency) << " parents "
            << testing::PrintToString(tree.parents());
      }
  });
}

TEST(LatencyOfCertification, IsAsPlayedWhereNoTwoAreAlike) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const test::Case c = test::make_case(seed, 40);
    const TreeLatency latency = test::random_latency(c.tree.size(), 1 + seed % 5, seed);
    for (CertificationVariant variant : test::all_variants()) {
      variant.latency = is_mirrored(variant) ? test::mirrored(latency) : latency;
      if (seed % 3 == 0) variant.pace = {2, 3};
      ASSERT_NO_FATAL_FAILURE(expect_as_played(c.tree, c.lengths, variant))
          << test::name_of(variant) << " " << c << text_of(variant.latency);
    }
  }
}

Step t_sync(const Tree& tree, CertificationVariant variant, const TreeLatency& latency) {
  variant.latency = latency;
  return synchronise(tree, variant).t_sync;
}

TEST(LatencyOfSynchronisation, HasClosedFormsWhereAllAreAlike) {
  for (const Step r : {1, 3})
    for (const Step w : {1, 2, 4})
      for (const Step g : {1, 2, 5}) {
        const Step q = g + w - 1;
        for (Node h = 1; h <= 4; ++h) {
          const Tree tree(complete_parents(2, h));
          const Node n = tree.size() - 1;
          const TreeLatency latency = TreeLatency::uniform(n + 1, r, w, g);
          const Step last_token = h * (q + 1) + 1 - g;
          EXPECT_EQ(t_sync(tree, polled(Rule::kPos), latency), 2 * n * q - (g - 1));
          EXPECT_EQ(t_sync(tree, single_port(Rule::kPos, Sync::kSlot), latency),
                    h * (2 * q + 1) + 1 - g);
          EXPECT_EQ(t_sync(tree, single_port(Rule::kPos, Sync::kMirror), latency),
                    2 * last_token + g - 1);
          EXPECT_EQ(t_sync(tree, multiport(Rule::kPos), latency), 2 * h * q - (g - 1));
        }
        for (Node n = 1; n <= 6; ++n) {
          const TreeLatency latency = TreeLatency::uniform(n + 1, r, w, g);
          const CertificationVariant slot = single_port(Rule::kPos, Sync::kSlot);
          EXPECT_EQ(t_sync(Tree(star_parents(n)), slot, latency), n + 2 * q - g);
          EXPECT_EQ(t_sync(Tree(path_parents(n + 1)), slot, latency), 2 * n * q + 1 - g);
        }
      }
}

// A sort cost comes on top once a PE, at the root after the last certificate.
TEST(LatencyOfSynchronisation, AddsTheSortCostOfEveryPeToATour) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const test::Case c = test::make_case(seed, 30);
    for (const TreeLatency& latency : alike_latencies(c.tree.size()))
      for (const SortCost cost : test::kAllSortCosts) {
        if (c.tree.size() == 1) continue;
        const Step g = latency.reaction[0];
        const Step q = g + latency.down.back() - 1;
        Step expected = 2 * (Step{c.tree.size()} - 1) * q - (g - 1);
        for (Node v = 1; v < c.tree.size(); ++v)
          expected += sort_steps(cost, c.tree.child_count(v));
        CertificationVariant variant = polled(Rule::kPos);
        variant.sort_cost = cost;
        ASSERT_EQ(t_sync(c.tree, variant, latency), expected) << c;
      }
  }
}

// Least over all orders of the children of the last step below `v` in which a PE has its token.
Step best_broadcast(const Tree& tree, Node v, const TreeLatency& latency) {
  std::vector<Node> children = tree.children(v);
  std::vector<Step> below;
  for (const Node child : children)
    below.push_back(latency.down_to(child) - 1 + best_broadcast(tree, child, latency));
  std::sort(below.begin(), below.end());
  Step best = children.empty() ? 0 : std::numeric_limits<Step>::max();
  do {
    Step last = 0;
    for (std::size_t k = 0; k < below.size(); ++k)
      last = std::max(last, latency.reaction_of(v) + static_cast<Step>(k) + below[k]);
    best = std::min(best, last);
  } while (std::next_permutation(below.begin(), below.end()));
  return best;
}

TEST(LatencyOfSynchronisation, LeavesTheBroadcastOfTokensOptimal) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto pes = static_cast<Node>(1 + seed % 10);
    const Tree tree = test::shuffled_tree(pes, seed);
    const TreeLatency latency = test::random_latency(pes, 5, seed);
    ASSERT_EQ(broadcast_steps(tree, latency)[0], best_broadcast(tree, 0, latency))
        << "seed " << seed;
  }
}

TEST(LatencyOfSynchronisation, LeavesSlotsNoSlowerThanTheMirror) {
  int faster = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const test::Case c = test::make_case(seed, 40);
    const TreeLatency latency = test::mirrored(test::random_latency(c.tree.size(), 4, seed));
    const Step mirror = t_sync(c.tree, single_port(Rule::kPos, Sync::kMirror), latency);
    const Step slot = t_sync(c.tree, single_port(Rule::kPos, Sync::kSlot), latency);
    ASSERT_LE(slot, mirror) << c << text_of(latency);
    if (slot < mirror) ++faster;
  }
  EXPECT_GT(faster, 50);
}

TEST(LatencyOfSynchronisation, CannotBeMirroredWhereUpIsNotAsSlowAsDown) {
  CertificationVariant variant = single_port(Rule::kPos, Sync::kMirror);
  variant.latency = TreeLatency::uniform(3, 2, 2, 2);
  variant.latency.up[2] = 3;
  const Tree tree(path_parents(3));
  EXPECT_EQ(refusal_of([&] {
              predict_certification(tree, {0, 1, 1}, variant);
            }),
            "mirror synchronisation needs links as slow up as down: the link to PE 2 takes 2 down "
            "and 3 up");
  variant.latency.up[2] = 2;
  variant.latency.reaction[1] = 1;
  EXPECT_EQ(refusal_of([&] {
              predict_certification(tree, {0, 1, 1}, variant);
            }),
            "mirror synchronisation needs one reaction of all PEs: PE 0 takes 2, PE 1 1");
  variant.latency.reaction[1] = 2;
  variant.latency.down = variant.latency.up = {1, 5, 2};
  variant.latency.router = {1, 7, 2};
  EXPECT_EQ(refusal_of([&] { predict_certification(tree, {0, 1, 1}, variant); }), "accepted");
}

TEST(LatencyOfCertification, IsNothingThatThePaperPrints) {
  CertificationVariant variant = polled(Rule::kPrinted);
  variant.latency = TreeLatency::uniform(3, 1, 2, 1);
  EXPECT_EQ(refusal_of([&] {
              predict_certification(Tree(path_parents(3)), {0, 1, 1}, variant);
            }),
            "the paper prints certification for routers, links and PEs of one step alone");
  variant.latency = TreeLatency::uniform(3, 1, 1, 1);
  EXPECT_EQ(refusal_of([&] {
              predict_certification(Tree(path_parents(3)), {0, 1, 1}, variant);
            }),
            "accepted");
}

// The lag of a PE is the leftmost start over all orders of its pieces, each released when its
// stream can go on from here.
TEST(LatencyOfCertification, LeavesTheLagTheEarliestStartWithoutAGap) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    test::OnePe pe = test::random_pe(seed, 4);
    for (Certificate& child : pe.children) ++child.stream;  // all are ordered
    Turnaround turnaround{static_cast<Step>(1 + seed % 4)};
    for (std::size_t j = 0; j < pe.children.size(); ++j)
      turnaround.trips.push_back(turnaround.reaction + static_cast<Step>((seed >> j) % 5));
    const auto d = static_cast<Step>(pe.children.size());
    for (const Rule rule : {Rule::kTight, Rule::kSkip, Rule::kPosIdx, Rule::kPos})
      for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
        const PePlan plan =
            plan_pe(pe.own, pe.children, rule, ports, Place::kInner, {}, turnaround);
        const bool by_turn = rule == Rule::kPosIdx || rule == Rule::kPos;
        const Step base = turnaround.reaction + (ports == Ports::kMulti ? 0 : d);
        std::vector<test::Segment> segments{{base, pe.own}};
        for (std::size_t p = 0; p < plan.orders.size(); ++p) {
          const std::size_t j = plan.orders[p];
          const Step turn = ports == Ports::kMulti ? 1 : by_turn ? static_cast<Step>(p) + 1 : d;
          segments.push_back(
              {turn + turnaround.trips[j] + pe.children[j].lag, pe.children[j].stream});
        }
        ASSERT_EQ(plan.certificate.lag, std::max(base, test::best_start(segments)))
            << "seed " << seed;
      }
  }
}

TEST(LatencyOfCertification, LeavesTheChainOfTheRules) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const test::Case c = test::make_case(seed, 40);
    const TreeLatency latency = test::random_latency(c.tree.size(), 5, seed);
    const auto lags = [&](Rule rule) {
      std::vector<Step> all;
      for (const PePlan& plan : plan_all(c.tree, c.lengths, rule, Ports::kSingle, {}, latency))
        all.push_back(plan.certificate.lag);
      return all;
    };
    const std::vector<Step> paper = lags(Rule::kPaper), tight = lags(Rule::kTight),
                            skip = lags(Rule::kSkip), posidx = lags(Rule::kPosIdx),
                            pos = lags(Rule::kPos);
    for (std::size_t v = 0; v < paper.size(); ++v) {
      ASSERT_GE(paper[v], tight[v]) << c;
      ASSERT_GE(tight[v], skip[v]) << c;
      ASSERT_GE(skip[v], posidx[v]) << c;
      ASSERT_GE(skip[v], pos[v]) << c;
    }
  }
}

// Largest sums on the ways from the root to the leaves: of the children of their PEs, and of the
// round trips over their links and the reaction of the leaf.
Step widest_lag(const Tree& tree, const TreeLatency& latency) {
  Step heaviest = 0;
  Step slowest = 0;
  for (Node leaf = 0; leaf < tree.size(); ++leaf) {
    if (!tree.children(leaf).empty()) continue;
    Step children = 0;
    Step trips = latency.reaction_of(leaf);
    for (Node v = leaf; v != 0; v = tree.parent(v)) {
      const Node above = tree.parent(v);
      children += tree.child_count(above);
      trips += latency.reaction_of(above) + latency.router_of(above) + latency.down_to(v) +
               latency.up_from(v) - 3;
    }
    heaviest = std::max(heaviest, children);
    slowest = std::max(slowest, trips);
  }
  return heaviest + slowest;
}

TEST(LatencyOfCertification, KeepsLagsBelowTheHeaviestAndTheSlowestWay) {
  int reached = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const test::Case c = test::make_case(seed, 40);
    const TreeLatency latency = test::random_latency(c.tree.size(), 5, seed);
    const Step widest = widest_lag(c.tree, latency);
    for (const Rule rule : test::kAllRules)
      for (const PePlan& plan : plan_all(c.tree, c.lengths, rule, Ports::kSingle, {}, latency)) {
        ASSERT_LE(plan.certificate.lag, widest) << c;
        if (plan.certificate.lag == widest) ++reached;
      }
  }
  EXPECT_GT(reached, 0);
}

// PE i's flits leave after its token and its reaction to it, and then have their way.
TEST(LatencyOfCertification, EndsNoEarlierThanEachTokenAllows) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const test::Case c = test::make_case(seed, 40);
    for (CertificationVariant variant : plain_variants()) {
      variant.latency = test::mirrored(test::random_latency(c.tree.size(), 4, seed));
      const Synchronisation sync = synchronise(c.tree, variant);
      const std::vector<Step> way = variant.latency.lam_up(c.tree);
      const Step finish = predict_certification(c.tree, c.lengths, variant).finish;
      for (std::size_t i = 1; i < c.lengths.size(); ++i)
        if (c.lengths[i] > 0) {
          ASSERT_GE(finish, sync.token[i] + variant.latency.reaction[i] + way[i] + c.lengths[i] - 1)
              << c;
        }
    }
  }
}

TEST(LatencyOfCertification, CostsAPathATourMoreThanShoulderTap) {
  int cases = 0;
  for (Node n = 1; n <= 5; ++n)
    for (const TreeLatency& latency : alike_latencies(n + 1))
      for (const std::vector<Flits>& lengths : test::all_lengths(n, 0, 2)) {
        const Step q = latency.reaction[0] + latency.down.back() - 1;
        const Step tap = predict_shoulder_tap(lengths, false, Ports::kSingle, {}, latency).finish;
        for (CertificationVariant variant : {polled(Rule::kPaper), polled(Rule::kTight)}) {
          variant.latency = latency;
          const Step finish =
              predict_certification(Tree(path_parents(n + 1)), lengths, variant).finish;
          if (total_flits(lengths) == 0) continue;
          if (lengths.back() > 0) {
            ASSERT_EQ(finish, tap + 2 * n * q)
                << text_of(latency) << testing::PrintToString(lengths);
            ++cases;
          } else {
            ASSERT_GE(finish, tap + 2 * n * q)
                << text_of(latency) << testing::PrintToString(lengths);
          }
        }
      }
  EXPECT_EQ(cases, 2 * (2 + 6 + 18 + 54 + 162) * 12);
}

}  // namespace
}  // namespace flitwise::theory::latency_certification_test
