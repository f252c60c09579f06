// mesh_collectives.h: closed formulas of collectives on meshes whose PEs combine and have one port:
// one message out and one in at a time.
//
// Blocks as those of tori: B_0 = ceil(M / n_x), B_1 = ceil(B_0 / n_y) of M words. Units: steps.
// Nothing here simulates and nothing is shared with the protocols.
// Range: any sides and overheads; empty figures where an operation is not named.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_MESH_COLLECTIVES_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_MESH_COLLECTIVES_H_

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// Neighbours of a line hand blocks on both ways. An inner PE sends all n - 1 blocks that are not
/// the last of their way and its own once more, and in between waits for those of its neighbours:
/// n - 1 + ceil(n / 2) rounds, 1 of two PEs, each os + 1 + B_d + orv, and a more of a
/// reduce-scatter.
/// Source: this project.
CollectiveFigures mesh_line(const CollectiveRequest& request, const XyMesh& mesh);

/// Around the ring 0, 2, 4, .., 5, 3, 1 of a line's PEs: n - 1 rounds of two hops each, os + 2 +
/// B_d + orv, one hop of two PEs. A PE with one port receives n - 1 blocks one after the other in
/// any case.
/// Source: this project; the order of the ring is folklore.
CollectiveFigures mesh_ring(const CollectiveRequest& request, const XyMesh& mesh);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_MESH_COLLECTIVES_H_
