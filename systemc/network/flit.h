// flit.h: the 64-bit flit of `rtl/noc_pkg.sv` as C++ sees it.
#ifndef FLITWISE_SYSTEMC_NETWORK_FLIT_H_
#define FLITWISE_SYSTEMC_NETWORK_FLIT_H_

#include <cstdint>

#include "systemc/topology/flit_format.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A flit as it lies in a lane. Bit 63 is `valid`: a lane without a flit is 0.
using RawFlit = std::uint64_t;

/// The fields of a flit and where they lie, most significant first (widths in bits):
/// valid 1, kind 4, head 1, tail 1, destination 13, tag 13, payload 31.
/// The payload is the flit number (data, flood, copies), s (tap, order), x (token) or {n 18, c 13}
/// (certificate). Trees of more than 8,192 addresses have wider addresses and tags, and their
/// control flits take the bits of the tag: flit_format.h.
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
inline constexpr std::int64_t kMaxPayload = (std::int64_t{1} << kPayloadBits) - 1;
inline constexpr RawFlit kValidBit = RawFlit{1} << 63;

constexpr RawFlit pack(const FlitFields& f, FlitFormat format = {}) {
  return kValidBit | RawFlit{static_cast<std::uint8_t>(f.kind)} << 59 | RawFlit{f.head} << 58 |
         RawFlit{f.tail} << 57 | RawFlit{f.destination} << (FlitFormat::kFields - format.address) |
         RawFlit{f.tag} << format.payload() | RawFlit{f.payload};
}

constexpr bool is_valid(RawFlit flit) { return (flit & kValidBit) != 0; }

constexpr FlitFields unpack(RawFlit flit, FlitFormat format = {}) {
  FlitFields f;
  f.kind = static_cast<FlitKind>(flit >> 59 & 0xF);
  f.head = (flit >> 58 & 1) != 0;
  f.tail = (flit >> 57 & 1) != 0;
  f.destination = static_cast<std::uint32_t>(flit >> (FlitFormat::kFields - format.address)) &
                  format.largest_address();
  f.tag = static_cast<std::uint32_t>(flit >> format.payload()) & format.largest_tag();
  f.payload = static_cast<std::uint32_t>(flit) & format.largest_payload();
  return f;
}

/// Writes what a control flit says into the payload, and into the tag where that has no other use.
/// Shape: it fits.
constexpr void say(FlitFields& f, std::int64_t value, FlitFormat format) {
  const auto said = static_cast<std::uint64_t>(value);
  f.payload = static_cast<std::uint32_t>(said) & format.largest_payload();
  if (format.controls_have_no_tag()) f.tag = static_cast<std::uint32_t>(said >> format.payload());
}

/// The same of a certificate.
constexpr void certify(FlitFields& f, std::int64_t lag, Flits stream, FlitFormat format) {
  say(f, stream << format.lag() | lag, format);
}

/// What a control flit says.
constexpr std::int64_t said_by(const FlitFields& f, FlitFormat format) {
  const std::uint64_t above =
      format.controls_have_no_tag() ? std::uint64_t{f.tag} << format.payload() : 0;
  return static_cast<std::int64_t>(above | f.payload);
}

/// Whether flits of a kind arrange transfers on trees: each crosses one link.
constexpr bool is_control(FlitKind kind) {
  return kind == FlitKind::kTap || kind == FlitKind::kToken || kind == FlitKind::kOrder ||
         kind == FlitKind::kCertificate;
}

/// What the tag of a flit on the link from one node to another says, or would say: a certificate is
/// about the PE that sends it, other control about the PE that gets it.
constexpr Node message_of(Node from, Node to, const FlitFields& f, FlitFormat format) {
  if (!format.controls_have_no_tag() || !is_control(f.kind)) return static_cast<Node>(f.tag);
  return f.kind == FlitKind::kCertificate ? from : to;
}

/// The flit as an event: payload decoded by kind.
LinkEvent to_event(Step step, Node from, Node to, RawFlit flit);

/// The same on trees, whose format may be another.
LinkEvent to_tree_event(Step step, Node from, Node to, RawFlit flit, FlitFormat format);

/// The same in a fat tree, where every flit is routed alone: data carry their destination leaf as
/// value.
LinkEvent to_fat_tree_event(Step step, Node from, Node to, RawFlit flit, FlitFormat format);

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
constexpr bool is_for(RawFlit flit, std::uint32_t address, FlitFormat format) {
  const FlitFields f = unpack(flit, format);
  return names_no_pe(f.kind) || (f.destination == address && !is_combining(f.kind));
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FLIT_H_
