// torus.h: a torus of up to four dimensions, its channels, and the paths of dimension-order
// routing.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_H_

#include <vector>

#include "systemc/topology/flit_format.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// x_0 to x_{k-1} of a node.
using Coordinates = std::vector<int>;

/// Signed hops of a message, one entry per dimension; the sign is the direction.
using Hops = std::vector<int>;

/// Number of one of a node's outgoing channels: 2d towards larger x_d ("+"), 2d + 1 towards
/// smaller x_d ("-").
using Channel = int;

/// Dimensions in the order in which a path uses them, each once.
using DimensionOrder = std::vector<int>;

/// One directed channel of the network: the outgoing channel `channel` of node `from`.
struct TorusLink {
  Node from = kNoNode;
  Channel channel = 0;

  friend bool operator==(const TorusLink& a, const TorusLink& b) {
    return a.from == b.from && a.channel == b.channel;
  }
};

/// A torus with sides n_0 to n_{k-1}; node x_0 + n_0 (x_1 + n_1 (x_2 + ...)).
///
/// All arithmetic is modulo the side. A side of 1 has no links. On a side of 2 the + and the - link
/// lead to the same neighbour and are two different channels.
class Torus {
 public:
  static constexpr int kMostDimensions = 4;
  static constexpr int kLargestSide = 1024;
  static constexpr Node kMostNodes = Node{1} << 20;

  /// Shape:  1 to kMostDimensions sides, each 1 to kLargestSide, at most kMostNodes nodes, and ways
  ///         that find room in flits (FlitFormat).
  /// Errors: throws TopologyError that names the rule and the value.
  explicit Torus(std::vector<int> sides);

  int dimensions() const { return static_cast<int>(sides_.size()); }
  const std::vector<int>& sides() const { return sides_; }
  int side(int dimension) const { return sides_[index_of(dimension)]; }
  Node size() const { return size_; }
  /// Of the flits between its nodes.
  FlitFormat format() const { return format_; }
  /// Outgoing channels of a node, those of sides of 1 included.
  int channels() const { return 2 * dimensions(); }
  /// 0, 1, ..., k-1: the order in which the routers route.
  DimensionOrder ascending_order() const;

  static constexpr Channel channel(int dimension, int sign) {
    return 2 * dimension + (sign < 0 ? 1 : 0);
  }
  static constexpr int dimension_of(Channel channel) { return channel / 2; }
  static constexpr int sign_of(Channel channel) { return channel % 2 == 0 ? 1 : -1; }

  Coordinates coordinates(Node v) const;
  int coordinate(Node v, int dimension) const;
  /// Errors: throws TopologyError unless there is one coordinate per dimension, from 0 to n_d - 1.
  Node node(const Coordinates& x) const;

  /// Whether the channel is there: its side is larger than 1.
  bool has_link(Channel channel) const { return side(dimension_of(channel)) > 1; }
  /// The node at the other end; `v` itself on a side of 1.
  Node neighbour(Node v, Channel channel) const;
  /// Whether this is the wrap link of its ring (the dateline): n-1 to 0 for +, 0 to n-1 for -.
  bool wraps(Node v, Channel channel) const;

  /// Number of a directed channel in the network: v * channels() + channel.
  std::int64_t link_index(const TorusLink& link) const {
    return std::int64_t{link.from} * channels() + link.channel;
  }

  /// Where a message ends.
  /// Errors: as path().
  Node destination(Node source, const Hops& hops) const;
  /// Directed channels from `source`, in the order of crossing: all hops of dimension order[0]
  /// first, then those of order[1], and so on; without `order`, the ascending one. Empty for no
  /// hops.
  /// Errors: throws TopologyError unless there is one entry per dimension with |hops_d| < n_d, and
  ///         for an `order` that does not hold every dimension once.
  std::vector<TorusLink> path(Node source, const Hops& hops) const;
  std::vector<TorusLink> path(Node source, const Hops& hops, const DimensionOrder& order) const;
  /// Links of a shortest path.
  int distance(Node from, Node to) const;

  /// v + by, coordinate by coordinate: moves a picture drawn around node 0 to around `by`.
  Node translate(Node v, Node by) const;
  /// v - by: the inverse of translate.
  Node translate_back(Node v, Node by) const;

  /// For messages: "(1, 2, 0)", "+x_1 of (1, 2, 0)".
  std::string name(Node v) const;
  std::string name(const TorusLink& link) const;

  void check_node(Node v) const;
  void check_hops(const Hops& hops) const;
  void check_order(const DimensionOrder& order) const;

 private:
  Node stride(int dimension) const { return strides_[index_of(dimension)]; }

  std::vector<int> sides_;
  std::vector<Node> strides_;
  Node size_ = 1;
  FlitFormat format_;
};

/// Number of links of a path: the sum of |hops_d|.
int path_length(const Hops& hops);

/// "(1, 2, 0)".
std::string text_of(const std::vector<int>& numbers);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_H_
