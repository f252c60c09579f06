// torus_wiring.h: a torus or a mesh as its routers see it: dimensions in the order of routing.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WIRING_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WIRING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/types.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise {

/// Ports of a PE into its router, and as many out of it.
enum class PortsOfPes : std::uint8_t {
  kByChannel,  ///< one a channel
  kOne,
};

/// Routers route by their dimensions 0, 1, ..., k - 1; router dimension i is dimension order[i] of
/// the torus. Nodes keep the numbers that they have in the torus; channels here are the router's. A
/// mesh is a torus of its sides without the wrap links, whose PEs have one port.
class TorusWiring {
 public:
  /// `order` empty: ascending.
  /// Errors: throws TopologyError for an order that does not name each dimension once.
  TorusWiring(const Torus& torus, const DimensionOrder& order,
              PortsOfPes ports = PortsOfPes::kByChannel);
  explicit TorusWiring(const XyMesh& mesh);

  const Torus& torus() const { return torus_; }
  const DimensionOrder& order() const { return order_; }
  Node size() const { return torus_.size(); }
  /// Of its flits.
  FlitFormat format() const { return torus_.format(); }
  /// Channels of a router, 2k, those of sides of 1 included.
  std::uint32_t channels() const { return static_cast<std::uint32_t>(torus_.channels()); }
  /// A PE's ports into its router, and out of it: one a channel, in a mesh one. They are the first
  /// of the router's inputs and outputs; its channels follow, channel c as pe_ports() + c.
  std::uint32_t pe_ports() const { return has_one_port() ? 1 : channels(); }
  bool has_one_port() const { return ports_ == PortsOfPes::kOne; }
  /// Inputs of a router, and outputs.
  std::uint32_t lanes() const { return pe_ports() + channels(); }
  bool is_mesh() const { return is_mesh_; }

  Channel torus_channel(std::uint32_t channel) const {
    return 2 * order_[channel / 2] + static_cast<int>(channel % 2);
  }
  bool has_link(Node v, std::uint32_t channel) const { return neighbour(v, channel) != kNoNode; }
  /// The node that outgoing channel `channel` leads to, kNoNode where there is no link.
  Node neighbour(Node v, std::uint32_t channel) const;
  /// The same for all channels: ProcessingElement's neighbours.
  std::vector<Node> neighbours(Node v) const;

  /// Pins `coordinate_i` and `side_i`: for a router dimension a bit more than its hops have.
  std::uint64_t coordinate_pin(Node v) const;
  std::uint64_t side_pin() const;
  /// Bits of a dimension in these.
  int place_bits() const { return format().hops + 1; }

  /// Where the network's SystemVerilog top, which counts nodes by the dimensions of routing, has
  /// it.
  Node number_in_top(Node v) const;

  /// "+x_1 of (1, 2, 0)": an outgoing channel, in the torus's own dimensions. In a mesh "+y of
  /// (1, 2)".
  std::string name(Node v, std::uint32_t channel) const;
  /// "+x_1", in a mesh "+y".
  std::string direction(std::uint32_t channel) const;
  /// "own +x_0" of the PE's ports, "own" of a single one, then "+x_0" of the channels. Shape:
  /// lanes().
  std::vector<std::string> lane_names() const;

 private:
  Torus torus_;
  DimensionOrder order_;
  PortsOfPes ports_ = PortsOfPes::kByChannel;
  bool is_mesh_ = false;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_WIRING_H_
