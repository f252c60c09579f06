// traffic_random.h: the random numbers of one PE's traffic, in 8 bytes.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_RANDOM_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_RANDOM_H_

#include <cstdint>

#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// SplitMix64: entry n of the stream of a seed is mixed(seed + n * kSplitMixStep).
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA
///         2014.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15;

inline std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// A stream that is a function of seed and node alone; thousands of PEs have one each.
class TrafficRandom {
 public:
  TrafficRandom(std::uint64_t seed, Node node)
      : state_(mixed(mixed(seed) + static_cast<std::uint64_t>(node))) {}

  std::uint64_t next() {
    state_ += kSplitMixStep;
    return mixed(state_);
  }

  /// From 0 up to, and without, `bound`, which is at least 1; all equally likely.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t excess = (0 - bound) % bound;  // 2^64 mod bound
    std::uint64_t drawn = next();
    while (drawn < excess) drawn = next();
    return drawn % bound;
  }

  /// From 0 up to, and without, 1.
  double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_RANDOM_H_
