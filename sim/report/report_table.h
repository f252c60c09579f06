// report_table.h: results for people: tables that fit the terminal, what failed, and a last line
// that sums up.
#ifndef FLITWISE_SIM_REPORT_REPORT_TABLE_H_
#define FLITWISE_SIM_REPORT_REPORT_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/family/compare.h"
#include "sim/run/figures/result.h"
#include "sim/text/report_text.h"

namespace flitwise {

enum class Colour : std::uint8_t { kNever, kAlways };
enum class Detail : std::uint8_t { kFailures, kAllChecks };

/// One aligned row per result; names are cut to keep rows readable. `width` is that of the
/// terminal, 0 if there is none, as in render_columns.
std::string render_table(const std::vector<Result>& results, Colour colour, std::size_t width = 0);

/// What failed in each result: checks with their source and problems. With kAllChecks, every check
/// of every result. Lines are wrapped on a terminal.
std::string render_details(const std::vector<Result>& results, Detail detail, Colour colour,
                           std::size_t width = 0);

/// "pass", "FAIL", "NO END" or "NO RUN".
std::string verdict_of(Outcome outcome);

/// The text in green if it is good news, else in red; as it is without colours.
std::string painted(const std::string& text, bool good, Colour colour);

/// How the rows ended, in their order: results, or whatever has an outcome.
template <typename Row>
std::vector<Outcome> outcomes_of(const std::vector<Row>& rows) {
  std::vector<Outcome> outcomes;
  for (const Row& row : rows) outcomes.push_back(row.outcome);
  return outcomes;
}

/// "4 scenarios: 3 passed, 1 failed"; of the other outcomes, those that there are.
std::string count_text(const std::vector<Outcome>& outcomes, const std::string& noun);

/// For example "4 scenarios: 3 passed, 1 failed". `noun` says in the singular what was run.
std::string render_summary(const std::vector<Result>& results,
                           const std::string& noun = "scenario");

/// Weights of columns: the heavier stay longer.
inline constexpr int kExtra = 0;
inline constexpr int kWanted = 1;
inline constexpr int kNeeded = 2;

/// A column of a table. Shape: `cells` has one entry per row.
struct TextColumn {
  std::string heading;
  Align align = Align::kLeft;
  std::vector<std::string> cells;
  int weight = kExtra;  ///< where there is no room for all columns, those of less weight go first
};

/// The column with `cell(row)` for every row.
template <typename Row, typename Cell>
TextColumn make_column(const std::string& heading, Align align, const std::vector<Row>& rows,
                       Cell&& cell) {
  TextColumn column{heading, align, {}, 0};
  for (const Row& row : rows) column.cells.push_back(cell(row));
  return column;
}

/// The rows below their headings, aligned. The last column's cells, the verdicts, are painted by
/// the rows' outcomes. `width` is that of the terminal, 0 if there is none: what does not fit is
/// left out, and a last line says so.
std::string render_columns(const std::vector<TextColumn>& columns,
                           const std::vector<Outcome>& outcomes, Colour colour,
                           std::size_t width = 0);

/// Whether a result has a check of this name.
bool has_check(const Result& result, const std::string& name);

/// Whether long texts are cut to keep rows readable on a terminal.
enum class Cells : std::uint8_t { kCut, kWhole };

/// The table of `flitwise run`: what ran, its figures, the verdict.
std::vector<TextColumn> run_columns(const std::vector<Result>& results, Cells cells);

/// The predicted finish, "-" if theory does not say it.
std::string predicted_finish_cell(const Result& result);

/// A measured step, "-" for a run that did not end.
std::string step_cell(const Result& result, Step step);

/// "fdf (multiport)", for example.
std::string algorithm_text(const Result& result);

struct FittedColumns {
  std::vector<TextColumn> columns;
  std::vector<std::string> left_out;  ///< headings, in their order
};

/// Makes columns fit beside each other, `kColumnGap` apart, into `width`; 0 stands for any width.
/// Where they are too wide, those go that are empty in all rows, then those of the least weight, of
/// equal ones those with the fewest values; words are shortened. The first and the last column
/// stay, also where even they are too wide.
FittedColumns fit_columns(std::vector<TextColumn> columns, std::size_t width);

/// Columns that a column takes without being shortened.
std::size_t width_of(const TextColumn& column);

inline constexpr std::size_t kColumnGap = 2;

/// What came out of one variant.
struct ComparedRun {
  std::string label;
  Origin origin = Origin::kAlternative;
  std::vector<double> costs;  ///< as Family::costs says
  Result result;
  std::size_t variant = 0;  ///< its place among those that ran
};

/// Puts the best first: runs that passed by their costs; after them those that failed, and last
/// those that did not end, whose figures mean nothing. Equals stay in the order in which they were.
void sort_best_first(std::vector<ComparedRun>& runs);

std::vector<Result> results_of(const std::vector<ComparedRun>& runs);

/// The columns of the table below.
std::vector<TextColumn> comparison_columns(const std::vector<ComparedRun>& runs);

/// One aligned row per run in the given order. The scenario's own variant is marked with '*';
/// networks have a column if there are several.
std::string render_comparison(const std::vector<ComparedRun>& runs, Colour colour,
                              std::size_t width = 0);

/// render_details of compared runs, by their labels; what runs share is said once.
std::string render_compared_details(const std::vector<ComparedRun>& runs, Detail detail,
                                    Colour colour, std::size_t width);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_TABLE_H_
