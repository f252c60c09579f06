// graph_bounds.cpp: bounds from disjoint paths.
#include "tb/theory/graph/graph_bounds.h"

#include <algorithm>
#include <deque>
#include <limits>

#include "systemc/topology/graph/graph_figures.h"

namespace flitwise::theory {
namespace {

// Paths without a common arc, found one after the other. A path may take back an arc of an earlier
// one by going along it the other way.
class DisjointPaths {
 public:
  DisjointPaths(const Graph& graph, Node from, Node to) : graph_(graph), from_(from), to_(to) {
    std::size_t arcs = 0;
    for (Node u = 0; u < graph.size(); ++u) {
      first_arc_.push_back(arcs);
      arcs += graph.neighbours(u).size();
    }
    is_used_.assign(arcs, false);
  }

  // The links that one path more adds; 0: there is none.
  std::int64_t add() {
    find();
    if (cost_[index_of(to_)] == kFar) return 0;
    for (Node v = to_; v != from_; v = before_[index_of(v)]) {
      const Node u = before_[index_of(v)];
      const std::size_t back = arc(v, u);
      if (is_used_[back])
        is_used_[back] = false;
      else
        is_used_[arc(u, v)] = true;
    }
    return cost_[index_of(to_)];
  }

 private:
  static constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

  std::size_t arc(Node u, Node v) const {
    const std::vector<Node>& heads = graph_.neighbours(u);
    return first_arc_[index_of(u)] +
           static_cast<std::size_t>(std::lower_bound(heads.begin(), heads.end(), v) -
                                    heads.begin());
  }

  // Shortest ways from `from`, where an arc that is taken back counts -1 (Bellman, Ford).
  void find() {
    cost_.assign(index_of(graph_.size()), kFar);
    before_.assign(index_of(graph_.size()), kNoNode);
    std::vector<bool> waits(index_of(graph_.size()), false);
    std::deque<Node> queue{from_};
    cost_[index_of(from_)] = 0;
    while (!queue.empty()) {
      const Node u = queue.front();
      queue.pop_front();
      waits[index_of(u)] = false;
      for (std::size_t k = 0; k < graph_.neighbours(u).size(); ++k) {
        const Node v = graph_.neighbours(u)[k];
        const bool takes_back = is_used_[arc(v, u)];
        if (!takes_back && is_used_[first_arc_[index_of(u)] + k]) continue;
        const std::int64_t cost = cost_[index_of(u)] + (takes_back ? -1 : 1);
        if (cost >= cost_[index_of(v)]) continue;
        cost_[index_of(v)] = cost;
        before_[index_of(v)] = u;
        if (!waits[index_of(v)]) queue.push_back(v);
        waits[index_of(v)] = true;
      }
    }
  }

  const Graph& graph_;
  Node from_;
  Node to_;
  std::vector<std::size_t> first_arc_;
  std::vector<bool> is_used_;
  std::vector<std::int64_t> cost_;
  std::vector<Node> before_;
};

}  // namespace

std::vector<std::int64_t> path_costs(const Graph& graph, Node from, Node to) {
  DisjointPaths paths(graph, from, to);
  std::vector<std::int64_t> costs;
  std::int64_t sum = 0;
  while (const std::int64_t more = paths.add()) {
    sum += more;
    costs.push_back(sum);
  }
  return costs;
}

Step paths_bound(const std::vector<std::int64_t>& costs, Flits flits) {
  Step least = std::numeric_limits<Step>::max();
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const auto k = static_cast<std::int64_t>(i) + 1;
    least = std::min(least, (flits + costs[i] + k - 1) / k - 1);
  }
  return least;
}

BroadcastBound::BroadcastBound(const Graph& graph, Node root) {
  for (Node v = 0; v < graph.size(); ++v)
    if (v != root) costs_.push_back(path_costs(graph, root, v));
}

BroadcastBound::BroadcastBound(const Graph& graph, Node root, const std::vector<Node>& to) {
  for (const Node v : to) costs_.push_back(path_costs(graph, root, v));
}

Step BroadcastBound::finish(Flits flits) const {
  if (flits == 0) return 0;
  Step bound = 0;
  for (const std::vector<std::int64_t>& costs : costs_)
    bound = std::max(bound, paths_bound(costs, flits));
  return bound;
}

Step allreduce_bound(const std::vector<BroadcastBound>& roots, std::int64_t numerator,
                     std::int64_t denominator, Flits flits) {
  Step bound = (flits * denominator + numerator - 1) / numerator;
  for (const BroadcastBound& root : roots) bound = std::max(bound, root.finish(flits));
  return bound;
}

Node least_arc_height(const Graph& graph, Node root, Node trees) {
  Node bound = eccentricity(graph, root);
  for (Node v = 0; v < graph.size(); ++v) {
    if (v == root) continue;
    const std::vector<std::int64_t> costs = path_costs(graph, root, v);
    if (static_cast<Node>(costs.size()) < trees) continue;  // there are no such trees
    const std::int64_t cost = costs[index_of(trees) - 1];
    bound = std::max(bound, static_cast<Node>((cost + trees - 1) / trees));
    if (static_cast<Node>(graph.neighbours(v).size()) != trees) continue;
    const std::vector<Node> past = distances_from(graph, root, v);
    for (const Node w : graph.neighbours(v)) bound = std::max(bound, past[index_of(w)] + 1);
  }
  return bound;
}

}  // namespace flitwise::theory
