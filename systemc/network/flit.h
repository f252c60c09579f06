// flit.h: the 64-bit flit of `rtl/noc_pkg.sv` as C++ sees it.
#ifndef FLITWISE_SYSTEMC_NETWORK_FLIT_H_
#define FLITWISE_SYSTEMC_NETWORK_FLIT_H_

#include <cstdint>

#include "systemc/topology/torus/flit_format.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A flit as it lies in a lane. Bit 63 is `valid`: a lane without a flit is 0.
using RawFlit = std::uint64_t;

/// The fields of a flit and where they lie, most significant first (widths in bits):
/// valid 1, kind 4, head 1, tail 1, destination 13, tag 13, payload 31.
/// The payload is the flit number (data, flood, copies), s (tap, order), x (token) or {n 18, c 13}
/// (certificate).
struct FlitFields {
  FlitKind kind = FlitKind::kIdle;
  bool head = false;
  bool tail = false;
  std::uint32_t destination = 0;  ///< address of the PE that it is for; of copies, the digits
  std::uint32_t tag = 0;          ///< LinkEvent::message
  std::uint32_t payload = 0;
};

/// Other networks use the fields otherwise. Tori, data only: destination {lane 3, packet 10}, the
/// lane on the link (0 from and to a PE) and the message's number of its source; a head's payload
/// is its way, signed hops left; tag, payload and hops are as wide as the torus's FlitFormat says.
/// Star graphs: content and CRC, star_flit.h. Operands and results of reductions in routers:
/// collective/combine_flit.h.
inline constexpr int kPacketBits = 10;
inline constexpr int kAddressBits = 13;
inline constexpr int kPayloadBits = 31;
inline constexpr int kLagBits = 13;
inline constexpr int kStreamBits = 18;
inline constexpr std::int64_t kMaxPayload = (std::int64_t{1} << kPayloadBits) - 1;
inline constexpr std::int64_t kMaxLag = (std::int64_t{1} << kLagBits) - 1;
inline constexpr Flits kMaxStream = (Flits{1} << kStreamBits) - 1;
inline constexpr RawFlit kValidBit = RawFlit{1} << 63;

/// `format`: of a torus.
constexpr RawFlit pack(const FlitFields& f, FlitFormat format = {}) {
  return kValidBit | RawFlit{static_cast<std::uint8_t>(f.kind)} << 59 | RawFlit{f.head} << 58 |
         RawFlit{f.tail} << 57 | RawFlit{f.destination} << 44 | RawFlit{f.tag} << format.payload() |
         RawFlit{f.payload};
}

constexpr bool is_valid(RawFlit flit) { return (flit & kValidBit) != 0; }

constexpr FlitFields unpack(RawFlit flit, FlitFormat format = {}) {
  FlitFields f;
  f.kind = static_cast<FlitKind>(flit >> 59 & 0xF);
  f.head = (flit >> 58 & 1) != 0;
  f.tail = (flit >> 57 & 1) != 0;
  f.destination = static_cast<std::uint32_t>(flit >> 44 & 0x1FFF);
  f.tag = static_cast<std::uint32_t>(flit >> format.payload()) & ((1U << format.tag) - 1);
  f.payload = static_cast<std::uint32_t>(flit) & format.largest_payload();
  return f;
}

constexpr std::uint32_t certificate_payload(std::int64_t lag, Flits stream) {
  return static_cast<std::uint32_t>(stream << kLagBits | lag);
}

/// The flit as an event: payload decoded by kind.
LinkEvent to_event(Step step, Node from, Node to, RawFlit flit);

/// The same in a fat tree, where every flit is routed alone: data carry their destination leaf as
/// value.
LinkEvent to_fat_tree_event(Step step, Node from, Node to, RawFlit flit);

/// Whether flits of a kind are for every PE that they reach: floods and copies.
constexpr bool names_no_pe(FlitKind kind) {
  return kind == FlitKind::kFlood || kind == FlitKind::kCopies;
}

/// Whether flits of a kind are for the stages that combine and copy, beside routers, and reach PEs
/// by them alone: what their destination says is no address.
constexpr bool is_combining(FlitKind kind) {
  return kind == FlitKind::kCombine || kind == FlitKind::kResult;
}

/// The same on a torus: a head has index 1 whatever its way; `value` is the packet number.
LinkEvent to_torus_event(Step step, Node from, Node to, RawFlit flit, FlitFormat format);

/// Of a flit on a torus, whatever its format: the number of its message, and its lane on the link.
constexpr std::uint32_t packet_of(RawFlit flit) {
  return unpack(flit).destination & ((1U << kPacketBits) - 1);
}
constexpr std::uint32_t lane_of(RawFlit flit) { return unpack(flit).destination >> kPacketBits; }

/// Whether a flit that crosses the last link to a PE at `address` is meant for it.
constexpr bool is_for(RawFlit flit, std::uint32_t address) {
  const FlitFields f = unpack(flit);
  return names_no_pe(f.kind) || (f.destination == address && !is_combining(f.kind));
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FLIT_H_
