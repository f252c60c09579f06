// merge_plans.h: which leaf of a fat tree sends which operand when, so that switches that add what
// meets scatter the results of a vector.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_MERGE_PLANS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_MERGE_PLANS_H_

#include <vector>

#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/topology/collective_plan.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// A leaf's operand for the word of leaf `word`, which crosses its own link in step `step`.
struct MergeSend {
  Step step = 1;
  Node word = 0;
};

/// Shape: vectors have an entry a leaf. Word q is leaf q's; those from `words` on are padding.
struct MergePlan {
  FatTree tree;
  Flits words = 1;                            ///< of the vector
  std::vector<std::vector<MergeSend>> sends;  ///< by increasing step
  std::vector<Flits> partials;                ///< sums that come to the leaf
  Schedule broadcast;                         ///< of results to all leaves; empty: a reduce-scatter
};

/// The queue-free multinode broadcast backwards: x sends its operand for s in step T + 1 - t, where
/// s's copy comes to x in step t of it and its last copy anywhere in step T. An all-reduce then has
/// that broadcast.
///
/// Errors: throws TopologyError for more words than leaves, for steps to combine, for leaves with
///         several links, and for other operations.
MergePlan merge_in_switches(const CollectiveRequest& request, const FatTree& tree);

/// The same, but that every operand of one leaf leaves `by` steps later.
MergePlan with_late_leaf(MergePlan plan, Node leaf, Step by);

/// The same, but that one leaf sends its first operand that is no padding once more, in the first
/// step behind it in which it sends nothing.
/// Errors: throws std::invalid_argument for a leaf that has none.
MergePlan with_double_operand(MergePlan plan, Node leaf);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COMBINING_MERGE_PLANS_H_
