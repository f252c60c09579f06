// report_claims.h: decided claims for people: a table, what went wrong, and a document.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_H_

#include <string>
#include <vector>

#include "sim/report/report_table.h"
#include "sim/studies/claims/claim_totals.h"

namespace flitwise {

/// One row per claim: id, place, claim, what it rests on, number of cases, the case that shows it,
/// verdict. Long
/// texts are cut so that rows fit into `width` columns as far as they can; 0: into the usual ones.
std::string render_claims(const std::vector<DecidedPaper>& papers, std::size_t width,
                          Colour colour);

/// What went wrong with each claim whose verdict is not the expected one; with kAllChecks, every
/// case of every claim.
std::string render_claim_details(const std::vector<DecidedPaper>& papers, Detail detail,
                                 Colour colour);

/// "46 claims of the papers: 30 hold, 12 corrected, 2 refuted, 2 answered; 5 arguable", "24 results
/// of our own: 24 hold", "700 cases: 650 runs on RTL, 50 computations", joined by `between`.
std::string render_claim_summary(const std::vector<DecidedPaper>& papers,
                                 const std::string& between);

/// "corrected", "corrected (arguable)", or "holds, EXPECTED: refuted".
std::string verdict_text(const DecidedClaim& decided);

/// "Theorem 2", "Lemma 3, reconstructed", or "our own".
std::string place_text(const Claim& claim);

/// Every case on a line: what ran, what it measured and what was claimed of it.
std::vector<std::string> case_lines(const DecidedClaim& decided);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_H_
