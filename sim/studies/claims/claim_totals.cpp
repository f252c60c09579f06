#include "sim/studies/claims/claim_totals.h"

#include <algorithm>

#include "sim/studies/claims/claim_range.h"

namespace flitwise {
namespace {

void count(const DecidedClaim& decided, ClaimTotals& totals) {
  const Claim& claim = *decided.claim;
  ++totals.claims;
  totals.holds += decided.verdict == ClaimVerdict::kHolds ? 1 : 0;
  totals.corrected += decided.verdict == ClaimVerdict::kCorrected ? 1 : 0;
  totals.refuted += decided.verdict == ClaimVerdict::kRefuted ? 1 : 0;
  totals.answered += decided.verdict == ClaimVerdict::kAnswered ? 1 : 0;
  totals.undecided += decided.verdict == ClaimVerdict::kUndecided ? 1 : 0;
  totals.arguable += claim.arguable.empty() ? 0 : 1;
  totals.reconstructed += claim.source == ClaimSource::kReconstruction ? 1 : 0;
  const ClaimBasis basis = basis_of(claim);
  totals.by_runs += basis == ClaimBasis::kRuns ? 1 : 0;
  totals.by_computation += basis == ClaimBasis::kComputation ? 1 : 0;
  totals.by_both += basis == ClaimBasis::kBoth ? 1 : 0;
  totals.runs += count_runs(decided);
  totals.checks += decided.points.size() - count_runs(decided);
  totals.unexpected += decided.as_expected() ? 0 : 1;
}

}  // namespace

std::size_t count_runs(const DecidedClaim& decided) {
  return static_cast<std::size_t>(
      std::count_if(decided.points.begin(), decided.points.end(),
                    [](const DecidedPoint& point) { return point.point->scenario.has_value(); }));
}

ClaimTotals totals_of(const std::vector<DecidedPaper>& papers, ClaimOwner owner) {
  ClaimTotals totals;
  for (const DecidedPaper& paper : papers)
    for (const DecidedClaim& decided : paper.claims)
      if (owner == ClaimOwner::kAll ||
          decided.claim->is_of_paper() == (owner == ClaimOwner::kPapers))
        count(decided, totals);
  return totals;
}

}  // namespace flitwise
