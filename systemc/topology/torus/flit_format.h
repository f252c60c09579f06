// flit_format.h: how wide the fields are that a flit has for tags and ways, by the size of a torus.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TORUS_FLIT_FORMAT_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TORUS_FLIT_FORMAT_H_

#include <cstdint>
#include <vector>

namespace flitwise {

/// The split of the 44 bits below a flit's destination: a tag that names the source, and below it a
/// payload, in heads the way from its lowest bit on, else the flit's number. The router's
/// parameters TagWidth and HopsWidth are these.
///
/// Units: bits.
struct FlitFormat {
  static constexpr int kContent = 44;  ///< tag and payload
  static constexpr int kMostHops = 11;
  static constexpr int kLeastHops = 6;

  int tag = 13;
  int hops = 7;  ///< of a way in one dimension, two's complement

  constexpr int payload() const { return kContent - tag; }
  constexpr std::uint32_t largest_payload() const {
    return static_cast<std::uint32_t>((std::uint64_t{1} << payload()) - 1);
  }
  /// Bits of the hops in all dimensions.
  constexpr int way(int dimensions) const { return hops * dimensions; }
  /// Whether a head has room for its way in so many dimensions.
  constexpr bool has_room_for(int dimensions) const { return way(dimensions) <= payload(); }
};

constexpr bool operator==(const FlitFormat& a, const FlitFormat& b) {
  return a.tag == b.tag && a.hops == b.hops;
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

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TORUS_FLIT_FORMAT_H_
