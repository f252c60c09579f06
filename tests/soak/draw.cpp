#include "tests/soak/instances.h"

namespace flitwise::soak {

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA
// 2014). Every number is a good start.
std::uint64_t Draw::number() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

std::int64_t Draw::between(std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(number() % static_cast<std::uint64_t>(high - low + 1));
}

std::int64_t Draw::sized(std::int64_t low, std::int64_t high) {
  std::int64_t bound = low;
  while (bound < high && !one_in(4)) bound = 2 * bound + 1;
  return between(low, bound < high ? bound : high);
}

std::uint64_t instance_number(std::uint64_t seed, std::int64_t index) {
  return Draw(Draw(seed).number() ^ static_cast<std::uint64_t>(index)).number();
}

}  // namespace flitwise::soak
