#include "systemc/topology/collective_words.h"

namespace flitwise {

std::uint32_t test_operand(const WordName& name, int width) {
  std::uint32_t x = static_cast<std::uint32_t>(name.of) * 0x9E3779B1U +
                    static_cast<std::uint32_t>(name.word) * 0x85EBCA6BU + 0x27D4EB2FU;
  x ^= x >> 15;
  x *= 0x2C1B3C6DU;
  x ^= x >> 12;
  return x & ((std::uint32_t{1} << width) - 1);
}

// Steele, Lea and Flood's mixing of 64 bits.
std::uint64_t fingerprint(const WordName& name) {
  std::uint64_t x = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(name.of)) << 32 |
                     static_cast<std::uint32_t>(name.word)) +
                    0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

}  // namespace flitwise
