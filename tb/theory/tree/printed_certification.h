// printed_certification.h: Transmission-Certification by the arithmetic that the paper prints,
// which cannot always be obeyed.
//
// Bhatt et al., section 3.2, single-port. Each child j of a PE i with d children is ordered in step
// j of i's frame, whose step 0 is that of i's own order. What Printed names is computed as printed:
//   limit: c_i is the leftmost start of a stream without gaps whose part j starts in d + c_ij or
//          later, its own message in d + 1 or later (mended: the printed sum, d + 1 + max(0, c_1 -
//          L) + sum over k > 1 of max(0, c_k - c_(k-1) - n_(k-1)), c_k increasing, ties by index);
//   order: s_ij = start of part j in the schedule + s_i - c_i (mended: less j + 1);
//   root:  s_0 = 0 (mended: c_0).
// A PE that is ordered in step t with s begins its message in step t + s, whatever else it has to
// send; with s < 1 in step t + 1. No order says less than 0: it says 0 instead.
//
// Flits that reach PE 0 in the same step, could they all go on, meet at the lowest PE that both
// pass: in step (arrival at PE 0) - (depth of that PE) both lie in its router. A data flit meets an
// order where its sender has both to send in the same step; they lie there one step before.
#ifndef FLITWISE_TB_THEORY_TREE_PRINTED_CERTIFICATION_H_
#define FLITWISE_TB_THEORY_TREE_PRINTED_CERTIFICATION_H_

#include <optional>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::theory {

/// Where flits of a schedule that cannot be kept meet first.
struct TreeConflict {
  Step step = 0;            ///< its end finds both flits in the router of one PE
  std::vector<Node> pes{};  ///< where that happens in this step, increasing
};

/// Figures of a run of Rule::kPrinted; where there is a conflict, of one in which nothing is lost.
/// lag[0] is what a run shows of it, the steps from the root's last certificate and K(d_0) to its
/// first flit, and one more.
/// Errors: as predict_certification.
Prediction predict_printed(const Tree& tree, const std::vector<Flits>& lengths,
                           const CertificationVariant& variant);

/// What such a run must show first; empty where every order can be kept as it is.
std::optional<TreeConflict> printed_conflict(const Tree& tree, const std::vector<Flits>& lengths,
                                             const CertificationVariant& variant);

/// Where it comes from.
Source printed_conflict_source(const CertificationVariant& variant);

/// Every flit on every link up to the step of the conflict, or all of them; sorted.
std::vector<LinkEvent> printed_events(const Tree& tree, const std::vector<Flits>& lengths,
                                      const CertificationVariant& variant);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_PRINTED_CERTIFICATION_H_
