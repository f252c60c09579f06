// Spanning trees of tori and star graphs that share no link: as many as links allow, from any root.
#include "systemc/topology/link_trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/refusal.h"

namespace flitwise::link_trees_test {
namespace {

using test::refusal_of;
using testing::IsEmpty;

template <typename NeighbourOf>
Graph graph_of(Node nodes, int ports, NeighbourOf neighbour_of) {
  std::vector<Edge> edges;
  for (Node v = 0; v < nodes; ++v)
    for (int port = 0; port < ports; ++port)
      if (neighbour_of(v, port) != v) edges.emplace_back(v, neighbour_of(v, port));
  return {nodes, edges};
}
Graph graph_of(const Torus& torus) {
  return graph_of(torus.size(), torus.channels(),
                  [&](Node v, int port) { return torus.neighbour(v, port); });
}
Graph graph_of(const StarGraph& graph) {
  return graph_of(graph.size(), graph.order() - 1,
                  [&](Node v, int port) { return graph.neighbour(v, port + 2); });
}

// In these networks links alone limit the number of trees.
template <typename Network>
void expect_trees(const Network& network) {
  const Graph graph = graph_of(network);
  const auto most = static_cast<std::size_t>(graph.edge_count() / (graph.size() - 1));
  const std::vector<Parents> own = link_trees(network, {});
  EXPECT_EQ(own.size(), most);
  EXPECT_THAT(faults_of(graph, {Disjoint::kLinks, own}), IsEmpty());
  for (const Parents& tree : own)
    EXPECT_EQ(heights_of({tree}), heights_of({hung_from_centre(tree)}));
  const std::vector<Node> heights = heights_of(own);
  EXPECT_TRUE(std::is_sorted(heights.begin(), heights.end()));

  LinkTreeChoice fixed;
  fixed.root = network.size() / 2;
  const std::vector<Parents> hung = link_trees(network, fixed);
  EXPECT_EQ(hung.size(), most);
  EXPECT_THAT(faults_of(graph, {Disjoint::kLinks, hung}), IsEmpty());
  for (const Parents& tree : hung) EXPECT_EQ(root_of(tree), *fixed.root);

  for (std::size_t count = 1; count <= most; ++count) {
    LinkTreeChoice some;
    some.count = static_cast<int>(count);
    const std::vector<Parents> trees = link_trees(network, some);
    EXPECT_EQ(trees.size(), count);
    EXPECT_THAT(faults_of(graph, {Disjoint::kLinks, trees}), IsEmpty());
  }
}

TEST(LinkTrees, OfToriAreAsManyAsLinksAllow) {
  for (int x = 1; x <= 5; ++x)
    for (int y = 2; y <= 5; ++y) expect_trees(Torus({x, y}));
  for (const std::vector<int>& sides :
       {std::vector{2}, {9}, {3, 3, 3}, {2, 3, 4}, {4, 4, 4}, {2, 2, 2, 2}, {3, 3, 3, 3}})
    expect_trees(Torus(sides));
}

TEST(LinkTrees, OfStarGraphsAreAsManyAsLinksAllow) {
  for (const int n : {3, 4, 5}) expect_trees(StarGraph(n));
}

// One search, however often it is asked for.
TEST(LinkTrees, AreTheSameWheneverAsked) {
  const Torus torus({4, 4, 3});
  EXPECT_EQ(link_trees(torus, {}), link_trees(torus, {}));
}

TEST(LinkTrees, AreRefusedWhereThereAreNone) {
  LinkTreeChoice choice;
  choice.count = 3;
  EXPECT_EQ(refusal_of<LinkTreeCountError>([&] {
              link_trees(Torus({3, 3}), choice);
            }),
            "the network has 2 spanning trees that share no link, not 3");
  choice = {};
  choice.root = 9;
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              link_trees(Torus({3, 3}), choice);
            }),
            "a root must be 0 to 8, not 9");
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              link_trees(Torus({33, 32}), {});
            }),
            "trees are searched for in networks of at most 1024 nodes, and this one has 1056");
}

}  // namespace
}  // namespace flitwise::link_trees_test
