// sweep_report.h: the results of a sweep: CSV, a table, texts, plots and a page for browsers.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_REPORT_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_REPORT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"
#include "sim/report/report_plot.h"
#include "sim/report/report_table.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/sweep/sweep_points.h"

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

/// Why points cannot be run. Mistakes in the scenario itself come up at every point: each is shown
/// once.
std::string refusals_text(const SweepPoints& points, bool skips_refused);
/// Which points were left out, and why; empty if none were.
std::string skipped_text(const SweepPoints& points);

/// The curves that nothing is run for, a line for each of each plot; empty without any.
std::string curves_text(const Sweep& sweep);

/// The first problems of points that did not pass.
std::string sweep_problems(const SweepResults& results);
/// How many points have notes, and the first of them; empty where there is none.
std::string sweep_notes(const SweepResults& results);

/// "40 points: 39 passed, 1 failed; 12 from an earlier run".
std::string sweep_summary(const SweepResults& results, std::size_t reused);

/// The text of a page with the sweep's plots, its table and all points. Those of few flits run once
/// more to be drawn: the page is the same whether or not results are from an earlier sweep.
/// `command` writes the page; `settings` are those of the sweep.
/// Errors: throws Interrupted, std::system_error.
std::string sweep_page(const SweepResults& results, const std::string& command,
                       const std::vector<Setting>& settings, Runner runner,
                       const ParallelLimits& limits);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_REPORT_H_
