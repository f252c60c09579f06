// peel_tree.h: who gets the text from whom in a peel broadcast, from its recurrence.
//
// Stage m = k-1, ..., 0 fills dimension m. A node of stage m has the state (m, L, R): it must see
// to L nodes on its left (smaller x_m) and R on its right, |L - R| <= 1. With p channels to use per
// side, of which one goes straight along dimension m and the others first one hop along a dimension
// d < m with n_d > 1, one round cuts its strip of L + R + 1 values into at most 2p + 1 substrips of
// at most g = ceil((L + R + 1)/(2p + 1)) values:
//
//   itself  L' = max(0, L - p g), R' = max(0, R - p g);
//   each side's rest into min(p, rest) runs that differ by at most one value, the longer ones
//   nearer; a run [l, h] is served at its centre floor((l + h)/2) with the state (m, c - l, h - c).
//
// The farthest run is served straight. A node with L = R = 0 goes on with (m - 1, floor((n-1)/2),
// floor(n/2)), n the side of dimension m - 1. Every node is informed exactly once.
#ifndef FLITWISE_TB_THEORY_PEEL_TREE_H_
#define FLITWISE_TB_THEORY_PEEL_TREE_H_

#include <vector>

#include "systemc/topology/torus.h"

namespace flitwise::theory {

/// How one node gets the text.
struct PeelEdge {
  Node from = kNoNode;
  Node to = kNoNode;
  Hops hops;
  int step = 0;    ///< from 0, with a barrier after each step
  int active = 0;  ///< from 0: steps in which `from` sends before this one
};

/// All edges, each after the one that informs its sender.
///
/// Shape:  size() - 1 edges. Where a side has fewer runs than channels, those along the lowest
///         dimensions are idle; turns right are +, turns left -.
/// Errors: throws TopologyError for a source that is no node, and a bad order.
std::vector<PeelEdge> peel_tree(const Torus& torus, Node source, const DimensionOrder& order);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_PEEL_TREE_H_
