#include "systemc/protocols/torus/torus_route.h"

#include <string>

namespace flitwise::protocols {
namespace {

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

std::uint32_t route_of(const Hops& hops, const DimensionOrder& order, FlitFormat format) {
  check_shape(hops, order);
  const int most = (1 << (format.hops - 1)) - 1;
  std::uint32_t route = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int value = hops[index_of(order[i])];
    if (value < -most || value > most)
      throw TopologyError("hops must be from " + std::to_string(-most) + " to " +
                          std::to_string(most) + " to fit the head flit, got " + text_of(hops));
    route |= field_of_hops(value, static_cast<int>(i), format);
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

Hops hops_of_route(std::uint32_t route, const DimensionOrder& order, FlitFormat format) {
  Hops hops(order.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i)
    hops[index_of(order[i])] = hops_in(route, static_cast<int>(i), format);
  return hops;
}

}  // namespace flitwise::protocols
