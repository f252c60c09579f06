#include "sim/studies/claims/agreement/claim_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/studies/claims/agreement/agreement_parts.h"
#include "sim/studies/claims/agreement/claim_tautology.h"
#include "sim/studies/claims/claim_range.h"

namespace flitwise {
namespace {

std::string text_of(const Statement& statement) {
  const std::string& text = statement.formula.text;
  return (statement.relation == "=" ? "" : statement.relation + " ") +
         text.substr(std::min(text.size(), text.find_first_not_of(' ')));
}

void check_statements(const Agreement& agreement, const ClaimCase& one) {
  if (measures_nothing(one))
    agreement.complain(one.measure.place, "measure", one.measure.text,
                       "names no figure of what runs or is computed");
  const std::pair<const char*, const Statement*> statements[] = {
      {"paper", &one.paper},
      {"truth", one.truth ? &*one.truth : nullptr},
      {"witness", one.witness ? &*one.witness : nullptr}};
  const std::vector<const ClaimPoint*> points = points_of_case(one, agreement.points);
  for (const auto& [key, statement] : statements)
    if (statement != nullptr && is_always_true(one, *statement, points))
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
  const auto statement = [](const Statement& s) { return s.relation + s.formula.text; };
  std::string text = (one.scenario ? dump(*one.scenario) : "") + "|" + one.check;
  for (const Axis& axis : one.axes) {
    for (const std::string& name : axis.names) text += "|" + name;
    text += "|" + dump(axis.values);
  }
  for (const auto& [name, formula] : one.lets) text += "|" + name + "=" + formula.text;
  text += "|" + (one.where ? one.where->text : "") + "|" + one.measure.text + "|" + one.fails;
  text += "|" + statement(one.paper) + "|" + (one.truth ? statement(*one.truth) : "");
  return text + "|" + (one.witness ? statement(*one.witness) : "");
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

void Agreement::complain(const Place& place, const std::string& key, const std::string& value,
                         const std::string& rule) const {
  errors.add({place, claim.id + "." + key, value, rule});
}

std::vector<const ClaimPoint*> points_of_case(const ClaimCase& one,
                                              const std::vector<ClaimPoint>& points) {
  std::vector<const ClaimPoint*> mine;
  for (const ClaimPoint& point : points)
    if (point.of == &one) mine.push_back(&point);
  return mine;
}

std::vector<ClaimPoint> values_of_case(const ClaimCase& one,
                                       const std::vector<ClaimPoint>& points) {
  std::vector<ClaimPoint> mine;
  for (const ClaimPoint* point : points_of_case(one, points))
    mine.push_back({point->of, point->values, {}});
  return mine;
}

std::set<std::size_t> combinations(const ClaimCase& one, const std::vector<ClaimPoint>& points,
                                   const std::string& name) {
  const std::vector<ClaimPoint> mine = values_of_case(one, points);
  std::set<std::size_t> all{1};
  for (const Axis& axis : one.axes) {
    if (axis.names.empty()) continue;
    // The names of rows change together.
    const std::size_t count = axis.names.size() > 1
                                  ? axis.values.items.size()
                                  : values_of_name(axis.names.front(), mine).size();
    const bool is_given = std::find(axis.names.begin(), axis.names.end(), name) != axis.names.end();
    std::set<std::size_t> more;
    for (const std::size_t product : all) more.insert(product * count);
    if (!is_given) more.insert(all.begin(), all.end());
    all = std::move(more);
  }
  all.insert({1, mine.size()});
  return all;
}

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
