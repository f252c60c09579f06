// broadcast_events.h: a broadcast's timing unrolled: every flit on every link in every step.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_EVENTS_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_EVENTS_H_

#include <optional>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/broadcast/broadcast_timing.h"
#include "tb/theory/torus/cycle_model.h"

namespace flitwise::theory {

/// Packets of one message are numbered modulo this.
inline constexpr int kEventNumbers = 1024;

/// Every link transfer of a schedule whose timing is exact, sorted.
///
/// A message of L flits over h links that makes its receiver ready at time R has flit i, from 1, on
/// link j, from 1, in step R - orv - L - h + (j - 1) r + i for r = 1. Messages are named by their
/// source, and `value` is their number among its messages, from 0 and modulo kEventNumbers.
/// None where a node gets the text twice: `ready` then says nothing of the second copy.
/// Errors: throws std::invalid_argument for a timing that is not exact, and r other than 1.
std::optional<std::vector<LinkEvent>> broadcast_events(const TorusSchedule& schedule,
                                                       const CycleModel& model,
                                                       const BroadcastTiming& timing);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_EVENTS_H_
