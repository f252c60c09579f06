// scatter_bounds.h: how early a scatter or a gather on a graph can end, whatever the trees.
//
// Shape:  connected graphs; `lengths` one entry per node, that of the root 0.
// Units:  steps and flits.
// Errors: throws std::invalid_argument for other lengths.
#ifndef FLITWISE_TB_THEORY_GRAPH_SCATTER_BOUNDS_H_
#define FLITWISE_TB_THEORY_GRAPH_SCATTER_BOUNDS_H_

#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// No scatter from `root` ends earlier, whatever nodes store and whichever ways flits take.
///
/// Flits for nodes at distance d or more pass every layer a of links between distances a and a + 1,
/// a < d, whose c_a links carry c_a of them a step; the last one then needs the rest of its way:
/// max over d of d - 1 + ceil(flits for distance >= d / least c_a). And every message alone is no
/// faster than a broadcast to its node alone, max over v of least over k of
/// ceil((L_v + C_k(v)) / k) - 1 (BroadcastBound). A gather is a scatter backwards.
/// Source: this project; for the second part Ford and Fulkerson, 1958.
Step scatter_bound(const Graph& graph, Node root, const std::vector<Flits>& lengths);

/// The step in which the fastest scatter from `root` ends whose nodes may store flits: the least T
/// for which the graph with every node once a step carries all messages from the root in step 0 to
/// their nodes in step T. There is one source, so that one kind of flit says it all.
/// Time:   maximum flows in N (T + 1) nodes; for small graphs.
/// Source: L. R. Ford, D. R. Fulkerson, "Constructing Maximal Dynamic Flows from Static Flows"
///         (Oper. Res. 6(3), 1958).
Step fastest_scatter(const Graph& graph, Node root, const std::vector<Flits>& lengths);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_GRAPH_SCATTER_BOUNDS_H_
