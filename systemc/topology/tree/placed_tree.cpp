#include "systemc/topology/tree/placed_tree.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace flitwise {
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
  Node below_root = pe(v);
  while (tree.parent(below_root) != 0) below_root = tree.parent(below_root);
  return node(below_root);
}

std::vector<LinkEvent> PlacedTree::in_nodes(std::vector<LinkEvent> events) const {
  for (LinkEvent& event : events) {
    event.from = node(event.from);
    event.to = node(event.to);
    event.message = node(event.message);
  }
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace flitwise
