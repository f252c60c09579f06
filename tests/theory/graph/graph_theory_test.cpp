// Times and bounds of operations over several trees of a graph: against all splits, against flits
// that are played step by step, and against flows over time by the library Boost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <functional>
#include <map>
#include <set>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/lower_trees.h"
#include "systemc/topology/graph/tree_rules.h"
#include "tb/theory/graph/graph_bounds.h"
#include "tb/theory/graph/tree_times.h"

namespace flitwise::graph_theory_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using theory::BroadcastBound;

// The least of the largest m_i - 1 + h_i over all splits.
Step least_finish(Flits flits, const std::vector<Node>& heights, std::size_t from = 0) {
  if (from + 1 == heights.size()) return flits == 0 ? 0 : flits - 1 + heights[from];
  Step least = 1'000'000;
  for (Flits its = 0; its <= flits; ++its) {
    const Step here = its == 0 ? 0 : its - 1 + heights[from];
    least = std::min(least, std::max(here, least_finish(flits - its, heights, from + 1)));
  }
  return least;
}

TEST(TreeTimes, AreTheLeastOfAllSplits) {
  std::vector<Node> heights;
  int cases = 0;
  const std::function<void()> visit = [&] {
    if (!heights.empty())
      for (Flits flits = 0; flits <= 9; ++flits, ++cases) {
        const Step finish = theory::broadcast_finish(flits, heights);
        ASSERT_EQ(finish, least_finish(flits, heights)) << testing::PrintToString(heights);
        const std::vector<Flits> split = theory::best_split(flits, heights);
        Flits sum = 0;
        Step last = 0;
        for (std::size_t t = 0; t < heights.size(); ++t) {
          sum += split[t];
          if (split[t] > 0) last = std::max(last, split[t] - 1 + heights[t]);
        }
        ASSERT_EQ(sum, flits);
        ASSERT_EQ(last, finish);
      }
    if (heights.size() == 4) return;
    for (Node height = 1; height <= 5; ++height) {
      heights.push_back(height);
      visit();
      heights.pop_back();
    }
  };
  visit();
  EXPECT_EQ(cases, 7800);
}

TEST(TreeTimes, LeaveTheHighestTreesIdleWhereMessagesAreShort) {
  EXPECT_THAT(theory::best_split(3, {9, 2, 2}), ElementsAre(0, 2, 1));
  EXPECT_THAT(theory::best_split(0, {9, 2, 2}), Each(0));
  EXPECT_EQ(theory::broadcast_finish(3, {9, 2, 2}), 3);
}

// An arc's flits by the step in which it carries them.
using Traffic = std::map<std::pair<Edge, Step>, int>;

void carry(Traffic& traffic, Node from, Node to, Step step) { ++traffic[{{from, to}, step}]; }

// The last step of a broadcast of `flits` over trees, with all that links carry.
Step play_broadcast(const std::vector<Parents>& trees, const std::vector<Flits>& split,
                    Traffic& traffic) {
  Step last = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const std::vector<Node> depths = depths_of(trees[t]);
    for (std::size_t v = 0; v < trees[t].size(); ++v)
      for (Flits j = 1; j <= split[t] && trees[t][v] != kNoNode; ++j) {
        carry(traffic, trees[t][v], static_cast<Node>(v), j - 1 + depths[v]);
        last = std::max(last, j - 1 + depths[v]);
      }
  }
  return last;
}

// An all-reduce: operands go up by the timetable, and a router can send one no earlier than the
// step after it has those of all children.
Step play_allreduce(const std::vector<Parents>& trees, const std::vector<Flits>& split,
                    Traffic& traffic) {
  Step last = 0;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const std::vector<Node> depths = depths_of(trees[t]);
    const Node height = *std::max_element(depths.begin(), depths.end());
    for (std::size_t v = 0; v < trees[t].size(); ++v)
      for (Flits j = 1; j <= split[t] && trees[t][v] != kNoNode; ++j) {
        carry(traffic, static_cast<Node>(v), trees[t][v], j + height - depths[v]);
        carry(traffic, trees[t][v], static_cast<Node>(v), j - 1 + height + depths[v]);
        last = std::max(last, j - 1 + height + depths[v]);
      }
  }
  return last;
}

TEST(TreeTimes, AreThoseOfFlitsThatNeverMeet) {
  for (const char* shape :
       {"torus:4,4", "polarfly:3", "star:4", "mesh:3,4", "kautz:2,3", "path:2"}) {
    const Graph graph = make_graph(shape);
    const std::vector<Parents> arcs = pack_arcs(graph, 0, least_cut(graph, 0).links);
    std::vector<Parents> links = pack_links(graph).trees;
    for (Parents& tree : links) tree = hung_from_centre(tree);
    for (const Flits flits : {0, 1, 2, 5, 64}) {
      Traffic copies, both;
      const std::vector<Node> heights = heights_of(arcs);
      EXPECT_EQ(play_broadcast(arcs, theory::best_split(flits, heights), copies),
                theory::broadcast_finish(flits, heights))
          << shape;
      const std::vector<Node> link_heights = heights_of(links);
      EXPECT_EQ(play_allreduce(links, theory::best_allreduce_split(flits, link_heights), both),
                theory::allreduce_finish(flits, link_heights))
          << shape;
      for (const Traffic& traffic : {copies, both})
        for (const auto& [where, count] : traffic) EXPECT_EQ(count, 1) << shape;
      EXPECT_EQ(copies.size(), static_cast<std::size_t>(flits * (graph.size() - 1)));
      EXPECT_EQ(both.size(), static_cast<std::size_t>(2 * flits * (graph.size() - 1)));
    }
  }
}

using FlowTraits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS, boost::no_property,
    boost::property<
        boost::edge_capacity_t, long,
        boost::property<boost::edge_residual_capacity_t, long,
                        boost::property<boost::edge_reverse_t, FlowTraits::edge_descriptor>>>>;

// Most flits that node `to` can have by the end of step `steps`, over the graph in which every node
// stands once a step: it may keep what it has, and an arc carries one flit a step.
long most_flits(const Graph& graph, Node from, Node to, Step steps) {
  const auto nodes = index_of(graph.size());
  FlowGraph flow(nodes * static_cast<std::size_t>(steps + 1));
  const auto add = [&](std::size_t u, std::size_t v, long capacity) {
    const auto there = boost::add_edge(u, v, flow).first;
    const auto back = boost::add_edge(v, u, flow).first;
    boost::put(boost::edge_capacity, flow, there, capacity);
    boost::put(boost::edge_capacity, flow, back, 0L);
    boost::put(boost::edge_reverse, flow, there, back);
    boost::put(boost::edge_reverse, flow, back, there);
  };
  for (std::size_t step = 0; step < static_cast<std::size_t>(steps); ++step)
    for (Node u = 0; u < graph.size(); ++u) {
      add(step * nodes + index_of(u), (step + 1) * nodes + index_of(u), 1000);
      for (const Node v : graph.neighbours(u))
        add(step * nodes + index_of(u), (step + 1) * nodes + index_of(v), 1);
    }
  return boost::push_relabel_max_flow(flow, index_of(from),
                                      static_cast<std::size_t>(steps) * nodes + index_of(to));
}

Step least_steps(const Graph& graph, Node from, Node to, Flits flits) {
  Step steps = 0;
  while (most_flits(graph, from, to, steps) < flits) ++steps;
  return steps;
}

TEST(GraphBounds, AreTheFlowsOverTimeToTheWorstNode) {
  for (const char* shape : {"path:4", "ring:5", "mesh:2,4", "torus:3,3", "petersen", "polarfly:2",
                            "regular:8,3,1", "regular:9,4,2", "kautz:2,2", "bipartite:2,4"}) {
    const Graph graph = make_graph(shape);
    for (const Node root : {0, graph.size() - 1})
      for (const Flits flits : {0, 1, 2, 3, 7, 20}) {
        Step worst = 0;
        for (Node v = 0; v < graph.size(); ++v)
          if (v != root) worst = std::max(worst, least_steps(graph, root, v, flits));
        EXPECT_EQ(BroadcastBound(graph, root).finish(flits), worst)
            << shape << ", root " << root << ", " << flits << " flits";
      }
  }
}

TEST(GraphBounds, AddLengthsOfDisjointPaths) {
  EXPECT_THAT(theory::path_costs(make_graph("ring:5"), 0, 2), ElementsAre(2, 5));
  EXPECT_THAT(theory::path_costs(make_graph("hypercube:3"), 0, 7), ElementsAre(3, 6, 9));
  EXPECT_THAT(theory::path_costs(make_graph("hypercube:3"), 0, 1), ElementsAre(1, 4, 7));
  // The shortest path is on neither of the two that are best.
  const Graph trap(6, {{0, 1}, {1, 2}, {2, 5}, {0, 3}, {3, 2}, {1, 4}, {4, 5}});
  EXPECT_THAT(theory::path_costs(trap, 0, 5), ElementsAre(3, 6));
}

TEST(GraphBounds, CountNoMorePathsThanThereAreTrees) {
  const BroadcastBound bound(make_graph("hypercube:3"), 0);
  EXPECT_EQ(bound.finish(30, 1), 30 + 3 - 1);
  EXPECT_EQ(bound.finish(30, 2), (30 + 6) / 2 - 1);
  EXPECT_EQ(bound.finish(30, 3), (30 + 9) / 3 - 1);
  EXPECT_EQ(bound.finish(30, 4), bound.finish(30));
}

TEST(GraphBounds, AreOneStepBelowTheRuleOfHypercubes) {
  for (Node k = 3; k <= 6; ++k) {
    const std::string shape = "hypercube:" + std::to_string(k);
    const std::vector<Node> heights = heights_of(*arcs_by_rule(shape));
    const BroadcastBound bound(make_graph(shape), 0);
    for (Flits flits = 1; flits < 150; ++flits) {
      EXPECT_EQ(theory::broadcast_finish(flits, heights), (flits + k - 1) / k + k) << shape;
      if (flits < k) continue;  // short messages go faster over fewer trees
      EXPECT_EQ(bound.finish(flits) + 1, (flits + k - 1) / k + k) << shape;
    }
  }
}

struct Height {
  const char* shape;
  Node least;
};

TEST(GraphBounds, GiveTheHeightsOfTheTable) {
  for (const Height& row :
       {Height{"hypercube:4", 5}, Height{"hypercube:6", 7}, Height{"torus:3,3", 3},
        Height{"torus:4,4", 5}, Height{"torus:4,6", 6}, Height{"torus:6,6", 7},
        Height{"torus:8,8", 9}, Height{"torus:4,4,4", 7}, Height{"polarfly:7", 4},
        Height{"star:6", 8}}) {
    const Graph graph = make_graph(row.shape);
    EXPECT_EQ(theory::least_arc_height(graph, 0, least_cut(graph, 0).links), row.least)
        << row.shape;
  }
}

TEST(GraphBounds, AreBelowTheHeightsThatAreFound) {
  for (const char* shape : {"torus:4,4", "torus:5,5", "star:4", "polarfly:5", "dragonfly:4,2",
                            "regular:16,3,1", "regular:20,5,2", "mesh:4,4", "kautz:2,4"}) {
    const Graph graph = make_graph(shape);
    for (Node trees = 1; trees <= least_cut(graph, 0).links; ++trees) {
      const std::vector<Node> heights =
          heights_of(lower_arcs(graph, pack_arcs(graph, 0, trees), {}));
      EXPECT_GE(*std::max_element(heights.begin(), heights.end()),
                theory::least_arc_height(graph, 0, trees))
          << shape << ", " << trees << " trees";
    }
  }
}

TEST(GraphBounds, OfAllReducesCountCrossingsAndBroadcasts) {
  const Graph graph = make_graph("torus:4,4");
  const std::vector<BroadcastBound> root{BroadcastBound(graph, 0)};
  EXPECT_EQ(theory::allreduce_bound(root, 32, 15, 1024), 480);
  EXPECT_EQ(theory::allreduce_bound(root, 32, 15, 1), 4);
  EXPECT_EQ(theory::allreduce_bound(root, 32, 15, 0), 0);
}

struct Times {
  const char* shape;
  Step broadcast, broadcast_bound;
  Step allreduce, two_phase, allreduce_bound;
};

// 1,024 flits over trees that are as low as any.
TEST(TreeTimes, OfALongMessageAreThoseOfTheTable) {
  for (const Times& row :
       {Times{"torus:4,4", 260, 259, 519, 520, 480}, Times{"hypercube:6", 177, 176, 353, 354, 336},
        Times{"dragonfly:4,2", 210, 208, 519, 420, 399},
        Times{"kautz:2,4", 346, 345, 1031, 692, 524}}) {
    const Graph graph = make_graph(row.shape);
    const std::vector<Node> arcs =
        heights_of(lower_arcs(graph, pack_arcs(graph, 0, least_cut(graph, 0).links), {1, 0}));
    const LinkPacking packing = pack_links(graph);
    const std::vector<Node> links =
        heights_of(lower_links(graph, packing.trees, Roots::kOwn, {1, radius(graph)}));
    EXPECT_EQ(theory::broadcast_finish(1024, arcs), row.broadcast) << row.shape;
    EXPECT_EQ(theory::allreduce_finish(1024, links), row.allreduce) << row.shape;
    EXPECT_EQ(theory::two_phase_finish(1024, arcs), row.two_phase) << row.shape;
    std::vector<BroadcastBound> roots;
    for (Node root = 0; root < graph.size(); ++root) roots.emplace_back(graph, root);
    EXPECT_EQ(roots[0].finish(1024), row.broadcast_bound) << row.shape;
    const Strength strength = strength_of(graph, packing.partition);
    EXPECT_EQ(theory::allreduce_bound(roots, strength.numerator, strength.denominator, 1024),
              row.allreduce_bound)
        << row.shape;
  }
}

}  // namespace
}  // namespace flitwise::graph_theory_test
