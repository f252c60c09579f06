// arc_packing.h: spanning trees that lead away from one root and share no arc.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_ARC_PACKING_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_ARC_PACKING_H_

#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// The fewest links that part a node from the root, and the root's side of them: no more trees than
/// that can share no arc, since each must cross.
struct LeastCut {
  Node links = 0;
  std::vector<Node> side;  ///< nodes with the root, by number
};

/// The edge connectivity lambda, which is the same from every root. Where a single node has so few
/// links, the cut is around the lowest such node (that is not the root, if another one is).
/// Shape: a connected graph of at least two nodes.
LeastCut least_cut(const Graph& graph, Node root);

/// `count` spanning trees with this root, 1 to least_cut().links, that share no arc.
///
/// Each tree grows from the root by one arc after the other that leaves, among the arcs that no
/// tree has, as many paths without a common arc to the arc's head as there are trees to come. It
/// prefers nodes of little depth, then those that few free arcs lead to, then low numbers (tail,
/// head). Time:   O(count N) maximum flows of up to `count` units, and those of arcs that are
/// refused. Source: J. Edmonds, "Edge-Disjoint Branchings" (Combinatorial Algorithms, 1973): there
/// are as
///         many as the least cut has arcs; L. Lovasz, "On Two Minimax Theorems in Graph" (JCT-B
///         21(2), 1976): how they grow.
/// Errors: throws TopologyError for a count that is not in its range.
std::vector<Parents> pack_arcs(const Graph& graph, Node root, Node count);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_ARC_PACKING_H_
