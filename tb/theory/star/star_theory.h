// star_theory.h: exact times of four collectives on the star graph S_n, and their bounds.
//
// Nothing here simulates and nothing here is shared with the protocols: the functions evaluate
// formulas of Fragopoulou, Akl, "Edge-Disjoint Spanning Trees on the Star Network with Applications
// to Fault Tolerance" (IEEE TC 45(2), 1996), on the trees of `StarTrees`. All ports of a node send
// and receive in every step; a packet is stored before it is sent on; nodes count steps together.
//
// N = n! nodes, D the diameter, H the trees' height; m packets through x trees each.
// Errors: every function throws std::invalid_argument for fewer than 1 packet, copies that are not
// 1 to n-1, and a source that is no node.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_THEORY_H_
#define FLITWISE_TB_THEORY_STAR_STAR_THEORY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_prediction.h"

namespace flitwise::theory {

/// Broadcast: the source feeds every tree a packet a step; a node passes a packet on to all its
/// children in the next step. The same for every source.
StarPrediction predict_broadcast(const StarTrees& trees, const StarTraffic& traffic);

/// Multinode broadcast by the static walk: in step t of a round every source sends on the t-th arc
/// of each tree's depth-first walk. Packets of round r (one per tree) take steps r (N-1) + 1 to
/// (r+1) (N-1).
StarPrediction predict_multinode(const StarTrees& trees, const StarTraffic& traffic);

/// Multinode broadcast by a token per tree, which carries all ceil(m x / (n-1)) packets of its tree
/// down an arc, one a step, and takes one step back.
StarPrediction predict_multinode_acknowledged(const StarTrees& trees, const StarTraffic& traffic);

/// Scatter: the source feeds every tree a packet a step, for the farthest addresses first; the m
/// packets of an address follow each other. The copies of a node use the trees of `StarSelection`.
StarPrediction predict_scatter(const StarTrees& trees, const StarTraffic& traffic);

/// Total exchange: every node sends m packets to every other. Address by address in the order of
/// scatter, packet by packet, all sources send through all trees at once, and the next packet
/// starts when this one has arrived, at depth(u) steps a packet.
StarPrediction predict_exchange(const StarTrees& trees, const StarTraffic& traffic);

/// Sum over all nodes of the least total length of n-1 disjoint paths to it, divided by n-1: no
/// n-1 trees with disjoint paths have a smaller average sum of depths.
/// Source: minimum cost flow, computed once for n = 3..7; empty for larger n.
std::optional<std::int64_t> disjoint_depth_sum(int order);

/// Every packet on every link, sorted by StarLinkEvent's order: the figures above unrolled.
std::vector<StarLinkEvent> broadcast_events(const StarTrees& trees, const StarTraffic& traffic,
                                            Node source);
std::vector<StarLinkEvent> multinode_events(const StarTrees& trees, const StarTraffic& traffic);
std::vector<StarLinkEvent> multinode_acknowledged_events(const StarTrees& trees,
                                                         const StarTraffic& traffic);
std::vector<StarLinkEvent> scatter_events(const StarTrees& trees, const StarTraffic& traffic,
                                          Node source);
std::vector<StarLinkEvent> exchange_events(const StarTrees& trees, const StarTraffic& traffic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_THEORY_H_
