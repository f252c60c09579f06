// mesh_plans.h: collective operations on meshes whose PEs have one port: one message out and one in
// at a time.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_MESH_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_MESH_PLANS_H_

#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise::protocols {

/// A PE of a line hands a block to another one.
struct LineMessage {
  int from = 0;
  int to = 0;
  int block = 0;  ///< of the PE of this number
};
/// The messages of an all-gather on a line by rounds, in which every PE sends at most one message
/// and receives at most one, and in which no link is used twice.
using LineRounds = std::vector<std::vector<LineMessage>>;

/// Every block goes from neighbour to neighbour, both ways: n - 1 + ceil(n / 2) rounds for n > 2
/// PEs, 1 for two, which is the least there can be for n <= 7. A PE in the middle of a line sends
/// n + 1 messages.
///
/// With h = ceil(n / 2): all send to the right in rounds 1 to h, their own block first, then those
/// that came, nearest first; from round h + 1 on to the left, PE x for n - x rounds; then in every
/// other round those for the right that are left.
LineRounds line_rounds(int n);

/// One way around the ring 0, 2, 4, .., 5, 3, 1 of a line's PEs, whose neighbours are at most two
/// hops from each other: n - 1 rounds, as many as a PE has messages to receive.
LineRounds folded_ring_rounds(int n);

// Reduce-scatter, all-gather, and all-reduce, which is one after the other. An all-gather goes
// along the columns first, then along the rows, all of them at once and round by round; a
// reduce-scatter is the same backwards.
//
// Time:   with B_0 = ceil(M / n_x), B_1 = ceil(B_0 / n_y), M = m words of an all-reduce, N times
//         the words of a PE's block of the others, and R_d rounds of D_d hops in dimension d:
//         reduce-scatter sum of R_d (os + D_d + B_d + orv + a), all-gather the same for a = 0,
//         all-reduce both.
// Errors: throw TopologyError for another operation and for what check_request refuses.

/// By line_rounds: D = 1.
CollectivePlan mesh_line(const CollectiveRequest& request, const XyMesh& mesh);

/// By folded_ring_rounds: D = 2, 1 for two PEs. No PE could receive less: all but its own blocks.
CollectivePlan mesh_ring(const CollectiveRequest& request, const XyMesh& mesh);

/// Reduce, all-reduce and barrier in whole vectors: the broadcast by halves (MeshScheme::kUmesh)
/// backwards, ceil(log2 N) steps with a barrier after each. Backwards, a way along y first is one
/// along x first: what is turned round is the broadcast on the mesh with x and y swapped. An
/// all-reduce broadcasts the results by halves.
///
/// Time:   with H_s hops of the longest message of step s: reduce sum of (os + H_s + m + orv + a),
///         and the broadcast the same for a = 0, with hops of its own.
/// Errors: throws TopologyError for another operation and for what check_request refuses.
CollectivePlan mesh_reversed_umesh(const CollectiveRequest& request, const XyMesh& mesh);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_MESH_PLANS_H_
