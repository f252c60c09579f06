// payload_bits.h: what fills payloads, of routers of meshes and of trees.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_PAYLOAD_BITS_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_PAYLOAD_BITS_H_

#include <cstdint>

namespace flitwise::own {

/// Bits of a payload that are in use; FlitLayout says what is in the others.
inline constexpr std::uint32_t kMostPayload = 64;

/// The lowest bits, at most 64.
constexpr std::uint64_t mask_of_bits(std::uint32_t width) {
  return width >= kMostPayload ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

/// The finalizer of splitmix64: every bit of the value changes half of those of the hash.
constexpr std::uint64_t hash_of_value(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9U;
  value = (value ^ value >> 27) * 0x94d049bb133111ebU;
  return value ^ value >> 31;
}

inline constexpr std::uint64_t kWhitener = 0x9e3779b97f4a7c15U;

/// The odd number whose product with an odd one is 1 modulo 2^64: each step doubles the right bits.
constexpr std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;
  for (int right = 3; right < 64; right *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}
static_assert(kWhitener * inverse_of(kWhitener) == 1);

/// A permutation of the numbers of so many bits, and back: contents are mostly 0 in their high
/// bits, and a wire that is stuck there must not go unseen.
inline std::uint64_t whitened(std::uint64_t value, std::uint32_t width,
                              std::uint64_t odd = kWhitener) {
  const std::uint32_t half = (width + 1) / 2;
  const std::uint64_t mask = mask_of_bits(width);
  value ^= value >> half;
  value = value * odd & mask;
  value ^= value >> half;
  value = value * odd & mask;
  return value ^ value >> half;
}
inline std::uint64_t unwhitened(std::uint64_t value, std::uint32_t width) {
  return whitened(value, width, inverse_of(kWhitener));
}

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_PAYLOAD_BITS_H_
