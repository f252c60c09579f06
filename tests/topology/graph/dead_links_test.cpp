// What dead links leave of disjoint trees, over all connected graphs of up to five nodes and all
// sets of dead links or arcs.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"

namespace flitwise::dead_links_test {
namespace {

using Trees = std::vector<Parents>;

void for_all_graphs(Node nodes, const std::function<void(const Graph&)>& visit) {
  std::vector<Edge> all;
  for (Node u = 0; u < nodes; ++u)
    for (Node v = u + 1; v < nodes; ++v) all.emplace_back(u, v);
  for (unsigned set = 0; set < 1U << all.size(); ++set) {
    std::vector<Edge> links;
    for (std::size_t k = 0; k < all.size(); ++k)
      if ((set >> k & 1U) != 0) links.push_back(all[k]);
    const Graph graph(nodes, links);
    if (!graph.first_unreached(0)) visit(graph);
  }
}

// The fewest trees in which any node still hangs from the root when these arcs carry nothing.
Node fewest_left(const Trees& trees, const std::set<Edge>& dead) {
  auto fewest = static_cast<Node>(trees.size());
  for (std::size_t v = 0; v < trees.front().size(); ++v) {
    Node left = 0;
    for (const Parents& tree : trees) {
      auto at = static_cast<Node>(v);
      while (tree[index_of(at)] != kNoNode && dead.count({tree[index_of(at)], at}) == 0)
        at = tree[index_of(at)];
      left += tree[index_of(at)] == kNoNode ? 1 : 0;
    }
    fewest = std::min(fewest, left);
  }
  return fewest;
}

// Calls `visit` with every set of so many of `all`.
void for_all_sets(const std::vector<Edge>& all, std::size_t size,
                  const std::function<void(const std::vector<Edge>&)>& visit) {
  std::vector<Edge> chosen;
  const std::function<void(std::size_t)> choose = [&](std::size_t from) {
    if (chosen.size() == size) return visit(chosen);
    for (std::size_t next = from; next < all.size(); ++next) {
      chosen.push_back(all[next]);
      choose(next + 1);
      chosen.pop_back();
    }
  };
  choose(0);
}

// Both directions of links.
std::set<Edge> both_ways(const std::vector<Edge>& links) {
  std::set<Edge> arcs;
  for (const auto& [u, v] : links) {
    arcs.insert({u, v});
    arcs.insert({v, u});
  }
  return arcs;
}

TEST(DeadLinks, LeaveTreesWithoutACommonLinkAllButAsMany) {
  int sets = 0;
  for (Node nodes = 2; nodes <= 5; ++nodes)
    for_all_graphs(nodes, [&](const Graph& graph) {
      const Trees trees = pack_links(graph).trees;
      const auto count = static_cast<Node>(trees.size());
      for (Node dead = 1; dead < count; ++dead)
        for_all_sets(links_of(graph), index_of(dead), [&](const std::vector<Edge>& links) {
          ASSERT_GE(fewest_left(trees, both_ways(links)), count - dead);
          ++sets;
        });
    });
  EXPECT_GT(sets, 100);
}

TEST(DeadLinks, LeaveTreesWithoutACommonArcAllButTwiceAsMany) {
  int sets = 0;
  for (Node nodes = 2; nodes <= 5; ++nodes)
    for_all_graphs(nodes, [&](const Graph& graph) {
      const Node count = least_cut(graph, 0).links;
      const Trees trees = pack_arcs(graph, 0, count);
      std::vector<Edge> arcs;
      for (const Edge& arc : both_ways(links_of(graph))) arcs.push_back(arc);
      for (Node dead = 1; dead < count; ++dead) {
        for_all_sets(links_of(graph), index_of(dead), [&](const std::vector<Edge>& links) {
          ASSERT_GE(fewest_left(trees, both_ways(links)), count - 2 * dead);
          ++sets;
        });
        for_all_sets(arcs, index_of(dead), [&](const std::vector<Edge>& some) {
          ASSERT_GE(fewest_left(trees, {some.begin(), some.end()}), count - dead);
        });
      }
    });
  EXPECT_GT(sets, 1000);
}

// The link 5 - 7 of a cube of three dimensions: on the way to node 5 or 7 in one tree one way and
// in another the other way.
TEST(DeadLinks, CanCostANodeTwoTreesWithoutACommonArc) {
  const Graph graph = make_graph("hypercube:3");
  const Trees trees = pack_arcs(graph, 0, 3);
  ASSERT_TRUE(faults_of(graph, {Disjoint::kArcs, trees}).empty());
  std::vector<Edge> costly;
  for (const Edge& link : links_of(graph))
    if (fewest_left(trees, both_ways({link})) == 1) costly.push_back(link);
  EXPECT_EQ(costly, (std::vector<Edge>{{4, 5}}));
}

}  // namespace
}  // namespace flitwise::dead_links_test
