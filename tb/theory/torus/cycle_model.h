// cycle_model.h: what wormhole switching costs in cycles.
#ifndef FLITWISE_TB_THEORY_TORUS_CYCLE_MODEL_H_
#define FLITWISE_TB_THEORY_TORUS_CYCLE_MODEL_H_

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// A message of L flits over h hops that its sender begins at time t: its head takes channel j
/// (from 0) at t + os + r j and holds it for L cycles, and the text can be used at the far end at
/// t + os + r h + L + orv, if no channel on the way is held by another message.
///
/// Units: cycles; `flits` in flits.
/// Source: wormhole switching without buffers worth mentioning; the published steps of a broadcast
///         (Wang, Tseng, IEEE TC 49(3), 2000) say nothing of cycles.
struct CycleModel {
  Flits flits = 1;            ///< L, at least 1
  Step hop = 1;               ///< r, at least 1
  Step send_overhead = 0;     ///< os, before the head
  Step receive_overhead = 0;  ///< orv, after the tail

  /// Zero-load latency: from the begin of a message of `hops` hops until its text can be used.
  Step latency(int hops) const { return send_overhead + hop * hops + flits + receive_overhead; }
  /// Time for which a node is busy with the messages that it sends at once.
  Step send_time() const { return send_overhead + flits; }
};

/// Errors: throws std::invalid_argument that names the value and the rule it breaks.
void check_model(const CycleModel& model);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_CYCLE_MODEL_H_
