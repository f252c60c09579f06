#include "sim/studies/claims/claim_decision.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/studies/claims/checks/claim_checks.h"
#include "sim/studies/claims/claim_points.h"

namespace flitwise {
namespace {

std::optional<Figure> find_in(const Figure::Members& figures, const std::string& name) {
  for (const auto& [key, value] : figures)
    if (key == name) return value;
  return std::nullopt;
}

// What formulas may call a run's figures beside those that the family measures.
Figure::Members facts_of(const Result& result) {
  return {{"lower_bound", result.lower_bound},
          {"bound", result.bound},
          {"pes", std::int64_t{result.pes}},
          {"flits", result.flits},
          {"collisions", result.collisions},
          {"passes", std::int64_t{result.outcome == Outcome::kPass}},
          {"ends", std::int64_t{result.outcome != Outcome::kNoEnd}},
          {"predicted", result.predicted.others}};
}

std::optional<Figure> figure_of(const Result& result, const std::string& name) {
  const std::optional<Figure> fact = find_in(facts_of(result), name);
  return fact ? fact : result.measured.find(name);
}

// Those of the run that a case is compared with: other.finish.
Figure all_figures(const Result& result) {
  Figure::Members all = result.measured.others;
  all.emplace_back("finish", result.measured.finish);
  all.emplace_back("quiesce", result.measured.quiesce);
  for (const auto& fact : facts_of(result)) all.push_back(fact);
  return all;
}

double value_of(const Formula& formula, const Names& names) {
  try {
    return evaluate(formula.text, names);
  } catch (const ExpressionError& error) {
    throw ConfigError(formula.place, "", formula.text, error.what());
  }
}

Held hold(double measured, const Statement& statement, const Names& names) {
  Held held{statement.relation, value_of(statement.formula, names), false};
  held.holds = relation_holds(measured, held.relation, held.value);
  return held;
}

// The failed checks and problems of a run, as sentences.
std::vector<std::string> complaints_of(const Result& result) {
  std::vector<std::string> all = result.problems;
  for (const Check& check : result.checks)
    if (!check.ok)
      all.push_back(fmt::format("{}: measured {}, predicted {}", check.name, check.measured,
                                check.predicted));
  return all;
}

// A run that shall pass must; one that shall fail must fail for the reason that is given.
std::string trouble_of(const Result& result, const std::string& wanted) {
  if (result.outcome == Outcome::kPass)
    return wanted.empty() ? "" : fmt::format("the run passes, and shall fail: {}", wanted);
  const std::vector<std::string> complaints = complaints_of(result);
  const auto is_wanted = [&](const std::string& text) {
    return text.find(wanted) != std::string::npos;
  };
  if (!wanted.empty() && !result.broke_off &&
      std::any_of(complaints.begin(), complaints.end(), is_wanted))
    return {};
  return complaints.empty() ? "the run failed" : complaints.front();
}

// A name of the claim that is a figure's as well would stand for what was not measured.
void refuse_hidden(const ClaimPoint& point, const Figure::Members& computed, const Result* result) {
  for (const Binding& binding : point.values)
    if (find_in(computed, binding.name) ||
        (result != nullptr && result->measured.find(binding.name)))
      throw ConfigError(point.of->place, "", binding.name, "is the name of a measured figure");
}

std::string name_of_run(const Result& result) {
  std::string text = fmt::format("{}: {} {}", result.network, result.operation, result.algorithm);
  if (!result.variant.empty()) text += fmt::format(" ({})", result.variant);
  return text;
}

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

DecidedPoint decide_point(const ClaimPoint& point, const Result* result, const Result* other) {
  const ClaimCase& one = *point.of;
  DecidedPoint decided;
  decided.point = &point;
  decided.what = result != nullptr ? name_of_run(*result) : "check " + one.check;
  if (result != nullptr) decided.outcome = result->outcome;
  if (result != nullptr) decided.trouble = trouble_of(*result, one.fails);
  if (decided.trouble.empty() && other != nullptr) decided.trouble = trouble_of(*other, "");
  if (!decided.trouble.empty()) return decided;

  const Names bound = names_of(point.values);
  Figure::Members computed;
  try {
    if (!one.check.empty()) computed = claim_check(one.check)(bound);
  } catch (const ExpressionError& error) {
    throw ConfigError(one.place, "check", one.check, error.what());
  }
  refuse_hidden(point, computed, result);
  const Names names = [&](const std::string& name) {
    std::optional<Figure> figure = bound(name);
    if (!figure) figure = find_in(computed, name);
    if (!figure && other != nullptr && name == "other") figure = all_figures(*other);
    if (!figure && result != nullptr) figure = figure_of(*result, name);
    return figure;
  };
  decided.measured = value_of(one.measure, names);
  decided.paper = hold(decided.measured, one.paper, names);
  if (one.truth) decided.truth = hold(decided.measured, *one.truth, names);
  if (one.witness) decided.witness = hold(decided.measured, *one.witness, names);
  return decided;
}

ClaimVerdict verdict_of(const Claim& claim, const std::vector<DecidedPoint>& points) {
  const auto all = [&](auto&& test) { return std::all_of(points.begin(), points.end(), test); };
  const auto any = [&](auto&& test) { return std::any_of(points.begin(), points.end(), test); };
  using P = const DecidedPoint&;
  const auto agrees = [](P p) { return p.paper->holds; };
  if (points.empty() || any([](P p) { return !p.trouble.empty(); }))
    return ClaimVerdict::kUndecided;
  const bool holds = claim.quantifier == Quantifier::kAll ? all(agrees) : any(agrees);
  // A question has no verdict but that it has an answer.
  if (claim.expected == ClaimVerdict::kAnswered)
    return holds ? ClaimVerdict::kAnswered : ClaimVerdict::kUndecided;
  if (holds) return ClaimVerdict::kHolds;
  if (all([](P p) { return p.truth && p.truth->holds; })) return ClaimVerdict::kCorrected;
  const bool is_witnessed = any([](P p) { return p.witness && !p.paper->holds; }) && all([](P p) {
                              return !p.witness || (p.witness->holds && !p.paper->holds);
                            });
  return is_witnessed ? ClaimVerdict::kRefuted : ClaimVerdict::kUndecided;
}

const DecidedPoint& telling_point(const DecidedClaim& decided) {
  for (const DecidedPoint& point : decided.points)
    if (!point.trouble.empty()) return point;
  for (const DecidedPoint& point : decided.points)
    if (!point.paper->holds) return point;
  return decided.points.back();
}

std::string text_of(const DecidedPoint& point) {
  std::string text = text_of(point.point->values);
  if (!text.empty()) text += ": ";
  if (!point.trouble.empty()) return text + point.trouble;
  const std::string relation = point.paper->relation == "=" ? "" : point.paper->relation + " ";
  return fmt::format("{}{} = {}, {} {}{}", text, point.point->of->measure.text,
                     number_text(point.measured), point.point->of->speaker, relation,
                     number_text(point.paper->value));
}

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
