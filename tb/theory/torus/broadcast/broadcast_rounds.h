// broadcast_rounds.h: how many steps a schedule's messages need by themselves.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_ROUNDS_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_ROUNDS_H_

#include <optional>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/cycle_model.h"

namespace flitwise::theory {

/// The longest chain of active steps that must follow each other: a node's first one follows the
/// one that informed it, each other one the node's own before it. At most the number of steps, and
/// what is left of them when every node goes on at its own pace.
///
/// None where a node gets the text twice: then time decides which copy it sends on.
/// Shape: a schedule that check_schedule() finds right, without starts.
std::optional<int> broadcast_rounds(const TorusSchedule& schedule);

/// No broadcast of L flits, cut in any way, is done before os + D + ceil(L / 2k') + orv cycles: the
/// first flit to the farthest node crosses D links after the overhead, and the node takes at most
/// 2k' flits a cycle. 0 on a torus of one node.
/// Errors: as check_model().
Step fewest_cycles(const Torus& torus, const CycleModel& model);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_ROUNDS_H_
