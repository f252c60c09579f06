// torus_lanes.h: lanes of a torus's channels, and which of them a head may take.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_LANES_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_LANES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/network/torus/torus_wiring.h"

namespace flitwise {

/// Lanes of worms that do not cross the dateline of the dimension that they travel in.
enum class LaneRule : std::uint8_t {
  kAnyLane,  ///< any lane, but never back from the upper half to the lower one
  kStrict,   ///< the lower half only
};

/// The lanes of a torus's routers.
struct LaneChoice {
  std::uint32_t lanes = 2;  ///< of a channel
  LaneRule rule = LaneRule::kAnyLane;
};

/// One lane of an outgoing channel, and the queue behind it at the channel's other end.
struct TorusLane {
  Node from = kNoNode;
  std::uint32_t channel = 0;  ///< the router's
  std::uint32_t lane = 0;

  friend bool operator==(const TorusLane& a, const TorusLane& b) {
    return a.from == b.from && a.channel == b.channel && a.lane == b.lane;
  }
};

/// The channel of the next hop of a head whose payload is `route`; none when no hop is left.
std::optional<std::uint32_t> next_channel(std::uint32_t route);

/// Lanes that a head which has come over `last` and carries `route` may take next; none when it has
/// arrived. What `torus_router.sv` allows, restated for reports: the lower half of the lanes before
/// the dateline, the upper half behind it.
/// Source: W. J. Dally, C. L. Seitz, "Deadlock-Free Message Routing in Multiprocessor
///         Interconnection Networks", IEEE Trans. Computers C-36(5), 1987.
std::vector<TorusLane> usable_lanes(const TorusWiring& wiring, const LaneChoice& choice,
                                    const TorusLane& last, std::uint32_t route);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_LANES_H_
