// sweep_report.h: the results of a sweep as CSV, plots and a table.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_REPORT_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_REPORT_H_

#include <string>
#include <vector>

#include "sim/report/plot/report_plot.h"
#include "sim/report/report_columns.h"
#include "sim/report/report_table.h"
#include "sim/studies/sweep/sweep_row.h"

namespace flitwise {

/// The points that were run and what came out of them.
/// Shape: `rows` has one entry per point.
struct SweepResults {
  const Sweep& sweep;
  const std::vector<SweepPoint>& points;
  std::vector<SweepRow> rows;
};

/// One line per point under a heading: the varied values, the verdict, every number of the results
/// and the first problem (RFC 4180, but lines end in a newline alone).
std::string sweep_csv(const SweepResults& results);

/// One row per point: the varied values, the figures of the plots, the verdict.
std::vector<TextColumn> sweep_columns(const SweepResults& results);

/// The same for a terminal; `width` as in render_columns.
std::string sweep_table(const SweepResults& results, Colour colour, std::size_t width);

/// A figure without a value in any point has no curve. The reader has seen to it that x has
/// numbers where its axis is logarithmic or curves are drawn.
Plot make_plot(const SweepPlot& plot, const SweepResults& results);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_REPORT_H_
