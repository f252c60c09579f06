// claim_points.h: the single runs that decide a claim, and for what it is decided, in words.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_POINTS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_POINTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_error.h"
#include "sim/studies/claims/claim.h"
#include "sim/studies/expression.h"
#include "sim/studies/points.h"

namespace flitwise {

/// One combination of values of a case, ready to run. The case outlives it.
struct ClaimPoint {
  const ClaimCase* of = nullptr;
  Bindings values;
  std::optional<Scenario> scenario;
  std::optional<Scenario> against{};  ///< whose figures are those of `other`
};

/// All combinations of the claim's cases, in order: later axes change fastest.
/// Errors: adds a ConfigError for values, formulas and scenarios that cannot be used, and for a
///         case without any combination or with more than 10,000.
std::vector<ClaimPoint> points_of(const Claim& claim, ErrorList& errors);

/// The bound values as names of expressions. Words are no figures and stay unknown.
Names names_of(const Bindings& values);

/// "8", "[1, 2]", "uniform".
std::string value_text(const YamlNode& value);

/// "n = 8, L = [1, 2]": the values that were chosen; empty where there is none.
std::string text_of(const Bindings& values);

/// The values that a name takes in these points, in those of the case alone if there is one, each
/// once: numbers by size, then others as they come. Empty where nothing has the name.
std::vector<YamlNode> values_of_name(const std::string& name, const std::vector<ClaimPoint>& points,
                                     const ClaimCase* one = nullptr);

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

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_POINTS_H_
