#include "systemc/network/torus/torus_wiring.h"

namespace flitwise {
namespace {

constexpr int kBitsPerDimension = 8;

}  // namespace

TorusWiring::TorusWiring(const Torus& torus, const DimensionOrder& order)
    : torus_(torus), order_(order.empty() ? torus.ascending_order() : order) {
  torus_.check_order(order_);
}

std::uint32_t TorusWiring::coordinate_pin(Node v) const {
  std::uint32_t pin = 0;
  for (std::size_t i = 0; i < order_.size(); ++i)
    pin |= static_cast<std::uint32_t>(torus_.coordinate(v, order_[i]))
           << (kBitsPerDimension * static_cast<int>(i));
  return pin;
}

std::uint32_t TorusWiring::side_pin() const {
  std::uint32_t pin = 0;
  for (std::size_t i = 0; i < order_.size(); ++i)
    pin |= static_cast<std::uint32_t>(torus_.side(order_[i]))
           << (kBitsPerDimension * static_cast<int>(i));
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
  for (std::uint32_t c = 0; c < channels(); ++c)
    nodes.push_back(has_link(c) ? neighbour(v, c) : kNoNode);
  return nodes;
}

std::string TorusWiring::direction(std::uint32_t channel) const {
  const Channel c = torus_channel(channel);
  return (Torus::sign_of(c) > 0 ? "+x_" : "-x_") + std::to_string(Torus::dimension_of(c));
}

std::vector<std::string> TorusWiring::lane_names() const {
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < channels(); ++c) names.push_back("own " + direction(c));
  for (std::uint32_t c = 0; c < channels(); ++c) names.push_back(direction(c));
  return names;
}

}  // namespace flitwise
