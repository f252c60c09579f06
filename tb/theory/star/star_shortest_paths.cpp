// star_shortest_paths.cpp: a search, and parents by the cycles of permutations.
#include "tb/theory/star/star_shortest_paths.h"

#include <algorithm>
#include <deque>
#include <numeric>

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
