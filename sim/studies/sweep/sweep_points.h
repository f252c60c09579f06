// sweep_points.h: the single runs of a sweep, and what came out of them.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_POINTS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_POINTS_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_error.h"
#include "sim/run/figures/result.h"
#include "sim/studies/sweep/sweep.h"

namespace flitwise {

class Families;

/// One combination of the varied values, ready to run.
/// Shape: `values` binds every varied key.
struct SweepPoint {
  Bindings values;
  Scenario scenario;
  /// Names what runs: equal for the same scenario, input files and program, and for nothing else
  /// (64 bits of FNV-1a).
  std::string key;
};

/// A combination that is no scenario, and the first reason why.
struct RefusedPoint {
  std::string label;
  ConfigError error;
};

struct SweepPoints {
  std::vector<SweepPoint> points;
  std::vector<RefusedPoint> refused;
};

/// All points, in their order.
SweepPoints make_points(const Families& families, const Sweep& sweep);

/// Varied keys as people call them: their last parts where these differ.
std::vector<std::string> short_keys(const std::vector<std::string>& keys);

/// "leaves=8, capacities=constant".
std::string point_label(const Bindings& values);

/// One line of a sweep's results: `{"key": ..., "point": {...}, "result": {...}}`.
struct SweepRow {
  std::string key;  ///< of the point
  std::string line;
  Outcome outcome = Outcome::kPass;
  bool broke_off = false;
  /// Every number of the result but `seconds`, as text, by path: "lower_bound", "measured.finish".
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<std::string> problems;
  std::vector<std::string> notes;  ///< likewise: what to know of the figures

  /// The text of a figure; of "finish", "measured.finish" where there is no figure of that name.
  /// Empty where there is none, and for the finish and quiesce of a run that did not end, as in the
  /// tables of other commands: `figures` has the steps in which it was last seen at work.
  std::optional<std::string> figure(const std::string& name) const;
};

SweepRow make_row(const SweepPoint& point, const Result& result);

/// Reads a line that make_row has written; nothing for anything else.
std::optional<SweepRow> parse_row(const std::string& line);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_POINTS_H_
