// Disjoint trees with both proofs of their number: against all partitions of small graphs, against
// closed forms and the library Boost on large ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/stoer_wagner_min_cut.hpp>
#include <functional>
#include <numeric>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/split_mix.h"
#include "tests/support/refusal.h"

namespace flitwise::graph_packing_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A connected graph of 2 to 7 nodes, sparse or dense.
Graph small_graph(SplitMix& draw) {
  const auto nodes = static_cast<Node>(2 + draw.below(6));
  const std::size_t odds = 2 + draw.below(8);
  while (true) {
    std::vector<Edge> edges;
    for (Node u = 0; u < nodes; ++u)
      for (Node v = u + 1; v < nodes; ++v)
        if (draw.below(10) < odds) edges.emplace_back(u, v);
    const Graph graph(nodes, edges);
    if (!graph.first_unreached(0)) return graph;
  }
}

// Every partition: node v joins a block of earlier nodes or opens one.
void for_each_partition(Node nodes, const std::function<void(const Partition&)>& visit) {
  Partition partition;
  const std::function<void(Node)> extend = [&](Node blocks) {
    if (static_cast<Node>(partition.size()) == nodes) return visit(partition);
    for (Node block = 0; block <= blocks; ++block) {
      partition.push_back(block);
      extend(std::max(blocks, block + 1));
      partition.pop_back();
    }
  };
  extend(0);
}

struct Quotient {
  std::int64_t links = 1 << 20;
  std::int64_t cuts = 1;
};

Quotient least_quotient(const Graph& graph) {
  Quotient least;
  for_each_partition(graph.size(), [&](const Partition& partition) {
    const std::int64_t cuts = block_count(partition) - 1;
    const std::int64_t links = links_between(graph, partition);
    if (cuts > 0 && links * least.cuts < least.links * cuts) least = {links, cuts};
  });
  return least;
}

std::string text_of(const Graph& graph) {
  std::string text = std::to_string(graph.size()) + " nodes:";
  for (const auto& [u, v] : links_of(graph))
    text += " " + std::to_string(u) + "-" + std::to_string(v);
  return text;
}

// Both halves of the proof.
void expect_proved(const Graph& graph, const LinkPacking& packing, const std::string& name) {
  EXPECT_THAT(faults_of(graph, {Disjoint::kLinks, packing.trees}), IsEmpty()) << name;
  const auto more = static_cast<std::int64_t>(packing.trees.size()) + 1;
  ASSERT_GE(block_count(packing.partition), 2) << name;
  EXPECT_LT(links_between(graph, packing.partition), more * (block_count(packing.partition) - 1))
      << name;
}

TEST(LinkPacking, IsTheLeastQuotientOfAllPartitionsOfSmallGraphs) {
  constexpr std::uint64_t kSeed = 1;
  SplitMix draw(kSeed);
  std::size_t with_more_blocks = 0;
  for (int k = 0; k < 600; ++k) {
    const Graph graph = small_graph(draw);
    const std::string name = "seed 1, graph " + std::to_string(k) + ", " + text_of(graph);
    const Quotient least = least_quotient(graph);
    const LinkPacking packing = pack_links(graph);
    ASSERT_EQ(static_cast<std::int64_t>(packing.trees.size()), least.links / least.cuts) << name;
    expect_proved(graph, packing, name);

    const Strength strength = strength_of(graph, packing.partition);
    ASSERT_EQ(strength.numerator * least.cuts, least.links * strength.denominator) << name;
    ASSERT_EQ(std::gcd(strength.numerator, strength.denominator), 1) << name;
    ASSERT_EQ(links_between(graph, strength.partition) * strength.denominator,
              strength.numerator * (block_count(strength.partition) - 1))
        << name;
    const Strength from_nodes = strength_of(graph, Partition([&] {
                                              Partition alone(index_of(graph.size()));
                                              std::iota(alone.begin(), alone.end(), 0);
                                              return alone;
                                            }()));
    ASSERT_EQ(from_nodes.numerator, strength.numerator) << name;
    ASSERT_EQ(from_nodes.denominator, strength.denominator) << name;
    with_more_blocks += block_count(strength.partition) < graph.size() ? 1 : 0;
  }
  EXPECT_GT(with_more_blocks, 50U) << "partitions must not all be that into single nodes";
}

struct Packed {
  const char* shape;
  std::size_t link_trees;
  std::int64_t numerator, denominator;
  Node arc_trees;
};

// Where all links of a d-regular graph are needed to part it, sigma = d N / (2 (N - 1)); of
// PolarFly it is (q + 1) / 2.
constexpr Packed kTable[] = {
    {"path:8", 1, 1, 1, 1},           {"ring:16", 1, 16, 15, 2},     {"mesh:8,8", 1, 16, 9, 2},
    {"torus:4,4", 2, 32, 15, 4},      {"torus:8,8", 2, 128, 63, 4},  {"torus:4,4,4", 3, 64, 21, 6},
    {"hypercube:4", 2, 32, 15, 4},    {"hypercube:6", 3, 64, 21, 6}, {"complete:8", 4, 4, 1, 7},
    {"complete:9", 4, 9, 2, 8},       {"hyperx:4,4", 3, 16, 5, 6},   {"hyperx:8,8", 7, 64, 9, 14},
    {"debruijn:2,5", 1, 61, 31, 2},   {"kautz:2,4", 1, 45, 23, 3},   {"slimfly:5", 3, 25, 7, 7},
    {"slimfly:13", 9, 3211, 337, 19}, {"polarfly:3", 2, 2, 1, 3},    {"polarfly:5", 3, 3, 1, 5},
    {"polarfly:7", 4, 4, 1, 7},       {"polarfly:11", 6, 6, 1, 11},  {"polarfly:13", 7, 7, 1, 13},
    {"star:4", 1, 36, 23, 3},         {"star:5", 2, 240, 119, 4},    {"pancake:5", 2, 240, 119, 4},
    {"bubblesort:5", 2, 240, 119, 4}, {"dragonfly:4,2", 2, 18, 7, 5}};

TEST(LinkPacking, HasTheTreesAndStrengthOfTheTable) {
  for (const Packed& row : kTable) {
    const Graph graph = make_graph(row.shape);
    const LinkPacking packing = pack_links(graph);
    EXPECT_EQ(packing.trees.size(), row.link_trees) << row.shape;
    expect_proved(graph, packing, row.shape);
    const Strength strength = strength_of(graph, packing.partition);
    EXPECT_EQ(strength.numerator, row.numerator) << row.shape;
    EXPECT_EQ(strength.denominator, row.denominator) << row.shape;
  }
}

// The whole graph is weak in one place only.
TEST(LinkPacking, FindsThePartThatIsWeak) {
  std::vector<Edge> edges{{0, 8}};
  for (const Node first : {0, 8})
    for (Node u = 0; u < 8; ++u)
      for (Node v = u + 1; v < 8; ++v) edges.emplace_back(first + u, first + v);
  const Graph graph(16, edges);
  const LinkPacking packing = pack_links(graph);
  EXPECT_EQ(packing.trees.size(), 1U);
  EXPECT_THAT(packing.partition, ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1));
  const Strength strength = strength_of(graph, packing.partition);
  EXPECT_EQ(strength.numerator, 1);
  EXPECT_EQ(strength.denominator, 1);
}

// Arcs that leave the root's side.
Node links_leaving(const Graph& graph, const std::vector<Node>& side) {
  Node count = 0;
  for (const auto& [u, v] : links_of(graph))
    count +=
        std::count(side.begin(), side.end(), u) == std::count(side.begin(), side.end(), v) ? 0 : 1;
  return count;
}

void expect_arcs_proved(const Graph& graph, Node root, const std::string& name) {
  const LeastCut cut = least_cut(graph, root);
  const std::vector<Parents> trees = pack_arcs(graph, root, cut.links);
  EXPECT_THAT(faults_of(graph, {Disjoint::kArcs, trees}), IsEmpty()) << name;
  EXPECT_EQ(static_cast<Node>(trees.size()), cut.links) << name;
  for (const Parents& tree : trees) EXPECT_EQ(root_of(tree), root) << name;
  EXPECT_TRUE(std::count(cut.side.begin(), cut.side.end(), root) == 1) << name;
  EXPECT_LT(static_cast<Node>(cut.side.size()), graph.size()) << name;
  EXPECT_EQ(links_leaving(graph, cut.side), cut.links) << name;
}

TEST(ArcPacking, ReachesTheLeastOfAllCutsOfSmallGraphsFromEveryRoot) {
  SplitMix draw(2);
  std::size_t below_degree = 0;
  for (int k = 0; k < 300; ++k) {
    // The first one has its least cut between two triangles.
    const Graph graph = k == 0 ? Graph(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}})
                               : small_graph(draw);
    const std::string name = "seed 2, graph " + std::to_string(k) + ", " + text_of(graph);
    Node least = graph.size();
    for (std::uint32_t set = 1; set + 1 < 1U << static_cast<unsigned>(graph.size()); ++set) {
      Node links = 0;
      for (const auto& [u, v] : links_of(graph))
        links += ((set >> static_cast<unsigned>(u)) ^ (set >> static_cast<unsigned>(v))) % 2 != 0
                     ? 1
                     : 0;
      least = std::min(least, links);
    }
    below_degree += least < degrees(graph).first ? 1 : 0;
    for (Node root = 0; root < graph.size(); ++root) {
      ASSERT_EQ(least_cut(graph, root).links, least) << name;
      expect_arcs_proved(graph, root, name);
    }
  }
  EXPECT_GT(below_degree, 0U) << "some cuts must not be around one node";
}

// The nodes that a largest flow from one node to another leaves on the side of the first, and how
// much flows: one path after the other, over arcs of capacity 1 in both directions.
std::pair<Node, std::vector<Node>> largest_flow(const Graph& graph, Node from, Node to) {
  const auto nodes = index_of(graph.size());
  std::vector<std::vector<int>> left(nodes, std::vector<int>(nodes, 0));
  for (const auto& [u, v] : links_of(graph))
    left[index_of(u)][index_of(v)] = left[index_of(v)][index_of(u)] = 1;
  for (Node flows = 0;; ++flows) {
    std::vector<Node> by(nodes, kNoNode);
    std::vector<Node> reached{from};
    by[index_of(from)] = from;
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (Node v = 0; v < graph.size(); ++v)
        if (by[index_of(v)] == kNoNode && left[index_of(reached[i])][index_of(v)] > 0) {
          by[index_of(v)] = reached[i];
          reached.push_back(v);
        }
    if (by[index_of(to)] == kNoNode) {
      std::sort(reached.begin(), reached.end());
      return {flows, reached};
    }
    for (Node v = to; v != from; v = by[index_of(v)]) {
      --left[index_of(by[index_of(v)])][index_of(v)];
      ++left[index_of(v)][index_of(by[index_of(v)])];
    }
  }
}

// From the root to every node, the first that has the least of all.
LeastCut cut_by_flows(const Graph& graph, Node root) {
  LeastCut cut;
  cut.links = degrees(graph).first;
  bool is_parted = false;
  for (Node v = 0; v < graph.size(); ++v) {
    if (v == root) continue;
    const auto [flows, side] = largest_flow(graph, root, v);
    if (flows >= cut.links) continue;
    cut = {flows, side};
    is_parted = true;
  }
  if (is_parted) return cut;
  Node alone = root;
  for (Node v = 0; v < graph.size() && alone == root; ++v)
    if (static_cast<Node>(graph.neighbours(v).size()) == cut.links) alone = v;
  for (Node v = 0; v < graph.size(); ++v)
    if ((v == alone) == (alone == root)) cut.side.push_back(v);
  return cut;
}

// How many of the cuts are not around one node.
int expect_the_cuts_of_flows(const Graph& graph) {
  int wide = 0;
  for (Node root = 0; root < graph.size(); ++root) {
    const LeastCut expected = cut_by_flows(graph, root);
    const LeastCut cut = least_cut(graph, root);
    EXPECT_EQ(cut.links, expected.links) << text_of(graph) << " from " << root;
    EXPECT_EQ(cut.side, expected.side) << text_of(graph) << " from " << root;
    wide += expected.links < degrees(graph).first ? 1 : 0;
  }
  return wide;
}

TEST(ArcPacking, FindsTheCutsOfLargestFlowsFromEveryRootOfAllGraphsOfUpTo5Nodes) {
  int graphs = 0;
  for (Node nodes = 2; nodes <= 5; ++nodes) {
    std::vector<Edge> all;
    for (Node u = 0; u < nodes; ++u)
      for (Node v = u + 1; v < nodes; ++v) all.emplace_back(u, v);
    for (std::size_t set = 0; set < std::size_t{1} << all.size(); ++set) {
      std::vector<Edge> edges;
      for (std::size_t k = 0; k < all.size(); ++k)
        if ((set >> k & 1) != 0) edges.push_back(all[k]);
      const Graph graph(nodes, edges);
      if (graph.first_unreached(0)) continue;
      expect_the_cuts_of_flows(graph);
      ++graphs;
    }
  }
  EXPECT_EQ(graphs, 1 + 4 + 38 + 728);
}

// Dense parts that a few links, or a node that they share, hold together, in any numbering.
Graph parts_of_a_graph(SplitMix& draw) {
  std::vector<Edge> edges;
  Node nodes = 0;
  const auto parts = 2 + draw.below(4);
  for (std::size_t part = 0; part < parts; ++part) {
    const auto size = static_cast<Node>(4 + draw.below(3));
    const Node first = part > 0 && draw.below(4) == 0 ? nodes - 1 : nodes;  // a node in common
    for (Node u = first; u < first + size; ++u)
      for (Node v = u + 1; v < first + size; ++v)
        if (draw.below(20) < 19) edges.emplace_back(u, v);
    const auto bridges = first < nodes || part == 0 ? 0 : 1 + draw.below(3);
    for (std::size_t k = 0; k < bridges; ++k)
      edges.emplace_back(static_cast<Node>(draw.below(index_of(first))),
                         first + static_cast<Node>(draw.below(index_of(size))));
    nodes = first + size;
  }
  std::vector<Node> number(index_of(nodes));
  std::iota(number.begin(), number.end(), 0);
  for (std::size_t k = number.size(); k > 1; --k) std::swap(number[k - 1], number[draw.below(k)]);
  for (auto& [u, v] : edges) {
    u = number[index_of(u)];
    v = number[index_of(v)];
  }
  return {nodes, edges};
}

// Of few links a node, so that paths must make way for each other.
Graph sparse_graph(SplitMix& draw) {
  const auto nodes = static_cast<Node>(8 + draw.below(9));
  std::vector<Edge> edges;
  for (Node links = nodes * 3 / 2 + static_cast<Node>(draw.below(6)); links > 0; --links) {
    const auto u = static_cast<Node>(draw.below(index_of(nodes)));
    const auto v = static_cast<Node>(draw.below(index_of(nodes)));
    if (u != v) edges.emplace_back(u, v);
  }
  return {nodes, edges};
}

TEST(ArcPacking, FindsTheCutsOfLargestFlowsWherePartsHangTogetherByBridgesAndNodes) {
  SplitMix draw(20);
  int wide = 0;
  for (int i = 0; i < 600; ++i) {
    const Graph graph = i % 2 == 0 ? parts_of_a_graph(draw) : sparse_graph(draw);
    if (graph.first_unreached(0)) continue;
    wide += expect_the_cuts_of_flows(graph);
    if (testing::Test::HasFailure()) FAIL() << "graph " << i;
  }
  EXPECT_GT(wide, 3000) << "many cuts must not be around one node";
}

TEST(ArcPacking, HasTheTreesOfTheTable) {
  for (const Packed& row : kTable) {
    const Graph graph = make_graph(row.shape);
    EXPECT_EQ(least_cut(graph, 0).links, row.arc_trees) << row.shape;
    expect_arcs_proved(graph, 0, row.shape);
  }
}

TEST(ArcPacking, AgreesWithBoostOnTheLeastCut) {
  using Weighted =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                            boost::property<boost::edge_weight_t, int>>;
  for (const char* shape : {"mesh:5,7", "regular:40,5,3", "debruijn:3,3", "kautz:3,3", "polarfly:7",
                            "dragonfly:3,2", "bipartite:4,9", "caterpillar"}) {
    const Graph graph = std::string(shape) == "caterpillar"
                            ? Graph(6, {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {2, 4}, {3, 5}, {4, 5}})
                            : make_graph(shape);
    Weighted weighted(index_of(graph.size()));
    for (const auto& [u, v] : links_of(graph))
      boost::add_edge(static_cast<std::size_t>(u), static_cast<std::size_t>(v), 1, weighted);
    const int expected =
        boost::stoer_wagner_min_cut(weighted, boost::get(boost::edge_weight, weighted));
    EXPECT_EQ(least_cut(graph, 1).links, expected) << shape;
  }
}

// The heights that the published order of arcs gives.
TEST(ArcPacking, GrowsTreesOfKnownHeights) {
  const auto least_and_most = [](const char* shape) {
    const Graph graph = make_graph(shape);
    const std::vector<Node> heights = heights_of(pack_arcs(graph, 0, least_cut(graph, 0).links));
    return std::pair(*std::min_element(heights.begin(), heights.end()),
                     *std::max_element(heights.begin(), heights.end()));
  };
  EXPECT_EQ(least_and_most("torus:4,4"), std::pair(5, 9));
  EXPECT_EQ(least_and_most("torus:5,5"), std::pair(5, 12));
  EXPECT_EQ(least_and_most("torus:8,8"), std::pair(9, 21));
  EXPECT_EQ(least_and_most("star:4"), std::pair(6, 9));
  EXPECT_EQ(least_and_most("star:5"), std::pair(7, 16));
  EXPECT_EQ(least_and_most("hyperx:4,4"), std::pair(3, 6));
  EXPECT_EQ(least_and_most("dragonfly:4,2"), std::pair(5, 11));
}

TEST(ArcPacking, MakesFewerTreesWhereFewerAreAskedFor) {
  const Graph graph = make_graph("torus:4,4");
  for (Node count = 1; count <= 4; ++count) {
    const std::vector<Parents> trees = pack_arcs(graph, 5, count);
    EXPECT_EQ(static_cast<Node>(trees.size()), count);
    EXPECT_THAT(faults_of(graph, {Disjoint::kArcs, trees}), IsEmpty());
  }
  EXPECT_THAT(heights_of(pack_arcs(graph, 5, 1)), ElementsAre(4));
}

TEST(ArcPacking, RefusesMoreTreesThanTheCutAllows) {
  const auto refusal = [](Node count) {
    return test::refusal_of<TopologyError>([&] { pack_arcs(make_graph("ring:5"), 0, count); });
  };
  EXPECT_EQ(refusal(3), "trees of one root that share no arc can be 1 to 2, got 3");
  EXPECT_EQ(refusal(0), "trees of one root that share no arc can be 1 to 2, got 0");
}

}  // namespace
}  // namespace flitwise::graph_packing_test
