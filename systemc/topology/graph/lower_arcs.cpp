// lower_arcs.cpp: a hill climb over trees of one root that share no arc.
#include <algorithm>
#include <tuple>

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

class ArcClimb {
 public:
  ArcClimb(const Graph& graph, std::vector<Parents> trees, Node goal, SplitMix& draw)
      : graph_(graph), trees_(std::move(trees)), goal_(goal), draw_(draw) {
    for (const Parents& tree : trees_) {
      depths_.push_back(depths_of(tree));
      children_.emplace_back(tree.size());
      for (std::size_t v = 0; v < tree.size(); ++v)
        if (tree[v] != kNoNode) children_.back()[index_of(tree[v])].push_back(static_cast<Node>(v));
    }
  }

  std::vector<Parents> lowered() {
    for (int round = 0; round < kRounds && height() > goal_; ++round)
      for (const auto& [depth, v, t] : deepest_first()) improve(v, t);
    return std::move(trees_);
  }

 private:
  // A node's new parent in a tree, and in another one the old parent in exchange.
  struct Move {
    Node parent = kNoNode;
    std::size_t other = 0;
    bool is_exchange = false;
  };
  using Place = std::tuple<Node, Node, std::size_t>;  // depth, node, tree

  Node height() const {
    Node most = 0;
    for (const std::vector<Node>& depths : depths_)
      most = std::max(most, *std::max_element(depths.begin(), depths.end()));
    return most;
  }

  std::vector<Place> deepest_first() const {
    std::vector<Place> places;
    for (std::size_t t = 0; t < trees_.size(); ++t)
      for (Node v = 0; v < graph_.size(); ++v)
        if (trees_[t][index_of(v)] != kNoNode) places.emplace_back(-depths_[t][index_of(v)], v, t);
    std::sort(places.begin(), places.end());
    return places;
  }

  bool is_below(Node v, Node above, std::size_t t) const {
    for (; v != kNoNode; v = trees_[t][index_of(v)])
      if (v == above) return true;
    return false;
  }

  // What the nodes from v on cost more if v is so much deeper.
  double cost(Node v, std::size_t t, Node deeper) const {
    const Node depth = depths_[t][index_of(v)];
    double sum = sixth_power(depth + deeper) - sixth_power(depth);
    for (const Node child : children_[t][index_of(v)]) sum += cost(child, t, deeper);
    return sum;
  }

  Node deeper_under(Node v, Node parent, std::size_t t) const {
    return depths_[t][index_of(parent)] + 1 - depths_[t][index_of(v)];
  }

  void improve(Node v, std::size_t t) {
    const Node parent = trees_[t][index_of(v)];
    Move best;
    double least = 0;
    std::size_t equals = 0;
    for (const Node u : graph_.neighbours(v)) {
      if (u == parent || is_below(u, v, t)) continue;
      Move move{u};
      for (std::size_t other = 0; other < trees_.size(); ++other)
        if (trees_[other][index_of(v)] == u) move = {u, other, true};
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
    std::vector<Node>& siblings = children_[t][index_of(trees_[t][index_of(v)])];
    siblings.erase(std::find(siblings.begin(), siblings.end(), v));
    const Node deeper = deeper_under(v, parent, t);
    trees_[t][index_of(v)] = parent;
    children_[t][index_of(parent)].push_back(v);
    sink(v, t, deeper);
  }

  void sink(Node v, std::size_t t, Node deeper) {
    depths_[t][index_of(v)] += deeper;
    for (const Node child : children_[t][index_of(v)]) sink(child, t, deeper);
  }

  const Graph& graph_;
  std::vector<Parents> trees_;
  Node goal_;
  SplitMix& draw_;
  std::vector<std::vector<Node>> depths_;                 // by tree, node
  std::vector<std::vector<std::vector<Node>>> children_;  // by tree, node
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
