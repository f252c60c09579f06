// graph_deaths.cpp: cuts trees at dead links, and counts what is left.
#include "sim/families/graph/graph_deaths.h"

#include <algorithm>
#include <utility>

#include "systemc/topology/graph/graph_figures.h"

namespace flitwise {

bool is_dead_link(const GraphDeaths& deaths, Node u, Node v) {
  const Edge link = std::minmax(u, v);
  return std::find(deaths.links.begin(), deaths.links.end(), link) != deaths.links.end();
}

Graph without_dead_links(const Graph& graph, const GraphDeaths& deaths) {
  std::vector<Edge> alive;
  for (const Edge& link : links_of(graph))
    if (!is_dead_link(deaths, link.first, link.second)) alive.push_back(link);
  return Graph(graph.size(), alive, graph.names());
}

std::vector<Parents> whole_trees(const std::vector<Parents>& trees, const GraphDeaths& deaths) {
  std::vector<Parents> whole;
  for (const Parents& tree : trees) {
    bool is_whole = true;
    for (std::size_t v = 0; v < tree.size(); ++v)
      is_whole =
          is_whole && (tree[v] == kNoNode || !is_dead_link(deaths, tree[v], static_cast<Node>(v)));
    if (is_whole) whole.push_back(tree);
  }
  return whole;
}

CombinePlan reached_plan(const CombinePlan& plan, const GraphDeaths& deaths) {
  CombinePlan reached = plan;
  for (CombineTree& tree : reached.trees) {
    const std::vector<Node> parents = tree.parent;
    for (std::size_t v = 0; v < parents.size(); ++v) {
      bool is_cut = false;
      for (auto at = static_cast<Node>(v); !is_cut && parents[index_of(at)] != kNoNode;
           at = parents[index_of(at)])
        is_cut = is_dead_link(deaths, at, parents[index_of(at)]);
      if (!is_cut) continue;
      tree.parent[v] = kNoNode;
      tree.passes_result[v] = tree.takes_result[v] = false;
    }
  }
  return reached;
}

std::vector<Node> trees_to_nodes(const CombinePlan& reached) {
  std::vector<Node> trees(reached.neighbours.size(), 0);
  for (const CombineTree& tree : reached.trees)
    for (std::size_t v = 0; v < trees.size(); ++v)
      if (tree.words > 0 && tree.holds(static_cast<Node>(v))) ++trees[v];
  return trees;
}

std::int64_t words_lost(const CombinePlan& plan, const CombinePlan& reached) {
  std::int64_t lost = 0;
  for (std::size_t t = 0; t < plan.trees.size(); ++t) {
    const CombineTree& tree = plan.trees[t];
    for (std::size_t v = 0; v < tree.parent.size(); ++v) {
      const bool is_left = tree.parent[v] != kNoNode && reached.trees[t].holds(tree.parent[v]);
      if (is_left && !reached.trees[t].holds(static_cast<Node>(v))) lost += tree.words;
    }
  }
  return lost;
}

Node least_trees_left(Node trees, Disjoint sharing, const GraphDeaths& deaths) {
  if (sharing == Disjoint::kNothing && !deaths.links.empty()) return 0;
  const auto dead = static_cast<Node>(deaths.links.size());
  return std::max<Node>(0, trees - dead * (sharing == Disjoint::kArcs ? 2 : 1));
}

}  // namespace flitwise
