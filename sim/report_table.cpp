#include "sim/report_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/report_columns.h"
#include "sim/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kWidestName = 32;
constexpr std::size_t kWidestCell = 44;
constexpr std::size_t kLongestList = 300;

std::vector<TextColumn> columns_for(const std::vector<Result>& results) {
  using R = const Result&;
  std::vector<TextColumn> columns;
  const auto words = [&](const char* heading, std::size_t widest, auto&& cell) {
    columns.push_back(make_column(heading, Align::kLeft, results,
                                  [&](R r) { return cut_to_width(cell(r), widest); }));
  };
  const auto number = [&](const std::string& heading, auto&& cell) {
    columns.push_back(make_column(heading, Align::kRight, results, cell));
  };
  words("scenario", kWidestName, [](R r) { return r.scenario; });
  words("network", kWidestCell, [](R r) { return r.network; });
  words("algorithm", kWidestCell, algorithm_text);
  number("PEs", [](R r) { return std::to_string(r.pes); });
  number("flits", [](R r) { return std::to_string(r.flits); });
  number("finish", [](R r) { return step_cell(r, r.measured.finish); });
  number("predicted", predicted_finish_cell);
  number("quiesce", [](R r) { return step_cell(r, r.measured.quiesce); });
  for (const FigureColumn& column : family_columns(results))
    number(column.heading, [&](R r) { return figure_cell(r, column.figure); });
  number("at least", [](R r) { return r.broke_off ? "-" : std::to_string(r.lower_bound); });
  words("verdict", kWidestCell, [](R r) { return verdict_of(r.outcome); });
  return columns;
}

std::string check_line(const Check& check, Colour colour) {
  const std::string measured = cut_to_width(check.measured, kLongestList);
  const std::string mark = painted(check.ok ? "ok  " : "FAIL", check.ok, colour);
  std::string text = fmt::format("  {} {}: measured {}", mark, check.name, measured);
  if (check.measured == check.predicted)
    text += " as predicted\n";
  else
    text += fmt::format(", predicted {}\n", cut_to_width(check.predicted, kLongestList));
  if (!check.source.empty()) text += fmt::format("       {}\n", check.source);
  return text;
}

// Figures that theory says nothing of have no check, but they were measured.
std::string unpredicted_lines(const Result& result) {
  std::string text;
  for (const auto& [name, value] : result.measured.others)
    if (!value.is_nothing() && !result.predicted.find(name))
      text += fmt::format("       {}: measured {}, not predicted\n", name,
                          cut_to_width(value.text(), kLongestList));
  return text;
}

std::string details_of(const Result& result, Detail detail, Colour colour) {
  std::string text;
  for (const Check& check : result.checks)
    if (detail == Detail::kAllChecks || !check.ok) text += check_line(check, colour);
  if (detail == Detail::kAllChecks) text += unpredicted_lines(result);
  for (const std::string& problem : result.problems)
    text += fmt::format("  {} {}\n", painted("problem:", false, colour), problem);
  for (const std::string& note : result.notes) text += fmt::format("  note: {}\n", note);
  return text;
}

}  // namespace

std::string verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kNoEnd:
      return "NO END";
    case Outcome::kFail:
    case Outcome::kBadInput:
      break;
  }
  return "FAIL";
}

std::string painted(const std::string& text, bool good, Colour colour) {
  if (colour == Colour::kNever) return text;
  return (good ? "\033[32m" : "\033[1;31m") + text + "\033[0m";
}

std::string render_table(const std::vector<Result>& results, Colour colour) {
  std::vector<Outcome> outcomes;
  for (const Result& result : results) outcomes.push_back(result.outcome);
  return render_columns(columns_for(results), outcomes, colour);
}

std::string render_details(const std::vector<Result>& results, Detail detail, Colour colour) {
  std::string text;
  for (const Result& result : results) {
    const std::string details = details_of(result, detail, colour);
    if (details.empty()) continue;
    text += fmt::format("\n{} ({}):\n{}", result.scenario, result.file, details);
  }
  return text;
}

std::string render_summary(const std::vector<Result>& results, const std::string& noun) {
  const auto count = [&](Outcome outcome) {
    return std::count_if(results.begin(), results.end(),
                         [&](const Result& result) { return result.outcome == outcome; });
  };
  std::string text =
      fmt::format("{} {}{}: {} passed, {} failed", results.size(), noun,
                  results.size() == 1 ? "" : "s", count(Outcome::kPass), count(Outcome::kFail));
  if (count(Outcome::kNoEnd) > 0) text += fmt::format(", {} did not end", count(Outcome::kNoEnd));
  return text + "\n";
}

}  // namespace flitwise
