// torus_route.h: what the head flit of a message on a torus or a mesh says of its way.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_ROUTE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_ROUTE_H_

#include <cstdint>

#include "systemc/topology/torus/torus.h"

namespace flitwise::protocols {

/// Messages of one PE are numbered modulo this.
inline constexpr std::uint32_t kPacketNumbers = 1024;

/// A PE's ports into its router.
enum class PePorts : std::uint8_t {
  kByChannel,  ///< one a channel: of tori
  kOne,        ///< of meshes
};

/// Payload of the head flit: the hops in router dimension i, signed, are the i-th field from its
/// lowest bit on, as wide as `format` says: 7 bits but in large tori.
///
/// Routers route by their dimensions 0, 1, ..., so router dimension i is dimension order[i] of the
/// torus: a network for another order is wired with its dimensions permuted.
/// Shape:  one entry of `hops` per dimension, which fits its field, |hops| < 64 in 7 bits; `order`
///         holds each dimension once.
/// Errors: throws TopologyError otherwise.
std::uint32_t route_of(const Hops& hops, const DimensionOrder& order, FlitFormat format = {});

/// Port that the message must be injected at: 2i for +, 2i + 1 for - of the first router dimension
/// i that it has hops in; 0 of one port.
/// Errors: throws TopologyError for hops that are all 0: such a message never leaves its PE.
std::uint32_t port_of(const Hops& hops, const DimensionOrder& order,
                      PePorts ports = PePorts::kByChannel);

/// The hops that a head flit still has before it, by dimension of the torus.
Hops hops_of_route(std::uint32_t route, const DimensionOrder& order, FlitFormat format = {});

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_ROUTE_H_
