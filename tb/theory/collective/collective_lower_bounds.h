// collective_lower_bounds.h: how early a collective operation on vectors of words can be done,
// whatever the algorithm.
//
// Transmissions. Before the first PE knows the result of a word, every other one has sent a flit
// for it; after that each of the others must receive one. So an all-reduce takes 2 (N - 1)
// transmissions a word, whether routers combine or not; a reduce, a reduce-scatter and an
// all-gather take N - 1 a word or flit, as flits of different words are not shared. A directed
// links carry A of them a step.
//
// Distance and ports. A PE's result of every word needs the operand of the PE that is farthest
// away, D links, and no more words than it has ports come in a step: D + ceil(m / ports) - 1.
//
// Late PEs. Nothing is sent before the first PE comes: all bounds count from there. What needs a
// PE's operands of m words is done start + ceil(m / ports) - 1 + the distance to the farthest PE
// that wants them at the earliest, as its flits leave it no sooner and no faster.
//
// None knows of a: what combining takes is on top. N = 1 takes no time.
//
// Units: steps; packet steps of star graphs. Nothing here simulates and nothing is shared with the
// protocols.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_LOWER_BOUNDS_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_LOWER_BOUNDS_H_

#include <cstdint>
#include <optional>

#include "systemc/topology/collective_plan.h"
#include "tb/theory/collective/collective_figures.h"

namespace flitwise::theory {

/// Who combines. On fat trees PEs need more time for that than switches.
enum class CombiningPlace : std::uint8_t { kAnywhere, kPes };

/// Links that flits must cross between nodes for the operation on N PEs: as in the head of this
/// file; all-to-all and multicast, at least one for each flit and PE that it is for.
Flits fewest_transmissions(const CollectiveRequest& request, Node pes);

/// The same as a bound of the flits that cross links.
LeastVolume least_volume(const CollectiveRequest& request, Node pes);

/// ceil(transmissions / links): any graph in which PEs are neighbours, `links` counted each way.
CollectiveLowerBound transmission_bound(const CollectiveRequest& request, Node pes, Flits links);

/// One link between any two neighbours. All-reduce m - 1 + D: an edge of a longest path carries m
/// words that need the far end of its side. Reduce and multicast m - 1 + the largest distance from
/// the root. Reduce-scatter: a leaf sends every word that is not its own over its one link;
/// all-gather P (N - 1): it receives all over that link; all-to-all: max over the edges of s (N -
/// s) P, s PEs on a side.
///
/// One port a PE: all-gather P ((d - 1) N + 1), d the most links of a PE, which sends on each of
/// them what its side lacks; all-reduce, d m; reduce, where each PE sends each word once and
/// complete, max of E of the root and, over all PEs, (least E of a child + children m + a + depth
/// (1
/// + a)).
CollectiveLowerBound tree_lower_bound(const CollectiveRequest& request, const TreeShape& shape);

/// Where switches combine, with c_1 links a leaf: all-reduce and reduce ceil(m / c_1) - 1 + 2L.
/// Where PEs do, also ceil(2 (n - 1) m / (n c_1)) + 1, of a reduce half as much. All-gather and
/// reduce-scatter of B words a leaf: max over h of ceil(B (n - b^(h-1)) / c_1) + 2h - 1, flits that
/// turn at level h or higher; all-to-all as total exchange. Multicast ceil(m / c_1) - 1 + 2h.
CollectiveLowerBound fat_tree_lower_bound(const CollectiveRequest& request, const FatTree& tree,
                                          CombiningPlace place = CombiningPlace::kAnywhere);

/// os + orv + 1, the link into the PE, and the larger of transmissions over 2 k N channels and of
/// distance and 2k ports. All-to-all: P (N / n) floor(n^2 / 4) / 2, the channels of a dimension.
CollectiveLowerBound torus_lower_bound(const CollectiveRequest& request, const Torus& torus);

/// Transmissions over N (n - 1) links and distance with n - 1 ports, in packet steps. All-to-all:
/// the sum of distances over n - 1.
CollectiveLowerBound star_lower_bound(const CollectiveRequest& request, const StarGraph& graph);

/// os + orv + 1 and the larger of transmissions over the mesh's links and of the distance.
CollectiveLowerBound mesh_lower_bound(const CollectiveRequest& request, const XyMesh& mesh);

/// Any of them.
CollectiveLowerBound lower_bound_of(const CollectiveRequest& request, const NetworkShape& shape,
                                    CombiningPlace place = CombiningPlace::kAnywhere);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_LOWER_BOUNDS_H_
