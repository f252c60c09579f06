// torus_routers.h: the wormhole routers of a torus or a mesh, assembled or elaborated, as a
// Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_ROUTERS_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"
#include "systemc/network/receivers.h"
#include "systemc/network/torus/torus_worms.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/types.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise {

/// Counts, one a cycle for every flit that was first in its queue and has not moved.
struct Stalls {
  std::uint64_t stalled = 0;  ///< for any reason, lost arbitration included
  std::uint64_t blocked = 0;  ///< of those: no lane was free, or no credit for the one it has

  friend bool operator==(const Stalls& a, const Stalls& b) {
    return a.stalled == b.stalled && a.blocked == b.blocked;
  }
};

/// Where the two 32-bit counters of one router lie.
struct StallCounters {
  const unsigned char* stalled = nullptr;
  const unsigned char* blocked = nullptr;
};

/// Reads the counters of a network; must not be used after it. A router's counter begins again from
/// 0 after 2^32 - 1, which takes it 10^8 cycles at least.
class TorusStalls {
 public:
  /// Shape: one entry per node.
  explicit TorusStalls(std::vector<StallCounters> counters) : counters_(std::move(counters)) {}

  Stalls of(Node node) const {
    const StallCounters& at = counters_[index_of(node)];
    return {load(at.stalled), load(at.blocked)};
  }
  Stalls total() const {
    Stalls sum;
    for (const StallCounters& at : counters_) {
      sum.stalled += load(at.stalled);
      sum.blocked += load(at.blocked);
    }
    return sum;
  }

 private:
  static std::uint32_t load(const unsigned char* counter) {
    std::uint32_t value = 0;
    std::memcpy(&value, counter, sizeof value);
    return value;
  }

  std::vector<StallCounters> counters_;
};

/// Largest number of lanes of a channel, and of flits in one input queue.
inline constexpr std::uint32_t kMaxTorusLanes = 4;
inline constexpr std::uint32_t kMaxTorusDepth = 64;

/// How the network of a torus or a mesh is made.
struct TorusNetworkConfig : NetworkConfig {
  std::uint32_t lanes = 2;  ///< of a channel; 1 gives no protection against deadlock
  std::uint32_t depth = 8;  ///< flits in the queue of an injection port and of an incoming lane
  LaneRule rule = LaneRule::kAnyLane;
  DimensionOrder order{};        ///< of routing; empty: ascending, the only one of a mesh
  StalledPorts stalled_ports{};  ///< of the PEs; empty: they take every flit
  TorusLatency latency{};        ///< of routers, links by dimension, and credits
};

/// A network, its counters, which must not be used after it, and the observer that knows its worms.
///
/// Ports:  2k of them a node. A PE hands a message to injection port c, the router's channel of its
///         first hop: 2i for + and 2i + 1 for - of dimension order[i]. A Delivery's port c is the
///         channel that the flit has come over. Ports and LinkTransfer::lane count router channels;
///         TorusWiring translates them. Lanes of LinkTransfer: 2k + c is outgoing channel c.
///         On a mesh one port a node, port 0: a PE hands every message to it, and a Delivery's port
///         says nothing of the way. Lanes of LinkTransfer: 1 + c is outgoing channel c, 0 is +x, 1
///         is -x, 2 is +y and 3 is -y.
///         At a port a worm's flits come in order but may alternate with those of worms on other
///         lanes; a message is known by its source and packet number, which every flit bears.
/// Flits:  head: payload 7 bits a router dimension, signed hops left; destination: packet number of
///         its source modulo 1024, the router puts the lane above it; tag: the source. Body flits:
///         payload is the flit number. RouteCodec makes and reads them.
/// Time:   a head captured at edge t - r that nobody is in the way of is sent over the first link
///         in step t, and over the next one p steps later: r is the routers' latency, p that of a
///         hop in the link's dimension (TorusLatency); both are 1 as it stands. It is in
///         deliveries() after the edge that ends the step before the one in which it crosses the
///         ejection link, p after the last one's: NetworkModule hands it to the PE in that step
///         (Handover::kFromPorts). Of a link of several steps transfers() has a flit before the
///         first of them, arrivals() before the last.
/// Credit: has_back_pressure() holds. accepts(node, port) says whether the injection queue has
///         room, a step after a flit has left it whatever credits between routers take; Injector
///         keeps what has none, without bound. The other way a PE says for each port and step
///         whether it takes a flit (StalledPorts), the step being that of the ejection link; its
///         router sends none where it does not, so that what is handed over is never refused.
/// Stuck:  is_stuck() holds when no flit can move without an injection and none has for as many
///         edges as routers, and credits on their wires, may go on without showing it; from the
///         first edge on as it stands.
///         NetworkModule stops then; `worms`, when it is among the observers, names who waits.
struct TorusNetwork {
  std::unique_ptr<Network> network;
  std::unique_ptr<const TorusStalls> stalls;
  /// To be put into NetworkModule::Config::observers by whoever wants circular waits named; costs
  /// nothing otherwise.
  std::unique_ptr<TorusWorms> worms;
};

/// One verilated model per node, numbered as in Torus. Tori with the same number of dimensions,
/// lanes and depth, and the same stages of routers, share one model.
/// Errors: throws TopologyError for lanes, a depth or latencies out of range and for an order that
///         does not name each dimension once; ModelError when a model cannot be made.
TorusNetwork assemble_torus(const Torus& torus, const TorusNetworkConfig& config,
                            ModelLibrary& models);

/// The SystemVerilog network top of this torus. Evaluates all nodes at every edge whatever `idle`
/// says.
/// Errors: as assemble_torus.
TorusNetwork elaborate_torus(const Torus& torus, const TorusNetworkConfig& config,
                             ModelLibrary& models);

/// The same of a mesh, whose routers have one port of their PE. On one lane, too, it is free of
/// deadlock.
/// Errors: as assemble_torus; TopologyError for an order, too.
TorusNetwork assemble_mesh(const XyMesh& mesh, const TorusNetworkConfig& config,
                           ModelLibrary& models);
TorusNetwork elaborate_mesh(const XyMesh& mesh, const TorusNetworkConfig& config,
                            ModelLibrary& models);

/// Names of the nodes for reports: "PE 5 (1, 2)".
std::vector<std::string> torus_node_names(const Torus& torus);
std::vector<std::string> mesh_node_names(const XyMesh& mesh);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_TORUS_TORUS_ROUTERS_H_
