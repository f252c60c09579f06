// star_packets.h: packets of a star graph as the PEs make them and as they look one hop on.
#ifndef FLITWISE_TESTS_RTL_STAR_STAR_PACKETS_H_
#define FLITWISE_TESTS_RTL_STAR_STAR_PACKETS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/network/flit.h"

namespace flitwise::rtl_test {

using Packet = std::vector<RawFlit>;

inline constexpr unsigned kStarDataKind = 1;
inline constexpr unsigned kStarFloodKind = 7;

/// CRC-8 (polynomial 0x07, initial value 0) of the 56 bits beside bits 56 to 49, highest first.
std::uint8_t star_crc(RawFlit flit);
/// The flit with its CRC in place.
RawFlit with_crc(RawFlit flit);
bool has_good_crc(RawFlit flit);
/// With the CRC of a flit that a router has found to be wrong.
RawFlit marked(RawFlit flit);

/// A flit of 36 bits of content, without CRC.
RawFlit star_flit(unsigned kind, bool head, bool tail, std::uint32_t tag, std::uint64_t content);
std::uint64_t star_content(RawFlit flit);
/// The flit with other content and the CRC that belongs to it.
RawFlit with_star_content(RawFlit flit, std::uint64_t content);

/// A broadcast packet for tree `tree` (from 0) as the node of this relative address receives it.
Packet broadcast_packet(std::size_t flits, std::uint32_t address, unsigned tree,
                        std::uint32_t number, std::uint32_t source = 5);
/// A routed packet for the ports of `route` (from 0), at most 11.
Packet routed_packet(std::size_t flits, const std::vector<unsigned>& route, std::uint32_t number,
                     unsigned tree = 0, std::uint32_t source = 5);
/// The packet after a hop over a port (from 0).
Packet after_hop(Packet packet, unsigned port);

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_STAR_STAR_PACKETS_H_
