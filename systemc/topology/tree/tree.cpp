// tree.cpp: what follows from the parents of a tree, and from its place in a network.
#include "systemc/topology/tree/tree.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

namespace flitwise {

Tree::Tree(std::vector<Node> parents) : parents_(std::move(parents)) {
  check_parents();
  children_.resize(parents_.size());
  for (Node v = 1; v < size(); ++v) children_[index_of(parent(v))].push_back(v);
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
    address_[index_of(v)] = static_cast<Node>(node_at_.size());
    node_at_.push_back(v);
    if (v != 0) depth_[index_of(v)] = depth(parent(v)) + 1;
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
    subtree_end_[index_of(v)] = std::max(subtree_end_[index_of(v)], address(v) + 1);
    if (v != 0) {
      Node& end = subtree_end_[index_of(parent(v))];
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

namespace {

// Nodes of the tree: the root first, the others by increasing number.
std::vector<Node> nodes_in_tree(Node root, const std::vector<Node>& parents) {
  const auto nodes = static_cast<Node>(parents.size());
  if (root < 0 || root >= nodes)
    throw TopologyError("the root must be a node from 0 to " + std::to_string(nodes - 1) +
                        ", got " + std::to_string(root));
  if (parents[index_of(root)] != kNoNode)
    throw TopologyError("the root " + std::to_string(root) + " must have no parent, got " +
                        std::to_string(parents[index_of(root)]));
  std::vector<Node> node_of{root};
  for (Node v = 0; v < nodes; ++v)
    if (parents[index_of(v)] != kNoNode) node_of.push_back(v);
  return node_of;
}

std::vector<Node> inverse(const std::vector<Node>& node_of, std::size_t nodes) {
  std::vector<Node> pe_of(nodes, kNoNode);
  for (std::size_t pe = 0; pe < node_of.size(); ++pe)
    pe_of[index_of(node_of[pe])] = static_cast<Node>(pe);
  return pe_of;
}

Tree tree_of_pes(const std::vector<Node>& node_of, const std::vector<Node>& pe_of,
                 const std::vector<Node>& parents) {
  std::vector<Node> of_pes(node_of.size(), kNoNode);
  for (std::size_t pe = 1; pe < node_of.size(); ++pe) {
    const Node parent = parents[index_of(node_of[pe])];
    const bool is_node = parent >= 0 && index_of(parent) < pe_of.size();
    if (!is_node || pe_of[index_of(parent)] == kNoNode)
      throw TopologyError("node " + std::to_string(node_of[pe]) + " has the parent " +
                          std::to_string(parent) + ", which is not in the tree");
    of_pes[pe] = pe_of[index_of(parent)];
  }
  return Tree(std::move(of_pes));
}

}  // namespace

PlacedTree::PlacedTree(Tree same_numbers) : tree(std::move(same_numbers)) {
  node_of.resize(index_of(tree.size()));
  std::iota(node_of.begin(), node_of.end(), 0);
  pe_of = node_of;
}

PlacedTree::PlacedTree(Node root, const std::vector<Node>& parents)
    : tree({kNoNode}),
      node_of(nodes_in_tree(root, parents)),
      pe_of(inverse(node_of, parents.size())) {
  tree = tree_of_pes(node_of, pe_of, parents);
}

std::vector<Node> PlacedTree::nodes_of(std::vector<Node> pes) const {
  for (Node& pe : pes) pe = node(pe);
  return pes;
}

std::vector<Node> PlacedTree::pes_of(std::vector<Node> nodes) const {
  for (Node& v : nodes) v = pe(v);
  return nodes;
}

Node PlacedTree::parent(Node v) const {
  const Node above = tree.parent(pe(v));
  return above == kNoNode ? kNoNode : node(above);
}

Node PlacedTree::root_link(Node v) const {
  // The last child whose addresses do not begin behind v's: they ascend from child to child.
  const auto begins_behind = [&](Node address, Node child) {
    return address < tree.address(child);
  };
  const std::vector<Node>& children = tree.children(0);
  const auto next =
      std::upper_bound(children.begin(), children.end(), tree.address(pe(v)), begins_behind);
  return node(*std::prev(next));
}

LinkEvent PlacedTree::in_nodes(LinkEvent event) const {
  event.from = node(event.from);
  event.to = node(event.to);
  event.message = node(event.message);
  return event;
}

std::vector<LinkEvent> PlacedTree::in_nodes(std::vector<LinkEvent> events) const {
  for (LinkEvent& event : events) event = in_nodes(event);
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise
