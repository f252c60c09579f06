// tree_family.h: several spanning trees of a graph that share no link, or no arc.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_FAMILY_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_FAMILY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise {

/// What no two trees of a family have in common. An arc is a link in one direction.
enum class Disjoint : std::uint8_t {
  kArcs,     ///< arcs away from one root: two trees may share a link, once each way
  kLinks,    ///< links; each tree may have a root of its own
  kNothing,  ///< trees that share links take turns; each may have a root of its own
};

/// Parents of all nodes in a spanning tree, kNoNode for its root.
using Parents = std::vector<Node>;

struct TreeFamily {
  Disjoint disjoint = Disjoint::kLinks;
  std::vector<Parents> trees;
};

/// What is wrong with trees, in sentences that call nodes by name; none: they are spanning trees of
/// the graph, and no two of them share a link, or an arc. A tree with a fault of its own is not
/// held against others.
std::vector<std::string> faults_of(const Graph& graph, const TreeFamily& family);

/// Below, trees are spanning trees without faults.

/// The root of a tree.
Node root_of(const Parents& tree);
/// Links between the root and every node.
std::vector<Node> depths_of(const Parents& tree);
/// Largest depth of any node, of each tree.
std::vector<Node> heights_of(const std::vector<Parents>& trees);
/// Most links on any path within the tree.
Node diameter_of(const Parents& tree);
/// The tree with another root: the same links.
Parents hung_from(const Parents& tree, Node root);
/// The tree hung from the middle of a longest path, of two the one with the lower number: no root
/// makes it less high.
Parents hung_from_centre(const Parents& tree);
/// A spanning tree of `nodes` nodes out of its nodes - 1 links, hung from `root`.
Parents tree_of_links(Node nodes, const std::vector<Edge>& links, Node root);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_FAMILY_H_
