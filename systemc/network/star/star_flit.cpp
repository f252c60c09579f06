// star_flit.cpp: fields, and the CRC by tables.
#include "systemc/network/star/star_flit.h"

#include <array>

namespace flitwise {
namespace {

constexpr int kCrcLow = 49;
constexpr int kContentHighLow = kPayloadBits + 13;  // above payload and tag
constexpr int kContentHighBits = kStarContentBits - kPayloadBits;
constexpr int kPlaceLow = kStarContentBits - kStarNumberBits - kStarPlaceBits;
constexpr int kFloodNumberLow = kStarContentBits - kStarNumberBits;
constexpr int kCoveredBytes = 7;

constexpr std::uint64_t low_bits(std::uint64_t word, int count) {
  return word & ((std::uint64_t{1} << count) - 1);
}

using ByteTable = std::array<std::uint8_t, 256>;

// Entry [k][b]: the CRC of byte b followed by k bytes of 0. The CRC is linear, so that the bytes of
// a word can be looked up side by side.
constexpr std::array<ByteTable, kCoveredBytes> make_crc_tables() {
  std::array<ByteTable, kCoveredBytes> tables{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned crc = byte;
    for (auto& table : tables) {
      for (int bit = 0; bit < 8; ++bit) crc = (crc << 1 ^ (crc >> 7 != 0 ? 0x07U : 0U)) & 0xFFU;
      table[byte] = static_cast<std::uint8_t>(crc);
    }
  }
  return tables;
}

constexpr auto kCrcTables = make_crc_tables();

}  // namespace

std::uint8_t star_crc(RawFlit flit) {
  const std::uint64_t covered = flit >> (kCrcLow + 8) << kCrcLow | low_bits(flit, kCrcLow);
  std::uint8_t crc = 0;
  for (std::size_t k = 0; k < kCoveredBytes; ++k)
    crc = static_cast<std::uint8_t>(crc ^ kCrcTables[k][covered >> (8 * k) & 0xFF]);
  return crc;
}

RawFlit star_flit(const FlitFields& fields, std::uint64_t content) {
  FlitFields f = fields;
  f.payload = static_cast<std::uint32_t>(low_bits(content, kPayloadBits));
  f.destination = static_cast<std::uint32_t>(low_bits(content >> kPayloadBits, kContentHighBits));
  const RawFlit flit = pack(f);
  return flit | RawFlit{star_crc(flit)} << kCrcLow;
}

std::uint64_t star_content(RawFlit flit) {
  return low_bits(flit >> kContentHighLow, kContentHighBits) << kPayloadBits |
         low_bits(flit, kPayloadBits);
}

LinkEvent to_star_event(Step step, Node from, Node to, RawFlit flit) {
  const FlitFields f = unpack(flit);
  const std::uint64_t content = star_content(flit);
  LinkEvent event = to_event(step, from, to, flit);
  event.index = 1;
  event.value = 0;
  event.stream = static_cast<Flits>(content >> kFloodNumberLow);
  if (!f.head) {
    event.index = static_cast<Flits>(low_bits(content >> kPlaceLow, kStarPlaceBits)) + 1;
    event.value = static_cast<std::int64_t>(low_bits(content, kStarValueBits));
  } else if (f.kind != FlitKind::kFlood) {
    event.stream = kStarNoNumberInFlit;
  }
  return event;
}

}  // namespace flitwise
