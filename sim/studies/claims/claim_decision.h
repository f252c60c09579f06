// claim_decision.h: what runs say about claims.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_DECISION_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_DECISION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/figures/result.h"
#include "sim/studies/claims/claim_points.h"

namespace flitwise {

/// A statement about a measured number, worked out.
struct Held {
  std::string relation;
  double value = 0;
  bool holds = false;
};

/// One point after its run or check.
struct DecidedPoint {
  const ClaimPoint* point = nullptr;
  std::string what;  ///< network, operation and algorithm, or the check
  double measured = 0;
  std::optional<Held> paper;  ///< these three are empty where there is trouble
  std::optional<Held> truth;
  std::optional<Held> witness;
  std::string trouble;  ///< why the point decides nothing; empty if it does
  Outcome outcome = Outcome::kPass;
};

/// What came out for a claim. It points to the claim and its points, which outlive it.
struct DecidedClaim {
  const Claim* claim = nullptr;
  ClaimVerdict verdict = ClaimVerdict::kUndecided;
  std::vector<DecidedPoint> points;
  std::string range;  ///< for which it was decided, with all values

  bool as_expected() const { return verdict == claim->expected; }
};

/// Decides one point. `result` is that of its scenario's run, `other` of the one that it is
/// compared with; nullptr where it has none.
/// Errors: throws ConfigError for formulas that cannot be evaluated.
DecidedPoint decide_point(const ClaimPoint& point, const Result* result,
                          const Result* other = nullptr);

/// The verdict of a claim's points, from nothing but what they measured:
///
/// undecided  where a point has trouble;
/// holds      where the paper's statement holds in all points (quantifier `some`: in one);
/// answered   in its place for claims that are the answer to an open question;
/// corrected  else, where the statement in its place holds in every point;
/// refuted    else, where witnesses among the points that contradict the paper measured what they
///            shall;
/// undecided  else.
ClaimVerdict verdict_of(const Claim& claim, const std::vector<DecidedPoint>& points);

/// The point that shows the verdict best: the first in which the paper's statement fails or, where
/// none does, the last. Shape: there are points.
const DecidedPoint& telling_point(const DecidedClaim& decided);

/// "n = 8: finish 11, paper >= 12".
std::string text_of(const DecidedPoint& point);

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

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_DECISION_H_
