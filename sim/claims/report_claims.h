// report_claims.h: decided claims for people: a table, what went wrong, and a document.
#ifndef FLITWISE_SIM_CLAIMS_REPORT_CLAIMS_H_
#define FLITWISE_SIM_CLAIMS_REPORT_CLAIMS_H_

#include <string>
#include <vector>

#include "sim/claims/claim_decision.h"
#include "sim/report_table.h"

namespace flitwise {

/// A paper's claims, decided.
struct DecidedPaper {
  const Paper* paper = nullptr;
  std::vector<DecidedClaim> claims;
};

/// One row per claim: id, place, claim, number of cases, the case that shows it, verdict. Long
/// texts are cut so that rows fit into `width` columns as far as they can; 0: into the usual ones.
std::string render_claims(const std::vector<DecidedPaper>& papers, std::size_t width,
                          Colour colour);

/// What went wrong with each claim whose verdict is not the expected one; with kAllChecks, every
/// case of every claim.
std::string render_claim_details(const std::vector<DecidedPaper>& papers, Detail detail,
                                 Colour colour);

/// "70 claims: 50 hold, 18 corrected, 2 refuted; 700 cases, 650 of them runs on RTL".
std::string render_claim_summary(const std::vector<DecidedPaper>& papers);

/// A document with a table per paper. The same verdicts and figures give the same bytes.
std::string claims_to_markdown(const std::vector<DecidedPaper>& papers);

/// "corrected", or "holds, EXPECTED: refuted".
std::string verdict_text(const DecidedClaim& decided);

/// Every case on a line: what ran, what it measured and what was claimed of it.
std::vector<std::string> case_lines(const DecidedClaim& decided);

/// How many points of the claim ran on RTL; the others are checks.
std::size_t count_runs(const DecidedClaim& decided);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLAIMS_REPORT_CLAIMS_H_
