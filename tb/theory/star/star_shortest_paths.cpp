#include "tb/theory/star/star_shortest_paths.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <utility>

namespace flitwise::theory {

std::vector<int> searched_distances(const StarGraph& graph, Node source) {
  std::vector<int> distance(static_cast<std::size_t>(graph.size()), -1);
  distance[static_cast<std::size_t>(source)] = 0;
  for (std::deque<Node> queue{source}; !queue.empty(); queue.pop_front())
    for (int d = 2; d <= graph.order(); ++d) {
      int& found = distance[static_cast<std::size_t>(graph.neighbour(queue.front(), d))];
      if (found >= 0) continue;
      found = distance[static_cast<std::size_t>(queue.front())] + 1;
      queue.push_back(graph.neighbour(queue.front(), d));
    }
  return distance;
}

int StarShortestPaths::next_misplaced(Node u) const {
  std::vector<int> right(static_cast<std::size_t>(graph_.degree()));
  std::iota(right.begin(), right.end(), 2);
  std::rotate(right.begin(), right.begin() + (block(u) - 2), right.end());
  const auto found =
      std::find_if(right.begin() + 1, right.end(), [&](int q) { return graph_.symbol(u, q) != q; });
  return found == right.end() ? 0 : *found;
}

int StarShortestPaths::parent_dimension(Node u) const {
  const int home = block(u);
  if (graph_.symbol(u, 1) != home) return graph_.symbol(u, 1);
  const int next = next_misplaced(u);
  return next == 0 ? home : next;
}

std::vector<Node> StarShortestPaths::way(Node u, int subtree) const {
  std::vector<Node> way{u};
  if (block(u) == 1) way.push_back(graph_.neighbour(u, subtree));
  // A way that does not end would be no tree's: it is cut where it has gone through all nodes.
  while (way.back() != 0 && way.size() <= static_cast<std::size_t>(graph_.size()))
    way.push_back(graph_.neighbour(way.back(), parent_dimension(way.back())));
  if (way.back() == 0) way.pop_back();
  return way;
}

std::vector<int> completed_parents(const StarGraph& graph, StarRule rule, Node u) {
  const StarShortestPaths paths(graph);
  const int n = graph.order();
  std::vector<int> parents(static_cast<std::size_t>(n - 1), 0);
  const int home = paths.block(u);
  if (home == 1) {
    std::iota(parents.begin(), parents.end(), 2);
    return parents;
  }
  const int shortest = paths.parent_dimension(u);
  std::vector<int> waiting;  // trees without a link yet
  for (int tree = 2; tree <= n; ++tree) {
    const int fetching = graph.position(u, tree);
    int& parent = parents[static_cast<std::size_t>(tree - 2)];
    if (tree == home)
      parent = shortest;
    else if (fetching == 1 || fetching == shortest)
      waiting.push_back(tree);
    else
      parent = fetching;
  }
  std::vector<int> left;  // links without a tree
  for (int d = 2; d <= n; ++d)
    if (std::find(parents.begin(), parents.end(), d) == parents.end()) left.push_back(d);
  // The link that fetches symbol 1 leads to position `home`.
  const auto is_first = [&](int tree) { return tree == graph.symbol(u, 1); };
  if (left.size() == 2) {
    const bool is_other_way =
        rule == StarRule::kQ && graph.position(u, home) == paths.next_misplaced(u);
    if (is_first(waiting.front()) != ((left.front() == home) != is_other_way))
      std::swap(left.front(), left.back());
  }
  for (std::size_t i = 0; i < waiting.size(); ++i)
    parents[static_cast<std::size_t>(waiting[i] - 2)] = left.at(i);
  return parents;
}

std::int64_t count_necklaces(int order) {
  const int turns = order - 1;
  std::int64_t fixed = 0;
  for (int turn = 0; turn < turns; ++turn) {
    // The rotation by `turn` has symbol 1 and `circles` circles of equal length: what commutes with
    // it permutes the circles and turns each.
    const int circles = std::gcd(turn, turns);
    const int length = turns / circles;
    std::int64_t commuting = length == 1 ? order : 1;  // symbol 1 is a circle like the others
    for (int i = 1; i <= circles; ++i) commuting *= std::int64_t{i} * length;
    fixed += commuting;
  }
  return fixed / turns - 1;
}

}  // namespace flitwise::theory
