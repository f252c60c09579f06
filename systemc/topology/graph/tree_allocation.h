// tree_allocation.h: which of several spanning trees carries which node's message.
//
// Part of the input of a run, like the lengths: every node knows its tree before the first step.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_ALLOCATION_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_ALLOCATION_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/graph/tree_family.h"
#include "systemc/topology/types.h"

namespace flitwise {

enum class AllocationRule : std::uint8_t {
  kLoad,    ///< the root link above the node that carries least
  kFinish,  ///< the root link that would end first
  kBetter,  ///< of both the one that ends first, kLoad if they end together
};

/// Tree of each node's message in a scatter from the root that all trees have, or in a gather.
///
/// Each root link, one of one tree, carries its messages one after the other, the furthest first,
/// so that it ends in step max over depths d of (d - 1 + its flits for nodes of depth >= d).
/// kLoad: the longest message first, of equal ones that of the lower number; it takes the tree
/// whose root link above the node has the fewest flits so far, of equal ones the first tree.
/// kFinish: the nodes by decreasing least depth in any tree, then the longest message first, then
/// by number; it takes the tree whose root link would then end first, of equal ones the one with
/// fewer flits, then the first tree. Null messages are allocated, too.
///
/// Shape:  `trees` at least one, spanning, of one root and without a common arc; `lengths` one
///         entry per node. The entry of the root is kNoTree, and no other is.
/// Units:  flits.
/// Errors: throws std::invalid_argument for trees of several roots or sizes, for another number of
///         lengths than of nodes, a negative one, and one of the root that is not 0.
/// Source: list scheduling (R. L. Graham, "Bounds on Multiprocessing Timing Anomalies", SIAM J.
///         Appl. Math. 17(2), 1969), the root's links for machines; kFinish is this project's.
std::vector<TreeIndex> allocate_to_trees(const std::vector<Parents>& trees,
                                         const std::vector<Flits>& lengths, AllocationRule rule);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TREE_ALLOCATION_H_
