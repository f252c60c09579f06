#include "systemc/topology/star/star_trees.h"

#include <algorithm>
#include <utility>

namespace flitwise {
namespace {

/// The first misplaced position after that of symbol 1, K, in the cyclic order K+1, .., n, 2, ..,
/// K-1; 0 if there is none, as in a neighbour of the root.
int next_misplaced(const StarGraph& graph, Node u) {
  const int home = graph.position(u, 1);
  for (int turn = 1; turn < graph.degree(); ++turn) {
    const int q = graph.rotate_dimension(home, turn);
    if (graph.symbol(u, q) != q) return q;
  }
  return 0;
}

}  // namespace

StarTrees::StarTrees(StarGraph graph, StarRule rule) : graph_(std::move(graph)), rule_(rule) {
  const auto entries =
      static_cast<std::size_t>(graph_.size()) * static_cast<std::size_t>(graph_.degree());
  parent_dimension_.resize(entries);
  depth_.resize(entries);
  for (Node u = 1; u < graph_.size(); ++u) set_parent_dimensions(u);
  for (Node u = 1; u < graph_.size(); ++u) {
    for (int tree = 2; tree <= graph_.order(); ++tree) set_depth(u, tree);
    height_ = std::max(height_, depth(u, 2));
    depth_sum_ += depth(u, 2);
  }
}

void StarTrees::set_parent_dimensions(Node u) {
  const auto dimension = [&](int tree) -> std::uint8_t& {
    return parent_dimension_[entry(u, tree)];
  };
  const auto position = [&](int symbol) {
    return static_cast<std::uint8_t>(graph_.position(u, symbol));
  };
  const auto first = static_cast<std::uint8_t>(graph_.symbol(u, 1));
  const std::uint8_t home = position(1);  // K: symbol 1 is where symbol K belongs
  if (home == 1) {
    for (int tree = 2; tree <= graph_.order(); ++tree)
      dimension(tree) = static_cast<std::uint8_t>(tree);
    return;
  }
  for (int tree = 2; tree <= graph_.order(); ++tree) dimension(tree) = position(tree);
  const auto next = static_cast<std::uint8_t>(next_misplaced(graph_, u));
  if (first == home) {
    dimension(home) = next == 0 ? home : next;
    if (next != 0) dimension(graph_.symbol(u, next)) = home;
    return;
  }
  const int third = graph_.symbol(u, first);
  dimension(home) = first;
  dimension(first) = home;
  if (third == home) return;
  const bool swapped = rule_ == StarRule::kQ && graph_.symbol(u, next) == home;
  dimension(swapped ? third : first) = home;
  dimension(swapped ? first : third) = position(home);
}

void StarTrees::set_depth(Node u, int tree) {
  // Up to the first node whose depth is known, then down again.
  std::vector<Node> way;
  Node v = u;
  for (; v != 0 && depth(v, tree) == 0; v = parent(v, tree)) way.push_back(v);
  int links = depth(v, tree);
  for (auto w = way.rbegin(); w != way.rend(); ++w)
    depth_[entry(*w, tree)] = static_cast<std::uint8_t>(++links);
}

std::vector<int> StarTrees::child_dimensions(Node u, int tree) const {
  std::vector<int> children;
  for (int turn = 0; turn < graph_.degree(); ++turn) {
    const int d = graph_.rotate_dimension(tree, turn);
    const Node v = graph_.neighbour(u, d);
    if (v != 0 && parent_dimension(v, tree) == d) children.push_back(d);
  }
  return children;
}

std::vector<int> StarTrees::route(Node u, int tree) const {
  std::vector<int> route;
  for (; u != 0; u = parent(u, tree)) route.push_back(parent_dimension(u, tree));
  std::reverse(route.begin(), route.end());
  return route;
}

}  // namespace flitwise
