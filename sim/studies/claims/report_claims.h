// report_claims.h: decided claims: tables and documents for people, JSON and JUnit XML, a page for
// browsers.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/report/report_table.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/claims/claim_decision.h"

namespace flitwise {

/// One row per claim: id, place, claim, what it rests on, number of cases, the case that shows it,
/// verdict. Long texts are cut so that rows fit into `width` columns as far as they can; 0: into
/// the usual ones.
std::string render_claims(const std::vector<DecidedPaper>& papers, std::size_t width,
                          Colour colour);

/// What went wrong with each claim whose verdict is not the expected one; with kAllChecks, every
/// case of every claim. Lines are wrapped to `width` columns; 0: as long as they are.
std::string render_claim_details(const std::vector<DecidedPaper>& papers, Detail detail,
                                 Colour colour, std::size_t width = 0);

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

/// Totals, then for each paper a table of its claims, what it says beside what was measured, and a
/// table of our own results. The same verdicts and figures give the same bytes.
std::string claims_to_markdown(const std::vector<DecidedPaper>& papers);

/// One line of JSON per claim with all its cases, each ending in a newline.
std::string claims_to_json(const DecidedPaper& paper);

/// A case per claim; a verdict that is not the expected one is a failure.
std::string claims_to_junit(const std::vector<DecidedPaper>& papers);

/// The text of a page with a table per paper. Each claim opens the case that shows its verdict,
/// which runs once more to be drawn, and lists all others.
/// `command` writes the page; `files` are those of the claims, none for the project's.
/// Errors: throws Interrupted, std::system_error.
std::string claims_page(const std::vector<DecidedPaper>& papers,
                        const std::vector<std::string>& files, const std::string& command,
                        Runner runner, const ParallelLimits& limits);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_REPORT_CLAIMS_H_
