// star_packet.cpp: fields of heads, by their places.
#include "systemc/protocols/star/star_packet.h"

#include <stdexcept>
#include <string>

namespace flitwise::protocols {
namespace {

constexpr unsigned kSymbolBits = 3;
constexpr unsigned kFloodTreeAt = 21;
constexpr unsigned kFloodNumberAt = 24;
constexpr unsigned kRouteTreeAt = 33;
// Of a hop, from the receiver's view: its port has been removed, the 0 is lowest.
constexpr unsigned kHopValueAt = 3;
constexpr unsigned kHopNumberAt = 17;
constexpr unsigned kHopAcknowledgementAt = 29;

std::uint64_t bits(std::int64_t number) { return static_cast<std::uint64_t>(number); }

}  // namespace

std::uint64_t flood_header(const StarGraph& graph, Flits number, int tree, Node address) {
  std::uint64_t header = bits(number) << kFloodNumberAt | bits(tree - 2) << kFloodTreeAt;
  for (int q = 1; q <= graph.order(); ++q)
    header |= bits(graph.symbol(address, q) - 1) << (kSymbolBits * static_cast<unsigned>(q - 1));
  return header;
}

std::uint64_t route_header(int tree, const std::vector<int>& route) {
  if (route.size() > kStarMostHops)
    throw std::invalid_argument("a packet's route has room for " + std::to_string(kStarMostHops) +
                                " links, got " + std::to_string(route.size()));
  std::uint64_t header = bits(tree - 2) << kRouteTreeAt;
  unsigned at = 0;
  for (const int dimension : route) {
    header |= bits(dimension - 1) << at;
    at += kSymbolBits;
  }
  return header;
}

std::uint64_t hop_header(const StarHop& hop, int dimension) {
  const std::uint64_t delivered = bits(hop.value) << kHopValueAt |
                                  bits(hop.number) << kHopNumberAt |
                                  bits(hop.is_acknowledgement ? 1 : 0) << kHopAcknowledgementAt;
  return route_header(hop.tree, {dimension}) | delivered << kSymbolBits;
}

StarHop delivered_hop(std::uint64_t header) {
  StarHop hop;
  hop.tree = header_tree(FlitKind::kData, header);
  hop.is_acknowledgement = (header >> kHopAcknowledgementAt & 1U) != 0;
  hop.number = static_cast<Flits>(header >> kHopNumberAt & (bits(kStarMostPackets) - 1));
  hop.value = static_cast<std::int64_t>(header >> kHopValueAt & (bits(kStarValues) - 1));
  return hop;
}

bool is_acknowledgement(std::uint64_t sent_header) {
  return (sent_header >> (kHopAcknowledgementAt + kSymbolBits) & 1U) != 0;
}

std::uint64_t altered_hop(std::uint64_t sent_header, std::int64_t change) {
  return sent_header ^ bits(change) << (kHopValueAt + kSymbolBits);
}

int header_tree(FlitKind kind, std::uint64_t header) {
  const unsigned at = kind == FlitKind::kFlood ? kFloodTreeAt : kRouteTreeAt;
  return 2 + static_cast<int>(header >> at & 7U);
}

Flits flood_number(std::uint64_t header) {
  return static_cast<Flits>(header >> kFloodNumberAt & (bits(kStarMostPackets) - 1));
}

}  // namespace flitwise::protocols
