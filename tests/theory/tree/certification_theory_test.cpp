// Transmission-Certification on whole trees.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certificate.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::certification_theory_test {
namespace {

using test::Case;
using test::certificates;
using test::index_order_delays;
using test::make_case;
using test::polled;

constexpr std::uint64_t kCases = 1000;
const std::vector<Rule> kRules{Rule::kPaper, Rule::kTight};

/// Largest sum of child counts on a path from the root.
Step heaviest_path(const Tree& tree) {
  std::vector<Step> sum(index_of(tree.size()), 0);
  for (const Node v : tree.depth_first())
    sum[index_of(v)] = (v == 0 ? 0 : sum[index_of(tree.parent(v))]) + tree.child_count(v);
  return *std::max_element(sum.begin(), sum.end());
}

/// When each message could begin to arrive at PE 0 if every PE counted on being ordered last among
/// its siblings, which is what a certificate promises.
std::vector<Step> promised_arrival(const Tree& tree) {
  std::vector<Step> ordered(index_of(tree.size()), 0);
  std::vector<Step> arrival(index_of(tree.size()), 0);
  const Step t_sync = 2 * (Step{tree.size()} - 1);
  for (const Node v : tree.depth_first()) {
    const std::size_t i = index_of(v);
    ordered[i] =
        v == 0 ? t_sync : ordered[index_of(tree.parent(v))] + tree.child_count(tree.parent(v));
    arrival[i] = ordered[i] + tree.child_count(v) + 1 + tree.depth(v) - 1;
  }
  return arrival;
}

/// When each message could begin to arrive if the PE sent as soon as it has sent its own orders.
std::vector<Step> earliest_dispatch(const Tree& tree) {
  std::vector<Step> earliest = index_order_delays(tree);
  for (Node v = 0; v < tree.size(); ++v)
    earliest[index_of(v)] += 2 * (Step{tree.size()} - 1) + tree.child_count(v) + 1;
  return earliest;
}

TEST(CertificationTheory, PollingTakesTwoStepsPerLink) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);

    EXPECT_EQ(predict_certification(c.tree, c.lengths, polled(Rule::kTight)).t_sync,
              2 * (Step{c.tree.size()} - 1))
        << c;
  }
}

TEST(CertificationTheory, DispatchIsTheOrderStepPlusItsValueAndNoPeIsOrderedBeforeItCan) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    const std::vector<Step> delays = index_order_delays(c.tree);
    for (const Rule rule : kRules) {
      const Prediction p = predict_certification(c.tree, c.lengths, polled(rule));

      for (std::size_t v = 1; v < c.lengths.size(); ++v) {
        ASSERT_GE(*p.order_value[v], *p.lag[v]) << c << " PE " << v;
        ASSERT_EQ(p.dispatch[v].has_value(), c.lengths[v] > 0) << c;
        if (!p.dispatch[v]) continue;
        ASSERT_EQ(*p.dispatch[v], *p.t_sync + delays[v] + *p.order_value[v]) << c;
      }
    }
  }
}

TEST(CertificationTheory, TightIsNeverSlowerThanPaperAndOftenFaster) {
  int faster = 0;
  int equal = 0;
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    const Prediction tight = predict_certification(c.tree, c.lengths, polled(Rule::kTight));
    const Prediction paper = predict_certification(c.tree, c.lengths, polled(Rule::kPaper));

    ASSERT_LE(tight.finish, paper.finish) << c;
    ++(tight.finish < paper.finish ? faster : equal);
  }
  EXPECT_GT(faster, 100);
  EXPECT_GT(equal, 100);
}

TEST(CertificationTheory, TightStreamIsTheBestThatKeepsSubtreesTogether) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 5);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 3, seed);
    if (total_flits(lengths) == 0) continue;

    const Step start = test::best_stream_start(tree, lengths, promised_arrival(tree));

    EXPECT_EQ(predict_certification(tree, lengths, polled(Rule::kTight)).finish,
              start + total_flits(lengths) - 1)
        << "seed " << seed;
  }
}

TEST(CertificationTheory, LiesBetweenTheBestOfAllDispatchVectorsAndTheProvenBound) {
  int optimal = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 4);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 2, seed);
    if (total_flits(lengths) == 0) continue;
    const Prediction p = predict_certification(tree, lengths, polled(Rule::kTight));

    const Step best =
        test::best_finish(tree, lengths, earliest_dispatch(tree), test::Direction::kGather);

    EXPECT_LE(p.lower_bound, best) << "seed " << seed;
    EXPECT_LE(best, p.finish) << "seed " << seed;
    if (best == p.finish) ++optimal;
  }
  EXPECT_GT(optimal, 20);
}

TEST(CertificationTheory, LagsAndOrdersStayWithinTheirWidths) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    const Step most = heaviest_path(c.tree) + c.tree.height() + 1;
    for (const Rule rule : kRules) {
      const std::vector<Certificate> all = certificates(c.tree, c.lengths, rule);
      const Prediction p = predict_certification(c.tree, c.lengths, polled(rule));

      for (std::size_t v = 0; v < c.lengths.size(); ++v) {
        ASSERT_LE(all[v].lag, most) << c;
        ASSERT_LE(p.order_value[v].value_or(0), all[0].lag + c.flits()) << c;
      }
    }
  }
}

TEST(CertificationTheory, OnAPathItCostsAtLeastTheSynchronisationMoreThanShoulderTap) {
  for (Node n = 1; n <= 5; ++n) {
    for (const auto& lengths : test::all_lengths(n, 0, 3)) {
      const Step tap = predict_shoulder_tap(lengths, false, Ports::kSingle).finish;
      for (const Rule rule : kRules) {
        const Step finish =
            predict_certification(Tree(path_parents(n + 1)), lengths, polled(rule)).finish;
        if (total_flits(lengths) == 0) continue;
        ASSERT_GE(finish, 2 * n + tap) << testing::PrintToString(lengths);
      }
    }
  }
}

TEST(CertificationTheory, WithoutMessagesAllOrdersAreStillSent) {
  const Tree tree({-1, 0, 0, 1, 1, 2});
  const std::vector<Flits> null(6, 0);

  for (const Rule rule : kRules) {
    const Prediction p = predict_certification(tree, null, polled(rule));

    EXPECT_EQ(p.finish, 0);
    EXPECT_EQ(p.lower_bound, 0);
    EXPECT_EQ(p.t_sync, 10);
    EXPECT_EQ(p.quiesce, 13);  // PEs 4 and 5: second of PE 1's, which is first; first of second
    EXPECT_EQ(certification_events(tree, null, polled(rule), p).size(), 15U);
  }
}

TEST(CertificationTheory, TheRootsLagIsKnownOnlyIfSomethingArrives) {
  const Tree path(path_parents(3));

  const Prediction null = predict_certification(path, {0, 0, 0}, polled(Rule::kTight));
  const Prediction one = predict_certification(path, {0, 0, 2}, polled(Rule::kTight));

  EXPECT_FALSE(null.lag[0].has_value());
  EXPECT_EQ(null.stream[0], 0);
  EXPECT_EQ(one.lag[0], 5);
  EXPECT_EQ(one.stream[0], 2);
}

TEST(CertificationTheory, FirstFlitArrivesWhenTheRootsLagSays) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, 64);
    if (c.flits() == 0) continue;
    const Prediction p = predict_certification(c.tree, c.lengths, polled(Rule::kTight));

    Step first = p.finish;
    for (Node v = 1; v < c.tree.size(); ++v) {
      if (p.dispatch[index_of(v)])
        first = std::min(first, *p.dispatch[index_of(v)] + c.tree.depth(v) - 1);
    }

    EXPECT_EQ(first, *p.t_sync + *p.lag[0] - 1) << c;
  }
}

TEST(CertificationTheory, ALonelyRootHasNothingToDo) {
  const Prediction p = predict_certification(Tree({-1}), {0}, polled(Rule::kTight));

  EXPECT_EQ(p.finish, 0);
  EXPECT_EQ(p.quiesce, 0);
  EXPECT_EQ(p.t_sync, 0);
  EXPECT_TRUE(certification_events(Tree({-1}), {0}, polled(Rule::kTight), p).empty());
}

TEST(CollisionLemma, DispatchesAreFreeOfCollisionsExactlyWhenArrivalsAtTheRootDiffer) {
  int free_of_collisions = 0;
  int colliding = 0;
  for (std::uint64_t seed = 1; seed <= 800; ++seed) {
    std::mt19937_64 random(seed);
    const auto pes = static_cast<Node>(2 + seed % 7);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 2, seed);
    test::Dispatch dispatch(lengths.size());
    std::vector<Step> arrivals;
    for (Node v = 1; v < pes; ++v) {
      dispatch[index_of(v)] = static_cast<Step>(1 + random() % 12);
      for (Flits k = 0; k < lengths[index_of(v)]; ++k)
        arrivals.push_back(*dispatch[index_of(v)] + k + tree.depth(v) - 1);
    }
    std::sort(arrivals.begin(), arrivals.end());
    const bool all_differ = std::adjacent_find(arrivals.begin(), arrivals.end()) == arrivals.end();

    ASSERT_EQ(test::is_collision_free(tree, lengths, dispatch, test::Direction::kGather),
              all_differ)
        << "seed " << seed;
    ++(all_differ ? free_of_collisions : colliding);
  }
  EXPECT_GT(free_of_collisions, 100);
  EXPECT_GT(colliding, 100);
}

}  // namespace
}  // namespace flitwise::theory::certification_theory_test
