// Numbers of a range against those of the cases.
#include <fmt/format.h>

#include <algorithm>

#include "sim/run/family/family.h"
#include "sim/studies/claims/agreement/agreement_parts.h"
#include "sim/studies/claims/claim_range.h"

namespace flitwise {
namespace {

void add_data(const std::string& text, std::set<double>& numbers) {
  for (const double number : numbers_in_data(text)) numbers.insert(number);
}

void add_formula(const Formula& formula, std::set<double>& numbers) {
  add_data(formula.text, numbers);
}

// What a statement comes to where it names no figure.
void add_value(const Statement& statement, const ClaimPoint& point, std::set<double>& numbers) {
  try {
    numbers.insert(evaluate(statement.formula.text, names_of(point.values)));
  } catch (const ExpressionError&) {
    return;  // it is over what is measured
  }
}

void add_lengths(const YamlNode& value, std::set<double>& numbers) {
  if (value.kind != YamlKind::kList) return;
  numbers.insert(static_cast<double>(value.items.size()));
  for (const YamlNode& item : value.items) add_lengths(item, numbers);
}

void add_case(const Agreement& agreement, const ClaimCase& one, std::set<double>& numbers) {
  const auto count = [&](std::size_t number) { numbers.insert(static_cast<double>(number)); };
  const std::vector<const ClaimPoint*> points = points_of_case(one, agreement.points);
  for (const std::size_t product : combinations(one, agreement.points, "")) count(product);
  add_formula(one.measure, numbers);
  add_formula(one.paper.formula, numbers);
  if (one.truth) add_formula(one.truth->formula, numbers);
  if (one.witness) add_formula(one.witness->formula, numbers);
  if (one.where) add_formula(*one.where, numbers);
  for (const auto& [name, formula] : one.lets) add_formula(formula, numbers);
  for (const ClaimPoint* point : points) {
    add_value(one.paper, *point, numbers);
    if (one.truth) add_value(*one.truth, *point, numbers);
    if (one.witness) add_value(*one.witness, *point, numbers);
    for (const Binding& binding : point->values) {
      add_data(value_text(binding.value), numbers);
      add_lengths(binding.value, numbers);
    }
    if (!point->scenario) continue;
    std::string text = point->scenario->text;
    const std::size_t name = text.find(agreement.claim.id);
    if (name != std::string::npos) text.erase(name, agreement.claim.id.size());
    add_data(text, numbers);
    Result result;
    identify(*point->scenario, result);
    count(static_cast<std::size_t>(result.pes));
    add_data(result.network + " " + std::to_string(result.flits), numbers);
  }
}

std::set<std::string> names_in_cases(const std::vector<ClaimPoint>& points) {
  std::set<std::string> all;
  for (const ClaimPoint& point : points)
    for (const Binding& binding : point.values) all.insert(binding.name);
  return all;
}

std::set<double> known_numbers(const Agreement& agreement) {
  const std::vector<ClaimPoint>& points = agreement.points;
  const std::size_t runs = count_runs(points);
  std::set<double> numbers{0, 1};
  for (const std::size_t number :
       {points.size(), runs, points.size() - runs, agreement.claim.cases.size()})
    numbers.insert(static_cast<double>(number));
  for (const std::string& name : names_in_cases(points))
    numbers.insert(static_cast<double>(values_of_name(name, points).size()));
  for (const ClaimCase& one : agreement.claim.cases) add_case(agreement, one, numbers);
  return numbers;
}

// "four policies" where the axis policy has three values.
void check_count(const Agreement& agreement, const TextNumber& number) {
  for (const std::string& name : names_in_cases(agreement.points))
    for (const std::string& word : number.after) {
      if (name.size() < 3 || word == name || !is_plural_or_same(word, name)) continue;
      const std::vector<YamlNode> values = values_of_name(name, agreement.points);
      const bool is_count = number.value == static_cast<double>(values.size());
      const bool is_value = std::any_of(values.begin(), values.end(), [&](const YamlNode& value) {
        return value_text(value) == number_text(number.value);
      });
      if (!is_count && !is_value)
        agreement.complain(agreement.claim.range.place, "range", number.text + " " + word,
                           fmt::format("does not count the values of {}: there {} {}", name,
                                       values.size() == 1 ? "is" : "are", values.size()));
    }
}

}  // namespace

void check_numbers(const Agreement& agreement) {
  const Claim& claim = agreement.claim;
  const std::set<double> known = known_numbers(agreement);
  const auto check = [&](const Place& place, const char* key,
                         const std::vector<TextNumber>& numbers) {
    for (const TextNumber& number : numbers)
      if (known.count(number.value) == 0)
        agreement.complain(place, key, number.text,
                           "is no value, no literal and no count of the cases");
  };
  check(claim.range.place, "range", agreement.words.numbers());
  check(claim.at, "claim", numbers_in_text(claim.text));
  check(claim.at, "instead", numbers_in_text(claim.instead));
  for (const TextNumber& number : agreement.words.numbers()) check_count(agreement, number);
}

}  // namespace flitwise
