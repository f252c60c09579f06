// Combining trees, held against a walk from their roots down: every tree on 2 to 5 nodes of a
// network of 6, hung from every one of its nodes and from every one of its edges.
#include "systemc/topology/combine_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace flitwise {
namespace {

constexpr Node kNodes = 6;  // of the network; the last one is never in the tree

using Edges = std::vector<std::pair<Node, Node>>;

std::vector<Node> neighbours(const Edges& edges, Node v) {
  std::vector<Node> found;
  for (const auto& [a, b] : edges) {
    if (a == v) found.push_back(b);
    if (b == v) found.push_back(a);
  }
  return found;
}

// All trees whose edges go from 1, 2, .. to a smaller number each: of every shape at least one.
std::vector<Edges> trees_of(Node nodes) {
  std::vector<Edges> all{{}};
  for (Node v = 1; v < nodes; ++v) {
    std::vector<Edges> more;
    for (const Edges& edges : all)
      for (Node u = 0; u < v; ++u) {
        more.push_back(edges);
        more.back().emplace_back(u, v);
      }
    all = std::move(more);
  }
  return all;
}

struct Walked {
  CombineTree tree;
  std::vector<Step> depths = std::vector<Step>(kNodes);
  std::vector<std::vector<Node>> children = std::vector<std::vector<Node>>(kNodes);
};

// Hangs what is below v, seen from where `from` is.
void hang(const Edges& edges, Node v, Node from, Walked& walked) {
  for (const Node child : neighbours(edges, v)) {
    if (child == from) continue;
    walked.tree.parent[index_of(child)] = v;
    walked.depths[index_of(child)] = walked.depths[index_of(v)] + 1;
    walked.children[index_of(v)].push_back(child);
    hang(edges, child, v, walked);
  }
  std::sort(walked.children[index_of(v)].begin(), walked.children[index_of(v)].end());
}

void expect_as_walked(const Walked& walked) {
  EXPECT_EQ(depths_of(walked.tree), walked.depths);
  EXPECT_EQ(children_of(walked.tree), walked.children);
  EXPECT_EQ(height_of(walked.tree), *std::max_element(walked.depths.begin(), walked.depths.end()));
}

TEST(CombineTree, HasTheDepthsAndChildrenOfAWalkFromEveryRootOfAllTreesOfUpToFiveNodes) {
  for (Node nodes = 1; nodes < kNodes; ++nodes)
    for (const Edges& edges : trees_of(nodes))
      for (Node root = 0; root < nodes; ++root) {
        Walked walked;
        walked.tree.parent.assign(kNodes, kNoNode);
        walked.tree.root = root;
        hang(edges, root, kNoNode, walked);
        expect_as_walked(walked);
        EXPECT_FALSE(walked.tree.is_edge());
        EXPECT_TRUE(walked.tree.is_root(root));
        for (Node v = 0; v < kNodes; ++v) EXPECT_EQ(walked.tree.holds(v), v < nodes) << v;
      }
}

TEST(CombineTree, HasTwoRootsWhereItHangsFromAnEdgeOfAllTreesOfUpToFiveNodes) {
  for (Node nodes = 2; nodes < kNodes; ++nodes)
    for (const Edges& edges : trees_of(nodes))
      for (const auto& [one, other] : edges) {
        Walked walked;
        walked.tree.parent.assign(kNodes, kNoNode);
        walked.tree.root = one;
        walked.tree.other_root = other;
        hang(edges, one, other, walked);
        hang(edges, other, one, walked);
        walked.tree.parent[index_of(one)] = other;
        walked.tree.parent[index_of(other)] = one;
        expect_as_walked(walked);
        EXPECT_TRUE(walked.tree.is_edge());
        for (Node v = 0; v < kNodes; ++v) {
          EXPECT_EQ(walked.tree.is_root(v), v == one || v == other) << v;
          EXPECT_EQ(walked.tree.holds(v), v < nodes) << v;
        }
      }
}

}  // namespace
}  // namespace flitwise
