// Star graphs whose checks take seconds: all triples of faults in S_5, samples in S_6, disjoint
// paths, and every packet on every link of S_6.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "tb/theory/star/star_theory.h"
#include "tests/theory/star/disjoint_paths.h"
#include "tests/theory/star/star_operations.h"
#include "tests/theory/star/star_paces.h"

namespace flitwise::theory {
namespace {

using test::StarCase;

/// A bit for each node and tree of S_5 whose path from node 0 an element breaks, 4 bits a node.
using BrokenPaths = std::array<std::uint64_t, 8>;

/// Nothing is broken for a node that is itself dead.
BrokenPaths broken_by(const StarTrees& trees, const StarFaults& element) {
  BrokenPaths broken{};
  for (Node u = 1; u < trees.graph().size(); ++u) {
    if (element.nodes == std::vector<Node>{u}) continue;
    for (int tree = 2; tree <= 5; ++tree) {
      for (Node v = u; v != 0; v = trees.parent(v, tree)) {
        const Node above = trees.parent(v, tree);
        const int d = trees.parent_dimension(v, tree);
        const bool node = element.nodes == std::vector<Node>{above};
        const bool link = !element.links.empty() && element.links[0].dimension == d &&
                          element.links[0].node == std::min(v, above);
        const auto bit = static_cast<unsigned>(4 * u + tree - 2);
        if (node || link) broken[bit / 64] |= std::uint64_t{1} << bit % 64;
      }
    }
  }
  return broken;
}

bool cuts_somebody_off(const BrokenPaths& a, const BrokenPaths& b, const BrokenPaths& c) {
  std::uint64_t all_four = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t broken = a[i] | b[i] | c[i];
    broken &= broken >> 1;
    all_four |= broken & broken >> 2 & 0x1111111111111111U;
  }
  return all_four != 0;
}

TEST(LargeStarGraphs, OfFourPortsStandEveryTripleOfFaults) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarTrees trees(StarGraph(5), rule);
    std::vector<BrokenPaths> broken;
    for (const StarFaults& element : test::elements_but(trees.graph(), 0)) {
      broken.push_back(broken_by(trees, element));
      for (std::size_t u = 1; u < 120; ++u) {
        const std::uint64_t paths = broken.back()[u / 16] >> u % 16 * 4 & 15;
        ASSERT_EQ(paths & (paths - 1), 0U) << "an element breaks two paths of node " << u;
      }
    }
    ASSERT_EQ(broken.size(), 359U);
    std::int64_t triples = 0;
    for (std::size_t a = 0; a < broken.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        for (std::size_t c = 0; c < b; ++c, ++triples)
          ASSERT_FALSE(cuts_somebody_off(broken[a], broken[b], broken[c]));
    EXPECT_EQ(triples, 7647059);
  }
}

TEST(LargeStarGraphs, OfFivePortsStandFourFaults) {
  const StarTrees trees(StarGraph(6), StarRule::kQ);
  std::vector<StarFaults> elements = test::elements_but(trees.graph(), 0);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    std::mt19937_64 random(seed);
    StarFaults faults;
    const Node target = 1 + static_cast<Node>(random() % 719);
    for (int i = 0; i < 4; ++i) {  // half of them at random, half on the paths of a node
      const int tree = 2 + static_cast<int>(random() % 5);
      const std::vector<int> route = trees.route(target, tree);
      if (seed % 2 == 0 || route.size() < 2) {
        const StarFaults& e = elements[random() % elements.size()];
        faults.nodes.insert(faults.nodes.end(), e.nodes.begin(), e.nodes.end());
        faults.links.insert(faults.links.end(), e.links.begin(), e.links.end());
      } else {
        Node v = 0;
        const std::size_t links = 1 + random() % (route.size() - 1);
        for (std::size_t k = 0; k < links; ++k) v = trees.graph().neighbour(v, route[k]);
        faults.nodes.push_back(v);
      }
    }
    const StarCopies copies = star_copies(StarAlgorithm::kTrees, trees, {1, 5}, 0, faults);
    ASSERT_EQ(copies.histogram[0], 0) << "seed " << seed;
    for (int k = 0; k < *copies.guarantee; ++k)
      ASSERT_EQ(copies.histogram[static_cast<std::size_t>(k)], 0) << "seed " << seed;
  }
}

TEST(LargeStarGraphs, HaveDisjointPathsAsLongAsAFlowSays) {
  for (int n = 6; n <= 7; ++n)
    EXPECT_EQ(disjoint_depth_sum(n), test::least_disjoint_depth_sum(StarGraph(n))) << "n " << n;
}

/// Times, transmissions, storage and link rules, packet by packet.
void check_figures(const StarCase& c, const StarTrees& trees) {
  SCOPED_TRACE(testing::Message() << c);
  const StarPrediction p = predict(c, trees);
  const std::vector<StarLinkEvent> list = events(c, trees);
  EXPECT_EQ(list.back().step, p.steps);
  const auto is_data = [](const StarLinkEvent& e) { return e.kind == StarPacketKind::kData; };
  EXPECT_EQ(std::find_if(list.rbegin(), list.rend(), is_data)->step, p.last_delivery);
  EXPECT_EQ(static_cast<std::int64_t>(list.size()), p.transmissions + p.acknowledgements);
  EXPECT_EQ(test::most_held(trees.graph(), list), p.max_buffer);
  test::expect_link_rules(trees.graph(), list);
}

TEST(LargeStarGraphs, OfFourPortsTakeTheStepsOfTheFormulas) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarTrees trees(StarGraph(5), rule);
    for (const StarAlgorithm algorithm : test::kStarAlgorithms)
      for (int x = 1; x <= 4; ++x)
        for (const int m : {1, 3}) check_figures({algorithm, 5, rule, {m, x}, 100}, trees);
  }
}

TEST(LargeStarGraphs, OfFivePortsTakeTheStepsOfTheFormulas) {
  const StarTrees trees(StarGraph(6), StarRule::kQ);
  for (const StarAlgorithm algorithm : test::kStarAlgorithms)
    check_figures({algorithm, 6, StarRule::kQ, {1, 1}, 100}, trees);
  check_figures({StarAlgorithm::kTrees, 6, StarRule::kQ, {20, 3}, 100}, trees);
  check_figures({StarAlgorithm::kFurthestFirst, 6, StarRule::kQ, {20, 3}, 100}, trees);
}

TEST(LargeStarGraphs, OfFourPortsHaveTheLatenciesOfPacketsThatWaitForWhatTheyNeed) {
  for (const StarCase& c : test::small_cases(5, 5)) {
    const StarTrees trees = c.trees();
    test::for_all_paces([&](const StarPace& pace) {
      // An exchange has more than 300,000 packets on links.
      const StarLatency& latency = pace.latency;
      if (c.algorithm == StarAlgorithm::kNecklaces &&
          (pace.flits == 2 || latency.router == 2 || latency.router == latency.link))
        return;
      test::expect_flits(c, trees, pace);
    });
    ASSERT_FALSE(testing::Test::HasFatalFailure());
  }
}

TEST(LargeStarGraphs, OfFiveAndSixPortsWalkInAsFewSlotsAsDepthsLet) {
  for (int n = 6; n <= 7; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const std::vector<StarArc> walk = depth_first_walk({StarGraph(n), rule});
      for (Step k = 1; k <= 6; ++k)
        for (std::int64_t rounds = 1; rounds <= 3; ++rounds) test::expect_fewest(walk, rounds, k);
    }
}

}  // namespace
}  // namespace flitwise::theory
