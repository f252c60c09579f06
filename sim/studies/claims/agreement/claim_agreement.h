// claim_agreement.h: whether the text, the range and the cases of a claim belong together.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_AGREEMENT_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_AGREEMENT_H_

#include <vector>

#include "sim/studies/claims/claim_points.h"

namespace flitwise {

/// Holds a claim against its own cases, as far as a machine can see it; runs nothing.
///
/// * A number of the range, the claim or `instead`, in digits or words, is a value, a literal or a
///   count of the cases, or what a statement comes to; in the range, before the name of an axis
///   ("four policies"), it counts its values.
/// * The range says what each axis of several values runs through: by a placeholder, its ends, how
///   many there are, its name, or its words.
/// * Where one case fills in a value of the scenario and another has a number in its place, the
///   range has that number.
/// * A case measures something of what it runs or computes, no statement is true whatever that is,
///   and theory is not held against itself. Nothing of a run is said where nothing runs.
/// * No case stands there twice.
///
/// Errors: adds a ConfigError for each that does not; its key is "ID.range", for example.
void check_agreement(const Claim& claim, const std::vector<ClaimPoint>& points, ErrorList& errors);

/// No two claims say the same. Errors: adds a ConfigError for each that repeats an earlier one.
void check_repetition(const std::vector<Paper>& papers, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_CLAIM_AGREEMENT_H_
