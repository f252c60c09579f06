// star_timed_walk.h: the walk with acknowledgements whose nodes do not wait for ever.
//
// A node that has sent a group of g packets to a child goes on when the acknowledgement has come or
// when its time-out is over. If a time-out is exactly as long as the traversal of the subtree that
// it skips, (g + 1) S - g steps after the group for a subtree of S nodes, every walk goes on in the
// steps in which it would if nothing were dead: lockstep, and with it freedom from contention,
// stays, and the walk of every tree is over in (g + 1) (N - 1) steps. Any other time-out that
// passes somebody over puts one walk ahead of the others, or behind them.
// Source: Fragopoulou, Akl (1996), multinode broadcast; time-outs are this project's.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_TIMED_WALK_H_
#define FLITWISE_TB_THEORY_STAR_STAR_TIMED_WALK_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_faults.h"

namespace flitwise::theory {

/// Packet steps after a group after which the next child is served, at the latest.
struct StarWait {
  /// None: as long as the child's subtree takes. Else the same for all children; what comes in the
  /// last two of them comes too late to be noticed.
  std::optional<Step> steps;
};

struct StarTimedWalk {
  /// Of what is sent in spite of the faults; steps, last delivery, buffers (with faults for n up to
  /// 6) and acknowledgements only where lockstep is kept. Bounds are those without faults.
  StarPrediction figures;
  std::int64_t time_outs = 0;  ///< acknowledgements that nodes go on without
  bool keeps_lockstep = true;  ///< else `time_outs` and the times are not known
};

/// Errors: throws std::invalid_argument for a traffic, faults or source that star_faults.h refuses,
///         for faults that are not there from step 1, for a wait below 1 and for a pace
///         that star_theory.h refuses for a walk with acknowledgements.
StarTimedWalk predict_multinode_timed(const StarTrees& trees, const StarTraffic& traffic,
                                      const StarFaults& faults, const StarWait& wait,
                                      const StarPace& pace = {});

/// Hands on every packet and acknowledgement on every link where lockstep is kept.
/// Errors: as predict_multinode_timed.
void visit_multinode_timed_events(const StarTrees& trees, const StarTraffic& traffic,
                                  const StarFaults& faults, const TakeStarEvent& take);
/// All of them, sorted.
std::vector<StarLinkEvent> multinode_timed_events(const StarTrees& trees,
                                                  const StarTraffic& traffic,
                                                  const StarFaults& faults);

/// The most packet steps that a subtree takes after its group, that of a source's first child.
Step longest_traversal(const StarTrees& trees, const StarTraffic& traffic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_TIMED_WALK_H_
