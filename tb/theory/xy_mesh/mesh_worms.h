// mesh_worms.h: worms on a mesh whose PEs have one port each way: when each flit is where, whether
// any two meet, and whether queues are deep enough for that not to matter.
//
// Time is that of tori (torus_arithmetic.h): theory starts at time 0, and what is ready at time t
// can be used at the end of step t. A worm of L flits that its PE begins at time t has its head on
// its first link in step t + os + r, on each further one p = r + w - 1 later, and on the port to
// the PE at the end p after the last; it can be used at time t + os + (r - 1) + way + L + orv, way
// the sum of p over its links. Steps of events are those of sending.
//
// A router has one injection queue, whose first head chooses its channel, one queue for each lane
// of a channel that comes in, and one ejection port. PEs hand worms over as if nothing ever waited,
// and keep what the injection queue has no room for. A head begins its Fh cycles when the tail
// before it has left its queue, so that two worms that follow each other through a queue are L + Fh
// apart, head to head, or the second is late.
#ifndef FLITWISE_TB_THEORY_XY_MESH_MESH_WORMS_H_
#define FLITWISE_TB_THEORY_XY_MESH_MESH_WORMS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/xy_mesh/xy_mesh.h"
#include "tb/theory/events.h"
#include "tb/theory/prediction.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

/// One message in time.
///
/// Units: steps; times as above.
struct MeshWorm {
  Node from = kNoNode;
  Node to = kNoNode;
  Flits flits = 1;
  int step = 0;    ///< of the schedule, from 0
  Step begin = 0;  ///< time at which its PE begins with it: the head is handed over os later
  Step late = 0;   ///< for which the worm before it keeps its head from the injection port
  Step ready = 0;  ///< time at which it can be used
};

/// Predicted figures of one operation.
///
/// Shape: `ready` has one entry per node: of a broadcast when it can use the text, of a scatter its
///        own message, of a gather when the root can use its message; 0 where there is none.
/// Units: steps from the begin of the first message, which is at time 0.
struct MeshTiming : Sourced {
  int steps = 0;                ///< of the schedule; each node sends one message at most in each
  std::vector<MeshWorm> worms;  ///< by step, then as sent
  std::vector<Step> ready;
  Step finish = 0;              ///< the last message can be used
  std::optional<Step> quiesce;  ///< last reception on a link between routers; none with stalls
  Step lower_bound = 0;         ///< nothing that does the same finishes earlier
  bool exact = true;  ///< finish, quiesce and ready hold; otherwise nothing is done before them
  std::string contention;                  ///< the first two worms that meet, if any do
  bool shallow = false;                    ///< queues are too short for exactness
  std::optional<std::int64_t> stalls = 0;  ///< cycles in which a flit asks in vain; none: unknown
};

/// Cycles of a head from its first link to the port of the PE.
Step way_of(const XyMesh& mesh, const CycleModel& model, Node from, Node to);

/// The same from its sender's begin until it can be used.
Step delay_of(const XyMesh& mesh, const CycleModel& model, const MeshWorm& worm);

/// The first place and time for which two worms are too close, in words; empty if none are. On a
/// channel, an injection or an ejection port the second comes before the first has passed, or to a
/// channel's or a PE's queue before its tail has left it.
///
/// Shape: `begin` and `late` are given.
std::string contention_of(const XyMesh& mesh, const CycleModel& model,
                          const std::vector<MeshWorm>& worms);

/// Whether worms that do not meet never wait for a credit, on any number of lanes.
///
/// The k-th flit over a link finds a slot if the (k - depth)-th was sent p + w_c + credit_delay
/// cycles before or earlier. Depth of that loop is always enough; less is for messages that are
/// short or far enough apart. A PE knows of a slot of its injection queue 2 steps after a flit has
/// left it, which only a queue of one flit makes felt: heads are then Fh + 2 apart. On one lane all
/// that is also needed.
bool has_slots(const XyMesh& mesh, const CycleModel& model, const std::vector<MeshWorm>& worms);

/// Figures of worms with given begins. Fills `ready` of worms, `finish`, `quiesce`, `exact`,
/// `contention`, `shallow` and `stalls`; `pace` says whether worms that are short of slots may
/// catch up: with a barrier, as broadcast_timing.h has it for tori.
MeshTiming time_worms(const XyMesh& mesh, const CycleModel& model, std::vector<MeshWorm> worms,
                      SendPace pace);

/// Hands on every link transfer. Messages are named by their sender, and `value` is their number
/// among its messages, from 0 and modulo kEventNumbers.
/// Errors: throws std::invalid_argument for a timing that is not exact or has stalls.
void visit_mesh_events(const XyMesh& mesh, const CycleModel& model, const MeshTiming& timing,
                       const TakeEvent& take);
/// All of them, sorted.
std::vector<LinkEvent> mesh_events(const XyMesh& mesh, const CycleModel& model,
                                   const MeshTiming& timing);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_XY_MESH_MESH_WORMS_H_
