#include "systemc/topology/star/star_trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/number_table.h"

namespace flitwise {
namespace {

/// Calls `look` with both rules' trees of S_3 to S_8.
template <typename Look>
void for_all_trees(Look look) {
  for (int n = 3; n <= 8; ++n) {
    for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
      SCOPED_TRACE(testing::Message()
                   << "n " << n << " rule " << (rule == StarRule::kP ? 'P' : 'Q'));
      look(StarTrees(StarGraph(n), rule));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// The nodes of the path from `u` up to the root, without `u`.
std::vector<Node> way_up(const StarTrees& trees, Node u, int tree) {
  std::vector<Node> way;
  for (std::size_t most = 100; u != 0 && way.size() < most;) {
    u = trees.parent(u, tree);
    way.push_back(u);
  }
  return way;
}

TEST(StarTrees, HaveTheHeightsAndDepthsOfTheTable) {
  for (const auto& row : test::read_numbers<std::int64_t>("star/structure.txt", 6, 8)) {
    const StarGraph graph(static_cast<int>(row[0]));
    const StarTrees p(graph, StarRule::kP);
    const StarTrees q(graph, StarRule::kQ);
    EXPECT_EQ(p.height(), row[2]) << "n " << row[0];
    EXPECT_EQ(q.height(), row[3]) << "n " << row[0];
    EXPECT_EQ(p.depth_sum(), row[4]) << "n " << row[0];
    EXPECT_EQ(q.depth_sum(), row[5]) << "n " << row[0];
  }
}

TEST(StarTrees, GiveEveryLinkIntoANodeToOneTree) {
  for_all_trees([](const StarTrees& trees) {
    const int n = trees.graph().order();
    for (Node u = 1; u < trees.graph().size(); ++u) {
      unsigned used = 0;
      for (int tree = 2; tree <= n; ++tree) used |= 1U << trees.parent_dimension(u, tree);
      ASSERT_EQ(used, (1U << (n + 1)) - 4) << "node " << u;
    }
  });
}

TEST(StarTrees, SpanAllNodesFromTheRoot) {
  for_all_trees([](const StarTrees& trees) {
    for (int tree = 2; tree <= trees.graph().order(); ++tree) {
      std::int64_t sum = 0;
      int height = 0;
      for (Node u = 1; u < trees.graph().size(); ++u) {
        const std::vector<Node> way = way_up(trees, u, tree);
        ASSERT_EQ(way.back(), 0) << "node " << u << " tree " << tree;
        ASSERT_EQ(trees.depth(u, tree), static_cast<int>(way.size()));
        height = std::max(height, trees.depth(u, tree));
        sum += trees.depth(u, tree);
      }
      EXPECT_EQ(trees.depth(0, tree), 0);
      EXPECT_EQ(height, trees.height());
      EXPECT_EQ(sum, trees.depth_sum());
    }
  });
}

TEST(StarTrees, HavePathsThatMeetOnlyAtTheirEnds) {
  for_all_trees([](const StarTrees& trees) {
    std::vector<Node> seen_by(static_cast<std::size_t>(trees.graph().size()), kNoNode);
    for (Node u = 1; u < trees.graph().size(); ++u) {
      for (int tree = 2; tree <= trees.graph().order(); ++tree) {
        for (const Node v : way_up(trees, u, tree)) {
          if (v == 0) continue;
          ASSERT_NE(seen_by[static_cast<std::size_t>(v)], u) << "node " << v << " tree " << tree;
          seen_by[static_cast<std::size_t>(v)] = u;
        }
      }
    }
  });
}

TEST(StarTrees, AreEachOthersRotations) {
  for_all_trees([](const StarTrees& trees) {
    const StarGraph& graph = trees.graph();
    for (Node u = 1; u < graph.size(); ++u) {
      const Node turned = graph.rotate(u);
      for (int tree = 2; tree <= graph.order(); ++tree) {
        const int d = trees.parent_dimension(u, tree);
        ASSERT_EQ(trees.parent_dimension(turned, graph.rotate_dimension(tree)),
                  graph.rotate_dimension(d));
      }
    }
  });
}

TEST(StarTrees, HaveChildrenThatInvertTheParents) {
  for_all_trees([](const StarTrees& trees) {
    const StarGraph& graph = trees.graph();
    for (int tree = 2; tree <= graph.order(); ++tree) {
      Node children = 0;
      for (Node u = 0; u < graph.size(); ++u) {
        int turn = -1;
        for (const int d : trees.child_dimensions(u, tree)) {
          ++children;
          ASSERT_EQ(trees.parent(graph.neighbour(u, d), tree), u);
          const int next = (d - tree + graph.degree()) % graph.degree();
          ASSERT_GT(next, turn) << "children out of the order l, l+1, .., n, 2, .., l-1";
          turn = next;
        }
        ASSERT_LE(trees.child_dimensions(u, tree).size(),
                  static_cast<std::size_t>(std::max(1, graph.order() - 2)));
      }
      EXPECT_EQ(children, graph.size() - 1);
      EXPECT_THAT(trees.child_dimensions(0, tree), testing::ElementsAre(tree));
    }
  });
}

TEST(StarTrees, HaveRoutesFromTheRoot) {
  for_all_trees([](const StarTrees& trees) {
    if (trees.graph().order() > 6) return;
    for (int tree = 2; tree <= trees.graph().order(); ++tree) {
      for (Node u = 0; u < trees.graph().size(); ++u) {
        Node at = 0;
        for (const int d : trees.route(u, tree)) at = trees.graph().neighbour(at, d);
        ASSERT_EQ(at, u);
        ASSERT_EQ(trees.route(u, tree).size(), static_cast<std::size_t>(trees.depth(u, tree)));
      }
    }
  });
}

TEST(StarTrees, AreAtMostFourLinksLongerThanTheDistance) {
  for_all_trees([](const StarTrees& trees) {
    std::map<int, int> excess;
    for (Node u = 1; u < trees.graph().size(); ++u) {
      for (int tree = 2; tree <= trees.graph().order(); ++tree)
        ++excess[trees.depth(u, tree) - trees.graph().distance(u)];
      const int home = trees.graph().position(u, 1);
      if (home == 1) continue;
      ASSERT_EQ(trees.depth(u, home), trees.graph().distance(u))
          << "the tree of the position of symbol 1 has a longer path";
    }
    for (const auto& [links, count] : excess)
      EXPECT_TRUE(links == 0 || links == 2 || links == 4) << links << " times " << count;
  });
}

TEST(StarTrees, AreAtMostTwoOrThreeLinksHigherThanTheDiameter) {
  for_all_trees([](const StarTrees& trees) {
    const int more = trees.graph().order() % 2 == 1 ? 2 : 3;
    EXPECT_LE(trees.height(), trees.graph().diameter() + more);
    if (trees.rule() == StarRule::kQ) return;
    EXPECT_EQ(trees.height(), trees.graph().diameter() + more);
  });
}

TEST(StarTrees, LeaveTheRootsNeighboursWithoutChildrenInOtherTrees) {
  for_all_trees([](const StarTrees& trees) {
    for (int d = 2; d <= trees.graph().order(); ++d) {
      for (int tree = 2; tree <= trees.graph().order(); ++tree) {
        const auto children = trees.child_dimensions(trees.graph().neighbour(0, d), tree);
        EXPECT_EQ(children.empty(), d != tree) << "neighbour " << d << " tree " << tree;
      }
    }
  });
}

TEST(StarTrees, RunBothWaysRoundTheRingOfSix) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ}) {
    const StarTrees trees(StarGraph(3), rule);
    const std::vector<Permutation> ring{{2, 1, 3}, {3, 1, 2}, {1, 3, 2}, {2, 3, 1}, {3, 2, 1}};
    for (int depth = 1; depth <= 5; ++depth) {
      const Node u = trees.graph().node(ring[static_cast<std::size_t>(depth - 1)]);
      EXPECT_EQ(trees.depth(u, 2), depth);
      EXPECT_EQ(trees.depth(u, 3), 6 - depth);
    }
  }
}

TEST(StarTrees, OfTheTwoRulesDifferOnlyWhereTheLastCaseApplies) {
  for (int n = 4; n <= 7; ++n) {
    const StarGraph graph(n);
    const StarTrees p(graph, StarRule::kP);
    const StarTrees q(graph, StarRule::kQ);
    int differ = 0;
    for (Node u = 1; u < graph.size(); ++u) {
      const int home = graph.position(u, 1);
      const int first = graph.symbol(u, 1);
      for (int tree = 2; tree <= n; ++tree) {
        if (p.parent_dimension(u, tree) == q.parent_dimension(u, tree)) continue;
        ++differ;
        ASSERT_TRUE(home != 1 && first != home && graph.symbol(u, first) != home);
        ASSERT_TRUE(tree == first || tree == graph.symbol(u, first));
      }
    }
    EXPECT_GT(differ, 0);
  }
}

}  // namespace
}  // namespace flitwise
