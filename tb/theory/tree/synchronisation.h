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
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::theory {

/// Steps of reception. The first token is sent in step 1, as if PE 0 had had one in step 1 - g_0.
///
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
/// kSeq: a depth-first tour, each crossing g + w - 1 steps, T_sync = sum of them + sum over v != 0
///       of K(d_v) - (g_0 - 1); 2n + the K where every latency is 1.
/// kMirror: the token is broadcast, the certificates are its time reversal, T_sync = 2B* + g - 1,
///          B* the step of the last token.
/// kSlot, kSlotIndex: every child has a step of its own for its certificate, the earliest free one.
/// Multiport: tokens are broadcast on all links at once, T_sync = the slowest way down and up,
///            2D (g + w - 1) - (g - 1) where all are alike, plus the K on the way.
/// Errors: throws std::invalid_argument for mirror with a sort cost: its steps leave no time; and
///         with links not as slow up as down or several reactions: what is reversed is another.
/// Source: Bhatt et al., section 3.2, phases 1 and 2 (kSeq) and section 4 (multiport); the others
///         are shorter ways to the same end.
Synchronisation synchronise(const Tree& tree, const CertificationVariant& variant);

/// Where T_sync of this variant comes from.
std::string t_sync_source(const CertificationVariant& variant);

/// B*(v): steps of the fastest single-port broadcast from each PE into its subtree,
/// max over j of (g_v + (j - 1) + (w - 1) + B*(c_j)) with the children by decreasing w + B*.
std::vector<Step> broadcast_steps(const Tree& tree, const TreeLatency& latency = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TREE_SYNCHRONISATION_H_
