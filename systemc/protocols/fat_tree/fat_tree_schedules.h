// fat_tree_schedules.h: dispatch tables for the leaves of a fat tree.
//
// Source: V. V. Dimakopoulos and N. J. Dimopoulos, "Communications in Binary Fat Trees", and what
// follows from it for any arity b. n leaves, L levels, c_i links each way of a branch below level
// i; h is the level at which sender and receiver meet. A flit dispatched in step d that waits
// nowhere arrives in step d + lam_h, with latencies of one step d + 2h - 1; it arrives D_h steps
// later than one that meets a level lower, 2 with latencies of one step. What is said of steps in
// numbers is said of latencies of one step.
//
// All messages have one flit unless lengths are given. "Queue-free": on a network that starts all
// leaves in the same step, no flit ever waits. Where a last step is n or n + 1, or n times that,
// c_1 is 1: what leaves back to back leaves c_1 flits a step.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_SCHEDULES_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_SCHEDULES_H_

#include <array>
#include <optional>
#include <vector>

#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// Idle dispatch steps between two phases. Empty: D_h after the phase of level h, which just keeps
/// their flits apart, since those of the next phase meet one level lower and overtake those before
/// them by as much. A number: so many after every phase.
using PhaseGap = std::optional<Step>;

/// Broadcast: `source` floods the network. Queue-free, ends in step 2L.
/// Errors: all of these throw std::invalid_argument for a leaf that is not in the tree.
Schedule fat_tree_broadcast(const FatTree& tree, Node source);

// ---- scatter and gather ---------------------------------------------------------------------
// Shape:  `lengths` has one entry per leaf, at least 0, and 0 for the source or target itself.
// Errors: std::invalid_argument when it is not so.

/// All leaves but `source`, farther ones first: source + (n-1), source + (n-2), ..., source + 1,
/// added digit by digit (for b = 2 the exclusive or).
std::vector<Node> furthest_first_order(const FatTree& tree, Node source);

/// Scatter, furthest first, back to back from step 1. Queue-free on any capacities; optimal with
/// cut-through. Unit messages end in step n + 1 (b = 2, n >= 4), else n.
Schedule fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths);

/// Scatter in the given order, back to back from step 1: with store-and-forward of whole messages
/// furthest first is not always best.
/// Errors: std::invalid_argument unless `order` names each leaf with a nonnull message once and no
///         other.
Schedule fat_tree_scatter_in_order(const FatTree& tree, Node source,
                                   const std::vector<Flits>& lengths,
                                   const std::vector<Node>& order);

/// Two furthest-first scatters of unit messages at once. Queue-free only for some pairs: b = 2 and
/// second = first XOR 3 (n = 4), XOR 5 (n = 8), XOR n/2 (16 <= n <= 1024).
/// Errors: std::invalid_argument also when both are the same leaf.
Schedule fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second);

/// Two scatters of unit messages at once, each in its own order.
/// Shape:  `orders[0]` names every leaf but `first` once, `orders[1]` every leaf but `second`.
/// Errors: std::invalid_argument when it is not so, or when both are the same leaf.
Schedule fat_tree_concurrent_scatters_in_order(const FatTree& tree, Node first, Node second,
                                               const std::array<std::vector<Node>, 2>& orders);

/// Gather as the furthest-first scatter from `target` in reversed time. Queue-free, ends in the
/// same step.
Schedule fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths,
                         const FatTreeLatency& latency = {});

/// Gather in which every leaf starts in step 1. Needs queues.
Schedule fat_tree_gather_naive(const FatTree& tree, Node target, const std::vector<Flits>& lengths);

// ---- multinode broadcast --------------------------------------------------------------------

/// Every leaf floods the network in step 1. Needs queues; ends in step n + 1 (b = 2, n >= 4), else
/// n.
Schedule fat_tree_multinode_flood(const FatTree& tree);

/// One copy per level and leaf, phases from the root's level down. Queue-free without a gap of
/// one's own, ends in step n - 1 + lam_L.
/// Errors: std::invalid_argument when `phase_gap` < 0.
Schedule fat_tree_multinode_phased(const FatTree& tree, PhaseGap phase_gap = {},
                                   const FatTreeLatency& latency = {});

/// Copies that serve several levels at once. Queue-free, ends in step n + 1 (b = 2, n >= 4), else
/// n: no schedule is faster.
///
/// Leaf s is active for level h in the (b-1)b^(h-1) steps t from D_h on in which s = t - 1 mod
/// b^(h-1); it sends one copy for all levels for which it is active. The copies of level h arrive
/// from A_h = D_h + lam_h on, in as many steps: A_1 = 1 + lam_1, and A_h is 1 + lam_h or what
/// follows the arrivals of level h - 1, whichever is later.
Schedule fat_tree_multinode_queue_free(const FatTree& tree, const FatTreeLatency& latency = {});

// ---- total exchange -------------------------------------------------------------------------

/// e_1 = c_1, e_i = min(c_i, b e_(i-1)): what the branches below let a branch of level i carry.
/// Shape: entry i - 1 is e_i.
std::vector<int> effective_capacities(const FatTree& tree);

/// Phases from the root's level down, e_h messages a step from each of the b subtrees of every
/// level-h switch; each phase starts when the one before has arrived. Queue-free; with
/// G_h = ceil((b-1)b^(2h-2)/e_h) ends in step sum G_h + sum lam_h.
Schedule fat_tree_exchange_phased_serial(const FatTree& tree, const FatTreeLatency& latency = {});

/// The same phases with `phase_gap` idle steps between them. Queue-free without a gap of one's own,
/// ends in step sum G_h + lam_L.
/// Errors: std::invalid_argument when `phase_gap` < 0.
Schedule fat_tree_exchange_phased(const FatTree& tree, PhaseGap phase_gap = {},
                                  const FatTreeLatency& latency = {});

/// Optimal on the exponential binary fat tree: queue-free, ends in step n + 2L - 3 (n >= 8), 6
/// (n = 4), 2 (n = 2). Where D_h is not 2, the class sequence of ebft_classes, else the phases.
/// Errors: std::invalid_argument unless b = 2 and c_i >= 2^(i-1).
Schedule fat_tree_exchange_optimal_ebft(const FatTree& tree, const FatTreeLatency& latency = {});

/// Optimal on the constant binary fat tree: queue-free, ends in step n^2/4 + lam_L.
/// Errors: std::invalid_argument unless b = 2 and c_i = 1, and when lower levels are so much slower
///         than the highest that their messages do not fit between its own (fits_optimal_cbft).
Schedule fat_tree_exchange_optimal_cbft(const FatTree& tree, const FatTreeLatency& latency = {});

/// Whether all below the two highest levels is sent before the second highest begins to send.
bool fits_optimal_cbft(int levels, const FatTreeLatency& latency);

/// n furthest-first scatters, from leaf 0, then leaf 1 and so on, each from when the one before has
/// arrived. Queue-free; ends in step n (n + 1) (b = 2, n >= 4), else n^2.
Schedule fat_tree_exchange_scatters(const FatTree& tree, const FatTreeLatency& latency = {});

/// The same, two scatters at a time: of leaf s and its partner s XOR 1 (n = 2), XOR 3 (n = 4), XOR
/// 5 (n = 8), XOR n/2 (n >= 16), which do not meet. Queue-free; ends in step n (n + 1) / 2, 2 for
/// n = 2.
/// Errors: std::invalid_argument unless b = 2.
Schedule fat_tree_exchange_scatter_pairs(const FatTree& tree, const FatTreeLatency& latency = {});

/// Every leaf sends back to back from step 1, furthest first. Needs queues.
Schedule fat_tree_exchange_far_first(const FatTree& tree);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_FAT_TREE_SCHEDULES_H_
