// flit_format.h: how wide the fields of a flit are, by the size of its network.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_FLIT_FORMAT_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_FLIT_FORMAT_H_

#include <cstdint>
#include <vector>

namespace flitwise {

/// The split of a flit's 57 bits below its marks: the address of its destination, a tag that names
/// a PE, most often the source, and a payload. On tori the address is {lane, packet number} and
/// always 13 bits wide, and a head's payload is the way, from its lowest bit on. The parameters
/// AddressWidth of the routers of PEs, TagWidth and HopsWidth of a torus router are these.
///
/// Units: bits.
struct FlitFormat {
  static constexpr int kFields = 57;
  static constexpr int kContent = 44;  ///< of a torus: tag and payload
  static constexpr int kLeastAddress = 13;
  static constexpr int kMostAddress = 20;
  static constexpr int kMostHops = 11;
  static constexpr int kLeastHops = 6;

  int tag = 13;
  int hops = 7;  ///< of a way in one dimension, two's complement
  int address = kLeastAddress;

  constexpr int payload() const { return kFields - address - tag; }
  constexpr std::uint32_t largest_payload() const {
    return static_cast<std::uint32_t>((std::uint64_t{1} << payload()) - 1);
  }
  constexpr std::uint32_t largest_tag() const { return (1U << tag) - 1; }
  constexpr std::uint32_t largest_address() const { return (1U << address) - 1; }
  /// Bits of the hops in all dimensions.
  constexpr int way(int dimensions) const { return hops * dimensions; }
  /// Whether a head has room for its way in so many dimensions.
  constexpr bool has_room_for(int dimensions) const { return way(dimensions) <= payload(); }

  /// Whether what a tap, token, order or certificate {stream, lag} says takes the bits of the tag,
  /// too. It crosses one link, to or from the PE that its tag would name.
  constexpr bool controls_have_no_tag() const { return address > kLeastAddress; }
  constexpr int control() const { return controls_have_no_tag() ? kFields - address : payload(); }
  constexpr int lag() const { return controls_have_no_tag() ? 17 : 13; }
  constexpr int stream() const { return control() - lag(); }
  constexpr std::int64_t largest_control() const { return (std::int64_t{1} << control()) - 1; }
  constexpr std::int64_t largest_lag() const { return (std::int64_t{1} << lag()) - 1; }
  constexpr std::int64_t largest_stream() const { return (std::int64_t{1} << stream()) - 1; }
};

constexpr bool operator==(const FlitFormat& a, const FlitFormat& b) {
  return a.tag == b.tag && a.hops == b.hops && a.address == b.address;
}
constexpr bool operator!=(const FlitFormat& a, const FlitFormat& b) { return !(a == b); }

/// Signed hops that a field of a way says.
constexpr int hops_in(std::uint32_t way, int dimension, FlitFormat format) {
  const std::uint32_t field = way >> (format.hops * dimension) & ((1U << format.hops) - 1);
  const bool is_negative = field >> (format.hops - 1) != 0;
  return static_cast<int>(field) - (is_negative ? 1 << format.hops : 0);
}

/// The field of a way for so many signed hops in a dimension.
constexpr std::uint32_t field_of_hops(int hops, int dimension, FlitFormat format) {
  return (static_cast<std::uint32_t>(hops) & ((1U << format.hops) - 1))
         << (format.hops * dimension);
}

/// Of a torus or a mesh: as it stands, which has room for 8,192 nodes and sides of 64, else the
/// narrowest tag that names every node and, unless hops of 7 bits do, the narrowest hops. A way may
/// find no room in it: has_room_for() says so.
/// Shape: sides at least 1.
FlitFormat flit_format_of(const std::vector<int>& sides);

/// Of trees whose PEs have so many addresses together: as it stands up to 8,192, else the narrowest
/// addresses that are enough, and tags as wide.
/// Shape: 1 to 2^20 addresses.
FlitFormat format_of_addresses(std::int64_t addresses);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_FLIT_FORMAT_H_
