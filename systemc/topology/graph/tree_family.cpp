// tree_family.cpp: families of trees: their faults, heights and centres.
#include "systemc/topology/graph/tree_family.h"

#include <algorithm>
#include <map>

namespace flitwise {
namespace {

std::string name_of_tree(std::size_t t) { return "tree " + std::to_string(t); }

// What is wrong with one tree alone; empty: nothing.
std::string fault_of_tree(const Graph& graph, const Parents& tree) {
  if (tree.size() != index_of(graph.size()))
    return "has " + std::to_string(tree.size()) + " parents, and the graph has " +
           std::to_string(graph.size()) + " nodes";
  Node root = kNoNode;
  for (Node v = 0; v < graph.size(); ++v) {
    const Node parent = tree[index_of(v)];
    if (parent < kNoNode || parent >= graph.size())
      return "the parent of node " + graph.name(v) + " is " + std::to_string(parent) +
             ", which is no node";
    if (parent == kNoNode) {
      if (root != kNoNode)
        return "does not span the graph: nodes " + graph.name(root) + " and " + graph.name(v) +
               " have no parents";
      root = v;
      continue;
    }
    const std::vector<Node>& neighbours = graph.neighbours(v);
    if (!std::binary_search(neighbours.begin(), neighbours.end(), parent))
      return "there is no link from node " + graph.name(parent) + " to its child " + graph.name(v);
  }
  for (Node v = 0; v < graph.size(); ++v) {
    Node above = v;
    for (Node hops = 0; above != kNoNode && hops < graph.size(); ++hops)
      above = tree[index_of(above)];
    if (above != kNoNode)
      return "goes in a circle: the way up from node " + graph.name(v) + " has no end";
  }
  return {};
}

std::vector<std::vector<Node>> neighbours_in(const Parents& tree) {
  std::vector<std::vector<Node>> neighbours(tree.size());
  for (std::size_t v = 0; v < tree.size(); ++v) {
    if (tree[v] == kNoNode) continue;
    neighbours[v].push_back(tree[v]);
    neighbours[index_of(tree[v])].push_back(static_cast<Node>(v));
  }
  return neighbours;
}

Parents hung(const std::vector<std::vector<Node>>& neighbours, Node root) {
  Parents parents(neighbours.size(), kNoNode);
  std::vector<Node> queue{root};
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const Node next : neighbours[index_of(queue[i])]) {
      if (next == parents[index_of(queue[i])]) continue;
      parents[index_of(next)] = queue[i];
      queue.push_back(next);
    }
  return parents;
}

// The deepest node, of several the one with the lowest number.
Node deepest_of(const Parents& tree) {
  const std::vector<Node> depths = depths_of(tree);
  return static_cast<Node>(std::max_element(depths.begin(), depths.end()) - depths.begin());
}

}  // namespace

std::vector<std::string> faults_of(const Graph& graph, const TreeFamily& family) {
  std::vector<std::string> faults;
  std::map<Edge, std::size_t> tree_of;
  Node root = kNoNode;
  for (std::size_t t = 0; t < family.trees.size(); ++t) {
    const Parents& tree = family.trees[t];
    if (const std::string fault = fault_of_tree(graph, tree); !fault.empty()) {
      faults.push_back(name_of_tree(t) + ": " + fault);
      continue;
    }
    if (family.disjoint == Disjoint::kArcs) {
      if (root == kNoNode) root = root_of(tree);
      if (root_of(tree) != root)
        faults.push_back(name_of_tree(t) + ": its root is node " + graph.name(root_of(tree)) +
                         ", and that of trees before it node " + graph.name(root));
    }
    for (Node v = 0; v < graph.size(); ++v) {
      const Node parent = tree[index_of(v)];
      if (parent == kNoNode) continue;
      const bool is_link = family.disjoint == Disjoint::kLinks;
      const Edge used = is_link ? Edge(std::minmax(v, parent)) : Edge(parent, v);
      const auto [first, is_new] = tree_of.emplace(used, t);
      if (!is_new)
        faults.push_back(name_of_tree(first->second) + " and " + name_of_tree(t) +
                         (is_link ? ": both use the link " : ": both use the arc ") +
                         graph.name(used.first) + (is_link ? " -- " : " -> ") +
                         graph.name(used.second));
    }
  }
  return faults;
}

Node root_of(const Parents& tree) {
  return static_cast<Node>(std::find(tree.begin(), tree.end(), kNoNode) - tree.begin());
}

std::vector<Node> depths_of(const Parents& tree) {
  std::vector<Node> depths(tree.size(), kNoNode);
  depths[index_of(root_of(tree))] = 0;
  std::vector<std::size_t> way;
  for (std::size_t v = 0; v < tree.size(); ++v) {
    std::size_t at = v;
    for (; depths[at] == kNoNode; at = index_of(tree[at])) way.push_back(at);
    for (Node depth = depths[at]; !way.empty(); way.pop_back()) depths[way.back()] = ++depth;
  }
  return depths;
}

std::vector<Node> heights_of(const std::vector<Parents>& trees) {
  std::vector<Node> heights;
  for (const Parents& tree : trees) {
    const std::vector<Node> depths = depths_of(tree);
    heights.push_back(*std::max_element(depths.begin(), depths.end()));
  }
  return heights;
}

Node diameter_of(const Parents& tree) { return heights_of({hung_from(tree, deepest_of(tree))})[0]; }

Parents hung_from(const Parents& tree, Node root) { return hung(neighbours_in(tree), root); }

Parents hung_from_centre(const Parents& tree) {
  const std::vector<std::vector<Node>> neighbours = neighbours_in(tree);
  const Parents from_end = hung(neighbours, deepest_of(tree));
  std::vector<Node> path;
  for (Node v = deepest_of(from_end); v != kNoNode; v = from_end[index_of(v)]) path.push_back(v);
  const std::size_t middle = path.size() / 2;
  const Node centre =
      path.size() % 2 == 1 ? path[middle] : std::min(path[middle - 1], path[middle]);
  return hung(neighbours, centre);
}

Parents tree_of_links(Node nodes, const std::vector<Edge>& links, Node root) {
  std::vector<std::vector<Node>> neighbours(index_of(nodes));
  for (const auto& [u, v] : links) {
    neighbours[index_of(u)].push_back(v);
    neighbours[index_of(v)].push_back(u);
  }
  return hung(neighbours, root);
}

}  // namespace flitwise
