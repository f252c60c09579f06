// time_slots.h: offsets at which trees that share links begin, so that their flits never meet.
//
// Part of the input of a run, like the trees: every node knows them before the first step.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TIME_SLOTS_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TIME_SLOTS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/graph/tree_family.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// What goes along the trees.
enum class SlotUse : std::uint8_t {
  kCopies,    ///< from the roots down: a broadcast
  kOperands,  ///< up to the roots: a reduction
  kBoth,      ///< up, and from the roots down: an all-reduce
};

/// Element j = 1, 2, .. of tree i begins in step offset_i + period (j - 1) + 1.
struct TimeSlots {
  Step period = 1;
  std::vector<Step> offsets;  ///< by tree, each less than the period
};

/// Offsets for a period, if there are any: the first in the order of the trees, where the offset of
/// tree 0 is 0.
///
/// A flit crosses an arc `position` steps after its element has begun: the depth of the arc's tail
/// for copies, height less the tail's depth for operands, and height and the tail's depth for the
/// copies of an all-reduce. Two trees i and j may share an arc if offset_i + position_i and
/// offset_j + position_j differ modulo the period.
///
/// Shape:  `trees` at least one, spanning trees of one graph, each of any root; `period` at
/// least 1. Time:   a search; exponential in the number of trees at worst. Errors: throws
/// std::invalid_argument for no trees, trees of several sizes and a period below 1.
std::optional<TimeSlots> slots_of_period(const std::vector<Parents>& trees, SlotUse use,
                                         Step period);

/// Those of the least period that has any; 1 where no two trees share an arc.
TimeSlots least_slots(const std::vector<Parents>& trees, SlotUse use);

/// The most trees that use one arc: no period is less.
Step most_on_an_arc(const std::vector<Parents>& trees, SlotUse use);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_TIME_SLOTS_H_
