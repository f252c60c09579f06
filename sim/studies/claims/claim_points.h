// claim_points.h: the single runs that decide a claim.
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

namespace flitwise {

/// A name of a case and its value: a number, a word or a list.
struct Binding {
  enum Origin : std::uint8_t {
    kChosen,
    kFixed,     ///< the only word that its axis has
    kComputed,  ///< from others, by a formula
  };
  std::string name;
  YamlNode value;
  Origin origin = kChosen;
};

/// One combination of values of a case, ready to run. The case outlives it.
struct ClaimPoint {
  const ClaimCase* of = nullptr;
  std::vector<Binding> values;
  std::optional<Scenario> scenario;
  std::optional<Scenario> against{};  ///< whose figures are those of `other`
};

/// All combinations of the claim's cases, in order: later axes change fastest.
/// Errors: adds a ConfigError for values, formulas and scenarios that cannot be used, and for a
///         case without any combination or with more than 10,000.
std::vector<ClaimPoint> points_of(const Claim& claim, ErrorList& errors);

/// The bound values as names of expressions. Words are no figures and stay unknown.
Names names_of(const std::vector<Binding>& values);

/// "8", "[1, 2]", "uniform".
std::string value_text(const YamlNode& value);

/// "n = 8, L = [1, 2]": the values that were chosen; empty where there is none.
std::string text_of(const std::vector<Binding>& values);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_POINTS_H_
