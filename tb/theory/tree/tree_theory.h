// tree_theory.h: closed forms for scatter and gather on trees of bufferless PEs.
//
// Nothing here simulates and nothing here is shared with the protocols: the functions evaluate
// formulas of Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), corrected where the paper errs.
//
// Errors: every function throws std::invalid_argument for lengths that do not fit the tree: one per
// PE, none negative, that of PE 0 zero.
#ifndef FLITWISE_TB_THEORY_TREE_TREE_THEORY_H_
#define FLITWISE_TB_THEORY_TREE_TREE_THEORY_H_

#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/pace.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_variant.h"

namespace flitwise::theory {

/// Where messages cost beta + L tau (`pace`), the formulas of scatter have that in place of L.
/// Those of Shoulder-Tap have L tau in place of L and e_j + beta in place of e_j: the setup takes
/// the sender's port alone, and nothing passes there before its message. A flit takes tau steps of
/// the port that receives it as well.

/// Scatter from PE 0 in the given order, back to back from step 1.
/// Shape:  `lengths` one entry per PE, `lengths[0]` = 0; `order` holds every PE with a nonnull
///         message exactly once and no other.
/// Errors: throws std::invalid_argument when `order` is not such a permutation.
Prediction predict_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<Node>& order, const Pace& pace = {});

/// Scatter farthest first (decreasing depth, ties by increasing index).
Prediction predict_scatter_fdf(const Tree& tree, const std::vector<Flits>& lengths,
                               const Pace& pace = {});

/// Scatter on all links of PE 0 at once: each root subtree gets its messages farthest first.
Prediction predict_scatter_multiport(const Tree& tree, const std::vector<Flits>& lengths,
                                     const Pace& pace = {});

/// Gather by Shoulder-Tap on the path 0-1-...-n.
///
/// With an END mark the last PE's message has one flit more: its dispatch is never empty. With
/// Ports::kMulti a PE passes the tap on and sends data in one step.
/// Shape:  `lengths` one entry per PE, `lengths[0]` = 0.
Prediction predict_shoulder_tap(const std::vector<Flits>& lengths, bool end_mark, Ports ports,
                                const Pace& pace = {});

/// Gather by Transmission-Certification.
///
/// lag[v] is the certificate of every PE, ordered or not; lag[0] is c_0, which shows in the step
/// T_sync + K(d_0) + c_0 - 1 of the first flit at PE 0: empty when there is none, and multiport,
/// where each child of the root has a stream of its own. Rule::kPrinted: printed_certification.h.
/// Where messages cost beta + L tau, flits of the stream are tau apart and all setups but those of
/// the lags pass while others send: finish is T_sync + K(d_0) + c_0 + (M - 1) tau - 1.
/// Errors: throws std::invalid_argument for single-port mirror synchronisation with a sort cost and
///         for Rule::kPrinted with a pace.
Prediction predict_certification(const Tree& tree, const std::vector<Flits>& lengths,
                                 const CertificationVariant& variant);

/// Every flit on every link that the run must show, sorted by LinkEvent's order: the figures above
/// unrolled link by link (flit k of message i crosses its h-th link in step tx(i) + (k - 1) tau +
/// h - 1).
/// An END mark is flit L_n + 1 of message n.
/// Errors: throws std::invalid_argument when `prediction` is of another number of PEs.
std::vector<LinkEvent> scatter_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const Prediction& prediction, const Pace& pace = {});
std::vector<LinkEvent> scatter_multiport_events(const Tree& tree, const std::vector<Flits>& lengths,
                                                const Prediction& prediction,
                                                const Pace& pace = {});
std::vector<LinkEvent> shoulder_tap_events(const std::vector<Flits>& lengths, bool end_mark,
                                           Ports ports, const Prediction& prediction,
                                           const Pace& pace = {});
std::vector<LinkEvent> certification_events(const Tree& tree, const std::vector<Flits>& lengths,
                                            const CertificationVariant& variant,
                                            const Prediction& prediction);
/// Of a gather without control flits, a step a flit.
std::vector<LinkEvent> uncalled_gather_events(const Tree& tree, const std::vector<Flits>& lengths,
                                              const Prediction& prediction);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_TREE_THEORY_H_
