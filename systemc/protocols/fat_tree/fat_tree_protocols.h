// fat_tree_protocols.h: one protocol per leaf of a fat tree.
//
// The operation says what every leaf must take in; the schedule says who sends what and when. The
// two are separate, so that the leaf that waits for a flit notices when the schedule forgets,
// doubles or misdirects it. Schedules: fat_tree_schedules.h, or of one's own.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_PROTOCOLS_H_

#include <vector>

#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise::protocols {

/// Shape:  in all of the following, entry x of the result is leaf x's; switches have no protocol.
/// Errors: each throws std::invalid_argument when the schedule has not one list per leaf, breaks a
///         rule of check_schedule, or has digits for copies that the tree has no child or level
///         for, and when a leaf or length is wrong.

/// Every other leaf gets one flit from `source`.
Protocols make_fat_tree_broadcast(const FatTree& tree, Node source, const Schedule& schedule);

/// Leaf x gets `lengths[x]` flits from `source`. Shape: one entry per leaf, 0 for the source.
Protocols make_fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths,
                                const Schedule& schedule);

/// Every leaf gets one flit from each of two different leaves, they from each other.
Protocols make_fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second,
                                            const Schedule& schedule);

/// `target` gets `lengths[x]` flits from leaf x. Shape: one entry per leaf, 0 for the target.
Protocols make_fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths,
                               const Schedule& schedule);

/// Multinode broadcast and total exchange: every leaf gets one flit from every other leaf.
Protocols make_fat_tree_all_to_all(const FatTree& tree, const Schedule& schedule);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_PROTOCOLS_H_
