// report_columns.h: what the tables of `flitwise run` and `flitwise compare` have in common.
#ifndef FLITWISE_SIM_REPORT_REPORT_COLUMNS_H_
#define FLITWISE_SIM_REPORT_REPORT_COLUMNS_H_

#include <string>
#include <vector>

#include "sim/report/report_table.h"
#include "sim/run/figures/result.h"
#include "sim/text/report_text.h"

namespace flitwise {

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

/// Whether long texts are cut to keep rows readable on a terminal.
enum class Cells : std::uint8_t { kCut, kWhole };

/// The table of `flitwise run`: what ran, its figures, the verdict.
std::vector<TextColumn> run_columns(const std::vector<Result>& results, Cells cells);

/// The columns that the families of these results add, each once.
std::vector<FigureColumn> family_columns(const std::vector<Result>& results);

/// The measured number of a family's column, "-" if there is none.
std::string figure_cell(const Result& result, const std::string& figure);

/// The predicted finish, "-" if theory does not say it.
std::string predicted_finish_cell(const Result& result);

/// The lower bound, "-" if none is known.
std::string lower_bound_cell(const Result& result);

/// A measured step, "-" for a run that did not end.
std::string step_cell(const Result& result, Step step);

/// "fdf (multiport)", for example.
std::string algorithm_text(const Result& result);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_REPORT_COLUMNS_H_
