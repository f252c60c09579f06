// synchronisation.h: phases 1 and 2 of Transmission-Certification: when the tokens go down and when
// the certificates come up.
//
// A PE answers its token when its children have answered theirs and it has sorted what they said,
// which takes K(d) steps.
#ifndef FLITWISE_TB_THEORY_TREE_SYNCHRONISATION_H_
#define FLITWISE_TB_THEORY_TREE_SYNCHRONISATION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::theory {

/// Shape: the vectors have one entry per PE; those of PE 0 say nothing.
struct Synchronisation {
  std::vector<Step> token;                ///< step in which the PE receives its token
  std::vector<std::int64_t> token_value;  ///< what the token says: x with mirror, else 0
  std::vector<Step> certificate;          ///< step in which the parent receives the certificate
  Step t_sync = 0;                        ///< step of the root's last certificate
};

/// K(d), the steps that a PE with `children` children needs to sort their certificates.
Step sort_steps(SortCost cost, Node children);

/// All steps of both phases.
///
/// kSeq: a depth-first tour, T_sync = 2n + sum over v != 0 of K(d_v).
/// kMirror: the token is broadcast, the certificates are its time reversal, T_sync = 2B*.
/// kSlot, kSlotIndex: every child has a step of its own for its certificate, the earliest free one.
/// Multiport: tokens are broadcast on all links at once, T_sync = 2D plus the K on the way.
/// Errors: throws std::invalid_argument for mirror with a sort cost: its steps leave no time.
/// Source: Bhatt et al., section 3.2, phases 1 and 2 (kSeq) and section 4 (multiport); the others
///         are shorter ways to the same end.
Synchronisation synchronise(const Tree& tree, const CertificationVariant& variant);

/// Where T_sync of this variant comes from.
std::string t_sync_source(const CertificationVariant& variant);

/// B*(v): steps of the fastest single-port broadcast from each PE into its subtree,
/// max over j of (j + B*(c_j)) with the children by decreasing B*.
std::vector<Step> broadcast_steps(const Tree& tree);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_SYNCHRONISATION_H_
