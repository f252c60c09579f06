// split_mix.h: random numbers that are the same on every machine.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_SPLIT_MIX_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_SPLIT_MIX_H_

#include <cstdint>

namespace flitwise {

/// The generator SplitMix64.
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA
///         2014).
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EB;
    return z ^ (z >> 31U);
  }
  /// From 0 to `end` - 1, `end` > 0.
  std::size_t below(std::size_t end) { return static_cast<std::size_t>(next() % end); }

 private:
  std::uint64_t state_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_SPLIT_MIX_H_
