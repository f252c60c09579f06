// claim_runs.h: from files of claims to their verdicts.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_RUNS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_RUNS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/run/runner.h"
#include "sim/studies/claims/claim.h"
#include "sim/studies/claims/claim_points.h"
#include "sim/studies/claims/report_claims.h"

namespace flitwise {

/// The project's files of claims, in the order of the papers.
std::vector<std::string> claim_files();

/// What the command line asks for, by name; empty lists ask for all.
struct ClaimWishes {
  std::vector<std::string> papers;
  std::vector<std::string> ids;
  std::vector<std::string> sources;
};

/// Keeps the claims that are asked for; papers without a claim go. Returns a sentence about the
/// first name that nothing has, or about an id of two claims; empty if all is well.
std::string select_claims(std::vector<Paper>& papers, const ClaimWishes& wishes);

/// A claim and all that has to run for it.
struct ClaimCases {
  const Claim* claim = nullptr;
  std::vector<ClaimPoint> points;
  std::string range;  ///< with its placeholders filled in
};

/// A paper and its claims, which outlive it.
struct PaperCases {
  const Paper* paper = nullptr;
  std::vector<ClaimCases> claims;
};

/// Prints the mistakes of a file. Returns how many there are.
std::size_t print_mistakes(const ErrorList& errors, const std::string& file,
                           const Console& console);

/// Reads files of claims. Prints all mistakes; then there are no papers.
std::vector<Paper> read_papers(const std::vector<std::string>& files, const Console& console);

/// Spreads the claims out into single runs. Prints all mistakes; then there are no papers.
std::vector<PaperCases> spread_out(const std::vector<Paper>& papers, const Console& console);

/// Runs everything, so many scenarios at a time (0: as many as there are processors), and decides.
/// Errors: throws ConfigError for formulas that cannot be evaluated, Interrupted,
/// std::system_error.
std::vector<DecidedPaper> run_and_decide(const std::vector<PaperCases>& papers,
                                         std::size_t processes, Runner runner,
                                         const Console& console);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_RUNS_H_
