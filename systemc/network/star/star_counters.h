// star_counters.h: what the routers of a star graph count.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_COUNTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_COUNTERS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// Where the counters of one router lie: 16-bit entries a port, and two 32-bit ones.
struct StarCounterPins {
  const unsigned char* max_stored = nullptr;
  const unsigned char* crc_errors = nullptr;
  const unsigned char* misdirected = nullptr;
};

/// Reads the counters of a network; must not be used after it. A count begins again from 0 after
/// 2^32 - 1.
class StarCounters {
 public:
  /// Shape: one entry per node. `bit_errors` is counted by who makes them.
  StarCounters(std::vector<StarCounterPins> pins, int ports,
               std::shared_ptr<const std::int64_t> bit_errors);

  /// Most packets that an input port (0 to n-2) has held at a clock edge, from the edge of its
  /// tail's arrival to the edge at which it begins to leave by its last port.
  std::uint32_t max_stored(Node node, int port) const;
  /// The largest of all ports of all nodes.
  std::uint32_t max_stored() const;
  /// Packets dropped for their CRC, by all inputs, the PE's own too.
  std::uint32_t crc_errors(Node node) const;
  std::int64_t crc_errors() const;
  /// Packets dropped because they had no way from here.
  std::uint32_t misdirected(Node node) const;
  std::int64_t misdirected() const;
  /// Bit errors that have met a flit.
  std::int64_t bit_errors() const { return *bit_errors_; }

 private:
  std::vector<StarCounterPins> pins_;
  int ports_;
  std::shared_ptr<const std::int64_t> bit_errors_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_COUNTERS_H_
