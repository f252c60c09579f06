// collective_ways.h: the ways of messages through each kind of network, for collective_timing.h.
//
// A way is what the topology and the latencies of routers and links make it: no formula of an
// operation is in it. Routers take a PE's flits r steps before they come on the first link, so that
// a flit that leaves its PE in step 1 comes on it in step r; leaves of fat trees take one step. A
// router that stores packets of F flits takes F - 1 steps more.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_WAYS_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_WAYS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_latency.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"
#include "tb/theory/collective/collective_timing.h"

namespace flitwise::theory {

/// A message between two different PEs.
struct WayEnds {
  Node from = kNoNode;
  Node to = kNoNode;
  Flits flits = 1;
};

struct TreeRules {
  bool is_multiport = false;  ///< else a node sends one flit a step, and receives one
  TreeLatency latency{};
};

/// By the tree's links. A PE has one port, or one for each of its links.
/// Shape: the tree holds both nodes.
TransferWay tree_way(const PlacedTree& tree, const TreeRules& rules, const WayEnds& ends);

struct FatTreeRules {
  FatTreeLatency latency{};
  /// Packets that an output of a node of each level may hold, entries 0 (leaves) to L; empty:
  /// enough.
  std::vector<Flits> depth{};
  bool has_back_pressure = false;  ///< a packet that leaves counts until the edge behind
};

/// On a graph with all its links, a PE having a port for each: the link between two neighbours,
/// else the tree's links. Shape: a spanning tree of the graph.
TransferWay graph_way(const Graph& graph, const PlacedTree& tree, const WayEnds& ends);

/// From leaf to leaf over their lowest common switch, a flit a step.
TransferWay fat_tree_way(const FatTree& tree, const FatTreeRules& rules, const WayEnds& ends);

/// Of wormhole routers.
///
/// Heads that follow each other through a queue are L + head_wait() steps apart, or the second is
/// late; a flit finds a slot of the queue behind a link if the one `depth` before it over the link
/// was sent TorusLatency::head_loop() steps before. On several lanes both are more than enough.
struct WormRules {
  DimensionOrder order{};  ///< of tori; empty: ascending
  TorusLatency latency{};
  std::optional<Flits> depth{};  ///< flits that a queue holds; none: as many as come
};

/// In dimension order, by `hops`; if that is empty by the shorter way in each dimension, + where
/// both are as long. A PE has a port for each channel.
TransferWay torus_way(const Torus& torus, const WormRules& rules, const WayEnds& ends,
                      const Hops& hops = {});

/// Along x, then along y. A PE has one port each way.
TransferWay mesh_way(const XyMesh& mesh, const WormRules& rules, const WayEnds& ends);

struct StarRules {
  StarLatency latency{};
  Flits packet = 1;  ///< F
};

/// In packets of F flits, one behind the other, each router storing whole ones unless it cuts
/// through; by the lowest dimension that leads nearer at every node. A PE has a port for each
/// dimension.
TransferWay star_way(const StarGraph& graph, const StarRules& rules, const WayEnds& ends);

/// Ways of a collective whose rank v is PE v, where routers and links take a step, queues hold all
/// that comes, and packets have one flit.
/// Shape: both outlive what is returned.
WayOf ways_on(const NetworkShape& shape, const Collective& collective);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_WAYS_H_
