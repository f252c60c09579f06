// star_routers.h: the routers of a star graph, assembled or elaborated, as a Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_ROUTERS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/link_tap.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/star/star_faults.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_latency.h"
#include "systemc/topology/star/star_trees.h"

namespace flitwise {

/// The limits: the order of a graph whose routers can be made, that of one made as a whole, the
/// flits of a packet, and the packets that an input port can hold.
inline constexpr int kMostStarOrder = 7;
inline constexpr int kMostElaboratedStarOrder = 4;
inline constexpr std::uint32_t kMostStarFlits = 16;
inline constexpr std::uint32_t kMostStarSlots = 64;

/// Where routers take the next hops of a broadcast from.
enum class StarNextHops : std::uint8_t { kRules = 0, kTables = 1 };

/// How a star graph's network is made.
struct StarNetworkConfig : NetworkConfig {
  std::uint32_t flits = 1;  ///< F: of every packet, and cycles of a packet step
  std::uint32_t slots = 1;  ///< packets that an input port can hold
  StarNextHops next_hops = StarNextHops::kRules;
  StarRule rule = StarRule::kQ;
  bool scheduled = true;  ///< no packet should have to wait: reported and asserted
  StarFaults faults{};    ///< dead nodes, dead links, bit errors
  StarLatency latency{};  ///< of all routers, cut-through or not, and links; the rest is PEs'
};

/// Where the counters of one router lie: 16-bit entries a port, and two 32-bit ones.
struct StarCounterPins {
  const unsigned char* max_stored = nullptr;
  const unsigned char* crc_errors = nullptr;
  const unsigned char* misdirected = nullptr;
};

/// Reads the counters of a network; must not be used after it. A count begins again from 0 after
/// 2^32 - 1.
class StarCounters {
 public:
  /// Shape: one entry per node. `bit_errors` is counted by who makes them.
  StarCounters(std::vector<StarCounterPins> pins, int ports,
               std::shared_ptr<const std::int64_t> bit_errors);

  /// Most packets that an input port (0 to n-2) has held at a clock edge, from the edge of its
  /// tail's arrival to the edge at which it begins to leave by its last port.
  std::uint32_t max_stored(Node node, int port) const;
  /// The largest of all ports of all nodes.
  std::uint32_t max_stored() const;
  /// Packets dropped for their CRC, by all inputs, the PE's own too.
  std::uint32_t crc_errors(Node node) const;
  std::int64_t crc_errors() const;
  /// Packets dropped because they had no way from here.
  std::uint32_t misdirected(Node node) const;
  std::int64_t misdirected() const;
  /// Bit errors that have met a flit.
  std::int64_t bit_errors() const { return *bit_errors_; }

 private:
  std::vector<StarCounterPins> pins_;
  int ports_;
  std::shared_ptr<const std::int64_t> bit_errors_;
};

/// Takes what the router delivers to the PE later: all broadcast packets that have come from the
/// parent in their tree, and routed ones whose route ends here. A packet of several flits is taken
/// as it comes; a flit in error is handed over, for PEs to see that the packet is lost
/// (star_flit.h: is_intact), unless it is the first.
class StarTaps final : public LinkTap {
 public:
  StarTaps(const StarGraph& graph, StarRule rule, std::uint32_t flits);

  bool takes(const LinkTransfer& transfer) override;

 private:
  bool is_for_pe(const LinkTransfer& transfer, int dimension) const;

  const StarTrees trees_;
  const std::uint32_t flits_;
  struct Port {
    std::uint32_t left = 0;  // flits of the packet that comes in
    bool is_taken = false;   // by the PE
  };
  std::vector<Port> ports_;  // by node, port
};

/// A network, and what belongs to it and must not be used after it.
///
/// Ports:  n-1 a node; port p is dimension p + 2. A PE hands what leaves in a dimension to that
///         port; a Delivery's port is that of the link that the flit has come over. Lanes of
///         LinkTransfer: n - 1 + p is the link of port p.
/// Flits:  star_flit.h. StarCodec makes and reads them.
/// Time:   a packet whose head is injected at clock edge e, and its other flits at the edges behind
///         it, crosses its first link in steps e + F - 1 + r to e + 2F - 2 + r, and the h-th
///         (F + r + w - 2)(h - 1) steps later; it is received w - 1 steps after it is sent, r and w
///         the latencies of routers and links. The router delivers it F steps after that. Where
///         routers cut through, F is 1 in these steps, but for the tail. PEs that
///         must answer sooner take it from that link: `taps`, with Handover::kFromLinks, hand over
///         what the router takes in. ProcessingElement injects F - 1 steps before
///         Transmission::after says, so that `after` counts to the first link, at least F - 1 + r;
///         0 and r where routers cut through.
/// Faults: what crosses a dead link is no transfer. Bits that are in error are so in transfers.
struct StarNetwork {
  std::unique_ptr<Network> network;
  std::unique_ptr<const StarCounters> counters;
  std::unique_ptr<StarTaps> taps;  ///< for NetworkModule::Config::tap
};

/// One verilated model per node, numbered as in StarGraph. Star graphs with the same order, flits,
/// slots, next hops and router latency share one model.
/// Errors: throws TopologyError for an order above kMostStarOrder, flits, slots or latencies out of
///         range, and for faults that are not in the graph; ModelError when a model cannot be made.
StarNetwork assemble_star(const StarGraph& graph, const StarNetworkConfig& config,
                          ModelLibrary& models);

/// The SystemVerilog network top of this graph. Evaluates all nodes at every edge whatever `idle`
/// says.
/// Errors: as assemble_star, and for an order above kMostElaboratedStarOrder.
StarNetwork elaborate_star(const StarGraph& graph, const StarNetworkConfig& config,
                           ModelLibrary& models);

/// Names of the nodes for reports: "PE 5 (1, 4, 3, 2)".
std::vector<std::string> star_node_names(const StarGraph& graph);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_ROUTERS_H_
