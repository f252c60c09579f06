// torus_wiring.h: a torus as its routers see it: dimensions in the order of routing.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WIRING_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WIRING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"

namespace flitwise {

/// Routers route by their dimensions 0, 1, ..., k - 1; router dimension i is dimension order[i] of
/// the torus. Nodes keep the numbers that they have in the torus; channels here are the router's.
class TorusWiring {
 public:
  /// `order` empty: ascending.
  /// Errors: throws TopologyError for an order that does not name each dimension once.
  TorusWiring(const Torus& torus, const DimensionOrder& order);

  const Torus& torus() const { return torus_; }
  const DimensionOrder& order() const { return order_; }
  Node size() const { return torus_.size(); }
  /// Channels of a router, 2k, those of sides of 1 included.
  std::uint32_t channels() const { return static_cast<std::uint32_t>(torus_.channels()); }

  Channel torus_channel(std::uint32_t channel) const {
    return 2 * order_[channel / 2] + static_cast<int>(channel % 2);
  }
  bool has_link(std::uint32_t channel) const { return torus_.has_link(torus_channel(channel)); }
  /// The node that outgoing channel `channel` leads to.
  Node neighbour(Node v, std::uint32_t channel) const {
    return torus_.neighbour(v, torus_channel(channel));
  }
  /// The same for all channels, kNoNode where there is no link: ProcessingElement's neighbours.
  std::vector<Node> neighbours(Node v) const;

  /// Pins `coordinate_i` and `side_i`: a byte a router dimension.
  std::uint32_t coordinate_pin(Node v) const;
  std::uint32_t side_pin() const;

  /// Where the network's SystemVerilog top, which counts nodes by the dimensions of routing, has
  /// it.
  Node number_in_top(Node v) const;

  /// "+x_1 of (1, 2, 0)": an outgoing channel, in the torus's own dimensions.
  std::string name(Node v, std::uint32_t channel) const {
    return torus_.name(TorusLink{v, torus_channel(channel)});
  }
  /// "+x_1".
  std::string direction(std::uint32_t channel) const;
  /// "own +x_0" of the PE's ports, then "+x_0" of the channels. Shape: 4k entries.
  std::vector<std::string> lane_names() const;

 private:
  Torus torus_;
  DimensionOrder order_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WIRING_H_
