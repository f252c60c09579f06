// wide_flits.h: lanes of routers whose flits have 32 bits more above the payload.
//
// Those are made of the flit's tag, which no router changes, and looked at where it comes out.
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

inline std::uint32_t further_of(RawFlit flit) {
  return static_cast<std::uint32_t>((flit >> kPayloadBits & 0x1fff) * 2654435761U + 1);
}

template <class Port>
void put_wide(Port& port, std::size_t lane, RawFlit flit) {
  const std::uint64_t low = (flit & ((RawFlit{1} << kPayloadBits) - 1)) |
                            std::uint64_t{further_of(flit)} << kPayloadBits |
                            flit >> kPayloadBits << 63;
  const auto high = static_cast<std::uint32_t>(flit >> 32);
  unsigned char* bytes = bytes_of(port) + lane * kWideBytes;
  std::memcpy(bytes, &low, sizeof low);
  std::memcpy(bytes + sizeof low, &high, sizeof high);
}

/// The flit of a lane, the 32 bits left out, which must be those of its tag; of no flit, none.
template <class Port>
RawFlit wide_flit(const Port& port, std::size_t lane) {
  const std::size_t first = lane * kWideBytes * 8;
  const RawFlit flit = bits_of(port, first, kPayloadBits) | bits_of(port, first + 63, 33)
                                                                << kPayloadBits;
  EXPECT_EQ(bits_of(port, first + kPayloadBits, 32), flit == 0 ? 0 : further_of(flit));
  return flit;
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_WIDE_FLITS_H_
