// torus_stalls.h: how long flits have stood in the routers of a torus, as its RTL counts.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_STALLS_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_STALLS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// Counts, one a cycle for every flit that was first in its queue and has not moved.
struct Stalls {
  std::uint64_t stalled = 0;  ///< for any reason, lost arbitration included
  std::uint64_t blocked = 0;  ///< of those: no lane was free, or no credit for the one it has

  friend bool operator==(const Stalls& a, const Stalls& b) {
    return a.stalled == b.stalled && a.blocked == b.blocked;
  }
};

/// Where the two 32-bit counters of one router lie.
struct StallCounters {
  const unsigned char* stalled = nullptr;
  const unsigned char* blocked = nullptr;
};

/// Reads the counters of a network; must not be used after it. A router's counter begins again from
/// 0 after 2^32 - 1, which takes it 10^8 cycles at least.
class TorusStalls {
 public:
  /// Shape: one entry per node.
  explicit TorusStalls(std::vector<StallCounters> counters) : counters_(std::move(counters)) {}

  Stalls of(Node node) const {
    const StallCounters& at = counters_[static_cast<std::size_t>(node)];
    return {load(at.stalled), load(at.blocked)};
  }
  Stalls total() const {
    Stalls sum;
    for (const StallCounters& at : counters_) {
      sum.stalled += load(at.stalled);
      sum.blocked += load(at.blocked);
    }
    return sum;
  }

 private:
  static std::uint32_t load(const unsigned char* counter) {
    std::uint32_t value = 0;
    std::memcpy(&value, counter, sizeof value);
    return value;
  }

  std::vector<StallCounters> counters_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_STALLS_H_
