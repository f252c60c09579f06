// claim_tautology.h: statements that say nothing, whatever would be measured.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_TAUTOLOGY_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_TAUTOLOGY_H_

#include <vector>

#include "sim/studies/claims/claim_points.h"

namespace flitwise {

/// Whether a statement about a case's measured number is true for any figures that could be
/// measured, in all of these points of the case. Figures are drawn at random, always the same ones:
/// a statement that is rarely false may pass for one that never is, if only for figures that are
/// neither 0, 1 nor below 1000.
bool is_always_true(const ClaimCase& one, const Statement& statement,
                    const std::vector<const ClaimPoint*>& points);

/// Whether a case has no figure at all of what runs or is computed.
bool measures_nothing(const ClaimCase& one);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_TAUTOLOGY_H_
