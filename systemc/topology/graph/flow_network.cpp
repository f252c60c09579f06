// flow_network.cpp: maximum flow by blocking flows.
#include "systemc/topology/graph/flow_network.h"

#include <algorithm>

namespace flitwise {

std::size_t FlowNetwork::add(Node from, Node to, std::int64_t capacity, std::int64_t back) {
  arcs_from_[index_of(from)].push_back(arcs_.size());
  arcs_.push_back({to, capacity});
  arcs_from_[index_of(to)].push_back(arcs_.size());
  arcs_.push_back({from, back});
  return arcs_.size() - 2;
}

// From the sink on, so that whoever goes down the levels comes to it, and seldom to a dead end.
bool FlowNetwork::find_levels(Node source, Node sink) {
  level_.assign(arcs_from_.size(), kNoNode);
  level_[index_of(sink)] = 0;
  std::vector<Node> queue{sink};
  for (std::size_t i = 0; i < queue.size() && level_[index_of(source)] == kNoNode; ++i)
    for (const std::size_t arc : arcs_from_[index_of(queue[i])]) {
      const Node from = arcs_[arc].to;
      if (arcs_[arc ^ 1U].left == 0 || level_[index_of(from)] != kNoNode) continue;
      level_[index_of(from)] = level_[index_of(queue[i])] + 1;
      queue.push_back(from);
    }
  return level_[index_of(source)] != kNoNode;
}

// Calls itself no deeper than there are nodes.
std::int64_t FlowNetwork::push_on(Node v, Node sink, std::int64_t limit) {
  if (v == sink) return limit;
  std::int64_t pushed = 0;
  for (std::size_t& k = next_[index_of(v)]; k < arcs_from_[index_of(v)].size(); ++k) {
    const std::size_t arc = arcs_from_[index_of(v)][k];
    const Node to = arcs_[arc].to;
    if (arcs_[arc].left == 0 || level_[index_of(to)] != level_[index_of(v)] - 1) continue;
    const std::int64_t more = push_on(to, sink, std::min(limit - pushed, arcs_[arc].left));
    arcs_[arc].left -= more;
    arcs_[arc ^ 1U].left += more;
    pushed += more;
    if (pushed == limit) break;
  }
  return pushed;
}

std::int64_t FlowNetwork::push(Node source, Node sink, std::int64_t limit) {
  std::int64_t pushed = 0;
  while (pushed < limit && find_levels(source, sink)) {
    next_.assign(arcs_from_.size(), 0);
    pushed += push_on(source, sink, limit - pushed);
  }
  return pushed;
}

std::vector<bool> FlowNetwork::reached(Node source) const {
  std::vector<bool> reached(arcs_from_.size(), false);
  reached[index_of(source)] = true;
  std::vector<Node> queue{source};
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const std::size_t arc : arcs_from_[index_of(queue[i])]) {
      const Node to = arcs_[arc].to;
      if (arcs_[arc].left == 0 || reached[index_of(to)]) continue;
      reached[index_of(to)] = true;
      queue.push_back(to);
    }
  return reached;
}

}  // namespace flitwise
