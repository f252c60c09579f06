// fat_tree_queues.h: the queues of runs in which all leaves start together.
//
// In flooding a packet goes to the same set of outputs whatever its identity, so occupancies depend
// on counts alone: every work-conserving policy gives the same. The queues on the way down to the
// target of a gather see the same counts as those of flooding, the queues beside it the same as
// flooding's queues towards the root.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_QUEUES_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_QUEUES_H_

#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise::theory {

/// Steps in which a leaf receives: 2, 4, 5, ..., n + 1 for b = 2, else 2 to n. For c_1 > 1, several
/// a step, from the counts of one node a level: all of a level are alike.
std::vector<Step> flooded_arrivals(const FatTree& tree);
std::string flooded_arrivals_source(const FatTree& tree);

/// Adds max_wait, max_stored and queue_free of unlimited queues, for c_i = 1 (any b), c_i = 2^(i-1)
/// (b = 2) and, from those counts, c_1 > 1; nothing for other trees.
void add_flooded_maxima(const FatTree& tree, FatTreePrediction& prediction);

/// Is every output with this depth always as good as without limit? Room is counted from the last
/// edge, so an output needs what it stores at most and what may leave in the step, c_i.
bool deep_enough_for_flood(const FatTree& tree, Flits depth);

/// Errors: throws std::invalid_argument for a depth below 1.
void check_depth(const FatTreeBuffers& buffers);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_QUEUES_H_
