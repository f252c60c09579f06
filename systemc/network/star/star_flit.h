// star_flit.h: the flit of `rtl/star/star_pkg.sv`: content and CRC of packets of a star graph.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FLIT_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FLIT_H_

#include <cstdint>

#include "systemc/network/flit.h"

namespace flitwise {

/// Widths of a flit's content, beside valid, kind, head, tail, tag and CRC, and of its parts in
/// flits behind the head, highest first: {packet number, place in the packet, 0, value}.
inline constexpr int kStarContentBits = 36;
inline constexpr int kStarNumberBits = 12;
inline constexpr int kStarPlaceBits = 4;
inline constexpr int kStarValueBits = 14;
/// The flit whose number is not in it: the head of a routed packet.
inline constexpr Flits kStarNoNumberInFlit = -1;

/// CRC-8, polynomial x^8 + x^2 + x + 1, of the 56 bits beside the CRC's own (bits 49 to 56), the
/// highest first, initial value 0.
std::uint8_t star_crc(RawFlit flit);
inline bool is_intact(RawFlit flit) { return star_crc(flit) == (flit >> 49 & 0xFF); }

/// Whether a packet begins with this flit, as far as its CRC can be trusted.
inline bool begins_packet(RawFlit flit) { return unpack(flit).head && is_intact(flit); }

/// The 36 bits {low 5 of the destination field, payload}.
std::uint64_t star_content(RawFlit flit);

/// A flit with its CRC. `fields.destination` and `.payload` are not looked at.
RawFlit star_flit(const FlitFields& fields, std::uint64_t content);

/// Content of the flit at place 1 to F - 1 of a packet (the head has place 0).
constexpr std::uint64_t star_body(Flits number, Flits place, std::int64_t value) {
  return static_cast<std::uint64_t>(number) << 24 | static_cast<std::uint64_t>(place) << 20 |
         static_cast<std::uint64_t>(value);
}

/// The flit as an event: index from 1; `stream` is the packet number, kStarNoNumberInFlit in heads
/// of routed packets; `value` that of a flit behind the head, else 0.
LinkEvent to_star_event(Step step, Node from, Node to, RawFlit flit);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FLIT_H_
