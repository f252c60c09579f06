// lower_links.cpp: a hill climb over trees that share no link.
#include <algorithm>
#include <tuple>

#include "systemc/topology/graph/lower_trees.h"
#include "systemc/topology/graph/split_mix.h"

namespace flitwise {
namespace {

constexpr int kMostRounds = 60;
constexpr std::size_t kMostMends = 6;
constexpr std::size_t kNoOwner = static_cast<std::size_t>(-1);
constexpr int kMostClimbs = 12;
constexpr int kMostShakes = 400;
constexpr int kRoundsAShake = 8;
constexpr std::int64_t kMostWork = 40'000'000;  // nodes of trees that are looked at: seconds

double cost_of(const Parents& tree) {
  double sum = 0;
  for (const Node depth : depths_of(tree)) {
    const auto square = static_cast<double>(depth) * static_cast<double>(depth);
    sum += square * square * square;
  }
  return sum;
}

class LinkClimb {
 public:
  LinkClimb(const Graph& graph, std::vector<Parents> trees, Roots roots, Node goal, SplitMix& draw,
            std::int64_t& work)
      : graph_(graph),
        trees_(std::move(trees)),
        roots_(roots),
        goal_(goal),
        draw_(draw),
        work_(work) {
    for (Node v = 0; v < graph.size(); ++v) {
      first_place_.push_back(owner_.size());
      owner_.resize(owner_.size() + graph.neighbours(v).size(), kNoOwner);
    }
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      trees_[t] = settled(trees_[t]);
      costs_.push_back(cost_of(trees_[t]));
      for (Node v = 0; v < graph.size(); ++v)
        if (trees_[t][index_of(v)] != kNoNode)
          owner_[place_of(link(v, trees_[t][index_of(v)]))] = t;
    }
  }

  // Exchanges links between trees whatever it costs, some for each node.
  void shake() {
    constexpr std::size_t kNodesAMove = 12;
    const std::size_t moves = 1 + index_of(graph_.size()) / kNodesAMove;
    for (std::size_t move = 0; move < moves; ++move) {
      const std::size_t t = draw_.below(trees_.size());
      const auto v = static_cast<Node>(draw_.below(index_of(graph_.size())));
      const Node parent = trees_[t][index_of(v)];
      const std::vector<Node>& ends = graph_.neighbours(v);
      const Node u = ends[draw_.below(ends.size())];
      const std::size_t other = owner_of(link(u, v));
      if (parent == kNoNode || other == t || is_below(u, v, trees_[t])) continue;
      Move made;
      made.taken = link(u, v);
      made.tree = mended(trees_[t], v, v, u);
      if (other == kNoOwner || mend(link(v, parent), other, made)) make(made, t, link(v, parent));
    }
  }

  std::vector<Parents> lowered(int rounds = kMostRounds) {
    for (int round = 0; round < rounds && height() > goal_; ++round)
      for (const auto& [depth, v, t] : deepest_first()) {
        if (work_ > kMostWork) return std::move(trees_);
        improve(v, t);
      }
    return std::move(trees_);
  }

 private:
  // Trees t and, where a link comes from another tree, `other` as they would be.
  struct Move {
    double change = 0;
    Edge taken{kNoNode, kNoNode};
    Parents tree;
    std::size_t other = kNoOwner;
    Parents other_tree;
    Edge mend{kNoNode, kNoNode};
  };
  using Place = std::tuple<Node, Node, std::size_t>;  // depth, node, tree

  static Edge link(Node u, Node v) { return std::minmax(u, v); }

  std::size_t owner_of(const Edge& edge) const { return owner_[place_of(edge)]; }
  std::size_t place_of(const Edge& edge) const {
    const std::vector<Node>& ends = graph_.neighbours(edge.first);
    return first_place_[index_of(edge.first)] +
           static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), edge.second) -
                                    ends.begin());
  }

  Parents settled(const Parents& tree) const {
    return roots_ == Roots::kOwn ? hung_from_centre(tree) : tree;
  }

  Node height() const {
    const std::vector<Node> heights = heights_of(trees_);
    return *std::max_element(heights.begin(), heights.end());
  }

  std::vector<Place> deepest_first() const {
    std::vector<Place> places;
    for (std::size_t t = 0; t < trees_.size(); ++t) {
      const std::vector<Node> depths = depths_of(trees_[t]);
      for (Node v = 0; v < graph_.size(); ++v) places.emplace_back(-depths[index_of(v)], v, t);
    }
    std::sort(places.begin(), places.end());
    return places;
  }

  static bool is_below(Node v, Node above, const Parents& tree) {
    for (; v != kNoNode; v = tree[index_of(v)])
      if (v == above) return true;
    return false;
  }

  // The nodes from `child` on.
  static std::vector<bool> half_of(const Parents& tree, Node child) {
    enum class Side : std::uint8_t { kUnknown, kIn, kOut };
    std::vector<Side> side(tree.size(), Side::kUnknown);
    side[index_of(root_of(tree))] = Side::kOut;
    side[index_of(child)] = Side::kIn;
    std::vector<std::size_t> way;
    std::vector<bool> half(tree.size());
    for (std::size_t v = 0; v < tree.size(); ++v) {
      std::size_t at = v;
      for (; side[at] == Side::kUnknown; at = index_of(tree[at])) way.push_back(at);
      for (; !way.empty(); way.pop_back()) side[way.back()] = side[at];
      half[v] = side[v] == Side::kIn;
    }
    return half;
  }

  // The tree without the link from `child` to its parent and with a link that joins both halves:
  // `inner` is in the half of `child`, `outer` in the other.
  Parents mended(const Parents& tree, Node child, Node inner, Node outer) {
    work_ += graph_.size();
    Parents result = tree;
    Node above = outer;
    for (Node v = inner;;) {  // turn the way from `inner` up to `child` round
      const Node next = result[index_of(v)];
      result[index_of(v)] = above;
      if (v == child) break;
      above = v;
      v = next;
    }
    return settled(result);
  }

  void improve(Node v, std::size_t t) {
    const Node parent = trees_[t][index_of(v)];
    if (parent == kNoNode) return;
    Move best;
    std::size_t equals = 0;
    for (const Node u : graph_.neighbours(v)) {
      const Edge taken = link(u, v);
      const std::size_t other = owner_of(taken);
      if (other == t || is_below(u, v, trees_[t])) continue;
      Move move;
      move.taken = taken;
      move.tree = mended(trees_[t], v, v, u);
      move.change = cost_of(move.tree) - costs_[t];
      if (other != kNoOwner && !mend(link(v, parent), other, move)) continue;
      if (move.change > best.change) continue;
      equals = move.change < best.change ? 1 : equals + 1;
      if (draw_.below(equals) == 0)
        best = std::move(move);
      else
        best.change = move.change;
    }
    if (best.tree.empty() || (best.change == 0 && draw_.below(2) == 0)) return;
    make(best, t, link(v, parent));
  }

  // Mends the tree that loses `move.taken` as well as it can, by the link that is given back or one
  // that is free. Returns whether it can.
  bool mend(const Edge& given, std::size_t other, Move& move) {
    const Parents& tree = trees_[other];
    const auto [a, b] = move.taken;
    const Node child = tree[index_of(a)] == b ? a : b;
    const std::vector<bool> inner = half_of(tree, child);
    std::vector<Edge> mends;  // from the half of `child` to the other
    work_ += graph_.size();
    const auto consider = [&](Node u, Node v) {
      if (inner[index_of(u)] != inner[index_of(v)])
        mends.emplace_back(inner[index_of(u)] ? u : v, inner[index_of(u)] ? v : u);
    };
    consider(given.first, given.second);
    for (Node v = 0; v < graph_.size() && mends.size() < kMostMends; ++v) {
      if (!inner[index_of(v)]) continue;
      for (const Node u : graph_.neighbours(v))
        if (mends.size() < kMostMends && owner_of(link(u, v)) == kNoOwner) consider(v, u);
    }
    double least = 0;
    for (const auto& [from, to] : mends) {
      Parents candidate = mended(tree, child, from, to);
      const double change = cost_of(candidate) - costs_[other];
      if (!move.other_tree.empty() && change >= least) continue;
      least = change;
      move.other_tree = std::move(candidate);
      move.mend = link(from, to);
    }
    move.other = other;
    move.change += least;
    return !mends.empty();
  }

  void make(Move& move, std::size_t t, const Edge& given) {
    owner_[place_of(given)] = kNoOwner;
    owner_[place_of(move.taken)] = t;
    trees_[t] = std::move(move.tree);
    costs_[t] = cost_of(trees_[t]);
    if (move.other == kNoOwner) return;
    owner_[place_of(move.mend)] = move.other;
    trees_[move.other] = std::move(move.other_tree);
    costs_[move.other] = cost_of(trees_[move.other]);
  }

  const Graph& graph_;
  std::vector<Parents> trees_;
  Roots roots_;
  Node goal_;
  SplitMix& draw_;
  std::vector<double> costs_;
  std::vector<std::size_t> first_place_;  // of a node's links, by node
  std::vector<std::size_t> owner_;        // the tree of a link, by its place at its lower end
  std::int64_t& work_;
};

}  // namespace

std::vector<Parents> lower_links(const Graph& graph, std::vector<Parents> trees, Roots roots,
                                 const Lowering& lowering) {
  if (roots == Roots::kOwn)
    for (Parents& tree : trees) tree = hung_from_centre(tree);
  SplitMix draw(lowering.seed);
  std::int64_t work = 0;
  std::vector<Parents> lowest = trees;
  // Where trees take every link, none is free for a change of one tree alone, and climbs end early.
  const bool is_full =
      graph.edge_count() == static_cast<std::int64_t>(trees.size()) * (graph.size() - 1);
  const int climbs = is_full ? 1 : kMostClimbs;
  for (int climb = 0; climb < climbs && work < kMostWork; ++climb) {
    std::vector<Parents> found =
        LinkClimb(graph, trees, roots, lowering.goal, draw, work).lowered();
    if (are_lower(found, lowest)) lowest = std::move(found);
  }
  for (int shake = 0; is_full && shake < kMostShakes && work < kMostWork; ++shake) {
    LinkClimb climb(graph, lowest, roots, lowering.goal, draw, work);
    climb.shake();
    std::vector<Parents> found = climb.lowered(kRoundsAShake);
    if (are_lower(found, lowest)) lowest = std::move(found);
  }
  return lowest;
}

}  // namespace flitwise
