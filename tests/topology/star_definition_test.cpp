// The trees of star graphs against their definition on plain permutations, which shares no code
// with them; the routers' next hops are held against the same definition
// (tests/rtl/star/star_tree_test.cpp).
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tests/rtl/star/star_permutations.h"

namespace flitwise {
namespace {

using rtl_test::TreeRule;

constexpr int kMostOrder = 7;  // as far as routers go

StarRule rule_of(TreeRule rule) { return rule == TreeRule::kP ? StarRule::kP : StarRule::kQ; }

TEST(StarTreesDefinition, GivesTheParentsOfEveryNodeInEveryTree) {
  for (int n = 3; n <= kMostOrder; ++n)
    for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule_of(rule));
      const std::vector<rtl_test::Permutation> nodes = rtl_test::all_permutations(n);
      ASSERT_EQ(static_cast<Node>(nodes.size()), trees.graph().size());
      for (std::size_t u = 1; u < nodes.size(); ++u)
        for (int tree = 2; tree <= n; ++tree)
          ASSERT_EQ(trees.parent_dimension(static_cast<Node>(u), tree),
                    rtl_test::parent_dimension(rule, nodes[u], tree))
              << "n " << n << " rule " << int(rule) << " node " << u << " tree " << tree;
    }
}

// In the order in which walks visit them: l, l+1, .., n, 2, .., l-1.
TEST(StarTreesDefinition, GivesTheChildrenOfEveryNodeInTheirOrder) {
  for (int n = 3; n <= 6; ++n)
    for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule_of(rule));
      const std::vector<rtl_test::Permutation> nodes = rtl_test::all_permutations(n);
      for (std::size_t u = 0; u < nodes.size(); ++u)
        for (int tree = 2; tree <= n; ++tree) {
          const std::set<int> children = rtl_test::child_dimensions(rule, nodes[u], tree);
          std::vector<int> ordered(children.lower_bound(tree), children.end());
          ordered.insert(ordered.end(), children.begin(), children.lower_bound(tree));
          ASSERT_EQ(trees.child_dimensions(static_cast<Node>(u), tree), ordered)
              << "n " << n << " rule " << int(rule) << " node " << u << " tree " << tree;
        }
    }
}

TEST(StarTreesDefinition, GivesTheDepthOfEveryNode) {
  for (int n = 3; n <= 6; ++n)
    for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ}) {
      const StarTrees trees(StarGraph(n), rule_of(rule));
      const std::vector<rtl_test::Permutation> nodes = rtl_test::all_permutations(n);
      int height = 0;
      for (std::size_t u = 0; u < nodes.size(); ++u)
        for (int tree = 2; tree <= n; ++tree) {
          const int depth = rtl_test::tree_depth(rule, nodes[u], tree);
          ASSERT_EQ(trees.depth(static_cast<Node>(u), tree), depth);
          height = std::max(height, depth);
        }
      EXPECT_EQ(trees.height(), height) << "n " << n << " rule " << int(rule);
    }
}

// h o u and its inverse, link by link from the same definition.
TEST(StarTreesDefinition, GivesTheAddressesRelativeToEverySource) {
  for (int n = 3; n <= 5; ++n) {
    const StarGraph graph(n);
    const std::vector<rtl_test::Permutation> nodes = rtl_test::all_permutations(n);
    for (std::size_t v = 0; v < nodes.size(); ++v)
      for (std::size_t h = 0; h < nodes.size(); ++h)
        ASSERT_EQ(graph.permutation(graph.relative(static_cast<Node>(v), static_cast<Node>(h))),
                  rtl_test::relative_address(nodes[v], nodes[h]));
  }
}

}  // namespace
}  // namespace flitwise
