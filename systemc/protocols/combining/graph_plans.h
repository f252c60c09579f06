// graph_plans.h: which words of an operation each of several spanning trees of a graph carries, and
// what every PE hands over when.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_GRAPH_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_GRAPH_PLANS_H_

#include <cstdint>
#include <vector>

#include "systemc/protocols/combining/combine_pe.h"
#include "systemc/topology/combine_tree.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/graph/time_slots.h"
#include "systemc/topology/graph/tree_family.h"

namespace flitwise::protocols {

/// What is done over the trees.
enum class OverTrees : std::uint8_t {
  kBroadcast,        ///< the root's words to all others
  kReduce,           ///< results to the root
  kAllReduce,        ///< results to all: roots turn them round
  kReduceBroadcast,  ///< the same in two phases: a reduction, and when it is over a broadcast
};

/// A message of m words is shared out so that it is over as early as can be: with h links from a
/// tree's first step to its last, lower trees first and of equal ones the earlier, each takes what
/// is left of m up to T - h + 1, T the least step in which that is enough.
/// Shape: `links` has an entry a tree, at least one; entries of the result are words, 0 of trees
///        that have nothing to do.
std::vector<Flits> shares_of(Flits words, const std::vector<Step>& links);

/// The same where trees take turns: a tree's first step is behind its offset, and its words are
/// `period` steps apart; the trees whose first word is there first are full first.
/// Shape: an offset for each entry of `links`.
std::vector<Flits> shares_in_slots(Flits words, const std::vector<Step>& links,
                                   const TimeSlots& slots);

/// The trees with their words, and what their nodes do. In two phases, whose second one begins in
/// the step behind the last result of the first, the trees of the reduction are followed by those
/// of the broadcast, but for trees as high as the first phase is long: such a tree has one word,
/// which comes to its root too late for the PE to hand it over again, and the root's router turns
/// it round. In time slots, not of two phases, trees may share links.
/// Shape: `trees` are spanning trees of the graph without faults. Without slots those of an
///        all-reduce share no link, others no arc. `slots`: of these trees and what goes along
///        them.
CombinePlan combine_over_trees(const Graph& graph, const std::vector<Parents>& trees,
                               OverTrees what, Flits words, bool is_own_pace,
                               const TimeSlots* slots = nullptr);

/// By PE, its parts: by the timetable of combine_parts; the root of two phases hands results over
/// again in the second one. `start`: by PE, steps that it is late at its own pace; empty: nobody
/// is.
std::vector<std::vector<CombinePart>> parts_over_trees(const CombinePlan& plan, OverTrees what,
                                                       const std::vector<Step>& start);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_GRAPH_PLANS_H_
