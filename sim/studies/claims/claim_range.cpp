#include "sim/studies/claims/claim_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace flitwise {
namespace {

constexpr std::size_t kLeastRange = 3;

std::optional<std::int64_t> number_of(const YamlNode& value) {
  const std::optional<Figure> figure = names_of({{"value", value}})("value");
  return figure ? figure->number() : std::nullopt;
}

std::string placeholder_text(const std::string& inner, const Formula& range,
                             const std::vector<ClaimPoint>& points) {
  if (inner == "runs") return std::to_string(count_runs(points));
  if (inner == "checks") return std::to_string(points.size() - count_runs(points));
  const bool is_count = !inner.empty() && inner.front() == '#';
  const std::vector<YamlNode> values = values_of_name(inner.substr(is_count ? 1 : 0), points);
  if (values.empty())
    throw ConfigError(range.place, "range", "{" + inner + "}",
                      "names nothing that the cases have; it may be a name of `over` or `let`, "
                      "#name for the number of its values, runs or checks");
  return is_count ? std::to_string(values.size()) : list_text(values);
}

}  // namespace

std::vector<YamlNode> values_of_name(const std::string& name,
                                     const std::vector<ClaimPoint>& points) {
  std::vector<YamlNode> values;
  std::set<std::string> seen;
  for (const ClaimPoint& point : points)
    for (const Binding& binding : point.values)
      if (binding.name == name && seen.insert(value_text(binding.value)).second)
        values.push_back(binding.value);
  const auto words = std::stable_partition(values.begin(), values.end(), [](const YamlNode& node) {
    return number_of(node).has_value();
  });
  std::sort(values.begin(), words,
            [](const YamlNode& a, const YamlNode& b) { return *number_of(a) < *number_of(b); });
  return values;
}

std::string list_text(const std::vector<YamlNode>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && number_of(values[end]) && number_of(values[end - 1]) &&
           *number_of(values[end]) == *number_of(values[end - 1]) + 1)
      ++end;
    if (end - i < kLeastRange) end = i + 1;
    if (i > 0) text += ", ";
    text += value_text(values[i]);
    if (end > i + 1) text += " to " + value_text(values[end - 1]);
    i = end;
  }
  return text;
}

std::size_t count_runs(const std::vector<ClaimPoint>& points) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(),
                    [](const ClaimPoint& point) { return point.scenario.has_value(); }));
}

std::string fill_range(const Formula& range, const std::vector<ClaimPoint>& points) {
  std::string text;
  std::size_t at = 0;
  while (at < range.text.size()) {
    const std::size_t brace = range.text.find_first_of("{}", at);
    text += range.text.substr(at, brace - at);
    if (brace == std::string::npos) break;
    const std::size_t end = range.text.find_first_of("{}", brace + 1);
    if (range.text[brace] == '}' || end == std::string::npos || range.text[end] == '{')
      throw ConfigError(range.place, "range", range.text, "has a brace without the other one");
    text += placeholder_text(range.text.substr(brace + 1, end - brace - 1), range, points);
    at = end + 1;
  }
  return text;
}

std::string basis_name(ClaimBasis basis) {
  switch (basis) {
    case ClaimBasis::kRuns:
      return "runs";
    case ClaimBasis::kComputation:
      return "computation";
    case ClaimBasis::kBoth:
      return "both";
  }
  return {};
}

bool measures_a_run(const ClaimCase& one) {
  if (!one.scenario) return false;
  // What theory and the scenario say; everything else that is not bound is measured.
  std::set<std::string> known{"lower_bound", "bound", "predicted", "pes", "flits"};
  for (const Axis& axis : one.axes) known.insert(axis.names.begin(), axis.names.end());
  for (const auto& [name, formula] : one.lets) known.insert(name);
  std::vector<std::string> formulas{one.measure.text, one.paper.formula.text};
  if (one.truth) formulas.push_back(one.truth->formula.text);
  if (one.witness) formulas.push_back(one.witness->formula.text);
  for (const std::string& formula : formulas)
    for (const std::string& name : names_in(formula))
      if (known.count(name) == 0) return true;
  return false;
}

ClaimBasis basis_of(const Claim& claim) {
  bool runs = false;
  bool computes = false;
  for (const ClaimCase& one : claim.cases) {
    const bool measures = measures_a_run(one);
    runs = runs || measures;
    computes = computes || !measures || !one.check.empty();
  }
  if (!runs) return ClaimBasis::kComputation;
  return computes ? ClaimBasis::kBoth : ClaimBasis::kRuns;
}

}  // namespace flitwise
