// mesh_operations.h: broadcast, scatter and gather on a mesh with paths along x first and one port
// a PE: who sends to whom and when, and what it takes.
//
// All from one table: e = max(os, Fh) is what a PE's port loses between two messages, way(v) the
// cycles of a head from the root's first link to the port of PE v, or back.
//
//   umesh      The nodes in the order of (x, y), x the higher digit, are a chain. Whoever has the
//              text and a part of the chain to serve cuts the part in two and sends to the node of
//              the other part that is next to its own. The node in the middle of an odd part goes
//              to the other half; if it is the sender, the lower half is the other. ceil(log2 N)
//              steps, as few as PEs with one port can do. No two messages ever meet, whatever the
//              pace.
//   separate   The source sends to all itself, the largest way first, of equal ones the smaller
//              node. A step is a message.
//   scatter    The same with a message of its own length for each node, none for 0:
//              finish = os + (r - 1) + orv + max over the ways x of (x + sum of (L_i + e) over the
//              nodes with way(i) >= x) - e.
//   gather     The scatter backwards in time, with e = Fh, for each PE sends but once: PE i begins
//              at finish - (time at which a scatter with this e would have its message ready).
//
// With a barrier a step takes os + (r - 1) + (its longest way) + L + orv. At its own pace a PE
// begins its q-th message, from 0, q (os + L) after it can use the text; if os < Fh the head is
// late (mesh_worms.h).
//
// Sources: umesh is by P. K. McKinley, H. Xu, A.-H. Esfahanian and L. M. Ni, "Unicast-Based
//          Multicast Communication in Wormhole-Routed Networks" (IEEE TPDS 5(12), 1994), for whom
//          the digits are sorted as routers use them. That scatters and gathers never wait: XY ways
//          from one node are a tree and those to one node as well, so that worms that share a link
//          are there as far apart as at the root (as Bhatt et al. have it for trees).
#ifndef FLITWISE_TB_THEORY_XY_MESH_MESH_OPERATIONS_H_
#define FLITWISE_TB_THEORY_XY_MESH_MESH_OPERATIONS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "tb/theory/xy_mesh/mesh_worms.h"

namespace flitwise::theory {

/// How a broadcast is arranged.
enum class MeshScheme : std::uint8_t {
  kUmesh,     ///< halving of a chain
  kSeparate,  ///< a message to every node by the source
};

/// The digit that decides first where a node stands in the chain of umesh.
enum class ChainOrder : std::uint8_t {
  kAsPacketsGo,  ///< that of the dimension in which packets go first
  kTurned,       ///< the other one: messages meet
};

/// Sender and receiver of each message, by step.
using MeshPlan = std::vector<std::vector<std::pair<Node, Node>>>;

/// Errors: throws TopologyError for a source that is no node.
MeshPlan umesh_plan(const XyMesh& mesh, Node source, ChainOrder chain = ChainOrder::kAsPacketsGo);
MeshPlan separate_plan(const XyMesh& mesh, Node source, const CycleModel& model);

/// A broadcast of `model.flits` flits; `pace` is kBarrier or kFree.
///
/// Finish is exact, and no flit waits, where queues hold Depth >= p + w_c + credit_delay flits, and
/// where fewer are enough (has_slots()); with a barrier also for less as broadcast_timing.h says of
/// tori, with stalls.
/// Errors: throws TopologyError for a source that is no node; std::invalid_argument as
///         check_model() and for SendPace::kStarts.
MeshTiming time_broadcast(const XyMesh& mesh, MeshScheme scheme, Node source,
                          const CycleModel& model, SendPace pace);
/// Of any plan in which each node sends one message a step at most, after it got the text.
MeshTiming time_plan(const XyMesh& mesh, Node source, const MeshPlan& plan, const CycleModel& model,
                     SendPace pace);

/// Messages of the root to all, or of all to the root.
///
/// Shape:  `lengths` one entry per node, 0: no message; that of the root is 0. `model.flits` is not
///         used.
/// Errors: throws TopologyError for a root that is no node; std::invalid_argument for other lengths
///         and as check_model().
MeshTiming time_scatter(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths,
                        const CycleModel& model);
MeshTiming time_gather(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths,
                       const CycleModel& model);

/// Fewest steps of any broadcast of whole texts through one port a PE: ceil(log2 N).
int fewest_steps(const XyMesh& mesh);

/// No broadcast of L flits, cut in any way, ends before os + (r - 1) + D + L + orv, D the largest
/// way from the source: the farthest PE takes at most one flit a step. 0 on one node.
Step fewest_cycles(const XyMesh& mesh, Node source, const CycleModel& model);

/// No scatter or gather, whoever passes messages on, ends before os + (r - 1) + orv + max over the
/// ways x of (x + sum of L_i over the nodes with way(i) >= x): the root's port passes one flit a
/// step, and each has a way of x or more before or behind it. 0 when nothing is sent.
Step fewest_cycles(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths,
                   const CycleModel& model);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_XY_MESH_MESH_OPERATIONS_H_
