// flit_layout.h: where the fields of a user's flit lie, and flits as bits of wires.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_FLIT_LAYOUT_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_FLIT_LAYOUT_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace flitwise::own {

inline constexpr std::uint32_t kMostFlitBits = 512;
/// Fewest bits of a payload: a number modulo 256 fits.
inline constexpr std::uint32_t kFewestPayloadBits = 8;

/// The bits of a flit: bit 0 of word 0 is its bit 0.
using FlitBits = std::array<std::uint64_t, kMostFlitBits / 64>;

/// A range of bits, [low, low + width). Width 0: there is none.
struct Bits {
  std::uint32_t low = 0;
  std::uint32_t width = 0;

  bool is_there() const { return width > 0; }
  std::uint32_t high() const { return low + width - 1; }
  bool meets(const Bits& other) const {
    return is_there() && other.is_there() && low <= other.high() && other.low <= high();
  }
};

/// A field that says which part of a packet a flit is, by four codes.
struct FlitType {
  Bits bits;
  std::uint64_t head = 0;
  std::uint64_t body = 0;
  std::uint64_t tail = 0;
  std::uint64_t single = 0;  ///< head and tail at once
};

/// What the number of flits in a head counts: all of the packet's, or those behind the head.
enum class LengthCount : std::uint8_t { kAll, kBody };

struct LengthField {
  Bits bits;
  LengthCount counts = LengthCount::kAll;
};

/// How a port is written: 0 PE, 1 +x, 2 -x, 3 +y, 4 -y.
enum class PortEncoding : std::uint8_t { kPort };

/// Of heads on an input's wires, the port by which they leave that router. PEs write it; a router
/// writes that of the router behind the link, and what it likes on the way to its PE.
struct LookaheadField {
  Bits bits;
  PortEncoding encoding = PortEncoding::kPort;
};

/// Bits that the router needs and nobody else: always the same value.
struct ExtraField {
  Bits bits;
  std::uint64_t value = 0;
};

/// The payload, which may be shorter in heads. At least kFewestPayloadBits each.
struct PayloadBits {
  Bits head;
  Bits body;
};

/// Shape: with `is_single` neither `type` nor `head` and `tail`; else one of both.
struct FlitLayout {
  std::uint32_t width = 64;
  std::optional<FlitType> type;
  Bits head;                 ///< one bit
  Bits tail;                 ///< one bit
  Bits x;                    ///< in heads, as `y` and `length`: the destination's column
  Bits y;                    ///< its row; on tori of one dimension none
  Bits z;                    ///< of tori of three dimensions
  bool is_relative = false;  ///< x, y and z are signed hops left, not coordinates
  PayloadBits payload;
  std::optional<LengthField> length;
  LookaheadField lookahead;       ///< in heads; no bits: there is none
  std::vector<ExtraField> extra;  ///< in heads, and in others where their payload leaves the bits
  bool is_single = false;         ///< every flit is a packet with its own destination
};

/// What a flit says.
struct FlitFields {
  bool head = false;
  bool tail = false;
  int x = 0;  ///< of heads: coordinates of the destination, or signed hops left (is_relative)
  int y = 0;
  std::uint64_t payload = 0;    ///< low bits of the field
  std::uint32_t lookahead = 0;  ///< of heads: a port, numbered as the wrapper's
  std::uint32_t length = 0;     ///< of heads: flits of the packet, the head included; 0: not known
  int z = 0;                    ///< as x and y
};

/// Flits of the longest packet that a field of lengths can say.
std::uint64_t longest_of(const LengthField& field);

/// The payload's bits of such a flit.
const Bits& payload_of(const FlitLayout& layout, bool is_head);

/// A payload of more than 64 bits repeats its first 64 inverted, so that all of it is in use.
/// Errors: throws std::range_error where a value does not fit its field.
FlitBits to_bits(const FlitLayout& layout, const FlitFields& fields);
FlitFields to_fields(const FlitLayout& layout, const FlitBits& bits);
/// Whether payload beyond 64 bits is as to_bits() filled it up. Extra fields are the router's.
bool is_filled_right(const FlitLayout& layout, const FlitBits& bits);

/// Shape, of both: at most 64 bits, within kMostFlitBits.
std::uint64_t get_bits(const FlitBits& flit, const Bits& bits);
void set_bits(FlitBits& flit, const Bits& bits, std::uint64_t value);

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_FLIT_LAYOUT_H_
