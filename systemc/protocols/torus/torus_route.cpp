#include "systemc/protocols/torus/torus_route.h"

#include <string>

namespace flitwise::protocols {
namespace {

constexpr std::uint32_t kFieldMask = (1U << kRouteBits) - 1;
constexpr int kMostHops = (1 << (kRouteBits - 1)) - 1;

// Whether each dimension is in the order once.
bool is_complete(const DimensionOrder& order) {
  unsigned seen = 0;
  for (const int dimension : order) {
    if (dimension < 0 || dimension >= Torus::kMostDimensions) return false;
    seen |= 1U << static_cast<unsigned>(dimension);
  }
  return seen + 1 == 1U << order.size();
}

void check_shape(const Hops& hops, const DimensionOrder& order) {
  if (hops.size() != order.size() || hops.size() > Torus::kMostDimensions || !is_complete(order))
    throw TopologyError("hops must have one entry per dimension of the order of routing " +
                        text_of(order) + ", got " + text_of(hops));
}

}  // namespace

std::uint32_t route_of(const Hops& hops, const DimensionOrder& order) {
  check_shape(hops, order);
  std::uint32_t route = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int value = hops[index_of(order[i])];
    if (value < -kMostHops || value > kMostHops)
      throw TopologyError("hops must be from " + std::to_string(-kMostHops) + " to " +
                          std::to_string(kMostHops) + " to fit the head flit, got " +
                          text_of(hops));
    route |= (static_cast<std::uint32_t>(value) & kFieldMask) << (kRouteBits * static_cast<int>(i));
  }
  return route;
}

std::uint32_t port_of(const Hops& hops, const DimensionOrder& order, PePorts ports) {
  check_shape(hops, order);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int value = hops[index_of(order[i])];
    if (value == 0) continue;
    return ports == PePorts::kOne
               ? 0
               : static_cast<std::uint32_t>(Torus::channel(static_cast<int>(i), value));
  }
  throw TopologyError("a message must have hops in some dimension, got " + text_of(hops));
}

Hops hops_of_route(std::uint32_t route, const DimensionOrder& order) {
  Hops hops(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t field = route >> (kRouteBits * static_cast<int>(i)) & kFieldMask;
    const bool negative = field >> (kRouteBits - 1) != 0;
    hops[index_of(order[i])] = static_cast<int>(field) - (negative ? 1 << kRouteBits : 0);
  }
  return hops;
}

}  // namespace flitwise::protocols
