// xy_mesh.cpp: nodes, channels and paths of a mesh, and what is refused.
#include "systemc/topology/xy_mesh/xy_mesh.h"

#include <cstdlib>
#include <utility>

#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

static_assert(XyMesh::kLargestSide * XyMesh::kLargestSide <= XyMesh::kMostNodes,
              "sides within their limits make no mesh that is too large");

std::string up_to(int last) { return "from 0 to " + std::to_string(last); }

}  // namespace

XyMesh::XyMesh(std::vector<int> sides, int first) : sides_(std::move(sides)), first_(first) {
  if (sides_.size() != kDimensions)
    throw TopologyError("an xy-mesh must have 2 sides, got " + std::to_string(sides_.size()));
  for (int d = 0; d < kDimensions; ++d)
    if (side(d) < 1 || side(d) > kLargestSide)
      throw TopologyError("sides[" + std::to_string(d) + "] must be from 1 to " +
                          std::to_string(kLargestSide) + ", got " + std::to_string(side(d)));
  if (first != kX && first != kY)
    throw TopologyError("packets must go first along dimension 0 or 1, got " +
                        std::to_string(first));
}

int XyMesh::links() const { return 2 * ((side(0) - 1) * side(1) + side(0) * (side(1) - 1)); }

Coordinates XyMesh::coordinates(Node v) const {
  check_node(v);
  return {coordinate(v, 0), coordinate(v, 1)};
}

Node XyMesh::node(const Coordinates& x) const {
  if (x.size() != kDimensions)
    throw TopologyError("a node of this mesh must have 2 coordinates, got " +
                        std::to_string(x.size()));
  for (int d = 0; d < kDimensions; ++d) {
    const int value = x[index_of(d)];
    if (value < 0 || value >= side(d))
      throw TopologyError("coordinate " + std::to_string(d) + " must be " + up_to(side(d) - 1) +
                          ", got " + std::to_string(value));
  }
  return x[0] + side(0) * x[1];
}

Node XyMesh::neighbour(Node v, Channel channel) const {
  const int d = Torus::dimension_of(channel);
  const int x = coordinate(v, d) + Torus::sign_of(channel);
  if (x < 0 || x >= side(d)) return kNoNode;
  return v + Torus::sign_of(channel) * (d == 0 ? 1 : side(0));
}

Hops XyMesh::hops(Node from, Node to) const {
  check_node(from);
  check_node(to);
  return {coordinate(to, 0) - coordinate(from, 0), coordinate(to, 1) - coordinate(from, 1)};
}

std::vector<TorusLink> XyMesh::path(Node from, Node to) const {
  const Hops along = hops(from, to);
  std::vector<TorusLink> links;
  Node v = from;
  for (const int d : {first_, 1 - first_}) {
    const Channel channel = Torus::channel(d, along[index_of(d)]);
    for (int hop = 0; hop < std::abs(along[index_of(d)]); ++hop) {
      links.push_back({v, channel});
      v = neighbour(v, channel);
    }
  }
  return links;
}

int XyMesh::distance(Node from, Node to) const { return path_length(hops(from, to)); }

std::string XyMesh::name(Node v) const { return text_of(coordinates(v)); }

std::string XyMesh::name(const TorusLink& link) const {
  return std::string(Torus::sign_of(link.channel) > 0 ? "+" : "-") +
         (Torus::dimension_of(link.channel) == 0 ? "x" : "y") + " of " + name(link.from);
}

void XyMesh::check_node(Node v) const {
  if (v < 0 || v >= size())
    throw TopologyError("a node of this mesh must be " + up_to(size() - 1) + ", got " +
                        std::to_string(v));
}

}  // namespace flitwise
