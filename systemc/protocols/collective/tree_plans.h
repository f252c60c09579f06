// tree_plans.h: collective operations on trees of PEs that store and combine what neighbours send.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TREE_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TREE_PLANS_H_

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols {

// Every word travels as a message of one flit from neighbour to neighbour.
//
// Errors of all: TopologyError for an operation that the algorithm does not do, a tree that does
// not hold every node, and what check_request refuses.

/// Reduce, all-reduce and barrier for single-port PEs: the words of a PE's children come in turn,
/// those of one word without a gap, and every PE sends a word each Delta steps, Delta being the
/// most children that a PE has. An all-reduce broadcasts the results, in the same way backwards,
/// when the reduction is over.
///
/// Time: reduce E + (m - 1) Delta, all-reduce E + B + 2 (m - 1) Delta, with E(leaf) = 0 and
///       E(v) = max over its children, by decreasing E, of (a + j + E(c_j)); B is E for a = 0.
/// Any root will do: the tree is hung up at the request's.
CollectivePlan tree_interleaved(const CollectiveRequest& request, const TreeShape& shape);

/// Reduce for single-port PEs: a PE takes its children's vectors one after the other, those first
/// that can come first, and passes the sum on while the last comes in.
///
/// Time: S(root) + m - 2, S(leaf) = 1, S(v) = x_d + 1 + a, x_j = max(S(c_j), x_(j-1) + m), children
///       by increasing S. Any root will do.
CollectivePlan tree_whole(const CollectiveRequest& request, const TreeShape& shape);

/// All-gather and all-to-all for multiport PEs.
///
/// All-gather: every PE sends over each of its links what the other side lacks, in the order of
/// arrival, and keeps to no timetable. Time: P (N - 1), however the tree looks.
/// All-to-all: every PE sends over each of its links, of what is there to go, the word that has
/// farthest to go, then of the nearest destination behind the sender by number; the timetable says
/// when. Time: at least the most words that a link carries; no more on any tree of up to 7 PEs, and
/// on larger ones rarely.
/// Errors: also for single-port PEs.
CollectivePlan tree_own_pace(const CollectiveRequest& request, const TreeShape& shape);

/// Reduce-scatter for multiport PEs: the all-gather of blocks of B = ceil(m / N) words backwards,
/// by timetable, in which a word that a PE receives can go on only 1 + a steps later. An all-reduce
/// has the all-gather of the results behind it, by timetable as well.
///
/// Time: B (N - 1) + a for B > a: while the own block goes, what has come can follow. All-reduce:
///       B (N - 1) more.
/// Errors: also for single-port PEs.
CollectivePlan tree_reversed(const CollectiveRequest& request, const TreeShape& shape);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TREE_PLANS_H_
