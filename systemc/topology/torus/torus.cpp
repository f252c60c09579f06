#include "systemc/topology/torus/torus.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>

namespace flitwise {
namespace {

std::string range(int low, int high) {
  return "from " + std::to_string(low) + " to " + std::to_string(high);
}

int modulo(int value, int side) { return ((value % side) + side) % side; }

}  // namespace

Torus::Torus(std::vector<int> sides) : sides_(std::move(sides)) {
  if (sides_.empty() || sides_.size() > kMostDimensions)
    throw TopologyError("a torus must have 1 to " + std::to_string(kMostDimensions) +
                        " sides, got " + std::to_string(sides_.size()));
  std::int64_t nodes = 1;  // at most 2^40
  for (int d = 0; d < dimensions(); ++d) {
    if (side(d) < 1 || side(d) > kLargestSide)
      throw TopologyError("sides[" + std::to_string(d) + "] must be " + range(1, kLargestSide) +
                          ", got " + std::to_string(side(d)));
    strides_.push_back(static_cast<Node>(std::min<std::int64_t>(nodes, kMostNodes)));
    nodes *= side(d);
  }
  if (nodes > kMostNodes)
    throw TopologyError("a torus must have at most " + std::to_string(kMostNodes) + " nodes, got " +
                        std::to_string(nodes));
  size_ = static_cast<Node>(nodes);
  format_ = flit_format_of(sides_);
  if (!format_.has_room_for(dimensions()))
    throw TopologyError("a flit of a torus has " + std::to_string(FlitFormat::kContent) +
                        " bits for a node's number and a way, and sides " + text_of(sides_) +
                        " need " + std::to_string(format_.tag) + " and " +
                        std::to_string(format_.way(dimensions())));
}

DimensionOrder Torus::ascending_order() const {
  DimensionOrder order(sides_.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

int Torus::coordinate(Node v, int dimension) const {
  return v / stride(dimension) % side(dimension);
}

Coordinates Torus::coordinates(Node v) const {
  check_node(v);
  Coordinates x;
  for (int d = 0; d < dimensions(); ++d) x.push_back(coordinate(v, d));
  return x;
}

Node Torus::node(const Coordinates& x) const {
  if (x.size() != sides_.size())
    throw TopologyError("a node of this torus must have " + std::to_string(dimensions()) +
                        " coordinates, got " + std::to_string(x.size()));
  Node v = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const int value = x[index_of(d)];
    if (value < 0 || value >= side(d))
      throw TopologyError("coordinate " + std::to_string(d) + " must be " + range(0, side(d) - 1) +
                          ", got " + std::to_string(value));
    v += value * stride(d);
  }
  return v;
}

Node Torus::neighbour(Node v, Channel channel) const {
  const int d = dimension_of(channel);
  const int x = coordinate(v, d);
  return v + (modulo(x + sign_of(channel), side(d)) - x) * stride(d);
}

bool Torus::wraps(Node v, Channel channel) const {
  const int d = dimension_of(channel);
  return coordinate(v, d) == (sign_of(channel) > 0 ? side(d) - 1 : 0);
}

Node Torus::destination(Node source, const Hops& hops) const {
  check_node(source);
  check_hops(hops);
  Node v = source;
  for (int d = 0; d < dimensions(); ++d) {
    const int x = coordinate(v, d);
    v += (modulo(x + hops[index_of(d)], side(d)) - x) * stride(d);
  }
  return v;
}

std::vector<TorusLink> Torus::path(Node source, const Hops& hops) const {
  return path(source, hops, ascending_order());
}

std::vector<TorusLink> Torus::path(Node source, const Hops& hops,
                                   const DimensionOrder& order) const {
  check_node(source);
  check_hops(hops);
  check_order(order);
  std::vector<TorusLink> links;
  Node v = source;
  for (const int d : order) {
    const int signed_hops = hops[index_of(d)];
    const Channel along = channel(d, signed_hops);
    for (int hop = 0; hop < std::abs(signed_hops); ++hop) {
      links.push_back({v, along});
      v = neighbour(v, along);
    }
  }
  return links;
}

int Torus::distance(Node from, Node to) const {
  int links = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const int apart = std::abs(coordinate(to, d) - coordinate(from, d));
    links += std::min(apart, side(d) - apart);
  }
  return links;
}

Node Torus::translate(Node v, Node by) const {
  check_node(v);
  check_node(by);
  Node moved = 0;
  for (int d = 0; d < dimensions(); ++d)
    moved += modulo(coordinate(v, d) + coordinate(by, d), side(d)) * stride(d);
  return moved;
}

Node Torus::translate_back(Node v, Node by) const {
  check_node(by);
  Node opposite = 0;
  for (int d = 0; d < dimensions(); ++d)
    opposite += modulo(-coordinate(by, d), side(d)) * stride(d);
  return translate(v, opposite);
}

std::string Torus::name(Node v) const { return text_of(coordinates(v)); }

std::string Torus::name(const TorusLink& link) const {
  return std::string(sign_of(link.channel) > 0 ? "+" : "-") + "x_" +
         std::to_string(dimension_of(link.channel)) + " of " + name(link.from);
}

void Torus::check_node(Node v) const {
  if (v < 0 || v >= size_)
    throw TopologyError("a node of this torus must be " + range(0, size_ - 1) + ", got " +
                        std::to_string(v));
}

void Torus::check_hops(const Hops& hops) const {
  if (hops.size() != sides_.size())
    throw TopologyError("hops of this torus must have " + std::to_string(dimensions()) +
                        " entries, got " + std::to_string(hops.size()));
  for (int d = 0; d < dimensions(); ++d) {
    const int value = hops[index_of(d)];
    if (value <= -side(d) || value >= side(d))
      throw TopologyError("hops[" + std::to_string(d) + "] must be " +
                          range(1 - side(d), side(d) - 1) + ", got " + std::to_string(value));
  }
}

void Torus::check_order(const DimensionOrder& order) const {
  DimensionOrder sorted = order;
  std::sort(sorted.begin(), sorted.end());
  if (sorted != ascending_order())
    throw TopologyError("an order of dimensions must hold each of 0 to " +
                        std::to_string(dimensions() - 1) + " once, got " + text_of(order));
}

int path_length(const Hops& hops) {
  int length = 0;
  for (const int hop : hops) length += std::abs(hop);
  return length;
}

std::string text_of(const std::vector<int>& numbers) {
  std::string text = "(";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
  return text + ")";
}

}  // namespace flitwise
