// lanes.h: flits and bits behind the pins of routers.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_LANES_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_LANES_H_

#include <cstdint>
#include <cstring>

#include "systemc/network/flit.h"

namespace flitwise::lanes {

inline RawFlit load(const unsigned char* lane) {
  RawFlit flit;
  std::memcpy(&flit, lane, sizeof flit);
  return flit;
}

inline void store(unsigned char* lane, RawFlit flit) { std::memcpy(lane, &flit, sizeof flit); }

/// Of pins with a bit per lane.
inline bool bit_of(const unsigned char* bits, std::uint32_t lane) {
  return (bits[lane / 8] >> (lane % 8) & 1U) != 0;
}

inline void set_bit(unsigned char* bits, std::uint32_t lane, bool value) {
  const auto mask = static_cast<unsigned char>(1U << (lane % 8));
  bits[lane / 8] =
      static_cast<unsigned char>(value ? bits[lane / 8] | mask : bits[lane / 8] & ~mask);
}

}  // namespace flitwise::lanes

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_LANES_H_
