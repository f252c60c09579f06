// pin_bits.h: parts of flat ports, which may begin at any bit.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_PIN_BITS_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_PIN_BITS_H_

#include <algorithm>
#include <cstdint>

namespace flitwise::own {

/// Bits [first, first + width) of a pin's bytes, at most 64.
inline std::uint64_t load_pin_bits(const unsigned char* bytes, std::uint32_t first,
                                   std::uint32_t width) {
  std::uint64_t value = 0;
  for (std::uint32_t done = 0; done < width;) {
    const std::uint32_t bit = first + done;
    const std::uint32_t count = std::min(8 - bit % 8, width - done);
    const auto part =
        static_cast<std::uint64_t>(bytes[bit / 8] >> (bit % 8)) & ((std::uint64_t{1} << count) - 1);
    value |= part << done;
    done += count;
  }
  return value;
}

inline void store_pin_bits(unsigned char* bytes, std::uint32_t first, std::uint32_t width,
                           std::uint64_t value) {
  for (std::uint32_t done = 0; done < width;) {
    const std::uint32_t bit = first + done;
    const std::uint32_t count = std::min(8 - bit % 8, width - done);
    const std::uint32_t mask = ((1U << count) - 1) << (bit % 8);
    const auto part = static_cast<std::uint32_t>(value >> done) << (bit % 8) & mask;
    bytes[bit / 8] = static_cast<unsigned char>((bytes[bit / 8] & ~mask) | part);
    done += count;
  }
}

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_PIN_BITS_H_
