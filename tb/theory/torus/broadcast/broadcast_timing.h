// broadcast_timing.h: the cycles of a broadcast on a torus.
//
// With a barrier all nodes begin step s together, when the messages of step s - 1 have been taken:
// the broadcast takes the sum over the steps of (os + r H_s + L + orv), H_s the longest path of
// step s and 0 for a step without messages. Without one, a node begins its next active step when it
// has the text and its own earlier messages have left: with R(source) = 0, R(child) = R(v) + q (os
// + L) + os + r h + L + orv, q the number of steps in which v has sent before.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_TIMING_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_TIMING_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/prediction.h"
#include "tb/theory/torus/cycle_model.h"

namespace flitwise::theory {

/// What makes a node begin its next step.
enum class SendPace : std::uint8_t {
  kBarrier,  ///< all nodes begin a step together
  kFree,     ///< each node goes on by itself
  kStarts,   ///< the schedule's own cycles; for schedules that have them
};

/// Predicted figures of one broadcast.
///
/// Shape: `ready` has one entry per node.
/// Units: cycles from the source's begin, which is 0; `steps` in steps.
struct BroadcastTiming {
  int steps = 0;
  Step finish = 0;          ///< the last message can be used
  std::vector<Step> ready;  ///< the node can use the text; its tail came orv cycles before
  bool exact = true;       ///< no message ever waits for a channel: finish and ready hold, 0 stalls
  std::string contention;  ///< if not: the first two messages that meet; then finish and ready are
                           ///< what they would be if channels had no limit
  std::vector<Source> sources;  ///< of "finish" and "stalls"
};

/// Any schedule of messages of `model.flits` flits. With a barrier it is exact. Otherwise it is if
/// and only if no two messages want a channel at the same time when none waits.
/// Errors: throws std::invalid_argument for a schedule that check_schedule() does not find right,
///         and for a pace that does not fit its starts.
BroadcastTiming time_schedule(const TorusSchedule& schedule, const CycleModel& model,
                              SendPace pace);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_BROADCAST_TIMING_H_
