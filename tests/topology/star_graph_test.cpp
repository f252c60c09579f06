#include "systemc/topology/star/star_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <set>

#include "systemc/topology/tree/tree.h"
#include "tests/support/number_table.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::ThrowsMessage;

/// Distances to node 0 by breadth-first search.
std::vector<int> searched_distances(const StarGraph& graph) {
  std::vector<int> distance(static_cast<std::size_t>(graph.size()), -1);
  std::deque<Node> queue{0};
  distance[0] = 0;
  for (; !queue.empty(); queue.pop_front()) {
    for (int d = 2; d <= graph.order(); ++d) {
      const Node v = graph.neighbour(queue.front(), d);
      if (distance[static_cast<std::size_t>(v)] >= 0) continue;
      distance[static_cast<std::size_t>(v)] = distance[static_cast<std::size_t>(queue.front())] + 1;
      queue.push_back(v);
    }
  }
  return distance;
}

/// Some sources: all of a small graph.
std::vector<Node> some_nodes(const StarGraph& graph) {
  std::vector<Node> nodes;
  for (Node v = 0; v < graph.size(); v += std::max(1, graph.size() / 120)) nodes.push_back(v);
  return nodes;
}

TEST(StarGraph, NumbersNodesInLexicographicOrder) {
  for (int n = 3; n <= 8; ++n) {
    const StarGraph graph(n);
    for (Node v = 0; v < graph.size(); ++v) {
      ASSERT_EQ(graph.node(graph.permutation(v)), v);
    }
    for (Node v = 1; v < graph.size(); ++v)
      ASSERT_LT(graph.permutation(v - 1), graph.permutation(v));
  }
  EXPECT_THAT(StarGraph(4).permutation(0), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(StarGraph(4).permutation(9), ElementsAre(2, 3, 4, 1));
}

TEST(StarGraph, LinksSwapTheFirstSymbolWithAnother) {
  for (int n = 3; n <= 8; ++n) {
    const StarGraph graph(n);
    for (Node v = 0; v < graph.size(); ++v) {
      for (int d = 2; d <= n; ++d) {
        Permutation u = graph.permutation(v);
        std::swap(u[0], u[static_cast<std::size_t>(d - 1)]);
        ASSERT_EQ(graph.permutation(graph.neighbour(v, d)), u);
      }
    }
  }
}

TEST(StarGraph, PositionsInvertSymbols) {
  const StarGraph graph(6);
  for (Node v = 0; v < graph.size(); ++v)
    for (int q = 1; q <= 6; ++q) ASSERT_EQ(graph.position(v, graph.symbol(v, q)), q);
}

TEST(StarGraph, AddressesAreRelativeToASource) {
  for (int n = 3; n <= 7; ++n) {
    const StarGraph graph(n);
    for (const Node source : some_nodes(graph)) {
      ASSERT_EQ(graph.relative(source, source), 0);
      for (const Node v : some_nodes(graph)) {
        ASSERT_EQ(graph.absolute(graph.relative(v, source), source), v);
        for (int d = 2; d <= n; ++d)
          ASSERT_EQ(graph.relative(graph.neighbour(v, d), source),
                    graph.neighbour(graph.relative(v, source), d));
      }
    }
  }
  const StarGraph graph(4);  // 2413 relative to 3142: 2 is its fourth symbol, 4 its third, ...
  EXPECT_EQ(graph.relative(graph.node({2, 4, 1, 3}), graph.node({3, 1, 4, 2})),
            graph.node({4, 3, 2, 1}));
}

TEST(StarGraph, RotationMapsDimensionsAndKeepsDistances) {
  for (int n = 3; n <= 8; ++n) {
    const StarGraph graph(n);
    for (Node u = 0; u < graph.size(); ++u) {
      const Node turned = graph.rotate(u);
      ASSERT_EQ(graph.rotate(u, n - 1), u);
      ASSERT_EQ(graph.rotate(turned, -1), u);
      ASSERT_EQ(graph.distance(turned), graph.distance(u));
      for (int d = 2; d <= n; ++d)
        ASSERT_EQ(graph.neighbour(turned, d == n ? 2 : d + 1), graph.rotate(graph.neighbour(u, d)));
    }
  }
  const StarGraph graph(4);
  EXPECT_EQ(graph.rotate(graph.node({2, 1, 3, 4})), graph.node({3, 2, 1, 4}));
}

TEST(StarGraph, RotatesDimensionsInACircle) {
  const StarGraph graph(5);

  EXPECT_EQ(graph.rotate_dimension(2), 3);
  EXPECT_EQ(graph.rotate_dimension(5), 2);
  EXPECT_EQ(graph.rotate_dimension(4, 3), 3);
  EXPECT_EQ(graph.rotate_dimension(2, -1), 5);
  EXPECT_EQ(graph.rotate_dimension(3, -8), 3);
}

TEST(StarGraph, NecklacesPartitionTheNodes) {
  for (int n = 3; n <= 8; ++n) {
    const StarGraph graph(n);
    std::set<Node> seen;
    Node last_first = 0;
    for (const std::vector<Node>& necklace : graph.necklaces()) {
      EXPECT_EQ(necklace.front(), *std::min_element(necklace.begin(), necklace.end()));
      EXPECT_LT(last_first, necklace.front());
      last_first = necklace.front();
      EXPECT_EQ((n - 1) % static_cast<int>(necklace.size()), 0);
      for (std::size_t i = 0; i < necklace.size(); ++i) {
        EXPECT_TRUE(seen.insert(necklace[i]).second);
        EXPECT_EQ(graph.rotate(necklace[i]), necklace[(i + 1) % necklace.size()]);
      }
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(graph.size() - 1));
    EXPECT_EQ(seen.count(0), 0U);
  }
}

TEST(StarGraph, SomeNecklacesAreOfOneNode) {
  const StarGraph graph(4);
  const std::vector<std::vector<Node>> necklaces = graph.necklaces();

  EXPECT_THAT(necklaces, testing::Contains(ElementsAre(graph.node({1, 3, 4, 2}))));
  EXPECT_THAT(necklaces, testing::Contains(ElementsAre(graph.node({1, 4, 2, 3}))));
}

TEST(StarGraph, DistancesAreThoseOfASearch) {
  for (const auto& row : test::read_numbers<std::int64_t>("star/structure.txt", 6, 8)) {
    const StarGraph graph(static_cast<int>(row[0]));
    const std::vector<int> searched = searched_distances(graph);
    std::int64_t sum = 0;
    for (Node u = 0; u < graph.size(); ++u) {
      ASSERT_EQ(graph.distance(u), searched[static_cast<std::size_t>(u)]) << "n " << row[0];
      sum += graph.distance(u);
    }
    EXPECT_EQ(graph.diameter(), *std::max_element(searched.begin(), searched.end()));
    EXPECT_EQ(graph.diameter(), row[1]);
    EXPECT_EQ(graph.distance_sum(), sum);
    EXPECT_EQ(graph.distance_sum(), row[7]);
  }
}

TEST(StarGraph, DistancesBetweenTwoNodesAreSymmetric) {
  const StarGraph graph(5);
  for (Node v = 0; v < graph.size(); ++v) {
    for (Node w = 0; w < graph.size(); ++w) ASSERT_EQ(graph.distance(v, w), graph.distance(w, v));
    EXPECT_EQ(graph.distance(v, graph.neighbour(v, 3)), 1);
  }
}

TEST(StarGraph, RefusesOtherOrders) {
  EXPECT_THAT([] { StarGraph(2); },
              ThrowsMessage<TopologyError>("a star graph's n must be 3 to 8, got 2"));
  EXPECT_THAT([] { StarGraph(9); },
              ThrowsMessage<TopologyError>("a star graph's n must be 3 to 8, got 9"));
}

TEST(StarGraph, RefusesWhatIsNoPermutation) {
  const StarGraph graph(4);
  for (const Permutation& wrong : std::vector<Permutation>{
           {}, {1, 2, 3}, {1, 2, 3, 4, 5}, {1, 2, 3, 5}, {0, 1, 2, 3}, {1, 2, 2, 4}})
    EXPECT_THAT(
        [&] { (void)graph.node(wrong); },
        ThrowsMessage<TopologyError>("a node of this star graph must hold each of 1 to 4 once"));
}

}  // namespace
}  // namespace flitwise
