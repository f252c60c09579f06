// star_packet.h: what the head flit of a star graph's packet says.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PACKET_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PACKET_H_

#include <cstdint>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise::protocols {

/// Packets number from 0 in 12 bits; what a packet says besides has 14 bits.
inline constexpr int kStarMostPackets = 1 << 12;
inline constexpr std::int64_t kStarValues = 1 << 14;

/// Dimensions that the 33 bits of a route have room for.
inline constexpr int kStarMostHops = 11;

/// `Arrival::stream` of a flit that carries no packet number.
inline constexpr Flits kStarNoNumber = -1;

/// The 36 bits of a head flit's content, as the router that receives it reads them (star_pkg.sv).
/// Port p is dimension p + 2 and tree number t is tree t + 2; trees and dimensions count from 2
/// here.
///
/// A flood head is {number 12, tree 3, address 21}: the address, relative to the source, of the
/// node that receives it, 3 bits a symbol. A routed head is {tree 3, route 33}: ports + 1 from the
/// low bits on, 3 bits each, 0 at the end; every sending router removes the lowest. A hop's head is
/// a routed one with one port; behind the 0 the route's bits, which routers do not look at, are
/// {acknowledgement 1, number 12, value 14}.
///
/// Of all other packets the flits behind the head are {number 12, place in the packet 4, zeros 6,
/// value 14}: a packet of one flit carries no value, and no number unless it is a flood.
std::uint64_t flood_header(const StarGraph& graph, Flits number, int tree, Node address);
/// Errors: throws std::invalid_argument for a route of more than kStarMostHops dimensions.
std::uint64_t route_header(int tree, const std::vector<int>& route);

/// A packet that goes over one link to be passed on by a PE.
struct StarHop {
  int tree = 2;
  bool is_acknowledgement = false;
  Flits number = 0;
  std::int64_t value = 0;
};
std::uint64_t hop_header(const StarHop& hop, int dimension);
/// Reads the head as it is delivered, its one port removed.
StarHop delivered_hop(std::uint64_t header);
/// Of a hop's head as it is sent, its port still in it.
bool is_acknowledgement(std::uint64_t sent_header);
/// The same head with a value that differs in the bits of `change`.
std::uint64_t altered_hop(std::uint64_t sent_header, std::int64_t change);

/// Tree of a head of this kind; 2 to 9, whether there is such a tree or not.
int header_tree(FlitKind kind, std::uint64_t header);
/// Number in a flood's head.
Flits flood_number(std::uint64_t header);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_PACKET_H_
