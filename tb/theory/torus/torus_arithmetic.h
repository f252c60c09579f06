// torus_arithmetic.h: what the formulas about tori share, and what wormhole switching costs.
#ifndef FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_
#define FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"
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

/// Ports of a PE into its router, and as many out of it.
enum class PePorts : std::uint8_t {
  kByChannel,  ///< one for each channel by which messages leave, or come
  kOne,
};

/// A message of L flits over h hops that its sender begins at time t: its head takes its first
/// channel in cycle t + os + r, each further one p = r + w - 1 cycles after the one before, and the
/// port to the far end's PE p after the last; it holds each for L cycles, and the text can be used
/// at t + os + (r - 1) + p h + L + orv, if no channel on the way is held by another message. At
/// r = w = 1 that is os + h + L + orv. Where links differ p h is the sum over the links.
///
/// Units: cycles; `flits` in flits.
/// Source: wormhole switching; the published steps of a broadcast (Wang, Tseng, IEEE TC 49(3),
///         2000) say nothing of cycles.
struct CycleModel {
  Flits flits = 1;              ///< L, at least 1
  Step send_overhead = 0;       ///< os, before the head
  Step receive_overhead = 0;    ///< orv, after the tail
  TorusLatency latency{};       ///< r, w and the credits' way
  std::optional<Step> depth{};  ///< flits that a queue holds, at least 1; none: as many as come
  PePorts ports = PePorts::kByChannel;

  /// Cycles of a head from its first channel to the port of the PE: the sum of p over the links, of
  /// routers whose passages differ that of w - 1 + r of the router behind each link. Packets turn
  /// once for each dimension after their first.
  Step way(const Hops& hops) const;
  /// Zero-load latency: from the begin of a message until its text can be used.
  Step delay(const Hops& hops) const { return around(flits) + way(hops); }
  /// From the begin of a packet that crosses one link of p = `hop` until all of it can be sent on.
  Step stage(Flits packet, Step hop) const { return around(packet) + hop; }
  /// Time for which a node is busy with the messages that it sends at once. Routers add nothing:
  /// r - 1 delays a message but occupies nobody.
  Step send_time() const { return send_overhead + flits; }
  /// Least time from one head to the next in one queue: the next one's stages begin when the tail
  /// has left.
  Step head_distance() const { return flits + latency.pipeline.head_wait(); }

 private:
  Step around(Flits packet) const {
    return send_overhead + latency.router(RouterPassage::kInject) - 1 + packet + receive_overhead;
  }
};

/// The largest p of a torus of these sides; 0 without links.
/// Shape: `sides` in the order of `latency.link`.
Step slowest_hop(const std::vector<int>& sides, const TorusLatency& latency);

/// Errors: throws std::invalid_argument that names the value and the rule it breaks, TopologyError
///         for latencies that no router has, and links that are not one per side.
void check_model(const CycleModel& model, const std::vector<int>& sides);
/// Also for a packet that is not from 1 to L.
void check_packet(const CycleModel& model, const std::vector<int>& sides, Flits packet);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TORUS_ARITHMETIC_H_
