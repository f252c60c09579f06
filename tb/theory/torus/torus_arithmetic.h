// torus_arithmetic.h: what the formulas about tori share, and what wormhole switching costs.
#ifndef FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_
#define FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::theory {

/// Least t with base^t >= n, for base >= 2 and n >= 1.
inline int ceil_log(int base, std::int64_t n) {
  int t = 0;
  for (std::int64_t power = 1; power < n; power *= base) ++t;
  return t;
}

template <typename Number>
Number ceil_div(Number a, Number b) {
  return (a + b - 1) / b;
}

/// Product of the sides.
/// Errors: throws std::invalid_argument for no sides, a side that is not from 1 to 4096, and more
///         than 2^40 nodes: far beyond what can be built, since formulas need no network.
std::int64_t node_count(const std::vector<int>& sides);

/// The sides that have links, in their order.
/// Errors: as node_count().
std::vector<int> sides_above_one(const std::vector<int>& sides);

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
  /// From the begin of a packet that crosses one link until all of it can be sent on.
  Step stage(Flits packet) const { return send_overhead + hop + packet + receive_overhead; }
  /// Time for which a node is busy with the messages that it sends at once.
  Step send_time() const { return send_overhead + flits; }
};

/// Errors: throws std::invalid_argument that names the value and the rule it breaks.
void check_model(const CycleModel& model);
/// Also for a packet that is not from 1 to L.
void check_packet(const CycleModel& model, Flits packet);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_
