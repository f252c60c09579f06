#include "sim/studies/claims/agreement/claim_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "sim/run/family/family.h"
#include "sim/studies/claims/agreement/agreement_axes.h"
#include "sim/studies/claims/claim_points.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr int kDraws = 60;
constexpr std::size_t kPointsTried = 25;

// The value of a path like "c.1" whose first name is bound; empty where it is not.
std::optional<std::int64_t> bound_number(const std::string& path, const Names& bound) {
  std::istringstream parts(path);
  std::string part;
  std::getline(parts, part, '.');
  std::optional<Figure> figure = bound(part);
  while (figure && std::getline(parts, part, '.')) {
    const auto item =
        static_cast<std::size_t>(std::max<std::int64_t>(whole_number(part).value_or(0), 0));
    const Figure::Items* items = figure->items();
    if (items == nullptr || item >= items->size()) return std::nullopt;
    figure = Figure((*items)[item]);
  }
  return figure ? figure->number() : std::nullopt;
}

// Figures of a draw: all 0, all 1, then small and larger ones by name.
std::int64_t drawn_number(const std::string& path, int draw) {
  if (draw < 2) return draw;
  const std::uint64_t hash = hash_of(path + "#" + std::to_string(draw));
  return static_cast<std::int64_t>(hash % (draw % 2 == 0 ? 12 : 1000));
}

// Whether it is true for a draw; a draw for which it has no value says nothing.
bool is_false(const ClaimCase& one, const Statement& statement, const ClaimPoint& point, int draw) {
  const Names bound = names_of(point.values);
  const Paths paths = [&](const std::string& path) {
    return bound_number(path, bound).value_or(drawn_number(path, draw));
  };
  try {
    const double measured = evaluate_paths(one.measure.text, paths);
    const double said = evaluate_paths(statement.formula.text, paths);
    return std::isfinite(measured) && std::isfinite(said) &&
           !relation_holds(measured, statement.relation, said);
  } catch (const ExpressionError&) {
    return true;  // deciding it will say what is wrong
  }
}

// Whether a statement about a case's measured number is true for any figures that could be
// measured, in all of these points of the case. Figures are drawn at random, always the same ones:
// a statement that is rarely false may pass for one that never is, if only for figures that are
// neither 0, 1 nor below 1000.
bool is_always_true(const ClaimCase& one, const Statement& statement,
                    const std::vector<const ClaimPoint*>& points) {
  const std::size_t step = points.size() / kPointsTried + 1;
  for (std::size_t i = 0; i < points.size(); i += step)
    for (int draw = 0; draw < kDraws; ++draw)
      if (is_false(one, statement, *points[i], draw)) return false;
  return true;
}

// Whether a case has no figure at all of what runs or is computed.
bool measures_nothing(const ClaimCase& one) {
  const std::set<std::string> bound = bound_names(one);
  const std::vector<std::string> names = names_in(one.measure.text);
  return std::all_of(names.begin(), names.end(),
                     [&](const std::string& name) { return bound.count(name) > 0; });
}

// All scalars of scenarios by the path of keys that leads to them.
using Slots = std::map<std::string, std::vector<const YamlNode*>>;

void gather(const YamlNode& node, const std::string& path, Slots& slots) {
  if (node.kind == YamlKind::kScalar) slots[path].push_back(&node);
  for (std::size_t i = 0; i < node.items.size(); ++i)
    gather(node.items[i], fmt::format("{}[{}]", path, i), slots);
  for (const YamlEntry& entry : node.entries)
    gather(entry.value, path.empty() ? entry.key : path + "." + entry.key, slots);
}

void check_literal(const Agreement& agreement, const std::string& path, const std::string& name,
                   const YamlNode& node) {
  const std::vector<double> data = numbers_in_data(node.text);
  if (data.size() != 1 || number_text(data.front()) != node.text) return;
  for (const YamlNode& value : values_of_name(name, agreement.points))
    if (value.text == node.text) return;
  if (agreement.words.says_number(data.front())) return;
  agreement.complain(
      agreement.claim.range.place, "range", node.text,
      fmt::format("is {} in a case, where others have ({}); the range must say so", path, name));
}

// Numbers of a scenario where other cases fill in a value.
void check_literals(const Agreement& agreement) {
  Slots slots;
  for (const ClaimCase& one : agreement.claim.cases)
    if (one.scenario) gather(*one.scenario, "", slots);
  for (const auto& [path, nodes] : slots) {
    const auto filled = std::find_if(nodes.begin(), nodes.end(), [](const YamlNode* node) {
      return node->text.size() > 2 && node->text.front() == '(';
    });
    if (filled == nodes.end()) continue;
    const std::string name = (*filled)->text.substr(1, (*filled)->text.size() - 2);
    for (const YamlNode* node : nodes) check_literal(agreement, path, name, *node);
  }
}

void add_data(const std::string& text, std::set<double>& numbers) {
  for (const double number : numbers_in_data(text)) numbers.insert(number);
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
  add_data(one.measure.text, numbers);
  if (one.where) add_data(one.where->text, numbers);
  for (const auto& [key, said] : statements_of(one)) add_data(said->formula.text, numbers);
  for (const auto& [name, formula] : one.lets) add_data(formula.text, numbers);
  for (const ClaimPoint* point : points) {
    for (const auto& [key, said] : statements_of(one)) add_value(*said, *point, numbers);
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

// Numbers of range, claim and `instead` that no case has, or that count something else.
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

std::string text_of(const Statement& statement) {
  const std::string& text = statement.formula.text;
  return (statement.relation == "=" ? "" : statement.relation + " ") +
         text.substr(std::min(text.size(), text.find_first_not_of(' ')));
}

void check_statements(const Agreement& agreement, const ClaimCase& one) {
  if (measures_nothing(one))
    agreement.complain(one.measure.place, "measure", one.measure.text,
                       "names no figure of what runs or is computed");
  const std::vector<const ClaimPoint*> points = points_of_case(one, agreement.points);
  for (const auto& [key, statement] : statements_of(one))
    if (is_always_true(one, *statement, points))
      agreement.complain(statement->formula.place, key, text_of(*statement),
                         "is true whatever is measured");
  if (one.scenario && one.check.empty() && !measures_nothing(one) && !measures_a_run(one))
    agreement.complain(one.measure.place, "measure", one.measure.text,
                       "is theory, and so is what it is held against: the run decides nothing");
}

void check_basis(const Agreement& agreement) {
  if (count_runs(agreement.points) > 0) return;
  for (const char* word : {"routers", "rtl", "measured"})
    if (agreement.words.range_has(word))
      agreement.complain(agreement.claim.range.place, "range", word,
                         "is said of a claim that runs nothing");
}

void check_points_once(const Agreement& agreement, const ClaimCase& one) {
  std::set<std::string> seen;
  for (const ClaimPoint* point : points_of_case(one, agreement.points)) {
    std::string values;
    for (const Binding& binding : point->values)
      values += binding.name + " = " + value_text(binding.value) + ", ";
    if (values.empty() || seen.insert(values).second) continue;
    agreement.complain(one.place, "cases", "",
                       "run twice with " + values.substr(0, values.size() - 2));
    return;
  }
}

std::string dump(const YamlNode& node) {
  std::string text = node.text;
  for (const YamlNode& item : node.items) text += "[" + dump(item) + "]";
  for (const YamlEntry& entry : node.entries)
    text += "{" + entry.key + ":" + dump(entry.value) + "}";
  return text;
}

std::string dump(const ClaimCase& one) {
  std::string text = (one.scenario ? dump(*one.scenario) : "") + "|" + one.check;
  for (const Axis& axis : one.axes) {
    for (const std::string& name : axis.names) text += "|" + name;
    text += "|" + dump(axis.values);
  }
  for (const auto& [name, formula] : one.lets) text += "|" + name + "=" + formula.text;
  text += "|" + (one.where ? one.where->text : "") + "|" + one.measure.text + "|" + one.fails;
  for (const auto& [key, said] : statements_of(one))
    text += fmt::format("|{}: {}{}", key, said->relation, said->formula.text);
  return text;
}

void check_cases_once(const Agreement& agreement) {
  std::map<std::string, int> lines;
  for (const ClaimCase& one : agreement.claim.cases) {
    const auto [place, is_new] = lines.emplace(dump(one), one.place.line);
    if (!is_new)
      agreement.complain(one.place, "cases", "",
                         fmt::format("has the case of line {} again", place->second));
  }
}

}  // namespace

void check_agreement(const Claim& claim, const std::vector<ClaimPoint>& points, ErrorList& errors) {
  const Agreement agreement{claim, points, ClaimWords(claim), errors};
  check_numbers(agreement);
  check_axes(agreement);
  check_literals(agreement);
  check_basis(agreement);
  for (const ClaimCase& one : claim.cases) {
    check_statements(agreement, one);
    check_points_once(agreement, one);
  }
  check_cases_once(agreement);
}

void check_repetition(const std::vector<Paper>& papers, ErrorList& errors) {
  std::map<std::vector<std::string>, std::string> ids;
  for (const Paper& paper : papers)
    for (const Claim& claim : paper.claims) {
      const auto [place, is_new] = ids.emplace(words_in_text(claim.text), claim.id);
      if (!is_new)
        errors.add({claim.at, claim.id + ".claim", claim.text,
                    fmt::format("is what {} says already", place->second)});
    }
}

}  // namespace flitwise
