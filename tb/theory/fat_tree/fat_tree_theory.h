// fat_tree_theory.h: closed formulas and explicit schedules for the collectives on fat trees.
//
// After V. Dimakopoulos and N. Dimopoulos, "Communications in Binary Fat Trees" (1995), corrected
// and extended to any arity b and to PEs of c_1 links, which send and receive c_1 flits a step. n
// leaves, L levels, branch i with c_i links. A packet that never waits and turns at level h arrives
// lam_h steps after its dispatch, 2h - 1 where every hop takes one step (FatTreeLatency). The class
// of two leaves is the level h where they meet. Where a finish is n or n + 1, c_1 is 1.
//
// Steps of dispatch are those of sending, arrivals and finish those of reception. D_h = lam_h -
// lam_(h-1) is 2 where every hop takes one step.
//
// Errors: every function that takes latencies throws TopologyError for those that do not fit the
// tree.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_THEORY_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_THEORY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise::theory {

/// Order in which a switch takes its inputs in a step.
enum class FatTreePolicy : std::uint8_t { kUpFirst, kLocalFirst, kRoundRobin, kRandom };

/// What the outputs of the switches can hold, where packets may wait.
struct FatTreeBuffers {
  /// Packets per output with back pressure (registered credits: room is counted from the last clock
  /// edge, and comes back over a wire of FatTreeLatency::credit steps; all-or-nothing replication).
  /// Empty: no back pressure, queues as long as needed.
  std::optional<Flits> depth;
  FatTreePolicy policy = FatTreePolicy::kUpFirst;
};

/// Idle dispatch steps between phases; none: D_h after phase h, with which nothing ever waits.
/// Where every hop takes one step that is 2, and fewer collide.
using PhaseGap = std::optional<Step>;

/// Broadcast from `source`: one flood in step 1, a leaf of class h receives in step 1 + lam_h.
/// Errors: throws std::invalid_argument for a source that is no leaf.
FatTreePrediction predict_fat_tree_broadcast(const FatTree& tree, Node source,
                                             const FatTreeLatency& latency = {});

/// Order of serving all leaves from `source`, farthest class first: for k = n-1 down to 1 the leaf
/// whose base-b digits are those of the source plus those of k, modulo b (source XOR k for b = 2).
std::vector<Node> farthest_first_order(const FatTree& tree, Node source);

/// Scatter from `source`, farthest class first, back to back (Theorem 1 for any lengths).
///
/// Shape:  `lengths` has one entry per leaf, 0 for the source.
/// Errors: throws std::invalid_argument for a source that is no leaf and for bad lengths.
FatTreePrediction predict_fat_tree_scatter(const FatTree& tree, Node source,
                                           const std::vector<Flits>& lengths,
                                           const FatTreeLatency& latency = {});

/// Scatter from `source` in the order given, back to back.
///
/// Shape:  `order` has every leaf with a message once.
/// Errors: throws std::invalid_argument also when it has not.
FatTreePrediction predict_fat_tree_scatter_ordered(const FatTree& tree, Node source,
                                                   const std::vector<Flits>& lengths,
                                                   const std::vector<Node>& order,
                                                   const FatTreeLatency& latency = {});

/// The same with store and forward: a message leaves a switch's output only when its last flit is
/// in that output's queue. The source's own interface does not wait for it.
/// Errors: throws std::invalid_argument also for leaves of several links.
FatTreePrediction predict_fat_tree_scatter_store_forward(const FatTree& tree, Node source,
                                                         const std::vector<Flits>& lengths,
                                                         const std::vector<Node>& order,
                                                         const FatTreeLatency& latency = {});

/// Two scatters of one flit per leaf that start together, each farthest first.
/// Finish is empty when they collide.
/// Errors: throws std::invalid_argument for two equal sources or one that is no leaf.
FatTreePrediction predict_fat_tree_scatter_pair(const FatTree& tree, Node first, Node second,
                                                const FatTreeLatency& latency = {});

/// The same, each in an order of its own.
///
/// Shape:  `orders[0]` has every leaf but `first` once, `orders[1]` every leaf but `second`.
/// Errors: throws std::invalid_argument also when they have not.
FatTreePrediction predict_fat_tree_scatter_pair_ordered(
    const FatTree& tree, Node first, Node second, const std::array<std::vector<Node>, 2>& orders,
    const FatTreeLatency& latency = {});

/// Gather to `target`: the scatter with time reversed, so that nothing waits.
FatTreePrediction predict_fat_tree_gather(const FatTree& tree, Node target,
                                          const std::vector<Flits>& lengths,
                                          const FatTreeLatency& latency = {});

/// Gather to `target`, all leaves sending back to back from step 1 on into queues.
/// Errors: throws std::invalid_argument also for a depth below 1.
FatTreePrediction predict_fat_tree_gather_naive(const FatTree& tree, Node target,
                                                const std::vector<Flits>& lengths,
                                                const FatTreeBuffers& buffers = {},
                                                const FatTreeLatency& latency = {});

/// Multinode broadcast by flooding: every leaf floods in step 1 (Theorem 2).
/// Errors: throws std::invalid_argument for a depth below 1.
FatTreePrediction predict_fat_tree_flood(const FatTree& tree, const FatTreeBuffers& buffers = {},
                                         const FatTreeLatency& latency = {});

/// Multinode broadcast in phases h = L to 1, one copy per leaf and class: n - 1 + lam_L.
/// Finish is empty when `phase_gap` makes packets collide.
/// Errors: throws std::invalid_argument for a negative gap.
FatTreePrediction predict_fat_tree_multinode_phased(const FatTree& tree, PhaseGap phase_gap = {},
                                                    const FatTreeLatency& latency = {});

/// Multinode broadcast without queues in as few steps as any: copies for several levels at once.
FatTreePrediction predict_fat_tree_multinode_queue_free(const FatTree& tree,
                                                        const FatTreeLatency& latency = {});

/// e_1 = c_1, e_i = min(c_i, b e_(i-1)): the capacities that the leaves' links let traffic use.
std::vector<int> effective_capacities(const FatTree& tree);

/// Total exchange, phases h = L to 1 one after the other (equation (1) with e_i).
FatTreePrediction predict_fat_tree_exchange_serial(const FatTree& tree,
                                                   const FatTreeLatency& latency = {});

/// Total exchange with overlapping phases (equation (2) with e_i).
/// Finish is empty when `phase_gap` makes packets collide.
/// Errors: throws std::invalid_argument for a negative gap.
FatTreePrediction predict_fat_tree_exchange_phased(const FatTree& tree, PhaseGap phase_gap = {},
                                                   const FatTreeLatency& latency = {});

/// Total exchange as n scatters, farthest first, one after the other (section 5): n T steps, where
/// T is that of one: where every hop takes one step, n + 1 for b = 2 and n >= 4, else n.
FatTreePrediction predict_fat_tree_exchange_scatters(const FatTree& tree,
                                                     const FatTreeLatency& latency = {});

/// The same two at a time (section 5): (n / 2) T steps. Leaf s goes with s XOR 1, 3, 5 for n = 2,
/// 4, 8, with s XOR n/2 from 16 leaves on. Finish is empty when latencies make them collide.
/// Errors: throws std::invalid_argument unless b = 2.
FatTreePrediction predict_fat_tree_exchange_scatter_pairs(const FatTree& tree,
                                                          const FatTreeLatency& latency = {});

/// Total exchange in n - 2 + lam_L steps (n - 1 + lam_L below 8 leaves), optimal, where D_h = 2 for
/// all h >= 2: routers of one step, links of one step above branch 1. With other latencies no
/// closed form is known: then the phased exchange, to be read beside the lower bound.
/// Errors: throws std::invalid_argument unless b = 2 and c_i = 2^(i-1).
FatTreePrediction predict_fat_tree_exchange_optimal_ebft(const FatTree& tree,
                                                         const FatTreeLatency& latency = {});

/// In step `step` every leaf sends its next message of class `level`.
struct FatTreeClassStep {
  Step step = 0;
  int level = 0;
};

/// Total exchange in which all leaves send the same classes in the same steps. The k-th message of
/// class h, k = b^(h-1), b^(h-1) + 1, ..., goes to the leaf whose digits are those of the source
/// plus those of k, modulo b (source XOR k for b = 2).
///
/// Nothing here makes such a sequence: the criterion of check_schedule says whether anything waits,
/// and if not, finish is the last of (step + lam_h). Finish is empty when packets collide.
/// Errors: throws std::invalid_argument for a step below 1, for a class out of 1 to L, and unless
///         each class h is there (b-1) b^(h-1) times.
FatTreePrediction predict_fat_tree_exchange_in_classes(
    const FatTree& tree, const std::vector<FatTreeClassStep>& sequence,
    const FatTreeLatency& latency = {});

/// Total exchange in n^2/4 + lam_L steps, optimal.
/// Errors: throws std::invalid_argument unless b = 2 and c_i = 1.
FatTreePrediction predict_fat_tree_exchange_optimal_cbft(const FatTree& tree,
                                                         const FatTreeLatency& latency = {});

/// Total exchange into queues, every leaf sending back to back, farthest class first.
///
/// With c_i = 1 the order of the inputs changes nothing. With c_i = b^(i-1) finish is said of the
/// two fixed orders only: random order takes a step more from 16 leaves on, round robin from 32 on.
/// With latencies near packets slip in between far ones, and none is said.
FatTreePrediction predict_fat_tree_exchange_far_first(
    const FatTree& tree, FatTreePolicy policy = FatTreePolicy::kUpFirst,
    const FatTreeLatency& latency = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_THEORY_H_
