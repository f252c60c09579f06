// tree_shapes.h: parent vectors of the shapes that scenarios can ask for, and of spanning trees of
// graphs, for messages between one node and all others.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_SHAPES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_SHAPES_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

class Graph;

/// Every function returns a parent vector for `Tree` in which parents come before children.
/// Errors: each throws TopologyError when a parameter is out of the range it states.

/// 0-1-...-(pes-1). `pes` >= 1.
std::vector<Node> path_parents(Node pes);

/// Complete tree, numbered by levels. `arity` >= 1, `height` >= 0.
std::vector<Node> complete_parents(Node arity, Node height);

/// A root and `leaves` >= 0 children.
std::vector<Node> star_parents(Node leaves);

/// A path of `spine` >= 1 PEs (numbered first), each with `legs` >= 0 leaves of its own.
std::vector<Node> caterpillar_parents(Node spine, Node legs);

/// How a random tree picks the parent of PE v.
enum class RandomShape : std::uint8_t {
  kUniform,  ///< any earlier PE: a random recursive tree, depth about e ln(pes)
  kDeep,     ///< one of the three PEs before v: depth about pes / 2
  kWide,     ///< one of the first (v + 7) / 8 PEs: few inner PEs with many children
};

/// Random tree of `pes` >= 1 PEs in which no PE has more than `max_children` >= 1 children.
///
/// The same arguments give the same tree on every machine. Deep shapes need `max_children` >= 1;
/// a pick that is full is drawn again from all earlier PEs that are not.
std::vector<Node> random_parents(Node pes, RandomShape shape, Node max_children,
                                 std::uint64_t seed);

/// One round of a broadcast: every edge leads from an informed node to one that was not.
using BroadcastRound = std::vector<std::pair<Node, Node>>;

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

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TREE_TREE_SHAPES_H_
