// receiver_stall.h: PEs that take no flit for a step now and then, by chance.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_RECEIVER_STALL_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_RECEIVER_STALL_H_

#include <cstdint>

#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// In every step each port of each PE takes no flit with the same probability, independent of all
/// else. A draw is a function of seed, node, port and step alone: steps may be asked for in any
/// order, and left out. The packets of the same seed (TrafficRandom) are drawn from other streams.
class ReceiverStall {
 public:
  static constexpr std::uint32_t kMostPorts = 8;

  /// Errors: throws std::invalid_argument for a probability below 0 or not below 1.
  ReceiverStall(double probability, std::uint64_t seed);

  bool stalls(Node node, std::uint32_t port, Step step) const;
  /// A bit a port. Shape: `ports` at most kMostPorts.
  std::uint32_t stalled_ports(Node node, std::uint32_t ports, Step step) const;

 private:
  std::uint64_t below_;  // of 2^53
  std::uint64_t seed_;   // mixed
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_RECEIVER_STALL_H_
