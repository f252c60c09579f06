// claim_range.h: for what a claim is decided, in words that its cases fill in.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_RANGE_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_RANGE_H_

#include <string>
#include <vector>

#include "sim/studies/claims/claim_points.h"

namespace flitwise {

/// The values that a name takes in these points, each once: numbers by size, then others as they
/// come. Empty where nothing has the name.
std::vector<YamlNode> values_of_name(const std::string& name,
                                     const std::vector<ClaimPoint>& points);

/// "2 to 5, 9" for whole numbers, "seq, slot" for words. Three and more neighbours make a range.
std::string list_text(const std::vector<YamlNode>& values);

/// How many points run on RTL; the others are checks.
std::size_t count_runs(const std::vector<ClaimPoint>& points);

/// A text like "{n} leaves, {#policy} policies, {runs} runs" filled in: `{n}` becomes the values of
/// n, `{#n}` how many there are, `{runs}` and `{checks}` the points of each kind.
/// Errors: throws ConfigError for a placeholder that names nothing, and for a brace of none.
std::string fill_range(const Formula& range, const std::vector<ClaimPoint>& points);

/// What a verdict rests on.
enum class ClaimBasis : std::uint8_t {
  kRuns,         ///< what runs on RTL measured, held against formulas
  kComputation,  ///< what checks computed, or theory alone
  kBoth,
};

/// "runs", "computation", "both".
std::string basis_name(ClaimBasis basis);

/// Whether a case says something of a run: it has one, and its formulas name what is measured in
/// it. The figures of its check count as such where it has both.
bool measures_a_run(const ClaimCase& one);

ClaimBasis basis_of(const Claim& claim);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_RANGE_H_
