#include "sim/studies/sweep/sweep_runs.h"

#include <algorithm>
#include <numeric>

#include "sim/console/progress_bar.h"
#include "sim/run/process/interrupt.h"
#include "sim/studies/sweep/sweep_pilots.h"

namespace flitwise {
namespace {

// The runs of a sweep.
class SweepRuns {
 public:
  SweepRuns(const Sweep& sweep, const std::vector<SweepPoint>& points, const ParallelLimits& limits,
            Runner runner, const Console& console, SweepStore& store)
      : sweep_(sweep),
        points_(points),
        limits_(limits),
        runner_(runner),
        console_(console),
        store_(store) {}

  void run_all() {
    const std::vector<std::size_t> pilots =
        sweep_.plots.empty() ? std::vector<std::size_t>{} : pilot_points(points_);
    for (const std::size_t first : {std::size_t{1}, pilots.size()}) {
      if (has_plotted_figures(sweep_, known_rows())) break;
      run({pilots.begin(), pilots.begin() + static_cast<std::ptrdiff_t>(first)});
    }
    expect_figures(pilots);
    std::vector<std::size_t> all(points_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    run(all);
    expect_figures(all);
  }

 private:
  // Where one of these points has died, it may be the one with the figure that is missing.
  void expect_figures(const std::vector<std::size_t>& wanted) const {
    const bool all_ended = std::all_of(wanted.begin(), wanted.end(), [&](std::size_t i) {
      const SweepRow* row = store_.find(points_[i].key);
      return row != nullptr && !row->broke_off;
    });
    if (all_ended && !has_plotted_figures(sweep_, known_rows()))
      throw missing_figure(sweep_, known_rows());
  }

  std::vector<const SweepRow*> known_rows() const {
    std::vector<const SweepRow*> rows;
    for (const SweepPoint& point : points_) {
      const SweepRow* row = store_.find(point.key);
      if (row != nullptr && !row->broke_off) rows.push_back(row);
    }
    return rows;
  }

  // Those of them that have no result yet; every result is on disk before the next one is taken.
  void run(const std::vector<std::size_t>& wanted) {
    std::vector<const SweepPoint*> missing;
    std::vector<const Scenario*> scenarios;
    for (const std::size_t i : wanted) {
      if (store_.find(points_[i].key) != nullptr) continue;
      missing.push_back(&points_[i]);
      scenarios.push_back(&points_[i].scenario);
    }
    const std::vector<std::string> keys = sweep_.keys();
    ProgressBar bar(sweep_.name, missing.size(), console_.error, console_.error_is_terminal);
    run_in_parallel(
        scenarios, runner_, limits_,
        [&](std::size_t i, const Result& result) {
          store_.append(make_row(keys, *missing[i], result));
          bar.finish_one(result.outcome == Outcome::kPass ? ProgressBar::Passed::kYes
                                                          : ProgressBar::Passed::kNo);
        },
        [&](std::size_t running) { bar.show(running); });
    throw_if_interrupted();
  }

  const Sweep& sweep_;
  const std::vector<SweepPoint>& points_;
  const ParallelLimits& limits_;
  const Runner runner_;
  const Console& console_;
  SweepStore& store_;
};

}  // namespace

void run_missing(const Sweep& sweep, const std::vector<SweepPoint>& points,
                 const ParallelLimits& limits, Runner runner, const Console& console,
                 SweepStore& store) {
  SweepRuns(sweep, points, limits, runner, console, store).run_all();
}

}  // namespace flitwise
