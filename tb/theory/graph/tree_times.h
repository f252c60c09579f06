// tree_times.h: when operations over several trees of a graph end, and how they share a message.
//
// Routers without buffers forward a flit a step: what a link carries in step t, the links after it
// carry in step t + 1.
#ifndef FLITWISE_TB_THEORY_GRAPH_TREE_TIMES_H_
#define FLITWISE_TB_THEORY_GRAPH_TREE_TIMES_H_

#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Shape: heights are of at least one tree and at least 1 each; flits are at least 0, here and
/// below.

/// The step in which a broadcast of `flits` over trees without a common arc ends with the best
/// split: the least T with sum over trees of max(0, T - h + 1) >= flits, which is the least over
/// k = 1..t of ceil((flits + sum of the k least (h - 1)) / k); 0 without flits.
///
/// A reduction in the same trees takes the same: PE v sends its element j of a tree of height h in
/// step j + h - depth(v).
Step broadcast_finish(Flits flits, const std::vector<Node>& heights);

/// Flits of each tree that end in that step. The lower trees are full first, of equal ones the
/// earlier; the highest may get none.
std::vector<Flits> best_split(Flits flits, const std::vector<Node>& heights);

/// An all-reduce over trees without a common link: the root of each turns its result round, so that
/// element j of a tree of height h is everywhere in step j - 1 + 2 h.
Step allreduce_finish(Flits flits, const std::vector<Node>& heights);
std::vector<Flits> best_allreduce_split(Flits flits, const std::vector<Node>& heights);

/// A reduction, and after it a broadcast, over trees without a common arc.
Step two_phase_finish(Flits flits, const std::vector<Node>& heights);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_GRAPH_TREE_TIMES_H_
