#include "tests/theory/star/disjoint_paths.h"

#include <deque>
#include <limits>
#include <vector>

namespace flitwise::test {
namespace {

/// Every node is an arc of capacity 1 from its entry (2v) to its exit (2v + 1); flow goes from the
/// exit of node 0 to the entry of the target.
class Flow {
 public:
  explicit Flow(const StarGraph& graph) : arcs_(static_cast<std::size_t>(2 * graph.size())) {
    for (Node v = 0; v < graph.size(); ++v) {
      add(2 * v, 2 * v + 1, 0);
      for (int d = 2; d <= graph.order(); ++d) add(2 * v + 1, 2 * graph.neighbour(v, d), 1);
    }
  }

  /// Adds a cheapest path to the entry of `target` to the flow and says what the flow then costs
  /// more. Searches with labels that are corrected until none changes (Bellman, Ford).
  int add_path(Node target) {
    constexpr int kFar = std::numeric_limits<int>::max();
    std::vector<int> cost(arcs_.size(), kFar);
    std::vector<Arc*> by(arcs_.size(), nullptr);
    std::vector<bool> queued(arcs_.size(), false);
    std::deque<int> queue{1};
    cost[1] = 0;
    for (; !queue.empty(); queue.pop_front()) {
      const auto from = static_cast<std::size_t>(queue.front());
      queued[from] = false;
      for (Arc& arc : arcs_[from]) {
        const auto to = static_cast<std::size_t>(arc.to);
        if (arc.capacity == 0 || cost[from] + arc.cost >= cost[to]) continue;
        cost[to] = cost[from] + arc.cost;
        by[to] = &arc;
        if (queued[to]) continue;
        queued[to] = true;
        queue.push_back(arc.to);
      }
    }
    for (int at = 2 * target; at != 1;) {
      Arc& arc = *by[static_cast<std::size_t>(at)];
      Arc& back = arcs_[static_cast<std::size_t>(at)][arc.reverse];
      --arc.capacity;
      ++back.capacity;
      at = back.to;
    }
    return cost[static_cast<std::size_t>(2 * target)];
  }

 private:
  struct Arc {
    int to;
    int cost;
    int capacity;
    std::size_t reverse;  // its entry among the arcs of `to`
  };
  void add(int from, int to, int cost) {
    auto& there = arcs_[static_cast<std::size_t>(from)];
    auto& back = arcs_[static_cast<std::size_t>(to)];
    there.push_back({to, cost, 1, back.size()});
    back.push_back({from, -cost, 0, there.size() - 1});
  }

  std::vector<std::vector<Arc>> arcs_;
};

}  // namespace

std::int64_t least_disjoint_depth_sum(const StarGraph& graph) {
  const Flow empty(graph);
  std::int64_t sum = 0;
  for (const std::vector<Node>& necklace : graph.necklaces()) {  // rotations have equal paths
    Flow flow = empty;
    std::int64_t cost = 0;
    for (int path = 0; path < graph.degree(); ++path) cost += flow.add_path(necklace.front());
    sum += cost * static_cast<std::int64_t>(necklace.size());
  }
  return sum / graph.degree();
}

}  // namespace flitwise::test
