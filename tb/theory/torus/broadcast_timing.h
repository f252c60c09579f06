// broadcast_timing.h: the cycles of a broadcast on a torus, its rounds and its events.
//
// Below, r is a router's latency and p = r + w - 1 that of a hop (CycleModel). With a barrier all
// nodes begin step s together, when the messages of step s - 1 have been taken: the broadcast takes
// the sum over the steps of (os + (r - 1) + p H_s + L + orv), p H_s the longest way of step s and 0
// for a step without messages. Without one, a node begins its next active step when it has the text
// and its own earlier messages have left: with R(source) = 0, R(child) = R(v) + q (os + L) + os +
// (r - 1) + p h + L + orv, q the number of steps in which v has sent before. That holds if os is
// not less than Fh, the cycles that a head waits in its queue. Otherwise a message can come too
// early for the port that the one before it has used: with y its head's time before the port, the
// port grants it at g = max(y, g' + L) + Fh, where g' is the grant before, and it is g - Fh - y
// late.
//
// Packets go down a shortest-path tree. With c = os + (r - 1) + p + P + orv, n = ceil(L/P) packets
// of which the last has P' flits, and D the distance of a node from the source, the node can use
// the whole text after
//
//   (n - 1) g + (D - 1) c + os + (r - 1) + p + P' + orv cycles,
//
// where g = c in slots, in which a node at distance d sends packet i in slot i + d, and g =
// max(os, Fh) + P if every node sends on at its own pace: packets then follow each other as fast as
// one port lets them, and the short one at the end waits for the port like the others. Where links
// differ slots are as long as the slowest needs, and at the own pace every link costs its own c.
//
// Queues must hold enough flits for that, by pace (worm_timing.h): with a barrier or in slots Depth
// >= min(L, loop_b), or P in place of L, and the credits of one step must be back in the next, (r -
// 1) + os + orv + Depth >= w_c + credit_delay; otherwise Depth >= loop.
#ifndef FLITWISE_TB_THEORY_TORUS_BROADCAST_TIMING_H_
#define FLITWISE_TB_THEORY_TORUS_BROADCAST_TIMING_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/events.h"
#include "tb/theory/prediction.h"
#include "tb/theory/torus/torus_arithmetic.h"

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
  bool exact = true;        ///< finish and ready hold; otherwise nothing is done before them
  std::string contention;   ///< the first two messages that meet, if any do; then finish and ready
                            ///< are what they would be if channels had no limit
  bool shallow = false;     ///< queues are too short for exactness, whoever meets whom
  std::optional<std::int64_t> stalls = 0;  ///< flits that wait, by cycles; none if not exact
  std::vector<Source> sources;             ///< of "finish" and "stalls"
};

/// What the depth of queues does to messages that do not meet.
struct Depths {
  bool suffices = true;
  bool stalls = false;  ///< though it suffices: flits wait, but have caught up at the end
};

/// `flits` a message. With a barrier a message finds the queues empty, but some of their credits
/// may still be on the way back from the step before; see the head of this file.
Depths depths_of(const std::vector<int>& sides, const CycleModel& model, SendPace pace,
                 Flits flits);

/// Cycles of each step with a barrier: to the farthest receiver's use of its message; 0 for a step
/// without messages.
std::vector<Step> step_lengths(const TorusSchedule& schedule, const CycleModel& model);

/// Any schedule of messages of `model.flits` flits. With a barrier it is exact where queues are
/// deep enough. Otherwise it is if no two messages want a channel, or the queue behind it, at the
/// same time when none waits. Errors: throws std::invalid_argument for a schedule that
/// check_schedule() does not find right,
///         and for a pace that does not fit its starts.
BroadcastTiming time_schedule(const TorusSchedule& schedule, const CycleModel& model,
                              SendPace pace);

/// Packets of `packet` flits down the tree; with one port a PE as one_port_packets.h says. Else:
/// SendPace::kBarrier are slots. `steps` are slots, n + D
/// - 1 with the largest D, and 0 on a torus of one node. Exact where queues are deep enough: every
/// channel of the tree has one sender, whose messages follow each other.
///
/// Shape:  `order` is that of routing, empty: ascending; in slots it matters where links differ.
/// Errors: throws std::invalid_argument for a bad model, a packet that is not from 1 to L, and for
///         SendPace::kStarts; TopologyError for a source that is no node, and a bad order.
BroadcastTiming time_packet_tree(const Torus& torus, Node source, const CycleModel& model,
                                 Flits packet, SendPace pace, const DimensionOrder& order = {});

/// Every link transfer of it, sorted. The tree is that of a flood (broadcast_plan.h): a node D
/// links from the source begins to send packet i, from 0, to all its children at i g + D c. Steps
/// are those of sending. Messages are named by their sender, and `value` is i modulo 1024. Errors:
/// as above; throws std::invalid_argument also where flits wait.
std::vector<LinkEvent> packet_tree_events(const Torus& torus, Node source,
                                          const DimensionOrder& order, const CycleModel& model,
                                          Flits packet, SendPace pace);

/// The same, where no list of them is to be kept.
void visit_packet_tree_events(const Torus& torus, Node source, const DimensionOrder& order,
                              const CycleModel& model, Flits packet, SendPace pace,
                              const TakeEvent& take);

/// The longest chain of active steps that must follow each other: a node's first one follows the
/// one that informed it, each other one the node's own before it. At most the number of steps, and
/// what is left of them when every node goes on at its own pace.
///
/// None where a node gets the text twice: then time decides which copy it sends on, and no events
/// are said.
/// Shape: a schedule that check_schedule() finds right, without starts.
std::optional<int> broadcast_rounds(const TorusSchedule& schedule);

/// Packets of one message are numbered modulo this.
inline constexpr int kEventNumbers = 1024;

/// Hands on every link transfer of a schedule whose timing is exact.
///
/// A message of L flits over h links that makes its receiver ready at time R has flit i, from 1, on
/// link j, from 1, in step R - orv - L - p h + p (j - 1) + i, that of sending. Messages are named
/// by their source, and `value` is their number among its messages, from 0 and modulo
/// kEventNumbers. Errors: throws std::invalid_argument for a timing that is not exact or has
/// stalls, and where a node gets the text twice: `ready` then says nothing of the second copy.
void visit_broadcast_events(const TorusSchedule& schedule, const CycleModel& model,
                            const BroadcastTiming& timing, const TakeEvent& take);
/// All of them, sorted.
std::vector<LinkEvent> broadcast_events(const TorusSchedule& schedule, const CycleModel& model,
                                        const BroadcastTiming& timing);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_BROADCAST_TIMING_H_
