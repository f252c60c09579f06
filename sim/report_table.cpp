#include "sim/report_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/report_text.h"

namespace flitwise {
namespace {

constexpr std::size_t kColumns = 11;
constexpr std::size_t kWidestName = 32;
constexpr std::size_t kWidestCell = 44;
constexpr std::size_t kLongestList = 300;

using Row = std::array<std::string, kColumns>;

const Row& heading() {
  static const Row row{"scenario",  "network", "algorithm", "PEs",      "flits",  "finish",
                       "predicted", "quiesce", "T_sync",    "at least", "verdict"};
  return row;
}

// The first three columns are words; numbers are read from the right.
Align align_of(std::size_t column) {
  return column < 3 || column + 1 == kColumns ? Align::kLeft : Align::kRight;
}

Row row_of(const Result& result) {
  std::string algorithm = result.algorithm;
  if (!result.variant.empty()) algorithm += " (" + result.variant + ")";
  const bool ended = result.outcome != Outcome::kNoEnd;
  return {cut_to_width(result.scenario, kWidestName),
          cut_to_width(result.network, kWidestCell),
          cut_to_width(algorithm, kWidestCell),
          std::to_string(result.pes),
          std::to_string(result.flits),
          ended ? std::to_string(result.measured.finish) : "-",
          std::to_string(result.predicted.finish),
          ended ? std::to_string(result.measured.quiesce) : "-",
          result.measured.t_sync ? std::to_string(*result.measured.t_sync) : "-",
          std::to_string(result.lower_bound),
          verdict_of(result.outcome)};
}

std::string line_of(const Row& row, const std::array<std::size_t, kColumns>& widths) {
  std::string line;
  for (std::size_t c = 0; c + 1 < kColumns; ++c)
    line += pad_to_width(row[c], widths[c], align_of(c)) + "  ";
  return line;
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

std::string details_of(const Result& result, Detail detail, Colour colour) {
  std::string text;
  for (const Check& check : result.checks)
    if (detail == Detail::kAllChecks || !check.ok) text += check_line(check, colour);
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
  std::vector<Row> rows{heading()};
  for (const Result& result : results) rows.push_back(row_of(result));
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows)
    for (std::size_t c = 0; c < kColumns; ++c)
      widths[c] = std::max(widths[c], display_width(row[c]));
  std::string text = line_of(rows[0], widths) + rows[0].back() + "\n";
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const bool passed = results[r - 1].outcome == Outcome::kPass;
    text += line_of(rows[r], widths) + painted(rows[r].back(), passed, colour) + "\n";
  }
  return text;
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
