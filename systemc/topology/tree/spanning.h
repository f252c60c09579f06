// spanning.h: spanning trees of graphs, for messages between one node and all others.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TREE_SPANNING_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TREE_SPANNING_H_

#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise {

/// One round of a broadcast: every edge leads from an informed node to one that was not.
using BroadcastRound = std::vector<Edge>;

/// Parents of a breadth-first tree: every node is as near to the root as the graph allows. Nodes
/// look at their neighbours by increasing number.
///
/// Shape:  one entry per node, kNoNode for the root; a parent vector for `Tree` if the root is 0.
/// Errors: throws TopologyError when the root is no node or the graph is not connected.
std::vector<Node> bfs_parents(const Graph& graph, Node root);

/// Rounds of a fast broadcast in which every node informs at most one neighbour a round: each round
/// is a maximum matching between informed nodes and the others. The fewest rounds are hard to find
/// on general graphs; these are not always the fewest.
///
/// Nodes that were informed earlier choose first; they choose the free neighbour that itself has
/// most neighbours to inform, ties by number. The same graph gives the same rounds everywhere.
/// Errors: as bfs_parents.
std::vector<BroadcastRound> broadcast_rounds(const Graph& graph, Node root);

/// Parents of the tree of `broadcast_rounds`, which trades depth for few children.
/// Shape, Errors: as bfs_parents.
std::vector<Node> broadcast_parents(const Graph& graph, Node root);

/// B*: steps that a broadcast from the root of the tree takes if each node informs one child a
/// step, those with the slowest subtrees first, which is optimal.
Step broadcast_time(const Tree& tree);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TREE_SPANNING_H_
