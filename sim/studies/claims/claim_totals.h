// claim_totals.h: how many claims came out how, statements of papers apart from our own.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_TOTALS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_TOTALS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/studies/claims/claim_decision.h"

namespace flitwise {

/// A paper's claims, decided.
struct DecidedPaper {
  const Paper* paper = nullptr;
  std::vector<DecidedClaim> claims;
};

/// Whose claims are counted.
enum class ClaimOwner : std::uint8_t { kPapers, kProject, kAll };

struct ClaimTotals {
  std::size_t claims = 0;
  std::size_t holds = 0;
  std::size_t corrected = 0;
  std::size_t refuted = 0;
  std::size_t answered = 0;
  std::size_t undecided = 0;
  std::size_t arguable = 0;       ///< whatever their verdict
  std::size_t reconstructed = 0;  ///< whatever their verdict
  std::size_t by_runs = 0;        ///< these three by what the verdict rests on
  std::size_t by_computation = 0;
  std::size_t by_both = 0;
  std::size_t runs = 0;  ///< cases that ran on RTL
  std::size_t checks = 0;
  std::size_t unexpected = 0;
};

/// How many points of a claim ran on RTL; the others are checks.
std::size_t count_runs(const DecidedClaim& decided);

ClaimTotals totals_of(const std::vector<DecidedPaper>& papers, ClaimOwner owner);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_TOTALS_H_
