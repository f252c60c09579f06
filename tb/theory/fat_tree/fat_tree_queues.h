// fat_tree_queues.h: the queues of runs in which all leaves start together.
//
// In flooding a packet goes to the same set of outputs whatever its identity, so occupancies depend
// on counts alone: every work-conserving policy gives the same. The queues on the way down to the
// target of a gather see the same counts as those of flooding, the queues beside it the same as
// flooding's queues towards the root. A queue begins behind the stages of its switch's inputs: what
// is on links and in stages is not stored.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_QUEUES_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_QUEUES_H_

#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise::theory {

/// Step in which the first packet of each class arrives that all leaves send to all others at once,
/// c_1 = 1: A_1 = 1 + lam_1, A_h = max(1 + lam_h, A_(h-1) + (b-1) b^(h-2)). The (b-1) b^(h-1)
/// packets of the class arrive one a step from then on.
///
/// Shape: one entry per class from 1 to L, at h - 1.
std::vector<Step> class_arrivals(const FatTree& tree, const FatTreeLatency& latency);

/// Steps in which a leaf receives, class by class as above: where every hop takes one step 2, 4, 5,
/// ..., n + 1 for b = 2, else 2 to n. For c_1 > 1, several a step, from the counts of one node a
/// level: all of a level are alike.
std::vector<Step> flooded_arrivals(const FatTree& tree, const FatTreeLatency& latency);
std::string flooded_arrivals_source(const FatTree& tree, const FatTreeLatency& latency);

/// Adds max_wait, max_stored and queue_free of unlimited queues, for c_i = 1 (any b), c_i = 2^(i-1)
/// (b = 2) and, from those counts, c_1 > 1 and c_i = 2^(i-1) with links of different latencies;
/// nothing for other trees.
void add_flooded_maxima(const FatTree& tree, const FatTreeLatency& latency,
                        FatTreePrediction& prediction);

/// Is every output with this depth always as good as without limit? It needs what it stores at most
/// and what may leave, c_i a step, before its room is known to be back: r + w - 1 steps of the
/// slowest link and those of the credit wire less one; one step where each takes one.
bool deep_enough_for_flood(const FatTree& tree, Flits depth, const FatTreeLatency& latency);

/// Steps from when a packet is sent towards a queue until the room that it takes there, if it
/// leaves at once, may be counted on again, on the slowest link: r + w - 1 + w_c, 2 where each
/// is 1.
Step credit_loop(const FatTree& tree, const FatTreeLatency& latency);

/// Raises the lower bound where every leaf, or the only one that receives, gets a packet from each
/// other and links cannot be busy all the time: the last of the n - b^(i-1) packets that come to it
/// over branch i is, over c_i links, the k-th of its link, which carries `depth` of them in a round
/// of its credits, r + w_i - 1 + w_c, or w_1 + w_c to a leaf, which takes all at once. Nothing
/// where each hop takes one step.
void add_credit_bound(const FatTree& tree, Flits depth, const FatTreeLatency& latency,
                      FatTreePrediction& prediction);

/// True when the links of all branches take the same.
bool has_equal_links(const FatTree& tree, const FatTreeLatency& latency);

/// Errors: throws std::invalid_argument for a depth below 1.
void check_depth(const FatTreeBuffers& buffers);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_QUEUES_H_
