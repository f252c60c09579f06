// cover_allocation.h: which tree of a cover carries which node's message.
//
// Part of the input of a run, like the lengths: every node knows its tree before the first step.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_ALLOCATION_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_ALLOCATION_H_

#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// Tree of each node's message, one entry per node; kNoTree for the root and no other.
using Allocation = std::vector<TreeIndex>;

/// Refuses lengths that do not fit the cover.
/// Errors: throws std::invalid_argument unless there is one length per node, none is negative and
///         that of the root is 0.
void check_cover_lengths(const Cover& cover, const std::vector<Flits>& lengths);

/// Spreads the messages evenly over the root's links.
///
/// Over trees that share no link, a node that is in one tree only uses that one. Then the other
/// nodes choose, the longest message first and by increasing node number among equals: each takes
/// the tree in which the root link above it has the fewest flits so far, the first tree among
/// equals. Null messages are allocated too, by the same rule. Some other allocation can finish a
/// little earlier: the best one is hard to find in general.
///
/// Trees that share links are of different depth for the same node. Over them the nodes choose by
/// decreasing least depth, then the longest message first, then by number; each takes the tree on
/// whose root link its last flit would be home first if it left behind those there already, among
/// equals the one whose root link has fewest flits, then the first one.
///
/// Shape:  `lengths` one entry per node, that of the root 0.
/// Units:  flits.
/// Errors: throws std::invalid_argument for lengths that do not fit the cover.
/// Source: list scheduling by decreasing length (R. L. Graham, "Bounds on Multiprocessing Timing
///         Anomalies", SIAM J. Appl. Math. 17(2), 1969), the root's links for machines.
Allocation allocate(const Cover& cover, const std::vector<Flits>& lengths);

/// Lengths of the messages that tree `t` carries, by the tree's own PE numbers; those of PEs whose
/// message goes elsewhere are 0.
/// Errors: throws std::invalid_argument for lengths or an allocation that do not fit the cover.
std::vector<Flits> lengths_on_tree(const Cover& cover, const std::vector<Flits>& lengths,
                                   const Allocation& allocation, TreeIndex t);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COVER_COVER_ALLOCATION_H_
