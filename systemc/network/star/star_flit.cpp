// star_flit.cpp: fields, and the CRC by tables.
#include "systemc/network/star/star_flit.h"

#include <array>
#include <utility>

namespace flitwise {
namespace {

constexpr int kCrcLow = 49;
constexpr int kContentHighLow = kPayloadBits + 13;  // above payload and tag
constexpr int kContentHighBits = kStarContentBits - kPayloadBits;
constexpr int kPlaceLow = kStarContentBits - kStarNumberBits - kStarPlaceBits;
constexpr int kFloodNumberLow = kStarContentBits - kStarNumberBits;

constexpr std::uint64_t low_bits(std::uint64_t word, int count) {
  return word & ((std::uint64_t{1} << count) - 1);
}

constexpr std::size_t kBytes = sizeof(RawFlit);
using ByteTable = std::array<std::uint8_t, 256>;

// What bit `bit` of a flit adds to the CRC, that of the other bits: nothing, if it is the CRC's
// own.
constexpr std::array<std::uint8_t, 8 * kBytes> make_bit_crcs() {
  std::array<std::uint8_t, 8 * kBytes> crcs{};
  unsigned crc = 0x80;  // so that bit 0 leaves x^8
  for (std::size_t bit = 0; bit < crcs.size(); ++bit) {
    if (bit >= kCrcLow && bit < kCrcLow + 8) continue;
    crc = (crc << 1 ^ (crc >> 7 != 0 ? 0x07U : 0U)) & 0xFFU;
    crcs[bit] = static_cast<std::uint8_t>(crc);
  }
  return crcs;
}

// Entry [k][b]: what byte k of a flit adds if it is b. The CRC is linear, so that the bytes can be
// looked up side by side.
constexpr std::array<ByteTable, kBytes> make_crc_tables() {
  constexpr auto kBitCrcs = make_bit_crcs();
  std::array<ByteTable, kBytes> tables{};
  for (std::size_t k = 0; k < kBytes; ++k)
    for (std::size_t byte = 0; byte < tables[k].size(); ++byte)
      for (std::size_t bit = 0; bit < 8; ++bit)
        if ((byte >> bit & 1U) != 0)
          tables[k][byte] = static_cast<std::uint8_t>(tables[k][byte] ^ kBitCrcs[8 * k + bit]);
  return tables;
}

constexpr auto kCrcTables = make_crc_tables();

// All bytes in one expression: monitors look at every flit of every link several times.
template <std::size_t... k>
std::uint8_t crc_of_bytes(RawFlit flit, std::index_sequence<k...>) {
  return static_cast<std::uint8_t>((0U ^ ... ^ kCrcTables[k][flit >> (8 * k) & 0xFFU]));
}

}  // namespace

std::uint8_t star_crc(RawFlit flit) {
  return crc_of_bytes(flit, std::make_index_sequence<kBytes>());
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
