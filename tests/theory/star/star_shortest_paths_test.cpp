// What star graphs' trees stand on, held against derivations that share nothing with them.
#include "tb/theory/star/star_shortest_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

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

/// Dimensions from `u`, not the root, to its parents in trees 2 to n, entry l - 2 for tree l: SPG
/// made whole. The tree of the node's block goes the way of SPT, every other tree l over the link
/// that fetches symbol l. Where that is no link (l is in front) or is taken by SPT, the links that
/// are left over serve. If there are two, the tree of the symbol in front has the one that fetches
/// symbol 1, the other tree the other; by rule Q the other way round where that one leads to
/// `next_misplaced`.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), definition of the trees; reconstructed (rule P).
std::vector<int> completed_parents(const StarGraph& graph, StarRule rule, Node u) {
  const StarShortestPaths paths(graph);
  const int n = graph.order();
  std::vector<int> parents(static_cast<std::size_t>(n - 1), 0);
  const int home = paths.block(u);
  if (home == 1) {
    std::iota(parents.begin(), parents.end(), 2);
    return parents;
  }
  const int shortest = paths.parent_dimension(u);
  std::vector<int> waiting;  // trees without a link yet
  for (int tree = 2; tree <= n; ++tree) {
    const int fetching = graph.position(u, tree);
    int& parent = parents[static_cast<std::size_t>(tree - 2)];
    if (tree == home)
      parent = shortest;
    else if (fetching == 1 || fetching == shortest)
      waiting.push_back(tree);
    else
      parent = fetching;
  }
  std::vector<int> left;  // links without a tree
  for (int d = 2; d <= n; ++d)
    if (std::find(parents.begin(), parents.end(), d) == parents.end()) left.push_back(d);
  // The link that fetches symbol 1 leads to position `home`.
  const auto is_first = [&](int tree) { return tree == graph.symbol(u, 1); };
  if (left.size() == 2) {
    const bool is_other_way =
        rule == StarRule::kQ && graph.position(u, home) == paths.next_misplaced(u);
    if (is_first(waiting.front()) != ((left.front() == home) != is_other_way))
      std::swap(left.front(), left.back());
  }
  for (std::size_t i = 0; i < waiting.size(); ++i)
    parents[static_cast<std::size_t>(waiting[i] - 2)] = left.at(i);
  return parents;
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
