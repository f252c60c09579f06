// link_packing.h: how many spanning trees of a graph share no link, and both proofs of it.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_LINK_PACKING_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_LINK_PACKING_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// The block of each node, from 0; blocks count in the order of their lowest nodes.
using Partition = std::vector<Node>;

Node block_count(const Partition& partition);
/// Links between different blocks.
std::int64_t links_between(const Graph& graph, const Partition& partition);

/// As many spanning trees as there are without a common link, and a partition P that allows no
/// more: its links between blocks are fewer than (trees + 1)(|P| - 1), and every tree needs |P| - 1
/// of them.
struct LinkPacking {
  std::vector<Parents> trees;  ///< each hung from node 0
  Partition partition;         ///< of at least two blocks
};

/// Shape:  a connected graph of at least two nodes.
/// Time:   O(t^2 N E) for t trees at most, N nodes and E links.
/// Source: W. T. Tutte, "On the Problem of Decomposing a Graph into n Connected Factors", and
///         C. Nash-Williams, "Edge-Disjoint Spanning Trees of Finite Graphs" (J. London Math. Soc.
///         36, 1961): the trees are as many as the whole part of the least quotient of links
///         between blocks and blocks - 1. J. Roskind, R. Tarjan, "A Note on Finding Minimum-Cost
///         Edge-Disjoint Spanning Trees" (Math. of OR 10(4), 1985): how both are found.
LinkPacking pack_links(const Graph& graph);

/// The least quotient over all partitions of at least two blocks, in lowest terms, and a partition
/// that has it: the largest sum of shares of spanning trees that no link has to carry more than
/// once.
struct Strength {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;
  Partition partition;
};

/// Shape:  as pack_links. `start` is any partition of at least two blocks, the nearer to the least
///         one the faster.
/// Source: W. Cunningham, "Optimal Attack and Reinforcement of a Network" (JACM 32(3), 1985): a
///         minimum cut for each node, and Newton's method over the quotient.
Strength strength_of(const Graph& graph, const Partition& start);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_LINK_PACKING_H_
