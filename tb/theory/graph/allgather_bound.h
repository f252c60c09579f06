// allgather_bound.h: how fast all nodes of a graph can send something to all others.
#ifndef FLITWISE_TB_THEORY_GRAPH_ALLGATHER_BOUND_H_
#define FLITWISE_TB_THEORY_GRAPH_ALLGATHER_BOUND_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// The largest quotient over all sets of nodes but the whole of its nodes and of the links that
/// leave it, in lowest terms, and a set that has it.
struct AllgatherRate {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  std::vector<Node> crowd;
};

/// An all-gather in which every node has m flits takes ceil(m times this) steps or more, and long
/// ones come as near as one likes: the flits of a set's nodes must all leave it. A reduce-scatter
/// is an all-gather backwards. Where a node has so few links as the least cut, it is (nodes - 1)
/// over these.
///
/// Shape:  a connected graph of at least two nodes.
/// Time:   N maximum flows a round, and a few rounds (W. Dinkelbach, "On Nonlinear Fractional
///         Programming", Management Science 13(7), 1967).
/// Source: L. Zhao et al., "ForestColl: Throughput-Optimal Collective Communications on
///         Heterogeneous Network Fabrics" (arXiv 2402.06787): what its tool calls U / k.
AllgatherRate allgather_rate(const Graph& graph);
Step allgather_bound(const AllgatherRate& rate, Flits flits_of_a_node);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_GRAPH_ALLGATHER_BOUND_H_
