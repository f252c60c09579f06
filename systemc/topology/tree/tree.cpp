#include "systemc/topology/tree/tree.h"

#include <algorithm>
#include <utility>

namespace flitwise {

Tree::Tree(std::vector<Node> parents) : parents_(std::move(parents)) {
  check_parents();
  children_.resize(parents_.size());
  for (Node v = 1; v < size(); ++v) children_[index(parent(v))].push_back(v);
  for (const auto& children : children_)
    max_child_count_ = std::max(max_child_count_, static_cast<Node>(children.size()));
  number_depth_first();
}

void Tree::check_parents() const {
  if (parents_.empty()) throw TopologyError("a tree needs at least one PE");
  if (parents_[0] != kNoNode)
    throw TopologyError("parents[0] must be -1, because PE 0 is the root, got " +
                        std::to_string(parents_[0]));
  for (Node v = 1; v < size(); ++v) {
    if (parent(v) < 0 || parent(v) >= size())
      throw TopologyError("parents[" + std::to_string(v) + "] must be a PE from 0 to " +
                          std::to_string(size() - 1) + ", got " + std::to_string(parent(v)));
  }
}

void Tree::number_depth_first() {
  depth_.assign(parents_.size(), 0);
  address_.assign(parents_.size(), kNoNode);
  subtree_end_.assign(parents_.size(), 0);
  node_at_.reserve(parents_.size());
  std::vector<Node> stack{0};
  while (!stack.empty()) {
    const Node v = stack.back();
    stack.pop_back();
    address_[index(v)] = static_cast<Node>(node_at_.size());
    node_at_.push_back(v);
    if (v != 0) depth_[index(v)] = depth(parent(v)) + 1;
    height_ = std::max(height_, depth(v));
    stack.insert(stack.end(), children(v).rbegin(), children(v).rend());
  }
  for (Node v = 1; v < size(); ++v) {
    if (address(v) == kNoNode)
      throw TopologyError("PE " + std::to_string(v) +
                          " is not connected to the root: its parents form a cycle");
  }
  for (auto it = node_at_.rbegin(); it != node_at_.rend(); ++it) {
    const Node v = *it;
    subtree_end_[index(v)] = std::max(subtree_end_[index(v)], address(v) + 1);
    if (v != 0) {
      Node& end = subtree_end_[index(parent(v))];
      end = std::max(end, subtree_end(v));
    }
  }
}

std::vector<Node> Tree::path_up(Node from, Node ancestor) const {
  std::vector<Node> path{from};
  while (path.back() != ancestor) {
    if (path.back() == 0)
      throw TopologyError("PE " + std::to_string(ancestor) + " is not above PE " +
                          std::to_string(from));
    path.push_back(parent(path.back()));
  }
  return path;
}

}  // namespace flitwise
