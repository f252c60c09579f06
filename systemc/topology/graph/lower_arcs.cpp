// lower_arcs.cpp: a hill climb over trees of one root that share no arc.
#include <algorithm>
#include <utility>

#include "systemc/topology/graph/lower_trees.h"
#include "systemc/topology/graph/split_mix.h"

namespace flitwise {
namespace {

constexpr int kRounds = 60;
constexpr int kClimbs = 8;

double sixth_power(Node depth) {
  const auto square = static_cast<double>(depth) * static_cast<double>(depth);
  return square * square * square;
}

// What is known of a node in each tree lies together, since a node is looked at in all of them.
class ArcClimb {
 public:
  ArcClimb(const Graph& graph, const std::vector<Parents>& trees, Node goal, SplitMix& draw)
      : graph_(graph),
        nodes_(index_of(graph.size())),
        count_(trees.size()),
        goal_(goal),
        draw_(draw),
        parent_(nodes_ * count_),
        depth_(parent_.size()),
        children_(parent_.size()) {
    for (std::size_t t = 0; t < count_; ++t) {
      const std::vector<Node> depths = depths_of(trees[t]);
      for (Node v = 0; v < graph.size(); ++v) {
        const Node parent = trees[t][index_of(v)];
        parent_[at(v, t)] = parent;
        depth_[at(v, t)] = depths[index_of(v)];
        if (parent != kNoNode) children_[at(parent, t)].push_back(v);
      }
    }
  }

  std::vector<Parents> lowered() {
    for (int round = 0; round < kRounds && height() > goal_; ++round)
      for (const auto& [v, t] : deepest_first()) improve(v, t);
    std::vector<Parents> trees(count_, Parents(nodes_));
    for (std::size_t t = 0; t < count_; ++t)
      for (Node v = 0; v < graph_.size(); ++v) trees[t][index_of(v)] = parent_[at(v, t)];
    return trees;
  }

 private:
  // A node's new parent in a tree, and in another one the old parent in exchange.
  struct Move {
    Node parent = kNoNode;
    std::size_t other = 0;
    bool is_exchange = false;
  };
  using Place = std::pair<Node, std::size_t>;  // node, tree

  std::size_t at(Node v, std::size_t t) const { return index_of(v) * count_ + t; }

  Node height() const { return *std::max_element(depth_.begin(), depth_.end()); }

  // Of the same depth by node, then by tree.
  std::vector<Place> deepest_first() const {
    std::vector<std::vector<Place>> by_depth(index_of(height()) + 1);
    for (Node v = 0; v < graph_.size(); ++v)
      for (std::size_t t = 0; t < count_; ++t)
        by_depth[index_of(depth_[at(v, t)])].emplace_back(v, t);
    std::vector<Place> places;
    places.reserve(parent_.size());
    for (std::size_t depth = by_depth.size(); depth-- > 1;)  // roots stay
      places.insert(places.end(), by_depth[depth].begin(), by_depth[depth].end());
    return places;
  }

  // Who is no deeper than another node is not below it.
  bool is_below(Node v, Node above, std::size_t t) const {
    const Node end = depth_[at(above, t)];
    while (depth_[at(v, t)] > end) v = parent_[at(v, t)];
    return v == above;
  }

  // What the nodes from v on cost more if v is so much deeper.
  double cost(Node v, std::size_t t, Node deeper) const {
    const Node depth = depth_[at(v, t)];
    double sum = sixth_power(depth + deeper) - sixth_power(depth);
    for (const Node child : children_[at(v, t)]) sum += cost(child, t, deeper);
    return sum;
  }

  Node deeper_under(Node v, Node parent, std::size_t t) const {
    return depth_[at(parent, t)] + 1 - depth_[at(v, t)];
  }

  void improve(Node v, std::size_t t) {
    const Node parent = parent_[at(v, t)];
    Move best;
    double least = 0;
    std::size_t equals = 0;
    for (const Node u : graph_.neighbours(v)) {
      if (u == parent || is_below(u, v, t)) continue;
      Move move{u};
      for (std::size_t other = 0; other < count_; ++other)
        if (parent_[at(v, other)] == u) move = {u, other, true};
      double change = cost(v, t, deeper_under(v, u, t));
      if (move.is_exchange) {
        if (is_below(parent, v, move.other)) continue;
        change += cost(v, move.other, deeper_under(v, parent, move.other));
      }
      if (change > least) continue;
      equals = change < least ? 1 : equals + 1;
      least = change;
      if (draw_.below(equals) == 0) best = move;  // each of several with equal odds
    }
    if (best.parent == kNoNode || (least == 0 && draw_.below(2) == 0)) return;
    hang(v, best.parent, t);
    if (best.is_exchange) hang(v, parent, best.other);
  }

  void hang(Node v, Node parent, std::size_t t) {
    std::vector<Node>& siblings = children_[at(parent_[at(v, t)], t)];
    siblings.erase(std::find(siblings.begin(), siblings.end(), v));
    const Node deeper = deeper_under(v, parent, t);
    parent_[at(v, t)] = parent;
    children_[at(parent, t)].push_back(v);
    sink(v, t, deeper);
  }

  void sink(Node v, std::size_t t, Node deeper) {
    depth_[at(v, t)] += deeper;
    for (const Node child : children_[at(v, t)]) sink(child, t, deeper);
  }

  const Graph& graph_;
  const std::size_t nodes_;
  const std::size_t count_;  // of trees
  const Node goal_;
  SplitMix& draw_;
  std::vector<Node> parent_;  // by node and tree, as the others
  std::vector<Node> depth_;
  std::vector<std::vector<Node>> children_;
};

}  // namespace

bool are_lower(const std::vector<Parents>& trees, const std::vector<Parents>& others) {
  const auto sorted = [](const std::vector<Parents>& all) {
    std::vector<Node> heights = heights_of(all);
    std::sort(heights.rbegin(), heights.rend());
    return heights;
  };
  return sorted(trees) < sorted(others);
}

std::vector<Parents> lower_arcs(const Graph& graph, std::vector<Parents> trees,
                                const Lowering& lowering) {
  SplitMix draw(lowering.seed);
  std::vector<Parents> lowest = trees;
  for (int climb = 0; climb < kClimbs; ++climb) {
    std::vector<Parents> found = ArcClimb(graph, trees, lowering.goal, draw).lowered();
    if (are_lower(found, lowest)) lowest = std::move(found);
  }
  return lowest;
}

}  // namespace flitwise
