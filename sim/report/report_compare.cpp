#include "sim/report/report_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "sim/report/report_columns.h"

namespace flitwise {
namespace {

std::string ratio_of(const Result& result) {
  const Step at_least = result.lower_bound.value_or(0);
  if (result.outcome == Outcome::kNoEnd || at_least == 0) return "-";
  return fmt::format("{:.2f}",
                     static_cast<double>(result.measured.finish) / static_cast<double>(at_least));
}

int rank_of(Outcome outcome) {
  if (outcome == Outcome::kPass) return 0;
  return outcome == Outcome::kNoEnd ? 2 : 1;
}

}  // namespace

void sort_best_first(std::vector<ComparedRun>& runs) {
  const auto key = [](const ComparedRun& run) {
    return std::make_tuple(rank_of(run.result.outcome), run.costs);
  };
  std::stable_sort(runs.begin(), runs.end(),
                   [&](const ComparedRun& a, const ComparedRun& b) { return key(a) < key(b); });
}

std::vector<Result> results_of(const std::vector<ComparedRun>& runs) {
  std::vector<Result> results;
  for (const ComparedRun& run : runs) results.push_back(run.result);
  return results;
}

std::vector<TextColumn> comparison_columns(const std::vector<ComparedRun>& runs) {
  using R = const ComparedRun&;
  std::vector<TextColumn> columns;
  const auto words = [&](const char* heading, auto&& cell) {
    columns.push_back(make_column(heading, Align::kLeft, runs, cell));
  };
  const auto number = [&](const std::string& heading, int weight, auto&& cell) {
    columns.push_back(
        make_column(heading, Align::kRight, runs, [&](R run) { return cell(run.result); }));
    columns.back().weight = weight;
  };
  const auto elsewhere = [&](R r) { return r.result.network != runs[0].result.network; };
  words("", [](R run) { return std::string(run.origin == Origin::kOwn ? "*" : ""); });
  words("algorithm", [](R run) { return run.label; });
  columns.back().weight = kWanted;
  if (std::any_of(runs.begin(), runs.end(), elsewhere))
    words("network", [](R run) { return run.result.network; });
  number("finish", kWanted, [](const Result& r) { return step_cell(r, r.measured.finish); });
  number("predicted", 0, predicted_finish_cell);
  for (const FigureColumn& column : family_columns(results_of(runs)))
    number(column.heading, column.is_main ? kWanted : 0,
           [&](const Result& r) { return figure_cell(r, column.figure); });
  number("quiesce", 0, [](const Result& r) { return step_cell(r, r.measured.quiesce); });
  number("at least", 0, lower_bound_cell);
  number("ratio", 0, ratio_of);
  words("verdict", [](R run) { return verdict_of(run.result.outcome); });
  return columns;
}

std::string render_comparison(const std::vector<ComparedRun>& runs, Colour colour,
                              std::size_t width) {
  return render_columns(comparison_columns(runs), outcomes_of(results_of(runs)), colour, width);
}

}  // namespace flitwise
