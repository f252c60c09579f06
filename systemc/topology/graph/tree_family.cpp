// tree_family.cpp: families of trees: their faults, heights and centres.
#include "systemc/topology/graph/tree_family.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace flitwise {
namespace {

std::string name_of_tree(std::size_t t) { return "tree " + std::to_string(t); }

// What is wrong with one tree alone; empty: nothing.
std::string fault_of_tree(const Graph& graph, const Parents& tree) {
  if (tree.size() != index_of(graph.size()))
    return "has " + std::to_string(tree.size()) + (tree.size() == 1 ? " parent" : " parents") +
           ", and the graph has " + std::to_string(graph.size()) + " nodes";
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

// Longest ways down from a node, over different children.
struct WaysDown {
  Node longest = 0;
  Node second = 0;
  Node child = kNoNode;  // on the longest one
};

std::vector<WaysDown> ways_down(const Parents& tree) {
  const std::vector<Node> depths = depths_of(tree);
  std::vector<std::size_t> deepest_first(tree.size());
  std::iota(deepest_first.begin(), deepest_first.end(), 0);
  std::sort(deepest_first.begin(), deepest_first.end(),
            [&](std::size_t u, std::size_t v) { return depths[u] > depths[v]; });
  std::vector<WaysDown> ways(tree.size());
  for (const std::size_t v : deepest_first) {
    if (tree[v] == kNoNode) continue;
    WaysDown& above = ways[index_of(tree[v])];
    const Node length = ways[v].longest + 1;
    if (length > above.longest) {
      above.second = above.longest;
      above.longest = length;
      above.child = static_cast<Node>(v);
    } else {
      above.second = std::max(above.second, length);
    }
  }
  return ways;
}

// The node at the top of a longest path of the tree.
std::size_t top_of_longest_path(const std::vector<WaysDown>& ways) {
  const auto length = [](const WaysDown& way) { return way.longest + way.second; };
  return static_cast<std::size_t>(std::max_element(ways.begin(), ways.end(),
                                                   [&](const WaysDown& a, const WaysDown& b) {
                                                     return length(a) < length(b);
                                                   }) -
                                  ways.begin());
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
    if (family.disjoint == Disjoint::kNothing) continue;
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

Node diameter_of(const Parents& tree) {
  const std::vector<WaysDown> ways = ways_down(tree);
  const WaysDown& top = ways[top_of_longest_path(ways)];
  return top.longest + top.second;
}

// Turns the way up from the new root round.
Parents hung_from(const Parents& tree, Node root) {
  Parents parents = tree;
  Node below = kNoNode;
  for (Node v = root; v != kNoNode;) {
    const Node above = parents[index_of(v)];
    parents[index_of(v)] = below;
    below = v;
    v = above;
  }
  return parents;
}

Parents hung_from_centre(const Parents& tree) {
  const std::vector<WaysDown> ways = ways_down(tree);
  auto centre = static_cast<Node>(top_of_longest_path(ways));
  const Node length = ways[index_of(centre)].longest + ways[index_of(centre)].second;
  Node other = centre;  // of two nodes in the middle, the one before
  for (Node steps = ways[index_of(centre)].longest - length / 2; steps > 0; --steps) {
    other = centre;
    centre = ways[index_of(centre)].child;
  }
  return hung_from(tree, length % 2 == 0 ? centre : std::min(centre, other));
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
