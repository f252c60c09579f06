// mesh_protocols.h: who sends what to whom and when on a mesh whose PEs have one port: broadcasts,
// scatters and gathers.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_XY_MESH_MESH_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_XY_MESH_MESH_PROTOCOLS_H_

#include <cstdint>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise::protocols {

/// How a text is broadcast.
enum class MeshScheme : std::uint8_t {
  /// The nodes, sorted by x and then by y, are a chain. A node with the text and a part of the
  /// chain to serve halves it, sends to the nearest node of the other half and leaves that half to
  /// it: ceil(log2 N) steps.
  /// Source: P. K. McKinley, H. Xu, A.-H. Esfahanian, L. M. Ni, "Unicast-Based Multicast
  ///         Communication in Wormhole-Routed Networks", IEEE Trans. Parallel and Distributed
  ///         Systems 5(12), 1994: U-mesh, to all nodes.
  kUmesh,
  kSeparate,  ///< the source sends to every node itself, the one of the longest way first
};

/// The schedule of `scheme`: signed hops from node to node, that cross no border. `latency` says
/// which ways are long.
/// Errors: throws TopologyError for a source that is no node.
TorusSchedule make_mesh_broadcast(const XyMesh& mesh, Node source, MeshScheme scheme,
                                  const TorusLatency& latency);

/// What each PE does when the root has a message for each node, of `lengths` flits: it sends them
/// one right behind the other, that of the longest way first, of equal ones that of the smaller
/// node. `timing.flits` is not used.
/// Shape:  `lengths` has one entry per node, 0: no message; that of the root is 0.
/// Errors: throws TopologyError for a root that is no node, std::invalid_argument for other lengths
///         and a timing out of range.
std::vector<WormRole> mesh_scatter_roles(const XyMesh& mesh, Node root,
                                         const std::vector<Flits>& lengths,
                                         const BroadcastTiming& timing);

/// The same backwards: each node with a message sends it to the root, in the step from which it
/// arrives right behind the one before it, that of the shortest way first. Heads that wait in the
/// router of the root follow a tail so much later.
/// Errors: as of scatters.
std::vector<WormRole> mesh_gather_roles(const XyMesh& mesh, Node root,
                                        const std::vector<Flits>& lengths,
                                        const BroadcastTiming& timing);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_XY_MESH_MESH_PROTOCOLS_H_
