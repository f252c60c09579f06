#include "systemc/network/torus/torus_wiring.h"

namespace flitwise {
TorusWiring::TorusWiring(const Torus& torus, const DimensionOrder& order, PortsOfPes ports)
    : torus_(torus), order_(order.empty() ? torus.ascending_order() : order), ports_(ports) {
  torus_.check_order(order_);
}

TorusWiring::TorusWiring(const XyMesh& mesh)
    : torus_(mesh.sides()),
      order_{mesh.first(), 1 - mesh.first()},
      ports_(PortsOfPes::kOne),
      is_mesh_(true) {}

Node TorusWiring::neighbour(Node v, std::uint32_t channel) const {
  const Channel c = torus_channel(channel);
  const bool has_link = torus_.has_link(c) && !(is_mesh_ && torus_.wraps(v, c));
  return has_link ? torus_.neighbour(v, c) : kNoNode;
}

std::uint64_t TorusWiring::coordinate_pin(Node v) const {
  std::uint64_t pin = 0;
  for (std::size_t i = 0; i < order_.size(); ++i)
    pin |= static_cast<std::uint64_t>(torus_.coordinate(v, order_[i]))
           << (place_bits() * static_cast<int>(i));
  return pin;
}

std::uint64_t TorusWiring::side_pin() const {
  std::uint64_t pin = 0;
  for (std::size_t i = 0; i < order_.size(); ++i)
    pin |= static_cast<std::uint64_t>(torus_.side(order_[i]))
           << (place_bits() * static_cast<int>(i));
  return pin;
}

Node TorusWiring::number_in_top(Node v) const {
  Node number = 0;
  for (auto d = order_.rbegin(); d != order_.rend(); ++d)
    number = number * torus_.side(*d) + torus_.coordinate(v, *d);
  return number;
}

std::vector<Node> TorusWiring::neighbours(Node v) const {
  std::vector<Node> nodes;
  for (std::uint32_t c = 0; c < channels(); ++c) nodes.push_back(neighbour(v, c));
  return nodes;
}

std::string TorusWiring::name(Node v, std::uint32_t channel) const {
  return direction(channel) + " of " + torus_.name(v);
}

std::string TorusWiring::direction(std::uint32_t channel) const {
  const Channel c = torus_channel(channel);
  const int dimension = Torus::dimension_of(c);
  const std::string sign = Torus::sign_of(c) > 0 ? "+" : "-";
  if (is_mesh_) return sign + (dimension == 0 ? "x" : "y");
  return sign + "x_" + std::to_string(dimension);
}

std::vector<std::string> TorusWiring::lane_names() const {
  std::vector<std::string> names;
  if (has_one_port()) names.emplace_back("own");
  for (std::uint32_t c = 0; !has_one_port() && c < channels(); ++c)
    names.push_back("own " + direction(c));
  for (std::uint32_t c = 0; c < channels(); ++c) names.push_back(direction(c));
  return names;
}

}  // namespace flitwise
