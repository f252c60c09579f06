// torus_theory.h: steps of broadcast schemes on all-port tori with dimension-order routing.
//
// After S.-Y. Wang, Y.-C. Tseng, "Algebraic Foundations and Broadcasting Algorithms for
// Wormhole-Routed All-Port Tori" (IEEE Transactions on Computers 49(3), 2000), extended to unequal
// sides, and schemes that need fewer steps. Nothing here simulates and nothing is shared with the
// protocols.
//
// Shape:  `sides` are n_0 to n_{k-1} in the order in which paths use the dimensions. Sides of 1 do
//         not count: k' is the number of sides > 1 and m' the number of those before m. Where links
//         differ by dimension, what takes a CycleModel wants sides in the order of its links.
// Units:  steps; cycles where a CycleModel is given. In a step every directed channel carries at
//         most one message.
// Errors: every function throws std::invalid_argument for no sides, a side that is not from 1 to
//         4096, and more than 2^40 nodes.
#ifndef FLITWISE_TB_THEORY_TORUS_TORUS_THEORY_H_
#define FLITWISE_TB_THEORY_TORUS_TORUS_THEORY_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

/// How a broadcast is arranged.
enum class BroadcastScheme : std::uint8_t {
  kPaper,     ///< aligned sources with helpers, as published where all sides are equal
  kPeel,      ///< one dimension after the other, no alignment
  kBest,      ///< the cheaper of the two in each stage
  kFsh,       ///< two-dimensional, rows in units of three
  kEdn,       ///< levels of dominating nodes on n x n and n x n x z, n a power of two
  kDoubling,  ///< one message per node and step, dimension by dimension
  kFlood,     ///< one hop per step, dimension by dimension
  kRadix3,    ///< both directions of one ring per step
  kSeparate,  ///< a message to every node by the source
};

/// Sides in the order in which paths use the dimensions.
std::vector<int> routed_sides(const Torus& torus, const DimensionOrder& order);

/// Number of steps of a scheme with where the number comes from.
struct StepCount {
  int steps = 0;
  std::string source;  ///< formula and range
};

/// Steps of a scheme; none where the scheme does not exist: fsh is for two sides > 1 with n_0 >= 4
/// and n_1 >= 3 other than (4, 5), edn for n x n and n x n x z with n a power of two.
///
/// paper:    sum over m of (ceil(log_{2(m'+1+h_m)+1} n_m) + (1 if h_m > 0)), where h_m is the
///           number of d > m with n_d > 1 that n_m divides. For k' equal sides it is the paper's
///           k' ceil(log_{2k'+1} n) + k' - 1.
/// peel:     sum over m of ceil(log_{2m'+3} n_m).
/// best:     sum over m of the smaller of the two terms.
/// fsh:      2 + ceil(log_5 ceil(n_1/3)) + ceil(log_3 ceil(n_0/5)).
/// edn:      log_2 n + ceil(log_3 z).
/// doubling: sum of ceil(log_2 n_m). flood: sum of floor(n_m/2). radix3: sum of ceil(log_3 n_m).
/// separate: N - 1.
std::optional<StepCount> broadcast_steps(BroadcastScheme scheme, const std::vector<int>& sides);

/// Fewest steps of any all-port broadcast, whatever the routing: ceil(log_{2k'+1} N).
/// Source: Wang, Tseng, lower bound lemma.
int fewest_steps(const std::vector<int>& sides);

/// The same with one port a PE: ceil(log_2 N), for each node that has the text informs one a step.
int fewest_steps_one_port(const std::vector<int>& sides);

/// Fewest steps of any all-port broadcast with dimension-order routing; at least fewest_steps().
///
/// With b = 2k'+1, s steps without loss inform b^s nodes. A message that leaves on a channel of the
/// last dimension stays in its line. In the source's line of n nodes, of which h know the text, 2h
/// such messages leave per step and at most min(n, 3h) nodes know it afterwards; each of the others
/// is lost, and one lost in step t costs b^{s-t} nodes. With f the least sum of these costs, found
/// by dynamic programming over (t, h), s steps are impossible if b^s - f < N.
int fewest_steps_dimension_order(const std::vector<int>& sides);

/// A broadcast of packets along a breadth-first tree: every node passes every packet on to all
/// children at once, packet after packet.
struct PacketTree {
  Flits packet = 1;  ///< P, flits per packet
  Step finish = 0;   ///< cycles until the last node can use the whole text
};

/// Sum of floor(n_m/2): the distance of the farthest node.
int diameter(const std::vector<int>& sides);

/// (D + ceil(L/P) - 1) (os + (r - 1) + p + P + orv), D the diameter and p the slowest link's: a
/// node forwards a packet when it has all of it. 0 on a torus of one node. Errors: throws
/// std::invalid_argument for a packet that is not from 1 to L.
PacketTree packet_tree(const std::vector<int>& sides, const CycleModel& model, Flits packet);

/// The same with the P of the earliest finish, of these the smallest.
PacketTree best_packet_tree(const std::vector<int>& sides, const CycleModel& model);

/// Routers that copy flits would need one step: os + (r - 1) + p D + L + orv cycles, p D the sum
/// over the way to the farthest node.
Step copying_routers_finish(const std::vector<int>& sides, const CycleModel& model);

/// No broadcast of L flits, cut in any way, is done before os + (r - 1) + p D + ceil(L / 2k') + orv
/// cycles: the first flit to the farthest node crosses D links after the overhead, and the node
/// takes at most 2k' flits a cycle, with one port one. 0 on a torus of one node. Errors: as
/// check_model().
Step fewest_cycles(const std::vector<int>& sides, const CycleModel& model);

/// Edge-disjoint spanning trees that a source can have: 2k', two for each side above 1.
/// Source: as many as its channels, J. Edmonds, "Edge-Disjoint Branchings", 1973; with sides of 2,
///         whose two links lead to the same neighbour, as well.
int disjoint_trees(const std::vector<int>& sides);

/// Each tree carries ceil(L / 2k') flits in packets of P, hop by hop:
/// (D + n + ceil(L / 2k' P) - 1)(os + (r - 1) + p + P + orv), with the P of the earliest finish.
/// That the trees are no deeper than D + n, n the longest side, is an idealisation: none are built
/// here. 0 on a torus of one node. Units: cycles. Errors: as packet_tree().
PacketTree best_disjoint_trees(const std::vector<int>& sides, const CycleModel& model);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TORUS_THEORY_H_
