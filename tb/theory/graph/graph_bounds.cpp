// graph_bounds.cpp: bounds from disjoint paths.
#include "tb/theory/graph/graph_bounds.h"

#include <algorithm>
#include <limits>

#include "systemc/topology/graph/graph_figures.h"

namespace flitwise::theory {
namespace {

// All arcs, those of one tail together, by increasing head.
struct Arcs {
  explicit Arcs(const Graph& graph) {
    for (Node u = 0; u < graph.size(); ++u) {
      first.push_back(heads.size());
      const std::vector<Node>& near = graph.neighbours(u);
      heads.insert(heads.end(), near.begin(), near.end());
    }
    first.push_back(heads.size());
    back.resize(heads.size());
    // Tails come in order, so that the next arc of a node that has none yet is the one back.
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (Node u = 0; u < graph.size(); ++u)
      for (std::size_t arc = first[index_of(u)]; arc < first[index_of(u) + 1]; ++arc)
        back[arc] = next[index_of(heads[arc])]++;
  }

  std::size_t nodes() const { return first.size() - 1; }

  std::vector<std::size_t> first;  // by tail, and where the last one's end
  std::vector<Node> heads;
  std::vector<std::size_t> back;  // the same link the other way
};

// Paths without a common arc, found one after the other. A path may take back an arc of an earlier
// one by going along it the other way.
class DisjointPaths {
 public:
  DisjointPaths(const Arcs& arcs, Node from, Node to)
      : arcs_(arcs),
        from_(from),
        to_(to),
        is_used_(arcs.heads.size()),
        cost_(arcs.nodes()),
        by_(arcs.nodes()),
        waits_(arcs.nodes()),
        queue_(arcs.nodes()) {}

  // The links that one path more adds; 0: there is none.
  std::int64_t add() {
    find();
    if (cost_[index_of(to_)] == kFar) return 0;
    for (Node v = to_; v != from_;) {
      const std::size_t arc = by_[index_of(v)];
      const std::size_t back = arcs_.back[arc];
      if (is_used_[back] != 0)
        is_used_[back] = 0;
      else
        is_used_[arc] = 1;
      v = arcs_.heads[back];
    }
    least_ = cost_[index_of(to_)];
    return least_;
  }

 private:
  static constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max();

  // Shortest ways from `from`, where an arc that is taken back counts -1 (Bellman, Ford), up to one
  // to `to` that is no longer than the last one was: a shorter one there is not.
  void find() {
    std::fill(cost_.begin(), cost_.end(), kFar);
    std::fill(waits_.begin(), waits_.end(), 0);
    cost_[index_of(from_)] = 0;
    // Each node waits at most once, so that the queue goes round in as many places.
    std::size_t first = 0;
    std::size_t waiting = 1;
    queue_[0] = from_;
    while (waiting > 0) {
      const Node u = queue_[first];
      first = first + 1 == queue_.size() ? 0 : first + 1;
      --waiting;
      waits_[index_of(u)] = 0;
      const std::int32_t here = cost_[index_of(u)];
      for (std::size_t arc = arcs_.first[index_of(u)]; arc < arcs_.first[index_of(u) + 1]; ++arc) {
        const Node v = arcs_.heads[arc];
        if (here - 1 >= cost_[index_of(v)]) continue;
        const bool takes_back = is_used_[arcs_.back[arc]] != 0;
        if (!takes_back && is_used_[arc] != 0) continue;
        const std::int32_t cost = here + (takes_back ? -1 : 1);
        if (cost >= cost_[index_of(v)]) continue;
        cost_[index_of(v)] = cost;
        by_[index_of(v)] = arc;
        if (v == to_ && cost == least_) return;
        if (waits_[index_of(v)] != 0) continue;
        const std::size_t last = first + waiting++;
        queue_[last < queue_.size() ? last : last - queue_.size()] = v;
        waits_[index_of(v)] = 1;
      }
    }
  }

  const Arcs& arcs_;
  const Node from_;
  const Node to_;
  std::int32_t least_ = 0;          // links of the last path
  std::vector<char> is_used_;       // by arc
  std::vector<std::int32_t> cost_;  // by node
  std::vector<std::size_t> by_;     // the arc by which a node is reached
  std::vector<char> waits_;
  std::vector<Node> queue_;
};

std::vector<std::int64_t> costs_of(const Arcs& arcs, Node from, Node to) {
  DisjointPaths paths(arcs, from, to);
  std::vector<std::int64_t> costs;
  std::int64_t sum = 0;
  while (const std::int64_t more = paths.add()) {
    sum += more;
    costs.push_back(sum);
  }
  return costs;
}

std::vector<Node> all_but(const Graph& graph, Node root) {
  std::vector<Node> nodes;
  for (Node v = 0; v < graph.size(); ++v)
    if (v != root) nodes.push_back(v);
  return nodes;
}

}  // namespace

std::vector<std::int64_t> path_costs(const Graph& graph, Node from, Node to) {
  return costs_of(Arcs(graph), from, to);
}

Step paths_bound(const std::vector<std::int64_t>& costs, Flits flits, std::size_t paths) {
  Step least = std::numeric_limits<Step>::max();
  for (std::size_t i = 0; i < std::min(costs.size(), paths); ++i) {
    const auto k = static_cast<std::int64_t>(i) + 1;
    least = std::min(least, (flits + costs[i] + k - 1) / k - 1);
  }
  return least;
}

BroadcastBound::BroadcastBound(const Graph& graph, Node root)
    : BroadcastBound(graph, root, all_but(graph, root)) {}

BroadcastBound::BroadcastBound(const Graph& graph, Node root, const std::vector<Node>& to)
    : root_(root), to_(to) {
  const Arcs arcs(graph);
  for (const Node v : to) costs_.push_back(costs_of(arcs, root, v));
}

Step BroadcastBound::finish(Flits flits, std::size_t paths) const {
  if (flits == 0) return 0;
  Step bound = 0;
  for (const std::vector<std::int64_t>& costs : costs_)
    bound = std::max(bound, paths_bound(costs, flits, paths));
  return bound;
}

Step allreduce_bound(const std::vector<BroadcastBound>& roots, std::int64_t numerator,
                     std::int64_t denominator, Flits flits) {
  Step bound = (flits * denominator + numerator - 1) / numerator;
  for (const BroadcastBound& root : roots) bound = std::max(bound, root.finish(flits));
  return bound;
}

Node BroadcastBound::least_height(const Graph& graph, Node trees) const {
  Node bound = eccentricity(graph, root_);
  for (std::size_t k = 0; k < to_.size(); ++k) {
    const std::vector<std::int64_t>& costs = costs_[k];
    if (static_cast<Node>(costs.size()) < trees) continue;  // there are no such trees
    const std::int64_t cost = costs[index_of(trees) - 1];
    bound = std::max(bound, static_cast<Node>((cost + trees - 1) / trees));
    const std::vector<Node>& near = graph.neighbours(to_[k]);
    if (static_cast<Node>(near.size()) != trees) continue;
    const std::vector<Node> past = distances_from(graph, root_, to_[k]);
    for (const Node w : near) bound = std::max(bound, past[index_of(w)] + 1);
  }
  return bound;
}

Node least_arc_height(const Graph& graph, Node root, Node trees) {
  return BroadcastBound(graph, root).least_height(graph, trees);
}

}  // namespace flitwise::theory
