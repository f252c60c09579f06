#include "sim/report/report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/report/report_columns.h"
#include "sim/text/report_text.h"
#include "sim/text/text_wrap.h"

namespace flitwise {
namespace {

constexpr std::size_t kWidestName = 32;
constexpr std::size_t kWidestCell = 44;
constexpr std::size_t kLongestList = 300;

constexpr std::size_t kCheckIndent = 7;  // behind "  FAIL "

std::string check_line(const Check& check, Colour colour, std::size_t width) {
  const std::string measured = cut_to_width(check.measured, kLongestList);
  const std::string mark =
      check.decided ? painted(check.ok ? "ok  " : "FAIL", check.ok, colour) : "open";
  std::string text = fmt::format("{}: measured {}", check.name, measured);
  if (check.measured == check.predicted)
    text += " as predicted";
  else
    text += fmt::format(", predicted {}", cut_to_width(check.predicted, kLongestList));
  std::string lines = fmt::format("  {} {}\n", mark, wrapped(text, kCheckIndent, width));
  if (!check.source.empty())
    lines += std::string(kCheckIndent, ' ') + wrapped(check.source, kCheckIndent, width) + "\n";
  return lines;
}

// "  problem: ..." with the other lines, if any, behind the word.
std::string worded_line(const std::string& word, const std::string& shown, const std::string& text,
                        std::size_t width) {
  return fmt::format("  {} {}\n", shown, wrapped(text, word.size() + 3, width));
}

bool has_check(const Result& result, const std::string& name) {
  return std::any_of(result.checks.begin(), result.checks.end(),
                     [&](const Check& check) { return check.name == name; });
}

// Figures that theory says nothing of have no check, but they were measured.
std::string unpredicted_lines(const Result& result) {
  std::string text;
  for (const auto& [name, value] : result.measured.others)
    if (!value.is_nothing() && !result.predicted.find(name) && !has_check(result, name))
      text += fmt::format("       {}: measured {}, not predicted\n", name,
                          cut_to_width(value.text(), kLongestList));
  return text;
}

// What goes wrong for one cause differs in numbers alone.
std::string cause_of(const std::string& problem) {
  std::string cause;
  for (const char c : problem)
    if (c < '0' || c > '9') cause += c;
  return cause;
}

// The first of what routers, PEs and assertions report for one cause, and how many more there are.
// What waits for what is listed in full, since a chain of PEs shows where it begins; but not where
// each waits for many things: nobody would read that.
std::vector<std::string> folded(const std::vector<std::string>& problems) {
  constexpr int kMostAlike = 5;
  constexpr std::size_t kLongestPlace = 10;
  constexpr std::size_t kLongestWait = 160;
  std::map<std::string, int> seen;
  std::vector<std::string> shown;
  int left_out = 0;
  for (const std::string& problem : problems) {
    // "step 7: ...", "PE 4095, step 7: ...", "RTL: [7] ..."
    const bool is_report = problem.find("step ") < kLongestPlace || problem.rfind("RTL: ", 0) == 0;
    const bool is_long_wait =
        problem.find(" waits for ") != std::string::npos && problem.size() > kLongestWait;
    if ((is_report && ++seen[cause_of(problem)] > kMostAlike) ||
        (is_long_wait && ++seen["waits"] > kMostAlike))
      ++left_out;
    else
      shown.push_back(is_long_wait ? cut_to_width(problem, kLongestWait) : problem);
  }
  if (left_out > 0) shown.push_back(fmt::format("{} more like these, which -v prints", left_out));
  return shown;
}

std::string details_of(const Result& result, Detail detail, Colour colour, std::size_t width) {
  std::string text;
  for (const Check& check : result.checks)
    if (detail == Detail::kAllChecks || is_broken(check)) text += check_line(check, colour, width);
  if (detail == Detail::kAllChecks) text += unpredicted_lines(result);
  const bool folds = detail != Detail::kAllChecks;
  for (const std::string& problem : folds ? folded(result.problems) : result.problems)
    text += worded_line("problem:", painted("problem:", false, colour), problem, width);
  for (const std::string& note : result.notes) text += worded_line("note:", "note:", note, width);
  return text;
}

}  // namespace

std::vector<TextColumn> run_columns(const std::vector<Result>& results, Cells cells) {
  using R = const Result&;
  std::vector<TextColumn> columns;
  const auto words = [&](const char* heading, std::size_t widest, auto&& cell) {
    columns.push_back(make_column(heading, Align::kLeft, results, [&](R r) {
      return cells == Cells::kCut ? cut_to_width(cell(r), widest) : cell(r);
    }));
  };
  const auto number = [&](const std::string& heading, int weight, auto&& cell) {
    columns.push_back(make_column(heading, Align::kRight, results, cell));
    columns.back().weight = weight;
  };
  words("scenario", kWidestName, [](R r) { return r.scenario; });
  words("network", kWidestCell, [](R r) { return r.network; });
  columns.back().weight = kWanted;
  words("algorithm", kWidestCell, algorithm_text);
  columns.back().weight = kWanted;
  number("PEs", kExtra, [](R r) { return std::to_string(r.pes); });
  number("flits", kExtra, [](R r) { return std::to_string(r.flits); });
  number("finish", kNeeded, [](R r) { return step_cell(r, r.measured.finish); });
  number("predicted", kNeeded, predicted_finish_cell);
  number("quiesce", kExtra, [](R r) { return step_cell(r, r.measured.quiesce); });
  for (const FigureColumn& column : family_columns(results))
    number(column.heading, column.is_main ? kNeeded : kExtra,
           [&](R r) { return figure_cell(r, column.figure); });
  number("at least", kExtra, lower_bound_cell);
  words("verdict", kWidestCell, [](R r) { return verdict_of(r.outcome); });
  return columns;
}

std::string verdict_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kNoEnd:
      return "NO END";
    case Outcome::kBadInput:
      return "NO RUN";
    case Outcome::kFail:
      break;
  }
  return "FAIL";
}

std::string painted(const std::string& text, bool good, Colour colour) {
  if (colour == Colour::kNever) return text;
  return (good ? "\033[32m" : "\033[1;31m") + text + "\033[0m";
}

std::vector<Outcome> outcomes_of(const std::vector<Result>& results) {
  std::vector<Outcome> outcomes;
  for (const Result& result : results) outcomes.push_back(result.outcome);
  return outcomes;
}

std::string render_table(const std::vector<Result>& results, Colour colour, std::size_t width) {
  return render_columns(run_columns(results, Cells::kCut), outcomes_of(results), colour, width);
}

std::string render_details(const std::vector<Result>& results, Detail detail, Colour colour,
                           std::size_t width) {
  std::string text;
  for (const Result& result : results) {
    const std::string details = details_of(result, detail, colour, width);
    if (details.empty()) continue;
    text += fmt::format("\n{} ({}):\n{}", result.scenario, result.file, details);
  }
  return text;
}

std::string count_text(const std::vector<Outcome>& outcomes, const std::string& noun) {
  const auto count = [&](Outcome outcome) {
    return std::count(outcomes.begin(), outcomes.end(), outcome);
  };
  std::string text =
      fmt::format("{} {}{}: {} passed, {} failed", outcomes.size(), noun,
                  outcomes.size() == 1 ? "" : "s", count(Outcome::kPass), count(Outcome::kFail));
  if (count(Outcome::kNoEnd) > 0) text += fmt::format(", {} did not end", count(Outcome::kNoEnd));
  if (count(Outcome::kBadInput) > 0)
    text += fmt::format(", {} could not run", count(Outcome::kBadInput));
  return text;
}

std::string render_summary(const std::vector<Result>& results, const std::string& noun) {
  return count_text(outcomes_of(results), noun) + "\n";
}

}  // namespace flitwise
