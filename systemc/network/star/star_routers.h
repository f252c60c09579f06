// star_routers.h: the routers of a star graph, assembled or elaborated, as a Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_ROUTERS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/star/star_counters.h"
#include "systemc/network/star/star_faults.h"
#include "systemc/network/star/star_taps.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/star/star_graph.h"
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
struct StarNetworkConfig {
  std::uint32_t flits = 1;  ///< F: of every packet, and cycles of a packet step
  std::uint32_t slots = 1;  ///< packets that an input port can hold
  StarNextHops next_hops = StarNextHops::kRules;
  StarRule rule = StarRule::kQ;
  bool scheduled = true;  ///< no packet should have to wait: reported and asserted
  StarFaults faults{};    ///< dead nodes, dead links, bit errors
  IdleRouters idle = IdleRouters::kSkip;
  RouterForm form = RouterForm::kRtl;
  Checkers checkers = Checkers::kBound;  ///< always bound with waves
  WaveRecorder* waves = nullptr;         ///< take the traced models and register them here
};

/// A network, and what belongs to it and must not be used after it.
///
/// Ports:  n-1 a node; port p is dimension p + 2. A PE hands what leaves in a dimension to that
///         port; a Delivery's port is that of the link that the flit has come over. Lanes of
///         LinkTransfer: n - 1 + p is the link of port p.
/// Flits:  star_flit.h. StarCodec makes and reads them.
/// Time:   a packet whose head is injected at clock edge e, and its other flits at the edges behind
///         it, crosses its first link in steps e + F to e + 2F - 1, and the h-th F(h - 1) steps
///         later. The router delivers it F steps after it has crossed its last link. PEs that must
///         answer sooner take it from that link: `taps`, with Handover::kFromLinks, hand over
///         what the router takes in. ProcessingElement injects F - 1 steps before
///         Transmission::after says, so that `after` counts to the first link, at least F.
/// Faults: what crosses a dead link is no transfer. Bits that are in error are so in transfers.
struct StarNetwork {
  std::unique_ptr<Network> network;
  std::unique_ptr<const StarCounters> counters;
  std::unique_ptr<StarTaps> taps;  ///< for NetworkModule::Config::tap
};

/// One verilated model per node, numbered as in StarGraph. Star graphs with the same order, flits,
/// slots and next hops share one model.
/// Errors: throws TopologyError for an order above kMostStarOrder, flits or slots out of range, and
///         for faults that are not in the graph; ModelError when a model cannot be made.
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
