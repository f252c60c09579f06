// star_plans.h: collective operations on star graphs whose PEs combine.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_STAR_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_STAR_PLANS_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_trees.h"

namespace flitwise::protocols {

// A word travels in a packet of F flits, F being the request's `packet`, 1 if it says none. All
// times are given in packet steps of F steps, those to combine too; N = n!.

/// A link of the tree by which the block of node 0 reaches all nodes.
struct StarRoundArc {
  Node from = kNoNode;
  int dimension = 0;
};

/// The n!/(n-1) rounds of an all-gather, the fewest there can be: in each, every dimension is used
/// once, but for one in the last.
///
/// Rotation R moves a tree's link of dimension d to dimension R(d). Nodes with n - 1 different
/// images have one round for all of them, breadth first, over the images of one link. Those with
/// fewer, which have symbol 1 in front, come last, n - 1 a round, over any links: their neighbours
/// have another symbol in front and so all their images.
/// Source: the contention lemma of P. Fragopoulou, S. G. Akl (IEEE TC 45(2), 1996): translations of
///         links of different dimensions are different links; the rounds are this project's.
std::vector<std::vector<StarRoundArc>> star_round_tree(const StarGraph& graph);

/// Reduce-scatter, all-gather, and all-reduce, which is one after the other. Of the words of a
/// block q (n - 1) go along the n - 1 trees of rule Q, q in each, one link a step in the order of
/// the walk; the r others go along the rounds. Every node's words go along the trees moved to it.
///
/// Time:   blocks of b = q (n - 1) + r words: all-gather q (N - 1) + r n!/(n-1), which is
///         ceil(b (N - 1) / (n - 1)); a reduce-scatter, backwards, takes a more a step of the walk
///         and a round: a (N - 1) if q > 0, and a n!/(n-1) if r > 0.
/// Errors: throws TopologyError for another operation, for more than kMostStarMessages messages and
///         for what check_request refuses.
CollectivePlan star_rounds(const CollectiveRequest& request, const StarGraph& graph);

inline constexpr std::int64_t kMostStarMessages = std::int64_t{1} << 20;

/// Reduce, up the n - 1 trees of the root, of height H, whose links upward are as disjoint as those
/// downward; word i in tree 2 + i mod (n - 1). All-reduce: down the same trees when all is there,
/// since a link down a tree may be one up another.
///
/// Time:   with c = ceil(m / (n - 1)): reduce c - 1 + H (1 + a), all-reduce 2 c + 2 H - 2 + H a.
/// Errors: as star_rounds.
CollectivePlan star_over_trees(const CollectiveRequest& request, const StarGraph& graph,
                               StarRule rule);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_STAR_PLANS_H_
