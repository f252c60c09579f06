// star_pace.h: how long packets are on a star graph, and how closely they follow each other.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_PACE_H_
#define FLITWISE_TB_THEORY_STAR_STAR_PACE_H_

#include <algorithm>
#include <string>

#include "systemc/topology/star/star_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Packets of F flits and the latencies of what they cross; as it stands a packet of one flit takes
/// a cycle an arc, and a packet step is a cycle.
///
/// Cycles count from the one in which the first flit of an operation is sent, which is cycle 1.
struct StarPace {
  Flits flits = 1;  ///< F
  StarLatency latency{};

  bool is_spaced() const { return latency.slots == StarSlots::kSpaced; }

  /// Phi: cycles from a head's sending to the earliest sending of the same packet on the next arc.
  Step hop() const { return latency.packet_hop(flits); }
  /// Cycles between the beginnings of packet steps, or of slots.
  ///
  /// A packet step lasts Phi cycles, but never fewer than F: where routers cut through, Phi may be
  /// less than F, and an arc that is taken in two steps in a row would carry two packets at once.
  Step step() const { return is_spaced() ? flits : std::max(flits, hop()); }
  /// k: steps or slots from an arc to the next one of a packet's way, at least.
  Step lag() const { return (hop() + step() - 1) / step(); }

  /// The cycle in which the head of a packet of step or slot `step` (from 1) is sent.
  Step head(Step step) const { return (step - 1) * this->step() + 1; }
  /// The cycle at whose end a packet is whole at the far end whose head is sent in cycle `head`.
  Step whole(Step head) const { return head + flits + latency.link - 2; }
};

/// Errors: throws std::invalid_argument for fewer than 1 flit and latencies below 1.
void check_pace(const StarPace& pace);
/// Errors: throws std::invalid_argument for spaced slots, naming `what`, of which nothing is known
///         there.
void check_lockstep(const StarLatency& latency, const char* what);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_PACE_H_
