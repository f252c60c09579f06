// sweep_runs.h: running the points of a sweep, with their results on disk.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RUNS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RUNS_H_

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/run/process/parallel_runs.h"
#include "sim/studies/line_file.h"
#include "sim/studies/sweep/sweep_points.h"

namespace flitwise {

/// A file of rows, to which each result is appended as soon as it is there.
///
/// Beside it lies another one, `NAME.earlier.jsonl`, with results that the sweep once had and has
/// no points for: of values that are not varied any more, or of another build of the program.
class SweepStore {
 public:
  enum class Earlier : bool { kDrop, kKeep };

  /// Opens or makes the file, drops a torn last line and every line that is no row. kDrop: drops
  /// all earlier results, those beside it too.
  /// Errors: throws OutputError when the file cannot be read or written or another sweep writes it.
  SweepStore(const std::string& path, Earlier earlier);
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  /// The row of a key; nullptr when there is none.
  const SweepRow* find(const std::string& key) const;
  /// Adds a row to the file; returns when it is on disk.
  /// Errors: throws OutputError, for example when the disk is full.
  void append(const SweepRow& row);

  /// Puts the rows of the points into the file, in their order, and all others beside it; returns
  /// how many these are. The store must not be used any more.
  /// Errors: throws OutputError.
  std::size_t finish(const std::vector<SweepRow>& rows);

  /// Where results without points are.
  const std::string& earlier_path() const { return earlier_path_; }
  std::size_t dropped_lines() const { return dropped_; }

 private:
  void read_earlier();
  void take(SweepRow row);

  const std::string path_;
  const std::string earlier_path_;
  LineFile file_;
  std::map<std::string, SweepRow> rows_;
  std::size_t dropped_ = 0;
};

/// The first and the last point of every operation with its algorithm, in their order: together
/// they have the figures of all points, as a rule.
std::vector<std::size_t> pilot_points(const std::vector<SweepPoint>& points);

/// Whether each plot's names are varied keys or figures of one of the rows. A figure without a
/// value, such as one that only some variants have, is one.
bool has_plotted_figures(const Sweep& sweep, const std::vector<const SweepRow*>& rows);

/// The first name that has_plotted_figures misses, with a hint. Shape: there is a row.
ConfigError missing_figure(const Sweep& sweep, const std::vector<const SweepRow*>& rows);

/// Errors: throws ConfigError for a plot that names a figure which no result has, where all runs
///         have ended.
void expect_plotted_figures(const Sweep& sweep, const std::vector<SweepRow>& rows);

/// Runs every point that has no result in the store yet. Each result is on disk before the next one
/// is taken. Where a plot needs it, a few points run first: one that names no figure ends the sweep
/// before all the others run.
/// Errors: throws ConfigError for such a plot, OutputError, Interrupted.
void run_missing(const Sweep& sweep, const std::vector<SweepPoint>& points,
                 const ParallelLimits& limits, Runner runner, const Console& console,
                 SweepStore& store);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RUNS_H_
