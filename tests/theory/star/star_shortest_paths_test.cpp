// What star graphs' trees stand on, held against derivations that share nothing with them.
#include "tb/theory/star/star_shortest_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace flitwise::theory {
namespace {

TEST(StarShortestPaths, HaveTheLengthOfTheDistance) {
  for (int n = 3; n <= 8; ++n) {
    const StarGraph graph(n);
    const StarShortestPaths paths(graph);
    for (Node u = 1; u < graph.size(); ++u) {
      const int block = paths.block(u);
      if (block == 1) continue;
      const std::vector<Node> way = paths.way(u, block);
      ASSERT_EQ(static_cast<int>(way.size()), graph.distance(u)) << "n " << n << " node " << u;
      ASSERT_EQ(way.back(), graph.neighbour(0, block));
    }
  }
}

TEST(StarShortestPaths, ToANodeThatBeginsWithSymbolOneMeetOnlyAtTheirEnds) {
  for (int n = 3; n <= 7; ++n) {
    const StarGraph graph(n);
    const StarShortestPaths paths(graph);
    for (Node u = 1; u < graph.size(); ++u) {
      if (paths.block(u) != 1) continue;
      std::set<Node> between;
      std::size_t all = 0;
      for (int subtree = 2; subtree <= n; ++subtree) {
        const std::vector<Node> way = paths.way(u, subtree);
        between.insert(way.begin() + 1, way.end());
        all += way.size() - 1;
      }
      ASSERT_EQ(between.size(), all) << "n " << n << " node " << u;
    }
  }
}

// The trees that protocols, routers and theory stand on, derived once more.
TEST(StarShortestPaths, CompletedAreTheTrees) {
  for (int n = 3; n <= 8; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      const StarGraph graph(n);
      const StarTrees trees(graph, rule);
      for (Node u = 1; u < graph.size(); ++u) {
        const std::vector<int> parents = completed_parents(graph, rule, u);
        for (int tree = 2; tree <= n; ++tree)
          ASSERT_EQ(parents[static_cast<std::size_t>(tree - 2)], trees.parent_dimension(u, tree))
              << "n " << n << " node " << u << " tree " << tree;
      }
    }
}

TEST(StarNecklaces, AreAsManyAsBurnsideCounts) {
  for (int n = 3; n <= 8; ++n)
    EXPECT_EQ(count_necklaces(n), static_cast<std::int64_t>(StarGraph(n).necklaces().size()))
        << "n " << n;
  EXPECT_EQ(count_necklaces(3), 3);
  EXPECT_EQ(count_necklaces(4), 9);
}

TEST(StarDistances, OfASearchAreThoseOfTheCycles) {
  const StarGraph graph(5);
  for (Node source = 0; source < graph.size(); ++source) {
    const std::vector<int> searched = searched_distances(graph, source);
    for (Node v = 0; v < graph.size(); ++v)
      ASSERT_EQ(searched[static_cast<std::size_t>(v)], graph.distance(v, source));
  }
}

}  // namespace
}  // namespace flitwise::theory
