#include "tests/rtl/star/star_packets.h"

#include <utility>

namespace flitwise::rtl_test {
namespace {

constexpr int kCrcLow = 49;
constexpr std::uint64_t kLow31 = (std::uint64_t{1} << 31) - 1;
constexpr std::uint64_t kRouteMask = (std::uint64_t{1} << 33) - 1;

Packet with_body(RawFlit head, std::size_t flits, std::uint32_t number, std::uint32_t source) {
  Packet packet{with_crc(head)};
  for (std::size_t k = 1; k < flits; ++k)
    packet.push_back(with_crc(star_flit(kStarDataKind, false, k + 1 == flits, source,
                                        std::uint64_t{number} << 24 | std::uint64_t{k} << 20)));
  return packet;
}

}  // namespace

std::uint8_t star_crc(RawFlit flit) {
  unsigned remainder = 0;
  for (int bit = 63; bit >= 0; --bit) {
    if (bit >= kCrcLow && bit < kCrcLow + 8) continue;
    const unsigned out = (remainder >> 7 & 1) ^ static_cast<unsigned>(flit >> bit & 1);
    remainder = (remainder << 1 & 0xFF) ^ (out != 0 ? 0x07U : 0U);
  }
  return static_cast<std::uint8_t>(remainder);
}

RawFlit with_crc(RawFlit flit) {
  flit &= ~(RawFlit{0xFF} << kCrcLow);
  return flit | RawFlit{star_crc(flit)} << kCrcLow;
}

bool has_good_crc(RawFlit flit) { return with_crc(flit) == flit; }

RawFlit marked(RawFlit flit) { return with_crc(flit) ^ (RawFlit{0xFF} << kCrcLow); }

RawFlit star_flit(unsigned kind, bool head, bool tail, std::uint32_t tag, std::uint64_t content) {
  return RawFlit{1} << 63 | RawFlit{kind} << 59 | RawFlit{head} << 58 | RawFlit{tail} << 57 |
         content >> 31 << 44 | RawFlit{tag} << 31 | (content & kLow31);
}

std::uint64_t star_content(RawFlit flit) { return (flit >> 44 & 0x1F) << 31 | (flit & kLow31); }

RawFlit with_star_content(RawFlit flit, std::uint64_t content) {
  flit &= ~(RawFlit{0x1F} << 44 | kLow31);
  return with_crc(flit | content >> 31 << 44 | (content & kLow31));
}

Packet broadcast_packet(std::size_t flits, std::uint32_t address, unsigned tree,
                        std::uint32_t number, std::uint32_t source) {
  const std::uint64_t content =
      std::uint64_t{number} << 24 | std::uint64_t{tree} << 21 | std::uint64_t{address};
  return with_body(star_flit(kStarFloodKind, true, flits == 1, source, content), flits, number,
                   source);
}

Packet routed_packet(std::size_t flits, const std::vector<unsigned>& route, std::uint32_t number,
                     unsigned tree, std::uint32_t source) {
  std::uint64_t content = std::uint64_t{tree} << 33;
  for (std::size_t k = 0; k < route.size(); ++k) content |= std::uint64_t{route[k] + 1} << (3 * k);
  return with_body(star_flit(kStarDataKind, true, flits == 1, source, content), flits, number,
                   source);
}

Packet after_hop(Packet packet, unsigned port) {
  std::uint64_t content = star_content(packet.front());
  if ((packet.front() >> 59 & 0xF) == kStarFloodKind) {
    const unsigned place = 3 * (port + 1);
    const std::uint64_t first = content & 7;
    const std::uint64_t other = content >> place & 7;
    content &= ~(std::uint64_t{7} | std::uint64_t{7} << place);
    content |= other | first << place;
  } else {
    content = (content & ~kRouteMask) | (content & kRouteMask) >> 3;
  }
  packet.front() = with_star_content(packet.front(), content);
  return packet;
}

}  // namespace flitwise::rtl_test
