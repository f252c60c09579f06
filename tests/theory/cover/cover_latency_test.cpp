// Covers whose routers, links and PEs take steps: each tree as it is played alone, step by step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/cover/cover_allocation.h"
#include "systemc/topology/cover/cover_shapes.h"
#include "tb/theory/cover/cover_theory.h"
#include "tests/support/refusal.h"
#include "tests/theory/cover/cover_cases.h"
#include "tests/theory/tree/latency_network.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::cover_latency_test {
namespace {

using test::Played;
using test::refusal_of;

std::vector<Cover> covers() {
  return {mesh_cover(1, 4, 0, 1),     mesh_cover(2, 2),        mesh_cover(3, 4, 1, 2),
          mesh_cover(5, 5, 4, 0),     torus_cover_joint(3, 3), torus_cover_joint(4, 5),
          torus_cover_spanning(4, 4), mesh_cover(6, 3, 2, 1)};
}

std::vector<TreeLatency> random_latencies(const Cover& cover, std::uint64_t seed) {
  std::vector<TreeLatency> latencies;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    latencies.push_back(
        test::random_latency(cover.tree(t).tree.size(), 4, seed * 10 + index_of(t)));
  return latencies;
}

// What the trees show, each by itself, in the numbers of the nodes.
template <typename Play>
Played of_all_trees(const Cover& cover, const std::vector<Flits>& lengths,
                    const Allocation& allocation, Play play) {
  Played all;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    const PlacedTree& placed = cover.tree(t);
    const Played one = play(t, placed.tree, lengths_on_tree(cover, lengths, allocation, t));
    const std::vector<LinkEvent> events = placed.in_nodes(one.events);
    all.events.insert(all.events.end(), events.begin(), events.end());
    all.finish = std::max(all.finish, one.finish);
    all.quiesce = std::max(all.quiesce, one.quiesce);
    all.problems.insert(all.problems.end(), one.problems.begin(), one.problems.end());
  }
  std::sort(all.events.begin(), all.events.end());
  return all;
}

TEST(CoverLatency, OfAScatterIsAsPlayed) {
  for (const Cover& cover : covers())
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const std::vector<TreeLatency> latencies = random_latencies(cover, seed);
      const std::vector<Flits> lengths = test::drawn_lengths(cover, 3, seed);
      const Allocation allocation = allocate(cover, lengths);
      const CoverPrediction p = predict_cover_scatter(cover, lengths, allocation, {}, latencies);
      const Played played = of_all_trees(
          cover, lengths, allocation,
          [&](TreeIndex t, const Tree& tree, const std::vector<Flits>& its) {
            const TreeLatency& latency = latencies[index_of(t)];
            return test::play_scatter_multiport(tree, its, latency.lam_down(tree), latency);
          });
      ASSERT_EQ(
          test::differences(
              p.whole, cover_scatter_events(cover, lengths, allocation, p, {}, latencies), played),
          "")
          << "seed " << seed;
    }
}

TEST(CoverLatency, OfAGatherIsAsPlayed) {
  for (const Cover& cover : covers())
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
      for (const Rule rule : test::kAllRules) {
        const std::vector<TreeLatency> latencies = random_latencies(cover, seed);
        const std::vector<Flits> lengths = test::drawn_lengths(cover, 3, seed);
        const Allocation allocation = allocate(cover, lengths);
        const CertificationVariant variant = test::multiport(rule, SortCost::kDegree);
        const CoverPrediction p =
            predict_cover_certification(cover, lengths, allocation, variant, latencies);
        const Played played =
            of_all_trees(cover, lengths, allocation,
                         [&](TreeIndex t, const Tree& tree, const std::vector<Flits>& its) {
                           CertificationVariant of_tree = variant;
                           of_tree.latency = latencies[index_of(t)];
                           return test::play_certification(tree, its, of_tree);
                         });
        ASSERT_EQ(test::differences(
                      p.whole,
                      cover_certification_events(cover, lengths, allocation, variant, p, latencies),
                      played),
                  "")
            << "seed " << seed;
      }
}

// One flit to or from the far corner of a mesh whose routers and links are all alike.
TEST(CoverLatency, OfOneFlitMeetsTheLowerBounds) {
  const Cover cover = mesh_cover(3, 3);
  std::vector<Flits> lengths(9, 0);
  lengths[8] = 1;
  const Allocation allocation = allocate(cover, lengths);
  std::vector<TreeLatency> latencies;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    latencies.push_back(TreeLatency::uniform(cover.tree(t).tree.size(), 3, 2, 2));

  EXPECT_EQ(cover_scatter_lower_bound(cover, lengths, {}, latencies), 4 * 1 + 3 * 3 + 1);
  EXPECT_EQ(predict_cover_scatter(cover, lengths, allocation, {}, latencies).whole.finish, 14);
  // Down by the PEs, which react in 2, and up by the routers.
  EXPECT_EQ(cover_gather_lower_bound(cover, lengths, {}, latencies),
            (4 * 1 + 3 * 2) + 2 + (4 * 1 + 3 * 3) + 1);
}

TEST(CoverLatency, MustFitTheTrees) {
  const Cover cover = mesh_cover(2, 2);
  const std::vector<Flits> lengths{0, 1, 1, 1};
  const Allocation allocation = allocate(cover, lengths);
  EXPECT_EQ(refusal_of([&] {
              predict_cover_scatter(cover, lengths, allocation, {},
                                    {TreeLatency::uniform(3, 1, 1, 1)});
            }),
            "latencies must be those of each tree: 2, got 1");
  const TreeLatency of_four = TreeLatency::uniform(4, 1, 1, 1);
  EXPECT_THROW(predict_cover_scatter(cover, lengths, allocation, {}, {of_four, of_four}),
               TopologyError);
  CertificationVariant variant = test::multiport(Rule::kPos);
  variant.latency = TreeLatency::uniform(3, 2, 1, 1);
  EXPECT_EQ(refusal_of([&] { predict_cover_certification(cover, lengths, allocation, variant); }),
            "a cover has latencies of each tree, not of a variant");
}

TEST(CoverLatency, IsNoneWhereTreesShareLinks) {
  const Cover cover = mesh_cover_shared(3, 3, 1, 1);
  const std::vector<Flits> lengths{1, 1, 1, 1, 0, 1, 1, 1, 1};
  const Allocation allocation = allocate(cover, lengths);
  std::vector<TreeLatency> latencies;
  for (TreeIndex t = 0; t < cover.tree_count(); ++t)
    latencies.push_back(TreeLatency::uniform(cover.tree(t).tree.size(), 1, 1, 1));
  EXPECT_EQ(refusal_of([&] { predict_cover_scatter(cover, lengths, allocation, {}, latencies); }),
            "accepted");
  latencies[0].router[1] = 2;
  EXPECT_EQ(refusal_of([&] { predict_cover_scatter(cover, lengths, allocation, {}, latencies); }),
            "shared links are timed for routers and links of one step alone");
}

}  // namespace
}  // namespace flitwise::theory::cover_latency_test
