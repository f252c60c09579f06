// tree_theory.h: closed forms for scatter, and for gather by Shoulder-Tap, on trees of bufferless
// PEs.
//
// Nothing here simulates and nothing here is shared with the protocols: the functions evaluate
// formulas of Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), corrected where the paper errs.
//
// Errors: every function throws std::invalid_argument for lengths that do not fit the tree: one per
// PE, none negative, that of PE 0 zero; and TopologyError for latencies that do not.
#ifndef FLITWISE_TB_THEORY_TREE_TREE_THEORY_H_
#define FLITWISE_TB_THEORY_TREE_TREE_THEORY_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/events.h"
#include "tb/theory/pace.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// Steps of dispatch are those of sending, finish and quiesce those of reception; they are the same
/// where every latency is 1.
///
/// Where messages cost beta + L tau (`pace`), the formulas of scatter have that in place of L.
/// Those of Shoulder-Tap have L tau in place of L and e_j + beta in place of e_j: the setup takes
/// the sender's port alone, and nothing passes there before its message. A flit takes tau steps of
/// the port that receives it as well.

/// Scatter from PE 0 in the given order, back to back from step 1.
/// Shape:  `lengths` one entry per PE, `lengths[0]` = 0; `order` holds every PE with a nonnull
///         message exactly once and no other.
/// Errors: throws std::invalid_argument when `order` is not such a permutation.
Prediction predict_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<Node>& order, const Pace& pace = {},
                           const TreeLatency& latency = {});

/// Scatter farthest first: decreasing steps of the way down, ties by increasing index. With the
/// same latency everywhere that is decreasing depth.
Prediction predict_scatter_fdf(const Tree& tree, const std::vector<Flits>& lengths,
                               const Pace& pace = {}, const TreeLatency& latency = {});

/// Scatter on all links of PE 0 at once: each root subtree gets its messages farthest first.
Prediction predict_scatter_multiport(const Tree& tree, const std::vector<Flits>& lengths,
                                     const Pace& pace = {}, const TreeLatency& latency = {});

/// Gather by Shoulder-Tap on the path 0-1-...-n.
///
/// PE j has its tap in step t_j = t_{j-1} + g_{j-1} + wd_j - 1, t_0 = 1 - g_0, and its message can
/// begin to arrive in e_j = t_j + g_j + (steps of its way up), one later if it passes the tap on
/// first; finish = max over nonnull j of (e_j - 1 + L_j + .. + L_n), quiesce = max(finish, t_n).
///
/// With an END mark the last PE's message has one flit more: its dispatch is never empty. With
/// Ports::kMulti a PE passes the tap on and sends data in one step.
/// Shape:  `lengths` one entry per PE, `lengths[0]` = 0.
Prediction predict_shoulder_tap(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                                const Pace& pace = {}, const TreeLatency& latency = {});

/// Lengths as they travel: with an END mark the last PE sends one flit more, null or not.
std::vector<Flits> lengths_on_the_path(std::vector<Flits> lengths, bool end_mark);

/// The values of the taps: what is left, when PE i has its tap, until its message can follow those
/// before it, s_i = max(g_i, max over nonnull j < i of (e_j + L_j + .. + L_{i-1}) - way up - t_i).
/// Where a message costs beta + L tau, L tau stands in place of L, and beta comes on top for each
/// nonnull j.
///
/// Shape:  one entry per PE, 0 for PE 0, which nobody taps.
/// Units:  steps after the tap.
/// Source: Bhatt et al., section 3.1, s_{i+1} = max(1, L_i + max(0, s_i - 2)), unrolled; multiport
///         s_{i+1} = max(1, L_i + s_i - 2). With latencies the 2 is what the neighbour's tap and
///         data take more, (g_i + wd - 1) + (r_i + wu - 1): s_{i+1} = max(g_{i+1}, max(g_i + 1,
///         s_i) + L_i - gap_i) after a message, max(g_{i+1}, s_i - gap_i) after none.
std::vector<std::int64_t> tap_values(const std::vector<Flits>& lengths, Ports ports,
                                     const Pace& pace = {}, const TreeLatency& latency = {});

/// Every flit on every link that the run must show, in the step in which it is sent over it, sorted
/// by LinkEvent's order: the figures above unrolled link by link. Flit k of message i is sent over
/// the first link of its way in step tx(i) + (k - 1) tau, over the next one w - 1 + r later.
/// An END mark is flit L_n + 1 of message n. Scatters on one port and on all differ in the steps of
/// dispatch alone, which are the prediction's.
/// Errors: throws std::invalid_argument when `prediction` is of another number of PEs.
std::vector<LinkEvent> scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const Prediction& prediction, const Pace& pace = {},
                                      const TreeLatency& latency = {});
std::vector<LinkEvent> shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark,
                                           Ports ports, const Prediction& prediction,
                                           const Pace& pace = {}, const TreeLatency& latency = {});
/// The messages alone of a gather that ends in PE 0, whoever calls for them.
std::vector<LinkEvent> gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                                     const Prediction& prediction, const Pace& pace = {},
                                     const TreeLatency& latency = {});

/// The same, where no list of them is to be kept.
void visit_scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                          const Prediction& prediction, const Pace& pace,
                          const TreeLatency& latency, const TakeEvent& take);
void visit_shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                               const Prediction& prediction, const Pace& pace,
                               const TreeLatency& latency, const TakeEvent& take);
void visit_gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                         const Prediction& prediction, const Pace& pace, const TreeLatency& latency,
                         const TakeEvent& take);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_TREE_THEORY_H_
