// flit_format.cpp: the narrowest fields that a network needs.
#include "systemc/topology/flit_format.h"

#include <algorithm>

namespace flitwise {
namespace {

// To tell so many things apart.
int bits_for(std::int64_t things) {
  int bits = 0;
  while (std::int64_t{1} << bits < things) ++bits;
  return bits;
}

}  // namespace

FlitFormat flit_format_of(const std::vector<int>& sides) {
  constexpr FlitFormat kAsItStands;
  std::int64_t nodes = 1;
  int longest = 1;
  for (const int side : sides) {
    nodes *= side;
    longest = std::max(longest, side);
  }
  const auto dimensions = static_cast<int>(sides.size());
  const int needed = bits_for(longest) + 1;  // fewer hops than nodes, and their sign
  FlitFormat format;
  format.tag = std::max(kAsItStands.tag, bits_for(nodes));
  if (needed > kAsItStands.hops || !format.has_room_for(dimensions))
    format.hops = std::max(FlitFormat::kLeastHops, needed);
  return format;
}

FlitFormat format_of_addresses(std::int64_t addresses) {
  FlitFormat format;
  format.address = std::max(format.address, bits_for(addresses));
  format.tag = format.address;
  return format;
}

}  // namespace flitwise
