// tree_scatter.h: scatters and gathers over several trees of one root without a common arc.
//
// Every message travels in one of the trees. A link of the root belongs to one tree, so that each
// of them is sent its messages as if it were alone: the furthest first, of equally far ones that of
// the lower number, back to back from step 1 on. Routers without buffers forward a flit a step, and
// no two flits ever want a link. A gather is the scatter backwards, by a timetable that all PEs
// know: what is on an arc in step s of a scatter that ends in step T is on the arc back in step
// T + 1 - s.
//
// Shape:  trees are spanning trees of one root without a common arc, lengths and allocations have
//         one entry per node, in node numbers; the root has no message.
// Units:  steps and flits.
// Errors: std::invalid_argument for lengths and trees that allocate_to_trees refuses, and for an
//         allocation that names no tree where there is a message.
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
//         Processors" (IEEE TC 42(8), 1993), Theorem 1, on each link of the root.
#ifndef FLITWISE_TB_THEORY_GRAPH_TREE_SCATTER_H_
#define FLITWISE_TB_THEORY_GRAPH_TREE_SCATTER_H_

#include <optional>
#include <vector>

#include "systemc/topology/graph/tree_allocation.h"
#include "systemc/topology/graph/tree_family.h"
#include "systemc/topology/types.h"
#include "tb/theory/events.h"

namespace flitwise::theory {

/// When each message is on its way, by node.
struct TreeScatter {
  std::vector<TreeIndex> allocation;
  /// The last step in which a link carries a flit, 0 if nothing is sent: the largest, over links b
  /// of the root and depths d, of d - 1 + flits below b for nodes of depth >= d.
  Step finish = 0;
  /// First step of a message on its first link; empty where there is none.
  std::vector<std::optional<Step>> dispatch;
};

TreeScatter predict_tree_scatter(const std::vector<Parents>& trees,
                                 const std::vector<Flits>& lengths,
                                 const std::vector<TreeIndex>& allocation);
TreeScatter predict_tree_scatter(const std::vector<Parents>& trees,
                                 const std::vector<Flits>& lengths, AllocationRule rule);
/// The same finish. Flit k of a message of L is flit L + 1 - k of the scatter.
TreeScatter predict_tree_gather(const std::vector<Parents>& trees,
                                const std::vector<Flits>& lengths,
                                const std::vector<TreeIndex>& allocation);
TreeScatter predict_tree_gather(const std::vector<Parents>& trees,
                                const std::vector<Flits>& lengths, AllocationRule rule);

/// Every flit on every link, sorted; `message` is the node that the message is for, or from.
std::vector<LinkEvent> tree_scatter_events(const std::vector<Parents>& trees,
                                           const std::vector<Flits>& lengths,
                                           const TreeScatter& prediction);
std::vector<LinkEvent> tree_gather_events(const std::vector<Parents>& trees,
                                          const std::vector<Flits>& lengths,
                                          const TreeScatter& prediction);
/// The same, where no list of them is to be kept.
void visit_tree_scatter_events(const std::vector<Parents>& trees, const std::vector<Flits>& lengths,
                               const TreeScatter& prediction, const TakeEvent& take);
void visit_tree_gather_events(const std::vector<Parents>& trees, const std::vector<Flits>& lengths,
                              const TreeScatter& prediction, const TakeEvent& take);

/// No scatter or gather over these trees ends earlier, even if the flits of one message take
/// different trees: the least T for which a flow from the messages through their places in the
/// trees, at most T - d + 1 flits of depth d or more on a root link, carries all.
Step best_scatter_split(const std::vector<Parents>& trees, const std::vector<Flits>& lengths);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_GRAPH_TREE_SCATTER_H_
