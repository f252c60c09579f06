// arc_packing.cpp: spanning trees of one root without a common arc, by Lovasz's growth.
#include "systemc/topology/graph/arc_packing.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "systemc/topology/graph/flow_network.h"
#include "systemc/topology/graph/graph_figures.h"

namespace flitwise {
namespace {

// Numbers for the arcs of a graph, those of one tail together, by increasing head.
class ArcNumbers {
 public:
  explicit ArcNumbers(const Graph& graph) : graph_(graph), first_(index_of(graph.size())) {
    for (Node u = 0; u < graph.size(); ++u) {
      first_[index_of(u)] = count_;
      count_ += graph.neighbours(u).size();
    }
  }

  std::size_t count() const { return count_; }
  std::size_t first_from(Node tail) const { return first_[index_of(tail)]; }
  std::size_t of(Node from, Node to) const {
    const std::vector<Node>& heads = graph_.neighbours(from);
    return first_from(from) + static_cast<std::size_t>(
                                  std::lower_bound(heads.begin(), heads.end(), to) - heads.begin());
  }

 private:
  const Graph& graph_;
  std::vector<std::size_t> first_;
  std::size_t count_ = 0;
};

// Arcs of a graph that no tree has.
class FreeArcs {
 public:
  explicit FreeArcs(const Graph& graph)
      : flow_(index_of(graph.size())), numbers_(graph), is_free_(numbers_.count(), true) {
    for (Node v = 0; v < graph.size(); ++v)
      free_into_.push_back(static_cast<Node>(graph.neighbours(v).size()));
    flow_arc_.resize(numbers_.count());
    for (Node u = 0; u < graph.size(); ++u)
      for (std::size_t k = 0; k < graph.neighbours(u).size(); ++k)
        if (const Node v = graph.neighbours(u)[k]; u < v) {
          const std::size_t back = numbers_.of(v, u);
          const std::size_t there = numbers_.first_from(u) + k;
          flow_arc_[there] = flow_.add(u, v, 1, 1);
          flow_arc_[back] = flow_arc_[there] + 1;
        }
  }

  std::size_t arc(Node from, Node to) const { return numbers_.of(from, to); }
  bool is_free(std::size_t arc) const { return is_free_[arc]; }
  void set_free(std::size_t arc, Node head, bool is_free) {
    is_free_[arc] = is_free;
    free_into_[index_of(head)] += is_free ? 1 : -1;
  }
  // Free arcs whose head is a node.
  Node into(Node v) const { return free_into_[index_of(v)]; }

  // Paths from one node to another without a common arc, up to `limit`.
  Node paths(Node from, Node to, Node limit) {
    for (std::size_t arc = 0; arc < flow_arc_.size(); ++arc)
      flow_.set_capacity(flow_arc_[arc], is_free_[arc] ? 1 : 0);
    return static_cast<Node>(flow_.push(from, to, limit));
  }
  // After `paths`, the nodes on the side of `from`.
  std::vector<bool> side(Node from) const { return flow_.reached(from); }

 private:
  FlowNetwork flow_;
  ArcNumbers numbers_;
  std::vector<bool> is_free_;
  std::vector<Node> free_into_;  // by node
  std::vector<std::size_t> flow_arc_;
};

// An arc that may join a tree: depth and free arcs of its head, tail, head.
using Candidate = std::tuple<Node, Node, Node, Node>;

// A tree that leaves `left` paths to every node.
Parents grow(const Graph& graph, Node root, Node left, FreeArcs& arcs) {
  Parents tree(index_of(graph.size()), kNoNode);
  std::vector<bool> is_in(index_of(graph.size()), false);
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  const auto join = [&](Node v, Node depth) {
    is_in[index_of(v)] = true;
    for (const Node next : graph.neighbours(v))
      if (!is_in[index_of(next)] && arcs.is_free(arcs.arc(v, next)))
        candidates.emplace(depth + 1, arcs.into(next), v, next);
  };
  join(root, 0);
  while (!candidates.empty()) {
    const auto [depth, free, u, v] = candidates.top();
    candidates.pop();
    if (is_in[index_of(v)]) continue;
    const std::size_t arc = arcs.arc(u, v);
    arcs.set_free(arc, v, false);
    // What is refused once would be later: free arcs only become fewer.
    if (left > 0 && arcs.paths(root, v, left) < left) {
      arcs.set_free(arc, v, true);
      continue;
    }
    tree[index_of(v)] = u;
    join(v, depth);
  }
  return tree;
}

// Paths without a common arc from a node to the nearest of those that are known to have as many to
// the root. No cut of fewer links parts these from the root, so that it does not matter where paths
// end; as one is most often near, most of the graph is not looked at.
class PathsToKnown {
 public:
  PathsToKnown(const Graph& graph, Node root)
      : graph_(graph),
        numbers_(graph),
        is_known_(index_of(graph.size())),
        used_(numbers_.count(), 0),
        by_(index_of(graph.size()), kNoNode) {
    add(root);
  }

  void add(Node v) { is_known_[index_of(v)] = true; }

  // Up to `limit` of them from v, which is not known.
  Node count(Node v, Node limit) {
    Node paths = 0;
    while (paths < limit && find_one(v)) ++paths;
    for (const std::size_t arc : touched_) used_[arc] = 0;
    touched_.clear();
    return paths;
  }

 private:
  // A path more, which may take back arcs of earlier ones.
  bool find_one(Node v) {
    std::vector<Node> queue{v};
    by_[index_of(v)] = v;
    Node end = kNoNode;
    for (std::size_t i = 0; i < queue.size() && end == kNoNode; ++i) {
      const Node u = queue[i];
      for (std::size_t k = 0; k < graph_.neighbours(u).size() && end == kNoNode; ++k) {
        const Node next = graph_.neighbours(u)[k];
        if (by_[index_of(next)] != kNoNode || used_[numbers_.first_from(u) + k] > 0) continue;
        by_[index_of(next)] = u;
        queue.push_back(next);
        if (is_known_[index_of(next)]) end = next;
      }
    }
    for (Node at = end; at != kNoNode && at != v; at = by_[index_of(at)]) {
      const Node before = by_[index_of(at)];
      const std::size_t there = numbers_.of(before, at);
      const std::size_t back = numbers_.of(at, before);
      ++used_[there];
      --used_[back];
      touched_.insert(touched_.end(), {there, back});
    }
    for (const Node seen : queue) by_[index_of(seen)] = kNoNode;
    return end != kNoNode;
  }

  const Graph& graph_;
  const ArcNumbers numbers_;
  std::vector<bool> is_known_;
  std::vector<int> used_;             // by arc: 1, or -1 where a path goes the other way
  std::vector<std::size_t> touched_;  // of these, the ones that are not 0
  std::vector<Node> by_;              // in a search, where a node was reached from
};

}  // namespace

LeastCut least_cut(const Graph& graph, Node root) {
  const Node least_degree = degrees(graph).first;
  LeastCut cut;
  cut.links = least_degree;
  Node parted = kNoNode;
  PathsToKnown to_root(graph, root);
  for (Node v = 0; v < graph.size(); ++v) {
    if (v == root) continue;
    const Node paths = to_root.count(v, cut.links);
    to_root.add(v);
    if (paths == cut.links) continue;
    cut.links = paths;
    parted = v;
  }
  FreeArcs arcs(graph);
  std::vector<bool> side(index_of(graph.size()), true);
  if (parted != kNoNode) {
    arcs.paths(root, parted, graph.size());
    side = arcs.side(root);
  } else {
    // Around one node; around the root where it alone has so few links.
    Node alone = root;
    for (Node v = graph.size() - 1; v >= 0; --v)
      if (v != root && static_cast<Node>(graph.neighbours(v).size()) == least_degree) alone = v;
    for (Node v = 0; v < graph.size(); ++v)
      side[index_of(v)] = alone == root ? v == root : v != alone;
  }
  for (Node v = 0; v < graph.size(); ++v)
    if (side[index_of(v)]) cut.side.push_back(v);
  return cut;
}

std::vector<Parents> pack_arcs(const Graph& graph, Node root, Node count) {
  const Node most = least_cut(graph, root).links;
  if (count < 1 || count > most)
    throw TopologyError("trees of one root that share no arc can be 1 to " + std::to_string(most) +
                        ", got " + std::to_string(count));
  FreeArcs arcs(graph);
  std::vector<Parents> trees;
  for (Node left = count - 1; left >= 0; --left) trees.push_back(grow(graph, root, left, arcs));
  return trees;
}

}  // namespace flitwise
