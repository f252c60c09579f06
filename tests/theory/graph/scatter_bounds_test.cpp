// Bounds of scatters on graphs: against all schedules of a few flits, and below scatters over
// trees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <set>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "tb/theory/graph/graph_bounds.h"
#include "tb/theory/graph/scatter_bounds.h"
#include "tb/theory/graph/tree_scatter.h"

namespace flitwise::scatter_bounds_test {
namespace {

using Lengths = std::vector<Flits>;

constexpr std::uint32_t kSeed = 2612;

// The nodes of all flits after one step more, however they move: a flit stays or takes an arc that
// no other takes.
void move(const Graph& graph, const std::vector<Node>& at, std::vector<Node>& next,
          std::set<Edge>& taken, std::set<std::vector<Node>>& all) {
  if (next.size() == at.size()) {
    all.insert(next);
    return;
  }
  const Node here = at[next.size()];
  next.push_back(here);
  move(graph, at, next, taken, all);
  next.pop_back();
  for (const Node to : graph.neighbours(here)) {
    if (!taken.insert({here, to}).second) continue;
    next.push_back(to);
    move(graph, at, next, taken, all);
    next.pop_back();
    taken.erase({here, to});
  }
}

// The fewest steps of any schedule.
Step fewest_steps(const Graph& graph, Node root, const Lengths& lengths) {
  std::vector<Node> home;
  for (Node v = 0; v < graph.size(); ++v)
    home.insert(home.end(), static_cast<std::size_t>(lengths[index_of(v)]), v);
  std::set<std::vector<Node>> states{std::vector<Node>(home.size(), root)};
  Step step = 0;
  for (; states.count(home) == 0; ++step) {
    std::set<std::vector<Node>> all;
    for (const std::vector<Node>& state : states) {
      std::vector<Node> next;
      std::set<Edge> taken;
      move(graph, state, next, taken, all);
    }
    states = std::move(all);
  }
  return step;
}

TEST(FastestScatter, IsTheFewestStepsOfAllSchedulesOfAFewFlits) {
  std::mt19937 random(kSeed);
  for (const char* shape : {"path:4", "ring:5", "complete:4", "bipartite:2,3", "mesh:2,3"}) {
    const Graph graph = make_graph(shape);
    for (int i = 0; i < 12; ++i) {
      const auto root = static_cast<Node>(random() % index_of(graph.size()));
      Lengths lengths(index_of(graph.size()), 0);
      for (int flit = 0; flit < 4; ++flit) {
        const std::size_t v = random() % lengths.size();
        if (static_cast<Node>(v) != root) ++lengths[v];
      }
      const Step fewest = fewest_steps(graph, root, lengths);
      ASSERT_EQ(theory::fastest_scatter(graph, root, lengths), fewest)
          << shape << ", root " << root << testing::PrintToString(lengths);
      ASSERT_LE(theory::scatter_bound(graph, root, lengths), fewest);
    }
  }
  // Both messages go over one link of the root, which neither part of the bound sees.
  const Graph fork(6, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 5}});
  const Lengths lengths{0, 0, 0, 2, 2, 0};
  EXPECT_EQ(fewest_steps(fork, 0, lengths), 5);
  EXPECT_EQ(theory::fastest_scatter(fork, 0, lengths), 5);
  EXPECT_EQ(theory::scatter_bound(fork, 0, lengths), 3);
}

TEST(ScatterBound, IsByHandThatOfLayersAndOfALongMessage) {
  // Three layers of two links each; nine flits for the far side of a ring of 6.
  EXPECT_EQ(theory::scatter_bound(make_graph("ring:6"), 0, {0, 0, 0, 9, 0, 0}), 2 + 5);
  EXPECT_EQ(theory::scatter_bound(make_graph("ring:6"), 0, {0, 2, 2, 2, 2, 2}), 5);
  // A path to the neighbour, and one the long way round.
  EXPECT_EQ(theory::scatter_bound(make_graph("ring:6"), 0, {0, 9, 0, 0, 0, 0}), 7);
  EXPECT_EQ(theory::scatter_bound(make_graph("ring:6"), 0, {0, 0, 0, 0, 0, 0}), 0);
}

// The formula with a term for every node, none of them left out.
Step bound_of_all_terms(const Graph& graph, Node root, const Lengths& lengths) {
  const std::vector<Node> distance = distances_from(graph, root);
  Step bound = 0;
  for (Node d = 1; d < graph.size(); ++d) {
    Flits beyond = 0;
    for (Node v = 0; v < graph.size(); ++v)
      if (distance[index_of(v)] >= d) beyond += lengths[index_of(v)];
    if (beyond == 0) break;
    std::int64_t narrowest = graph.edge_count();
    for (Node layer = 0; layer < d; ++layer) {
      std::int64_t links = 0;
      for (const auto& [u, v] : links_of(graph))
        links += std::min(distance[index_of(u)], distance[index_of(v)]) == layer &&
                         distance[index_of(u)] != distance[index_of(v)]
                     ? 1
                     : 0;
      narrowest = std::min(narrowest, links);
    }
    bound = std::max(bound, d - 1 + (beyond + narrowest - 1) / narrowest);
  }
  for (Node v = 0; v < graph.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    if (length == 0) continue;
    // As short as k paths without a common arc make it.
    const std::vector<std::int64_t> costs = theory::path_costs(graph, root, v);
    Step least = std::numeric_limits<Step>::max();
    for (std::size_t k = 1; k <= costs.size(); ++k) {
      const auto paths = static_cast<std::int64_t>(k);
      least = std::min(least, (length + costs[k - 1] + paths - 1) / paths - 1);
    }
    bound = std::max(bound, least);
  }
  return bound;
}

TEST(ScatterBound, IsThatOfAllNodesAlthoughItLeavesNearOnesOut) {
  std::mt19937 random(kSeed);
  int by_paths = 0;
  for (int i = 0; i < 600; ++i) {
    const auto nodes = static_cast<Node>(2 + random() % 12);
    std::vector<Edge> edges;
    for (Node v = 1; v < nodes; ++v)
      edges.emplace_back(static_cast<Node>(random() % index_of(v)), v);
    for (Node more = static_cast<Node>(random() % index_of(2 * nodes)); more > 0; --more) {
      const auto u = static_cast<Node>(random() % index_of(nodes));
      const auto v = static_cast<Node>(random() % index_of(nodes));
      if (u != v) edges.emplace_back(u, v);
    }
    const Graph graph(nodes, edges);
    const auto root = static_cast<Node>(random() % index_of(nodes));
    Lengths lengths(index_of(nodes), 0);
    for (Flits& length : lengths)
      if (random() % 3 != 0) length = static_cast<Flits>(random() % (i % 2 == 0 ? 4 : 60));
    lengths[index_of(root)] = 0;
    const Step expected = bound_of_all_terms(graph, root, lengths);
    ASSERT_EQ(theory::scatter_bound(graph, root, lengths), expected)
        << "case " << i << " of seed " << kSeed << ", root " << root << " of "
        << testing::PrintToString(links_of(graph)) << testing::PrintToString(lengths);
    for (Node v = 0; v < nodes; ++v) {
      Lengths alone(index_of(nodes), 0);
      alone[index_of(v)] = lengths[index_of(v)];
      by_paths += lengths[index_of(v)] > 0 && theory::scatter_bound(graph, root, alone) == expected;
    }
  }
  EXPECT_GT(by_paths, 50) << "some bounds must be those of one message";
}

TEST(ScatterBound, AndTheFastestAreBelowScattersOverTrees) {
  std::mt19937 random(kSeed);
  int same = 0;
  int cases = 0;
  for (const char* shape : {"torus:3,3", "torus:4,4", "hypercube:3", "polarfly:2", "petersen",
                            "star:4", "complete:6", "kautz:2,3", "mesh:3,4"}) {
    const Graph graph = make_graph(shape);
    const Node trees = least_cut(graph, 0).links;
    const std::vector<Parents> packed = pack_arcs(graph, 0, trees);
    for (int kind = 0; kind < 3; ++kind) {
      Lengths lengths(index_of(graph.size()), 1);
      for (Flits& length : lengths) {
        if (kind == 1) length = static_cast<Flits>(random() % 8);
        if (kind == 2) length = random() % 4 == 0 ? static_cast<Flits>(random() % 20) : 0;
      }
      lengths[0] = 0;
      const Step bound = theory::scatter_bound(graph, 0, lengths);
      const Step fastest = theory::fastest_scatter(graph, 0, lengths);
      const Step split = theory::best_scatter_split(packed, lengths);
      EXPECT_LE(bound, fastest) << shape;
      EXPECT_LE(fastest - bound, 2) << shape;
      EXPECT_LE(fastest, split) << shape;
      EXPECT_LE(split,
                theory::predict_tree_scatter(packed, lengths, AllocationRule::kBetter).finish);
      // Where the root has as many links as there are trees, they lose next to nothing.
      if (static_cast<Node>(graph.neighbours(0).size()) != trees) continue;
      ++cases;
      same += split == fastest ? 1 : 0;
      EXPECT_LE(split, fastest + 1) << shape;
    }
  }
  EXPECT_GE(same * 10, cases * 9) << same << " of " << cases;
}

TEST(ScatterBound, RefusesLengthsThatDoNotFit) {
  const Graph graph = make_graph("ring:4");
  EXPECT_THROW(theory::scatter_bound(graph, 0, {0, 1}), std::invalid_argument);
  EXPECT_THROW(theory::scatter_bound(graph, 1, {0, 1, 0, 0}), std::invalid_argument);
  EXPECT_THROW(theory::fastest_scatter(graph, 0, {0, 1, -1, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::scatter_bounds_test
