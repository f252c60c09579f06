// fat_tree_figures.h: what the predictions of all operations on fat trees have in common: steps
// that no schedule can do without, tables of dispatches, and which branches a dispatch crosses, and
// when if nothing waits.
//
// All bounds hold with and without queues, and for PEs of any number of links, c_1. h is the class
// of a packet, the level where it turns.
//
// A packet dispatched in step d that turns at level h arrives in step a = d + lam_h. It is sent
// over up branch j steps_to_branch(j) after d and over down branch j steps_from_branch(j) before a,
// whatever h is; j - 1 where every hop takes one step.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_FIGURES_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_FIGURES_H_

#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// Broadcast: 1 + lam_L, where the farthest leaf receives; 2L where every hop takes one step.
Step broadcast_bound(const FatTree& tree, const FatTreeLatency& latency = {});

/// Scatter from `root` or gather to it: max over the classes h that have a flit of (ceil(flits of
/// class h and higher / c_1) + lam_h). Those flits share the root's c_1 links, and the last
/// (first) of them takes lam_h more. 0 when nothing is sent.
///
/// Shape: `lengths` has one entry per leaf, 0 for `root`.
Step one_to_all_bound(const FatTree& tree, Node root, const std::vector<Flits>& lengths,
                      const FatTreeLatency& latency = {});

/// Multinode broadcast: the same at every leaf, max over h of ceil((n - b^(h-1)) / c_1) + lam_h;
/// with c_1 = 1 and one step a hop that is n + 1 for b = 2 and n >= 4, else n.
Step multinode_bound(const FatTree& tree, const FatTreeLatency& latency = {});

/// Total exchange, links: max over i <= h of ceil(b^(i-1) (n - b^(h-1)) / c_i) + lam_h. Packets of
/// class h and higher are sent over up branch i from the step on in which the first can be there,
/// and until the last still arrives in T: in T - lam_h steps.
Step exchange_link_bound(const FatTree& tree, const FatTreeLatency& latency = {});

/// Total exchange, packets in flight: the least T >= K, K = ceil((n - 1) / c_1), with (n - 1)
/// (T - 2K + 1) + c_1 K (K - 1) >= S, where S = sum over h of (b-1) b^(h-1) lam_h. For c_1 = 1 that
/// is n - 1 + ceil(S / (n - 1)), with the mean of lam over the pairs of leaves.
///
/// By the end of step t a leaf has sent at most min(c_1 t, n - 1) packets and received, as c_1 (T -
/// t) are all that can still come, at least n - 1 - c_1 (T - t). What is in between is in flight;
/// summed over the steps that is the left side per leaf. A packet of class h is in flight at lam_h
/// ends of steps.
Step exchange_in_flight_bound(const FatTree& tree, const FatTreeLatency& latency = {});

/// Total exchange: the larger of the two.
Step exchange_bound(const FatTree& tree, const FatTreeLatency& latency = {});

/// Words for where the bounds come from.
Source broadcast_bound_source(const FatTreeLatency& latency);
Source one_to_all_bound_source(const FatTreeLatency& latency);
Source multinode_bound_source(const FatTreeLatency& latency);
Source exchange_bound_source(const FatTree& tree, const FatTreeLatency& latency);

/// What latencies put in place of the steps of a whole way, in words.
inline constexpr const char* kWholeWay =
    "lam_h = (2h - 1) r + 2 (w_1 - 1) + .. + 2 (w_h - 1) in place of 2h - 1";

/// The same for phases h = L to 1.
inline constexpr const char* kPhasesWithLatencies =
    "D_h = lam_h - lam_(h-1) idle steps after phase h unless others are given; the last over h of "
    "(last dispatch of phase h + lam_h)";

/// The words that a source adds for latencies; empty where all are one step.
inline std::string note(const FatTreeLatency& latency, const char* how) {
  return latency.is_unit() ? "" : std::string("; latencies: ") + how;
}

enum class CapacityPattern : std::uint8_t { kConstant, kExponential, kOther };

/// c_i = 1 (also where b^(i-1) = 1), c_i = b^(i-1), or neither.
CapacityPattern pattern_of(const FatTree& tree);

/// Refuses lengths that do not fit a scatter from `root` or a gather to it.
/// Errors: throws std::invalid_argument unless there is one length per leaf, none is negative and
///         that of `root` is 0.
void check_leaf_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths);

/// Errors: throws std::invalid_argument for a negative number of steps between phases.
void check_phase_gap(PhaseGap gap);

/// The leaf whose base-b digits are those of `leaf` plus those of `offset`, each modulo b.
Node add_digits(const FatTree& tree, Node leaf, Node offset);

/// Appends a message that leaves over all links of the source at once. Of the flits that leave back
/// to back from step `begin` on, its first one is number `place`, from 0.
void append_message(const FatTree& tree, Node source, Node destination, Flits flits, Step begin,
                    Flits place, FatTreeTable& table);

/// Sorts a table by step, then by source.
void sort_table(FatTreeTable& table);

/// A lower bound and where it comes from.
struct LowerBound {
  Step step = 0;
  Source source;
};

/// The prediction of an explicit schedule: queue_free by the criterion of check_schedule; if it is,
/// `finish`, arrivals, max_wait (0) and max_stored (the most packets that cross a branch in a step
/// wait in its registers for just that step).
FatTreePrediction predict_table(const FatTree& tree, const FatTreeLatency& latency,
                                FatTreeTable table, Step finish, const std::string& finish_source,
                                const std::string& dispatch_source, const LowerBound& bound);

/// One way down: from the switch of `level` above the source to `leaves` leaves from `first`.
struct Descent {
  int level = 0;
  Node first = kNoNode;
  Node leaves = 0;
};

/// Step in which a packet dispatched in `step` arrives that turns at level `level`.
inline Step arrival_step(const FatTreeLatency& latency, Step step, int level) {
  return step + latency.whole_way(level);
}

/// Steps from the dispatch of a packet until it is sent over up branch `branch`: r for each switch
/// and w - 1 for each link before.
Step steps_to_branch(const FatTreeLatency& latency, int branch);

/// Steps from when a packet is sent over down branch `branch` until it arrives: w - 1 for that link
/// and all below, r for each switch below.
Step steps_from_branch(const FatTreeLatency& latency, int branch);

/// All ways down of a dispatch, by level.
std::vector<Descent> descents_of(const FatTree& tree, const FatTreeDispatch& dispatch);

/// Refuses a dispatch that the tree cannot carry.
/// Errors: throws std::invalid_argument for a step or a number of flits below 1, a source or a
///         destination that is no leaf, a leaf that sends to itself, digits that are all 0, not
///         below b or above level L, and a kind that no fat tree carries.
void check_dispatch(const FatTree& tree, const FatTreeDispatch& dispatch);

/// Refuses a leaf number out of range.
/// Errors: throws std::invalid_argument, naming the leaf as `role`.
void check_leaf(const FatTree& tree, Node leaf, const char* role);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_FIGURES_H_
