// network_combining.h: closed formulas of collectives whose operands are combined on their way, in
// or beside the routers.
//
// On a combining tree every node adds its own operand and one flit of each child and sends the sum
// to its parent; the root turns it round, and every node passes it to all its children. A flit that
// arrives at the end of step t can be in a sum that leaves in step t + 1 + a; a leaf adds nothing.
// H is the height, D the diameter, m the words of a vector, one flit each.
//
// With `operand_depth` 0 nothing is stored: word q of node v enters in step q + (H - depth(v))(1 +
// a), and all operands of a node meet in one step. Otherwise everybody starts in step 1, and a node
// sends a word when all of its operands are there; a child can send as many words ahead as the
// depth says, and may use a credit two steps after the flit that it stands for. Depth 2 and more
// lose nothing, so that the time is the same; with depth 1 every link carries a flit in every
// other step, and m is 2m - 1 in what follows.
//
// A barrier is an all-reduce of one word. Who comes to it late must not meet others in one step:
// then figures are empty with depth 0, and where the tree decides and is not given.
//
// Units: steps. Nothing here simulates and nothing is shared with the protocols.
// Range: any tree, m and a; empty figures where an operation or a network is not named.
// Source: this project: induction over the height for reductions, which are broadcasts backwards;
//         tried for both ways to meet on all trees of 2 to 5 nodes.
#ifndef FLITWISE_TB_THEORY_COMBINING_NETWORK_COMBINING_H_
#define FLITWISE_TB_THEORY_COMBINING_NETWORK_COMBINING_H_

#include <optional>
#include <vector>

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// Words that an operand's queue holds without loss: those of the credits' way.
inline constexpr Flits kFullRateDepth = 2;

// Trees of routers with a port per link.

/// From the root of the request: reduce m - 1 + H (1 + a); all-reduce and barrier m - 1 + 2H + H a.
/// A barrier to which PEs come late: with u = start of a leaf, else max(start, u of the children +
/// 1) + a, it is over at u of the root + H.
CollectiveFigures tree_in_network(const CollectiveRequest& request, const TreeShape& shape,
                                  Flits operand_depth = kFullRateDepth);
/// All-reduce and barrier from the middle of a longest path: m - 1 + D + ceil(D/2) a. Where the
/// middle is an edge, its ends exchange their sums, add the other's and both send down. No
/// all-reduce on a tree is faster for a = 0. Empty for late PEs if the middle is an edge and a > 0.
CollectiveFigures tree_in_network_centre(const CollectiveRequest& request, const TreeShape& shape,
                                         Flits operand_depth = kFullRateDepth);
/// Multicast: routers copy to the children that lead to destinations, m - 1 + the largest distance
/// of one from the root of the request.
CollectiveFigures tree_multicast(const CollectiveRequest& request, const TreeShape& shape);

/// Most steps that an operand waits in its queue: (height(v) - 1 - height(child)) (1 + a) over all
/// nodes v and their children; 0 with depth 0. Range: depth 2 and more, everybody starting in step
/// 1.
Step longest_operand_wait(const Tree& tree, Step add);

// A barrier on any graph, without a tree: in each of D rounds a node sends to all neighbours when
// it has what all of them sent in the round before: latest start + D (1 + a), which D alone bounds.
// An operand may be counted more than once, so that only min, max, and, or will do.
//
// Round i comes to a node that was told last at the start, s, at the end of step s + i (1 + a) - a:
// neither it nor its neighbours can be further, and nobody is behind.
CollectiveFigures tree_flood(const CollectiveRequest& request, const TreeShape& shape);
/// On tori in the routers: os, the link into the PE and orv come on top.
CollectiveFigures torus_flood(const CollectiveRequest& request, const Torus& torus);
CollectiveFigures star_flood(const CollectiveRequest& request, const StarGraph& graph);

// Fat trees of L levels and arity b whose switches combine, n leaves.

/// All-reduce, barrier, and reduce to any leaf, up to the root and down again: m - 1 + 2L + L a,
/// with any capacities; all operands of a switch are equally far. Multicast: m - 1 + 2h, h the
/// highest level where the root and a destination meet. Range: c_1 = 1.
CollectiveFigures fat_tree_in_switch(const CollectiveRequest& request, const FatTree& tree,
                                     Flits operand_depth = kFullRateDepth);
/// Reduce-scatter of a word a leaf: the queue-free multinode broadcast backwards, in which switches
/// add what has the same destination and wants the same output in the same step: n + 1 for b = 2
/// and n >= 4, else n, which no reduce-scatter beats. All-reduce: that broadcast follows, twice as
/// long. Range: at most n words, a = 0.
CollectiveFigures fat_tree_in_switch_reversed(const CollectiveRequest& request,
                                              const FatTree& tree);
/// Most sums that come to a leaf in it: (b - 1) L.
Flits most_partial_sums(const FatTree& tree);

// Tori and star graphs with a table of trees; D is the diameter of the network. On tori the way to
// a PE's router, the link into the PE and what it takes to receive come on top: os + 1 + orv.

/// Over one tree of shortest paths from the root: reduce m - 1 + D (1 + a), all-reduce and barrier
/// m - 1 + 2D + D a, multicast m - 1 + the largest distance of a destination. Of late PEs' barrier,
/// for a = 0: max over the PEs of (start + distance from the root) + D.
CollectiveFigures torus_in_network(const CollectiveRequest& request, const Torus& torus,
                                   Flits operand_depth = kFullRateDepth);
CollectiveFigures star_in_network(const CollectiveRequest& request, const StarGraph& graph,
                                  Flits operand_depth = kFullRateDepth);
/// Over the two edge-disjoint spanning trees of `torus_cover_spanning`, each a share of the words.
/// All-reduce and barrier from the middle of each, whose diameters on A x B are 2A + B - 3 and 2B +
/// A - 3, words split as trees_done says. Reduce to any root, which is A + B - 1 links deep in
/// both: ceil(m / 2) - 1 + (A + B - 1)(1 + a). Range: two sides above 1, at least 3; nobody is
/// late.
CollectiveFigures torus_in_network_two_trees(const CollectiveRequest& request, const Torus& torus,
                                             Flits operand_depth = kFullRateDepth);

/// Over the spanning trees without a common link that `link_trees` finds, as many as the request
/// says or there are, each a share of the words as trees_done says. With D_i the diameter and H_i
/// the height of a tree: all-reduce and barrier from the middle of each, l_i = D_i + ceil(D_i / 2)
/// a; reduce to the request's root, l_i = H_i (1 + a). Range: up to kMostLinkTreeNodes nodes, any
/// depth but 1, nobody is late.
CollectiveFigures torus_in_network_trees(const CollectiveRequest& request, const Torus& torus,
                                         Flits operand_depth = kFullRateDepth);
CollectiveFigures star_in_network_trees(const CollectiveRequest& request, const StarGraph& graph,
                                        Flits operand_depth = kFullRateDepth);

/// Least T with sum over the trees of max(0, T + 1 - l_i) >= m: when the last of m words is over if
/// each tree takes one a step and is l_i steps behind, and words are split as well as can be.
Step trees_done(const std::vector<Step>& lags, Flits words);
/// How many words each tree takes then: as many as end by trees_done, the first trees' first.
std::vector<Flits> best_split(const std::vector<Step>& lags, Flits words);
/// l_i of all-reduce on the two trees: D_i + ceil(D_i / 2) a. Empty out of range.
std::optional<std::vector<Step>> two_tree_lags(const Torus& torus, Step add);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_NETWORK_COMBINING_H_
