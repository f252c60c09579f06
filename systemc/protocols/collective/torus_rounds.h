// torus_rounds.h: reductions on tori in the least number of rounds: in each, every PE uses every
// channel once.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_ROUNDS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_ROUNDS_H_

#include <vector>

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

/// One hop of a block on its way from PE 0 to all others.
struct RoundArc {
  Node from = kNoNode;
  Channel channel = 0;
};
/// Arcs by round, from a PE that an earlier round reached to one that none has; no channel twice in
/// a round.
using RoundTree = std::vector<std::vector<RoundArc>>;

/// max(D, ceil((N - 1 + s2) / 2k)): rounds that it takes at least, D being the largest distance, k
/// the number of sides larger than 1 and s2 of those of 2, whose two channels lead to one node and
/// of which one is idle in the first round.
int fewest_rounds(const Torus& torus);

/// A tree of that many rounds. In each, as many channels as can lead to new nodes, those nodes
/// first that fewest channels lead to; where that does not end in time, again with other choices,
/// the same in every run.
/// Errors: throws TopologyError when none has been found, and says for which sides.
RoundTree round_tree(const Torus& torus);

/// Reduce-scatter, all-gather, and all-reduce, which is the two in this order. The block of every
/// PE goes along the tree moved to that PE; a reduce-scatter is the same backwards in time and
/// space. In a round every PE sends one message by each channel at most, and all PEs alike.
///
/// Time:   with R rounds and h = os + 1 + B + orv, B the words of a block: all-gather R h,
///         reduce-scatter R (h + a), all-reduce R (2 h + a), in lockstep.
/// Source: the idea for two dimensions: M. Soch, P. Tvrdik, "Optimal gossip in store-and-forward
///         noncombining 2-D tori", Euro-Par 1997.
/// Errors: as round_tree; throws TopologyError for another operation.
CollectivePlan rounds(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_ROUNDS_H_
