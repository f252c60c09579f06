#include "systemc/topology/tree/tree_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "systemc/topology/graph.h"
#include "tests/support/broadcast_time.h"

namespace flitwise {
namespace {

using testing::ElementsAre;

Graph complete_graph(Node nodes) {
  std::vector<Edge> edges;
  for (Node v = 0; v < nodes; ++v)
    for (Node u = 0; u < v; ++u) edges.emplace_back(u, v);
  return {nodes, edges};
}

// Node 0 and a ring of `spokes` around it.
Graph wheel(Node spokes) {
  std::vector<Edge> edges;
  for (Node v = 1; v <= spokes; ++v) {
    edges.emplace_back(0, v);
    edges.emplace_back(v, v % spokes + 1);
  }
  return {spokes + 1, edges};
}

// Node 0 and around it `cliques` of `members` each.
Graph hub_of_cliques(Node cliques, Node members) {
  std::vector<Edge> edges;
  for (Node v = 1; v <= cliques * members; ++v) {
    edges.emplace_back(0, v);
    for (Node u = 1; u < v; ++u)
      if ((u - 1) / members == (v - 1) / members) edges.emplace_back(u, v);
  }
  return {cliques * members + 1, edges};
}

Graph cube(int dimensions) {
  std::vector<Edge> edges;
  const Node nodes = Node{1} << dimensions;
  for (Node v = 0; v < nodes; ++v)
    for (int bit = 0; bit < dimensions; ++bit) edges.emplace_back(v, v ^ (Node{1} << bit));
  return {nodes, edges};
}

Graph torus(Node side) {
  std::vector<Edge> edges;
  for (Node row = 0; row < side; ++row) {
    for (Node column = 0; column < side; ++column) {
      edges.emplace_back(row * side + column, (row + 1) % side * side + column);
      edges.emplace_back(row * side + column, row * side + (column + 1) % side);
    }
  }
  return {side * side, edges};
}

// A random tree and as many more edges between random nodes.
Graph random_graph(Node nodes, int more_edges, std::mt19937_64& random) {
  const std::vector<Node> parents = random_parents(nodes, RandomShape::kUniform, nodes, random());
  std::vector<Edge> edges;
  for (Node v = 1; v < nodes; ++v) edges.emplace_back(parents[static_cast<std::size_t>(v)], v);
  while (more_edges > 0) {
    const auto u = static_cast<Node>(random() % static_cast<std::uint64_t>(nodes));
    const auto v = static_cast<Node>(random() % static_cast<std::uint64_t>(nodes));
    if (u == v) continue;
    edges.emplace_back(u, v);
    --more_edges;
  }
  return {nodes, edges};
}

bool is_edge(const Graph& graph, Node u, Node v) {
  const auto& list = graph.neighbours(u);
  return std::binary_search(list.begin(), list.end(), v);
}

Step bfs_time(const Graph& graph) { return test::broadcast_time(Tree(bfs_parents(graph, 0))); }
Step matching_time(const Graph& graph) {
  return test::broadcast_time(Tree(broadcast_parents(graph, 0)));
}

// Distances from the root by relaxing every edge until nothing changes.
std::vector<Node> distances(const Graph& graph, Node root) {
  std::vector<Node> distance(static_cast<std::size_t>(graph.size()), graph.size());
  distance[static_cast<std::size_t>(root)] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (Node v = 0; v < graph.size(); ++v) {
      for (const Node w : graph.neighbours(v)) {
        const Node by_w = distance[static_cast<std::size_t>(w)] + 1;
        if (by_w >= distance[static_cast<std::size_t>(v)]) continue;
        distance[static_cast<std::size_t>(v)] = by_w;
        changed = true;
      }
    }
  }
  return distance;
}

// Size of the largest matching between nodes that know and that do not, by trying all.
std::size_t largest_matching(const Graph& graph, const std::set<Node>& knows, Node from,
                             std::set<Node>& told) {
  const auto teller = knows.lower_bound(from);
  if (teller == knows.end()) return 0;
  std::size_t most = largest_matching(graph, knows, *teller + 1, told);
  for (const Node v : graph.neighbours(*teller)) {
    if (knows.count(v) != 0 || !told.insert(v).second) continue;
    most = std::max(most, 1 + largest_matching(graph, knows, *teller + 1, told));
    told.erase(v);
  }
  return most;
}

// Least steps of a broadcast below v over all orders of its children.
Step least_time(const Tree& tree, Node v) {
  std::vector<Step> below;
  for (const Node child : tree.children(v)) below.push_back(least_time(tree, child));
  std::sort(below.begin(), below.end());
  Step least = below.empty() ? 0 : std::numeric_limits<Step>::max();
  if (below.empty()) return 0;
  do {
    Step time = 0;
    for (std::size_t j = 0; j < below.size(); ++j)
      time = std::max(time, static_cast<Step>(j) + 1 + below[j]);
    least = std::min(least, time);
  } while (std::next_permutation(below.begin(), below.end()));
  return least;
}

TEST(BroadcastTime, IsTheLeastOverAllOrdersOfChildren) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Tree tree(
        random_parents(static_cast<Node>(2 + seed % 14), RandomShape::kUniform, 7, seed));
    EXPECT_EQ(test::broadcast_time(tree), least_time(tree, 0)) << "seed " << seed;
  }
}

TEST(BroadcastTime, IsTwiceTheHeightOfACompleteBinaryTree) {
  for (Node height = 0; height < 9; ++height)
    EXPECT_EQ(test::broadcast_time(Tree(complete_parents(2, height))), 2 * height);
}

TEST(BfsParents, AreOneStepNearerToTheRoot) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    const Graph graph = random_graph(2 + round % 30, round, random);
    const Node root = round % graph.size();
    const std::vector<Node> parents = bfs_parents(graph, root);
    const std::vector<Node> distance = distances(graph, root);
    for (Node v = 0; v < graph.size(); ++v) {
      const Node parent = parents[static_cast<std::size_t>(v)];
      ASSERT_EQ(parent == kNoNode, v == root);
      if (v == root) continue;
      EXPECT_TRUE(is_edge(graph, parent, v));
      EXPECT_EQ(distance[static_cast<std::size_t>(parent)] + 1,
                distance[static_cast<std::size_t>(v)]);
    }
  }
}

TEST(BfsParents, LookAtNeighboursByIncreasingNumber) {
  EXPECT_THAT(bfs_parents(Graph(5, {{0, 2}, {0, 1}, {2, 3}, {1, 3}, {3, 4}}), 0),
              ElementsAre(-1, 0, 0, 1, 3));
}

TEST(BroadcastRounds, TellEachNodeOnceFromANeighbourThatKnows) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const Graph graph = random_graph(2 + round % 40, 2 * round, random);
    const Node root = round % graph.size();
    std::set<Node> knows{root};
    for (const BroadcastRound& calls : broadcast_rounds(graph, root)) {
      std::set<Node> tellers;
      std::set<Node> told;
      for (const auto& [from, to] : calls) {
        EXPECT_TRUE(is_edge(graph, from, to));
        EXPECT_TRUE(knows.count(from) == 1 && tellers.insert(from).second);
        EXPECT_TRUE(knows.count(to) == 0 && told.insert(to).second);
      }
      knows.insert(told.begin(), told.end());
    }
    EXPECT_EQ(knows.size(), static_cast<std::size_t>(graph.size()));
  }
}

TEST(BroadcastRounds, TellAsManyAsAnyMatchingCould) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 60; ++round) {
    const Graph graph = random_graph(2 + round % 9, round % 12, random);
    std::set<Node> knows{0};
    for (const BroadcastRound& calls : broadcast_rounds(graph, 0)) {
      std::set<Node> told;
      EXPECT_EQ(calls.size(), largest_matching(graph, knows, 0, told)) << "graph " << round;
      for (const auto& [from, to] : calls) knows.insert(to);
    }
  }
}

TEST(BroadcastRounds, AreNotFewerThanTheBroadcastTimeOfTheirTree) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 100; ++round) {
    const Graph graph = random_graph(2 + round, round, random);
    const auto rounds = static_cast<Step>(broadcast_rounds(graph, 0).size());
    EXPECT_LE(matching_time(graph), rounds);
    EXPECT_GE(Step{1} << rounds, graph.size());  // who knows at most doubles a round
  }
}

TEST(BroadcastParents, MakeABinomialTreeOfACompleteGraph) {
  EXPECT_EQ(bfs_time(complete_graph(64)), 63);
  EXPECT_EQ(matching_time(complete_graph(64)), 6);
}

TEST(BroadcastParents, CutAWheelsTimeToAThird) {
  EXPECT_EQ(bfs_time(wheel(64)), 64);
  EXPECT_EQ(matching_time(wheel(64)), 23);
}

TEST(BroadcastParents, EnterEveryCliqueOfAHubEarly) {
  EXPECT_EQ(bfs_time(hub_of_cliques(4, 16)), 64);
  EXPECT_EQ(matching_time(hub_of_cliques(4, 16)), 8);
}

TEST(BroadcastParents, AreAsFastAsBreadthFirstOnCubesAndTori) {
  EXPECT_EQ(bfs_time(cube(6)), 6);
  EXPECT_EQ(matching_time(cube(6)), 6);
  EXPECT_EQ(bfs_time(torus(8)), 8);
  EXPECT_EQ(matching_time(torus(8)), 8);
}

TEST(Spanning, RefusesARootThatIsNoNode) {
  EXPECT_THROW(bfs_parents(wheel(4), 5), TopologyError);
  EXPECT_THROW(broadcast_parents(wheel(4), -1), TopologyError);
}

TEST(Spanning, RefusesAGraphThatIsNotConnected) {
  EXPECT_THROW(bfs_parents(Graph(3, {{0, 1}}), 0), TopologyError);
  EXPECT_THROW(broadcast_rounds(Graph(3, {{0, 1}}), 0), TopologyError);
}

}  // namespace
}  // namespace flitwise
