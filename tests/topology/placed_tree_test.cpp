#include "systemc/topology/tree/tree.h"
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace flitwise {
namespace {

using testing::ElementsAre;

// Nodes 0, 2, 4 and 5 of a network of 6; node 4 is the root.
PlacedTree placed() { return {4, {2, -1, 4, -1, -1, 2}}; }

std::string refusal(Node root, const std::vector<Node>& parents) {
  return flitwise::test::refusal_of<TopologyError>([&] { const PlacedTree tree(root, parents); });
}

TEST(PlacedTree, NumbersTheRootFirstThenNodesByTheirNumber) {
  EXPECT_THAT(placed().node_of, ElementsAre(4, 0, 2, 5));
  EXPECT_THAT(placed().pe_of, ElementsAre(1, -1, 2, -1, 0, 3));
  EXPECT_THAT(placed().tree.parents(), ElementsAre(-1, 2, 0, 2));
}

TEST(PlacedTree, AnswersInNodeNumbers) {
  const PlacedTree tree = placed();

  EXPECT_EQ(tree.nodes(), 6);
  EXPECT_EQ(tree.root(), 4);
  EXPECT_EQ(tree.parent(4), kNoNode);
  EXPECT_EQ(tree.parent(5), 2);
  EXPECT_THAT(tree.children(2), ElementsAre(0, 5));
  EXPECT_EQ(tree.depth(5), 2);
  EXPECT_EQ(tree.root_link(5), 2);
  EXPECT_TRUE(tree.holds(2));
  EXPECT_FALSE(tree.holds(3));
}

/// The nodes of the tree that parents of nodes name, the root first, then by number; empty if some
/// way up does not lead to the root.
std::vector<Node> nodes_by_hand(Node root, const std::vector<Node>& parents) {
  const auto size = static_cast<Node>(parents.size());
  const auto above = [&](Node v) { return parents[static_cast<std::size_t>(v)]; };
  if (above(root) != kNoNode) return {};
  std::vector<Node> nodes{root};
  for (Node v = 0; v < size; ++v) {
    if (above(v) == kNoNode) continue;
    Node at = v;
    for (Node hops = 0; at != root && at != kNoNode && hops < size; ++hops) at = above(at);
    if (at != root) return {};
    nodes.push_back(v);
  }
  return nodes;
}

// Formulas use the tree's numbers, routers and protocols those of the nodes.
TEST(PlacedTree, AnswersAsItsParentsSayForAllInNetworksOfUpToFiveNodes) {
  int trees = 0;
  for (Node size = 1; size <= 5; ++size) {
    std::vector<Node> parents(static_cast<std::size_t>(size), kNoNode);
    for (std::size_t digit = 0; digit < parents.size();) {  // counts, the first digit fastest
      for (Node root = 0; root < size; ++root) {
        const std::vector<Node> nodes = nodes_by_hand(root, parents);
        SCOPED_TRACE(testing::PrintToString(parents) + " root " + std::to_string(root));
        ASSERT_EQ(refusal(root, parents) == "accepted", !nodes.empty());
        if (nodes.empty()) continue;
        ++trees;
        const PlacedTree placed(root, parents);
        ASSERT_EQ(placed.node_of, nodes);
        ASSERT_EQ(placed.root(), root);
        for (Node v = 0; v < size; ++v) {
          const auto found = std::find(nodes.begin(), nodes.end(), v);
          ASSERT_EQ(placed.holds(v), found != nodes.end());
          if (found == nodes.end()) continue;
          ASSERT_EQ(placed.pe(v), found - nodes.begin());
          ASSERT_EQ(placed.parent(v), parents[static_cast<std::size_t>(v)]);
          std::vector<Node> children;
          for (const Node w : nodes)
            if (w != root && parents[static_cast<std::size_t>(w)] == v) children.push_back(w);
          std::sort(children.begin(), children.end());
          ASSERT_EQ(placed.children(v), children);
          Node below_root = v;
          Node depth = 0;
          for (Node at = v; at != root; at = parents[static_cast<std::size_t>(at)]) {
            below_root = at;
            ++depth;
          }
          ASSERT_EQ(placed.depth(v), depth);
          if (v != root) {
            ASSERT_EQ(placed.root_link(v), below_root);
          }
        }
      }
      for (digit = 0; digit < parents.size() && ++parents[digit] == size; ++digit)
        parents[digit] = kNoNode;
    }
  }
  // A tree of k of n nodes: n over k, times k^(k-1) rooted labelled trees.
  EXPECT_EQ(trees, 1 + (2 + 2) + (3 + 3 * 2 + 9) + (4 + 6 * 2 + 4 * 9 + 64) +
                       (5 + 10 * 2 + 10 * 9 + 5 * 64 + 625));
}

TEST(PlacedTree, TakesNumbersAndValuesThereAndBack) {
  const PlacedTree tree = placed();

  EXPECT_THAT(tree.nodes_of({0, 3}), ElementsAre(4, 5));
  EXPECT_THAT(tree.pes_of({4, 5}), ElementsAre(0, 3));
  EXPECT_THAT(tree.by_pe(std::vector<Flits>{10, 11, 12, 13, 14, 15}), ElementsAre(14, 10, 12, 15));
  EXPECT_THAT(tree.by_node(std::vector<Flits>{14, 10, 12, 15}), ElementsAre(10, 0, 12, 0, 14, 15));
  EXPECT_THAT(tree.by_node(std::vector<Flits>{}), ElementsAre(0, 0, 0, 0, 0, 0));
}

TEST(PlacedTree, ShowsEventsInNodeNumbersSorted) {
  const std::vector<LinkEvent> events{{3, 0, 2, FlitKind::kData, 3, 1, 0, 0},
                                      {3, 2, 1, FlitKind::kData, 1, 1, 0, 0}};

  EXPECT_THAT(placed().in_nodes(events),
              ElementsAre(LinkEvent{3, 2, 0, FlitKind::kData, 0, 1, 0, 0},
                          LinkEvent{3, 4, 2, FlitKind::kData, 5, 1, 0, 0}));
}

TEST(PlacedTree, OfATreeKeepsItsNumbers) {
  const PlacedTree tree = Tree({-1, 0, 0});

  EXPECT_THAT(tree.node_of, ElementsAre(0, 1, 2));
  EXPECT_THAT(tree.pe_of, ElementsAre(0, 1, 2));
  EXPECT_EQ(tree.root(), 0);
}

TEST(PlacedTree, RefusesWhatIsNoTree) {
  EXPECT_EQ(refusal(3, {-1, 0, 0}), "the root must be a node from 0 to 2, got 3");
  EXPECT_EQ(refusal(1, {-1, 0, 0}), "the root 1 must have no parent, got 0");
  EXPECT_EQ(refusal(0, {-1, 2, -1}), "node 1 has the parent 2, which is not in the tree");
  EXPECT_EQ(refusal(0, {-1, 7, -1}), "node 1 has the parent 7, which is not in the tree");
  EXPECT_NE(refusal(0, {-1, 2, 1}), "accepted");
}

}  // namespace
}  // namespace flitwise
