// traffic_source.h: the packets that one PE begins, one after the other.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_SOURCE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_SOURCE_H_

#include <cstdint>
#include <optional>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/torus/torus_traffic.h"

namespace flitwise::protocols {

/// A packet as its source makes it.
struct TrafficPacket {
  std::int64_t number = 0;  ///< from 0, of its source
  Node from = kNoNode;
  Node to = kNoNode;
  Step born = 0;  ///< first step in which its head could cross a link
  Flits flits = 1;
  Hops hops;

  /// A packet of a node to itself never enters the network.
  bool is_local() const { return from == to; }
};

/// The stream of one PE: a function of plan, seed and node, whatever the network does.
///
/// The steps in which packets begin are a Bernoulli process; the gaps between them are drawn, so
/// that a source costs nothing while it has nothing to send. `traffic` outlives the source.
class TrafficSource {
 public:
  TrafficSource(const TorusTraffic& traffic, Node node);

  /// Step in which the next packet is born, at least 1 and growing; none if the node never sends.
  std::optional<Step> next_step() const { return next_; }
  /// The next packet.
  /// Errors: throws std::logic_error if there is none.
  TrafficPacket take();

 private:
  void advance();

  const TorusTraffic* traffic_;
  Node node_;
  TrafficRandom random_;
  std::optional<Step> next_;
  std::int64_t taken_ = 0;
};

/// The packet as its PE hands it over in step `now`, before it is born; dimensions in the order in
/// which the network routes.
/// Errors: throws TopologyError for a local packet.
Transmission transmission_of(const TrafficPacket& packet, const DimensionOrder& order, Step now);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_SOURCE_H_
