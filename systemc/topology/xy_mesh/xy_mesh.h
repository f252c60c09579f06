// xy_mesh.h: a two-dimensional mesh of routers that go x first, or y, its channels and its paths.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_XY_MESH_XY_MESH_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_XY_MESH_XY_MESH_H_

#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// A mesh of a columns and b rows; node x + a y. It has the nodes and channels of a torus of these
/// sides but the wrap links, and the same numbers for them: channel 0 is +x, 1 is -x, 2 is +y and
/// 3 is -y.
class XyMesh {
 public:
  static constexpr int kDimensions = 2;
  static constexpr int kLargestSide = 64;
  static constexpr Node kMostNodes = 4096;
  static constexpr int kChannels = 2 * kDimensions;

  static constexpr int kX = 0;
  static constexpr int kY = 1;

  /// Shape:  two sides a and b, each 1 to kLargestSide, so at most kMostNodes nodes.
  ///         `first` is the dimension, kX or kY, along which packets go first.
  /// Errors: throws TopologyError that names the rule and the value.
  explicit XyMesh(std::vector<int> sides, int first = kX);

  const std::vector<int>& sides() const { return sides_; }
  int side(int dimension) const { return sides_[index_of(dimension)]; }
  int first() const { return first_; }
  Node size() const { return side(0) * side(1); }
  /// Outgoing channels of a router, those across the border included.
  static constexpr int channels() { return kChannels; }
  /// Links of the whole mesh, each direction counted.
  int links() const;

  Coordinates coordinates(Node v) const;
  int coordinate(Node v, int dimension) const { return dimension == 0 ? v % side(0) : v / side(0); }
  /// Errors: throws TopologyError unless there are two coordinates, from 0 to side - 1.
  Node node(const Coordinates& x) const;

  /// The node at the other end; kNoNode across the border.
  Node neighbour(Node v, Channel channel) const;
  bool has_link(Node v, Channel channel) const { return neighbour(v, channel) != kNoNode; }

  /// Number of a directed channel in the network: v * channels() + channel.
  static constexpr std::int64_t link_index(const TorusLink& link) {
    return std::int64_t{link.from} * kChannels + link.channel;
  }

  /// Signed hops from one node to another, x and y.
  /// Errors: throws TopologyError for what is no node, as all that follow.
  Hops hops(Node from, Node to) const;
  /// Directed channels in the order of crossing, those along first() first. Empty from a node to
  /// itself.
  std::vector<TorusLink> path(Node from, Node to) const;
  /// Links of that path.
  int distance(Node from, Node to) const;

  /// For messages: "(1, 2)", "+x of (1, 2)".
  std::string name(Node v) const;
  std::string name(const TorusLink& link) const;

  void check_node(Node v) const;

 private:
  std::vector<int> sides_;
  int first_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_XY_MESH_XY_MESH_H_
