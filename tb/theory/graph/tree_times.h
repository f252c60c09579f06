// tree_times.h: when operations over several trees of a graph end, and how they share a message.
//
// Routers without buffers forward a flit a step: what a link carries in step t, the links after it
// carry in step t + 1.
#ifndef FLITWISE_TB_THEORY_GRAPH_TREE_TIMES_H_
#define FLITWISE_TB_THEORY_GRAPH_TREE_TIMES_H_

#include <vector>

#include "systemc/topology/graph/time_slots.h"
#include "systemc/topology/graph/tree_family.h"
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

/// Over trees that share arcs, in time slots: element j of tree i is everywhere, or at the root, in
/// step offset_i + period (j - 1) + height_i, of an all-reduce 2 height_i (`kBoth`). The least step
/// in which all flits can be, however they are shared out; 0 without flits.
/// Shape: an offset for each height.
Step slots_finish(Flits flits, const std::vector<Node>& heights, const TimeSlots& slots,
                  SlotUse use);
/// Flits of each tree that end in that step: the trees whose first element is there first are full
/// first, of equal ones the earlier.
std::vector<Flits> best_slots_split(Flits flits, const std::vector<Node>& heights,
                                    const TimeSlots& slots, SlotUse use);

/// A reduction along one tree without a timetable: PE v gives an element a step from step ready_v
/// on, every input holds `buffers` elements, and a place that is free again can be filled
/// `credit_steps` steps after its element came: max over v of (ready_v + depth(v)) + flits - 2 +
/// max(0, credit_steps - buffers) floor((flits - 1) / buffers); 0 without flits. It is the longest
/// chain of elements that wait for each other: a detour from a node down to a child and up again
/// takes credit_steps and gains `buffers` elements, a step gains one.
/// Shape: a tree of at least two nodes, `ready` one entry per node and at least 1; buffers and
///        credit_steps at least 1.
Step buffered_reduce_finish(const Parents& tree, const std::vector<Step>& ready, Flits flits,
                            Flits buffers, Step credit_steps);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_GRAPH_TREE_TIMES_H_
