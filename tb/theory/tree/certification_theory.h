// certification_theory.h: Transmission-Certification in all its variants.
//
// Errors: the functions throw std::invalid_argument for lengths that do not fit the tree, as those
// of tree_theory.h.
#ifndef FLITWISE_TB_THEORY_TREE_CERTIFICATION_THEORY_H_
#define FLITWISE_TB_THEORY_TREE_CERTIFICATION_THEORY_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/events.h"
#include "tb/theory/pace.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// How certified lags are computed, and which children are ordered in which order.
enum class Rule : std::uint8_t {
  kPaper,   ///< the paper's explicit sum formula, ties broken by (c, index)
  kTight,   ///< the true leftmost gap-free start
  kSkip,    ///< tight over the children that have flits; only those are ordered
  kPosIdx,  ///< release p + 1 + c of the child ordered p-th; only children with flits, by index
  kPos,     ///< as kPosIdx, ordered by increasing slack
  kPrinted  ///< as kPaper, but for what Printed names
};

/// Sentences of section 3.2 that Rule::kPrinted takes at their word. Single-port only.
struct Printed {
  bool limit = false;  ///< step 2 of the lag: c'_ij = d_i + c_ij
  bool order = false;  ///< s_ij = c*_ij + s_i - c_i
  bool root = false;   ///< the root acts as if it had received TRANSMIT AFTER 0
};

/// How tokens go down and certificates come up.
enum class Sync : std::uint8_t { kSeq, kMirror, kSlot, kSlotIndex };

/// K(d): extra steps that a PE with d children needs to sort their certificates.
enum class SortCost : std::uint8_t {
  kZero,       ///< hidden by systolic insertion
  kOne,        ///< one step
  kDegree,     ///< d steps: a serial pass
  kDegreeLog,  ///< d ceil(log2 d) steps: a serial sort
};

/// One variant. Mirror synchronisation takes no sort cost but kZero, and of latencies only those
/// with links as slow up as down and one reaction of all PEs; `sync` means nothing with
/// Ports::kMulti, `printed` only with Rule::kPrinted, which knows no pace but the plain one and no
/// latency but 1. Messages alone cost beta + L tau: tokens, certificates and orders take a step of
/// the port.
struct CertificationVariant {
  Rule rule = Rule::kPos;
  Sync sync = Sync::kSlot;
  SortCost sort_cost = SortCost::kZero;
  Ports ports = Ports::kSingle;
  Printed printed{};
  Pace pace{};
  TreeLatency latency{};
};

/// Gather by Transmission-Certification.
///
/// lag[v] is the certificate of every PE, ordered or not; lag[0] is c_0, which shows in the step
/// T_sync + K(d_0) + c_0 - r_0 of the first flit at PE 0: empty when there is none, and multiport,
/// where each child of the root has a stream of its own. Rule::kPrinted: printed_certification.h.
/// Where messages cost beta + L tau, flits of the stream are tau apart and all setups but those of
/// the lags pass while others send: finish is T_sync + K(d_0) + c_0 + (M - 1) tau - r_0.
/// Errors: throws std::invalid_argument for single-port mirror synchronisation with a sort cost or
///         latencies that it cannot mirror, and for Rule::kPrinted with a pace or latencies;
///         TopologyError for latencies that do not fit the tree.
Prediction predict_certification(const Tree& tree, const std::vector<Flits>& lengths,
                                 const CertificationVariant& variant);

/// Every flit on every link that the run must show, in the step in which it is sent over it, sorted
/// by LinkEvent's order.
/// Errors: throws std::invalid_argument when `prediction` is of another number of PEs.
std::vector<LinkEvent> certification_events(const Tree& tree, const std::vector<Flits>& lengths,
                                            const CertificationVariant& variant,
                                            const Prediction& prediction);
/// The same, where no list of them is to be kept.
void visit_certification_events(const Tree& tree, const std::vector<Flits>& lengths,
                                const CertificationVariant& variant, const Prediction& prediction,
                                const TakeEvent& take);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_CERTIFICATION_THEORY_H_
