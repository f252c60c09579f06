#include "systemc/topology/graph.h"

#include <algorithm>

namespace flitwise {

Graph::Graph(Node nodes, const std::vector<Edge>& edges, std::vector<std::string> names)
    : names_(std::move(names)) {
  if (nodes < 1 || nodes > kMostNodes)
    throw TopologyError("a graph must have 1 to " + std::to_string(kMostNodes) + " nodes, got " +
                        std::to_string(nodes));
  neighbours_.resize(static_cast<std::size_t>(nodes));
  for (const auto& [u, v] : edges) {
    for (const Node end : {u, v})
      if (end < 0 || end >= nodes)
        throw TopologyError("an edge must join nodes from 0 to " + std::to_string(nodes - 1) +
                            ", got " + std::to_string(end));
    if (u == v) throw TopologyError("node " + name(u) + " must not be its own neighbour");
    neighbours_[static_cast<std::size_t>(u)].push_back(v);
    neighbours_[static_cast<std::size_t>(v)].push_back(u);
  }
  for (auto& list : neighbours_) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    edge_count_ += static_cast<std::int64_t>(list.size());
  }
  edge_count_ /= 2;
}

std::string Graph::name(Node v) const {
  return names_.empty() ? std::to_string(v) : names_[static_cast<std::size_t>(v)];
}

std::optional<Node> Graph::first_unreached(Node from) const {
  std::vector<bool> reached(neighbours_.size(), false);
  std::vector<Node> stack{from};
  reached[static_cast<std::size_t>(from)] = true;
  while (!stack.empty()) {
    const Node v = stack.back();
    stack.pop_back();
    for (const Node next : neighbours(v)) {
      if (reached[static_cast<std::size_t>(next)]) continue;
      reached[static_cast<std::size_t>(next)] = true;
      stack.push_back(next);
    }
  }
  const auto missing = std::find(reached.begin(), reached.end(), false);
  if (missing == reached.end()) return std::nullopt;
  return static_cast<Node>(missing - reached.begin());
}

}  // namespace flitwise
