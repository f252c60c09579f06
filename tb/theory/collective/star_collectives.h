// star_collectives.h: closed formulas of collectives on star graphs whose nodes combine.
//
// N = n! nodes with n - 1 links each, m words of a vector, P packets of a block, one word a packet;
// a steps to combine. Nodes count packet steps together.
//
// Units: packet steps, in which each link carries one packet per direction: a packet of F flits
// takes F cycles for each. Nothing here simulates and nothing is shared with the protocols. Range:
// empty figures where an operation is not named.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_STAR_COLLECTIVES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_STAR_COLLECTIVES_H_

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/star/star_trees.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// All-gather in rounds in which every node uses every link: P = q (n - 1) + r packets a node take
/// q static walks of N - 1 steps over the n - 1 trees, and r times n! / (n - 1) rounds, together T
/// = ceil(P (N - 1) / (n - 1)), as many as a node's links need. Reduce-scatter of P = ceil(m / N)
/// words a node, backwards, T + R a, where words that share a step of the walk, or a round, are
/// combined one behind the other: R = (N - 1 if q > 0) + (n! / (n - 1) if r > 0); all-reduce both,
/// 2 T + R a. Barrier: an all-reduce of a word. Range: rounds found for n = 3 to 6. Source: that
/// such gathers exist: P. Fragopoulou, S. G. Akl, "Optimal communication algorithms on
///         star graphs using spanning tree constructions", JPDC 24(1), 1995; rounds as those of
///         tori, with generators in place of directions, and sums are this project's.
CollectiveFigures star_rounds(const CollectiveRequest& request, const StarGraph& graph);

/// Reduce over the n - 1 edge-disjoint trees, backwards, each a share of the words: ceil(m / (n -
/// 1)) - 1 + H (1 + a), H the trees' height. All-reduce and barrier: their broadcast follows, and
/// cannot begin before, as links up one tree are links down another: 2 ceil(m / (n - 1)) - 2 + 2H +
/// H a.
/// Source: the trees are those of P. Fragopoulou, S. G. Akl, IEEE TC 45(2), 1996; reversed links
///         are as disjoint.
CollectiveFigures star_tree_reduction(const CollectiveRequest& request, const StarTrees& trees);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_STAR_COLLECTIVES_H_
