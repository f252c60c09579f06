// packet_life.h: what is known of a packet of any traffic on a torus, from its birth to its
// arrival.
#ifndef FLITWISE_TB_CHECK_TORUS_PACKET_LIFE_H_
#define FLITWISE_TB_CHECK_TORUS_PACKET_LIFE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "systemc/topology/torus/torus.h"

namespace flitwise::check {

/// Signed hops by router dimension, in the order of routing.
using RouterHops = std::array<int, Torus::kMostDimensions>;

inline int total_hops(const RouterHops& hops) {
  int total = 0;
  for (const int h : hops) total += std::abs(h);
  return total;
}

/// The port over which a packet comes to its PE: as PendingPackets' first_port, but of the last
/// dimension. Shape: not of a local packet.
inline std::uint32_t last_port(const RouterHops& hops) {
  std::uint32_t port = 0;
  for (std::size_t i = 0; i < hops.size(); ++i)
    if (hops[i] != 0) port = static_cast<std::uint32_t>(2 * i) + (hops[i] < 0 ? 1 : 0);
  return port;
}

/// A packet that its source must send.
struct ExpectedPacket {
  std::int64_t number = 0;  ///< from 0, of its source
  Node from = kNoNode;
  Node to = kNoNode;
  Step born = 0;  ///< first step in which its head could cross a link
  Flits flits = 1;
  RouterHops hops{};  ///< none: the packet stays with its source

  bool is_local() const { return from == to; }
};

/// A packet with what the ports have shown of it.
struct PacketLife {
  ExpectedPacket packet;
  std::size_t slot = 0;  ///< no other packet under way has the same one
  Step departed = 0;     ///< step in which its head crosses its first link
  int crossed = 0;       ///< links that its head has crossed
  Step arrived = 0;      ///< step in which its tail crosses the link into its PE

  /// Steps from the edge before its birth until all of it is in its PE's hands.
  Step latency() const { return arrived - (packet.born - 1); }
  /// The same from the edge that put its head on its first link: without waiting at its source.
  Step network_latency() const { return arrived - (departed - 1); }
};

/// Observes every packet.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// At the clock edge before its birth; also for a local packet, which never arrives.
  virtual void on_born(const ExpectedPacket& packet) = 0;
  virtual void on_arrived(const PacketLife& life) = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_PACKET_LIFE_H_
