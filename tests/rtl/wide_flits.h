// wide_flits.h: lanes of routers whose flits have 32 bits more above the payload.
//
// Those are made of bits above the payload, which no router changes, and looked at where they come
// out.
#ifndef FLITWISE_TESTS_RTL_WIDE_FLITS_H_
#define FLITWISE_TESTS_RTL_WIDE_FLITS_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tests/rtl/pe/reference_router.h"
#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {

inline constexpr std::size_t kWideBytes = 12;

inline std::uint32_t further_of(RawFlit flit, int payload_bits) {
  return static_cast<std::uint32_t>((flit >> payload_bits & 0x1fff) * 2654435761U + 1);
}

template <class Port>
void put_wide(Port& port, std::size_t lane, RawFlit flit, int payload_bits = kPayloadBits) {
  const std::uint64_t low = (flit & ((RawFlit{1} << payload_bits) - 1)) |
                            std::uint64_t{further_of(flit, payload_bits)} << payload_bits |
                            flit >> payload_bits << (payload_bits + 32);
  const auto high = static_cast<std::uint32_t>(flit >> 32);
  unsigned char* bytes = bytes_of(port) + lane * kWideBytes;
  std::memcpy(bytes, &low, sizeof low);
  std::memcpy(bytes + sizeof low, &high, sizeof high);
}

/// The flit of a lane, the 32 bits left out, which must be those of the flit; of no flit, none.
template <class Port>
RawFlit wide_flit(const Port& port, std::size_t lane, int payload_bits = kPayloadBits) {
  const std::size_t first = lane * kWideBytes * 8;
  const auto payload = static_cast<std::size_t>(payload_bits);
  const RawFlit flit =
      bits_of(port, first, payload) | bits_of(port, first + payload + 32, 64 - payload) << payload;
  EXPECT_EQ(bits_of(port, first + payload, 32), flit == 0 ? 0 : further_of(flit, payload_bits));
  return flit;
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_WIDE_FLITS_H_
