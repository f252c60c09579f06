// star_theory.h: exact times of four collectives on the star graph S_n, their bounds, and those of
// hypercubes.
//
// Nothing here simulates and nothing here is shared with the protocols: the functions evaluate
// formulas of Fragopoulou, Akl, "Edge-Disjoint Spanning Trees on the Star Network with Applications
// to Fault Tolerance" (IEEE TC 45(2), 1996), on the trees of `StarTrees`. All ports of a node send
// and receive in every step. In lockstep nodes count packet steps together, and a packet is passed
// on in the next one at the earliest; with spaced slots packets follow each other without a pause,
// and are passed on as soon as routers and links let them.
//
// N = n! nodes, D the diameter, H the trees' height; m packets through x trees each. StarPace gives
// F, Phi, k, w; m' = ceil(m x / (n-1)).
// Errors: every function throws std::invalid_argument for fewer than 1 packet, copies that are not
// 1 to n-1, a source that is no node, fewer than 1 flit, latencies below 1, and a walk with
// acknowledgements in spaced slots: an acknowledgement waits for the data before it.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_THEORY_H_
#define FLITWISE_TB_THEORY_STAR_STAR_THEORY_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/prediction.h"
#include "tb/theory/star/star_pace.h"
#include "tb/theory/star/star_traffic.h"

namespace flitwise::theory {

/// What is done, and how.
enum class StarAlgorithm : std::uint8_t {
  /// Broadcast: the source feeds every tree a packet a step; a node passes a packet on to all its
  /// children in the next step. The same for every source.
  kTrees,
  /// Multinode broadcast by the static walk: in step t of a round every source sends on the t-th
  /// arc of each tree's depth-first walk. Packets of round r (one per tree) take steps r (N-1) + 1
  /// to (r+1) (N-1).
  ///
  /// In spaced slots of which an arc must be k > 1 after its parent arc, the order is highest level
  /// first: in every slot, of the arcs that are not walked yet and whose parent arc was at least k
  /// slots before, that which most links follow on the longest way down; among equals the earlier
  /// round's, then that which comes first in the depth-first walk. So rounds are interleaved, and
  /// ports hold many packets: 36 a round in S_5, where depth first they hold 5.
  kStatic,
  /// Multinode broadcast by a token per tree, which carries all ceil(m x / (n-1)) packets of its
  /// tree down an arc, one a step, and takes one step back.
  kAcknowledged,
  /// Scatter: the source feeds every tree a packet a step, for the farthest addresses first; the m
  /// packets of an address follow each other. The copies of a node use the trees of
  /// `StarSelection`.
  kFurthestFirst,
  /// Total exchange: every node sends m packets to every other. Address by address in the order of
  /// scatter, packet by packet, all sources send through all trees at once, and the next packet
  /// starts when this one has arrived, at depth(u) steps a packet.
  ///
  /// In spaced slots k packets are on their way by turns: slot s (from 0) belongs to class s mod k.
  /// In the same order, each packet is given the depth(u) next slots of the class with the fewest
  /// so far, among equals that of the least number.
  kNecklaces,
};

/// Broadcast and scatter; in the others every node is a source.
bool has_one_source(StarAlgorithm algorithm);
/// Scatter and exchange: a packet is for one node, the others' for all.
bool is_routed(StarAlgorithm algorithm);

/// Predicted figures of one run. Sources are called as the members.
///
/// Units: packet steps, in which each link carries one packet per direction, or with spaced slots
/// slots of F cycles, the first of which begins with cycle 1; packets; `finish`, `quiesce` and
/// `least_cycles` in StarPace's cycles.
struct StarPrediction : Sourced {
  Step steps = 0;          ///< last step in which any packet is sent
  Step last_delivery = 0;  ///< last step in which a packet for the next node is sent
  Step finish = 0;   ///< at the end of this cycle the last packet is whole at the node it is for
  Step quiesce = 0;  ///< at the end of this cycle the last flit of all is received
  std::int64_t transmissions = 0;     ///< packets times links, without acknowledgements
  std::int64_t acknowledgements = 0;  ///< the same of acknowledgements
  /// Most packets that came through one input port of a node and are still to be sent on, between
  /// two steps; with spaced slots, at the end of a cycle. A packet has come when its head has been
  /// received, and is still to be sent until its head is sent for the last time.
  std::int64_t max_buffer = 0;
  /// Broadcast: most steps between the first and the last copy of a packet at a node; with spaced
  /// slots, cycles.
  std::optional<Step> reorder_window;
  Step lower_bound = 0;                      ///< no schedule of this operation needs fewer steps
  Step least_cycles = 0;                     ///< nor has an earlier `finish`
  std::int64_t transmissions_at_least = 0;   ///< nor fewer transmissions
  std::optional<Step> disjoint_lower_bound;  ///< nor steps if copies take disjoint paths, x = n-1

  double ratio() const { return static_cast<double>(steps) / static_cast<double>(lower_bound); }
};

/// A run in which nothing fails.
StarPrediction predict_star(StarAlgorithm algorithm, const StarTrees& trees,
                            const StarTraffic& traffic, const StarPace& pace = {});

/// Sum over all nodes of the least total length of n-1 disjoint paths to it, divided by n-1: no
/// n-1 trees with disjoint paths have a smaller average sum of depths.
/// Source: minimum cost flow, computed once for n = 3..7; empty for larger n.
std::optional<std::int64_t> disjoint_depth_sum(int order);

enum class StarPacketKind : std::uint8_t { kData, kAcknowledgement };

/// One packet (or acknowledgement) crossing one link.
struct StarLinkEvent {
  Step step = 0;  ///< packet step; with spaced slots the cycle in which the head is sent
  Node from = kNoNode;
  Node to = kNoNode;
  StarPacketKind kind = StarPacketKind::kData;
  int tree = 0;                ///< 2..n, relative to the source
  Node source = kNoNode;       ///< where the packet comes from (an acknowledgement: goes to)
  Node destination = kNoNode;  ///< scatter, exchange: where it goes; else none
  std::int64_t packet = 0;     ///< 0..m-1; 0 for an acknowledgement

  auto key() const { return std::tie(step, from, to, kind, tree, source, destination, packet); }
  friend bool operator==(const StarLinkEvent& a, const StarLinkEvent& b) {
    return a.key() == b.key();
  }
  friend bool operator<(const StarLinkEvent& a, const StarLinkEvent& b) {
    return a.key() < b.key();
  }
};

/// Takes packets on links one after the other, in any order.
using TakeStarEvent = std::function<void(const StarLinkEvent& event)>;

/// Hands on every packet on every link: the prediction unrolled. `source` is not looked at where
/// every node is one.
void visit_star_events(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
                       Node source, const StarPace& pace, const TakeStarEvent& take);
/// All of them, sorted by StarLinkEvent's order.
std::vector<StarLinkEvent> star_events(StarAlgorithm algorithm, const StarTrees& trees,
                                       const StarTraffic& traffic, Node source,
                                       const StarPace& pace = {});

/// A network in which every node uses all its ports, and least steps of m packets in x copies.
struct NetworkBounds {
  std::int64_t nodes = 0;
  int degree = 0;
  std::int64_t links = 0;
  int diameter = 0;
  std::int64_t distance_sum = 0;  ///< of all nodes to one
  Step broadcast = 0;             ///< ceil(m x / degree) + diameter - 1
  Step multinode = 0;             ///< ceil(m x (nodes - 1) / degree)
  Step exchange = 0;              ///< ceil(m x distance_sum / degree)

  /// Mean distance between two different nodes.
  double mean_distance() const {
    return static_cast<double>(distance_sum) / static_cast<double>(nodes - 1);
  }
};

/// The star graph S_n.
/// Errors: throws TopologyError for n that StarGraph refuses, std::invalid_argument for fewer than
///         1 packet and copies that are not 1 to n-1.
NetworkBounds star_graph_bounds(int order, const StarTraffic& traffic);

/// The hypercube Q_k: 2^k nodes of degree k.
/// Errors: throws std::invalid_argument for k that is not 1 to 20, fewer than 1 packet and copies
///         that are not 1 to k.
NetworkBounds hypercube_bounds(int dimensions, const StarTraffic& traffic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_THEORY_H_
