// mesh_traffic.h: what any traffic on a mesh comes to: loads of channels and ports, distances,
// capacity.
//
// As torus_traffic.h has it for tori, with the words, patterns and moments of there; a node's one
// port each way carries load as well. Patterns are those of a torus of the same sides: `neighbour`
// and `tornado` count round the ring, and packets go back along the line.
#ifndef FLITWISE_TB_THEORY_XY_MESH_MESH_TRAFFIC_H_
#define FLITWISE_TB_THEORY_XY_MESH_MESH_TRAFFIC_H_

#include <functional>
#include <vector>

#include "systemc/topology/xy_mesh/xy_mesh.h"
#include "tb/theory/torus/torus_traffic.h"

namespace flitwise::theory {

/// Loads are by XyMesh::link_index. `capacity` is the least of what lets sources begin no more: the
/// busiest channel, the injection port, and the port of the node that most packets go to. All are
/// bounds. Packets of a node to itself take no port and no channel.
///
/// Uniform on a x b, self included: the links between columns c-1 and c carry c (a - c)/a, those
/// between rows c-1 and c c (b - c)/b, so that channels allow 1 / max(floor(a^2/4)/a,
/// floor(b^2/4)/b) flits per node and step; without self (N - 1)/N of that.
struct MeshTraffic : TrafficTheory {
  double channel_capacity = 0;    ///< where the busiest channel is full
  double injection_capacity = 0;  ///< where an injection port is full: l/(l + Fh) at most
  double ejection_capacity = 0;   ///< where the busiest ejection port is full
};

/// Errors: as traffic_theory() of tori.
MeshTraffic mesh_traffic(const XyMesh& mesh, const TrafficModel& model,
                         const TrafficNetwork& network = {});

/// The routers on the way, for packet_latency() and stalled_packet_latency().
RouterChain chain_of(const XyMesh& mesh, Node from, Node to, const TorusLatency& latency,
                     std::optional<Step> depth);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_XY_MESH_MESH_TRAFFIC_H_
