// graph_figures.h: distances in a graph, and what follows from them.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_GRAPH_FIGURES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_GRAPH_FIGURES_H_

#include <utility>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise {

/// Links on a shortest path from `from` to every node, kNoNode where there is none. A node
/// `without` is left out of the graph.
std::vector<Node> distances_from(const Graph& graph, Node from, Node without = kNoNode);

/// Largest distance of any node from `v`. The graph must be connected, here and below.
Node eccentricity(const Graph& graph, Node v);
/// Largest and least eccentricity of any node.
Node diameter(const Graph& graph);
Node radius(const Graph& graph);
/// Links of a shortest circle, 0 if there is none.
Node girth(const Graph& graph);
/// Fewest and most links of any node.
std::pair<Node, Node> degrees(const Graph& graph);

/// All links (u, v), u < v, in lexicographic order: that is their numbering.
std::vector<Edge> links_of(const Graph& graph);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_GRAPH_FIGURES_H_
