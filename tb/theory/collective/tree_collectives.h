// tree_collectives.h: closed formulas of collectives on trees whose PEs store and combine.
//
// N PEs, a steps to combine, blocks of B = ceil(m / N) words of a vector of m, or of P words. The
// root of a reduction may be any PE: the tree is turned round.
//
// Units: steps. Nothing here simulates and nothing is shared with the protocols.
// Range: any tree and lengths; empty figures where an operation or a network is not named.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_TREE_COLLECTIVES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_TREE_COLLECTIVES_H_

#include <vector>

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

// A port per link.

/// All-gather: every PE sends each neighbour what that one's side lacks, one flit a step, in the
/// order in which it comes: P (N - 1), which the one link of a leaf needs as well.
///
/// A PE has a new flit for an edge in every step until that side has all: by induction over the
/// edges, since behind each of its other edges this holds.
/// Range: ports for all links. Of all-to-all no formula is known.
CollectiveFigures tree_own_pace(const CollectiveRequest& request, const TreeShape& shape);
/// Reduce-scatter: the all-gather backwards, by its timetable, B (N - 1) + a. All-reduce: the
/// all-gather of the results follows, 2 B (N - 1) + a.
///
/// The all-gather that is turned round is one in which what has come can go on 1 + a steps later,
/// so that the last operand is in its sum a steps after it came. For B > a an edge carries a word
/// in every step until its side has none left, by the same induction: for step k + 1 its PE has B
/// words of its own and, of each other edge, all words or k - a; B + k - a is more than k, and all
/// words of all other edges are all there are.
/// Range: ports for all links, B > a.
CollectiveFigures tree_reversed(const CollectiveRequest& request, const TreeShape& shape);

// One port: a PE receives at most one flit and sends at most one in a step.

/// E of each PE, which turns a broadcast of one flit round: E(leaf) = 0, E(v) = max over its
/// children by decreasing E, j = 1.., of (a + j + E(child j)). For a = 0 it is the B* of trees.
std::vector<Step> combining_steps(const Tree& tree, Step add);
/// Reduce, every word's d operands one after the other, words d_max apart, d_max the most children
/// of a PE: E + (m - 1) d_max. All-reduce: a broadcast with the same distance follows, E + B* + 2
/// (m - 1) d_max. Barrier: E + B*.
///
/// Word q of v leaves in step s_v + (q - 1) d_max, s_root = E + 1, s of child j = s_v - a - j; the
/// operands of a word follow each other, and d_max of them are the most, so that two words never
/// want a port in one step.
CollectiveFigures tree_interleaved(const CollectiveRequest& request, const TreeShape& shape);
/// Reduce, all words of a child before those of the next: S + m - 2, S(leaf) = 1, S(v) = x_d + 1 +
/// a, x_j = max(S(child j), x_(j-1) + m) over the children by increasing S: x_j is the first step
/// in which child j sends, S(v) the first one in which v can.
CollectiveFigures tree_whole(const CollectiveRequest& request, const TreeShape& shape);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_TREE_COLLECTIVES_H_
