// disjoint_trees.h: a broadcast along as many edge-disjoint trees as a node has channels,
// idealised.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_DISJOINT_TREES_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_DISJOINT_TREES_H_

#include <vector>

#include "tb/theory/torus/cycle_model.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {

/// Edge-disjoint spanning trees that a source can have: 2k', two for each side above 1.
/// Source: as many as its channels, J. Edmonds, "Edge-Disjoint Branchings", 1973; with sides of 2,
///         whose two links lead to the same neighbour, as well.
int disjoint_trees(const std::vector<int>& sides);

/// Each tree carries ceil(L / 2k') flits in packets of P, hop by hop:
/// (D + n + ceil(L / 2k' P) - 1)(os + r + P + orv), with the P of the earliest finish. That the
/// trees are no deeper than D + n, n the longest side, is an idealisation: none are built here.
/// Shape:  `sides` as in torus_theory.h. 0 on a torus of one node.
/// Units:  cycles. Errors: as packet_tree().
PacketTree best_disjoint_trees(const std::vector<int>& sides, const CycleModel& model);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_DISJOINT_TREES_H_
