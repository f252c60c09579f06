// sweep.h: one scenario over ranges of its values, as the user asks for it.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/scenario_yaml.h"
#include "sim/studies/points.h"

namespace flitwise {

/// Keys that change together.
/// Shape: every row binds each key; `places` says where the keys are written.
struct SweepAxis {
  std::vector<std::string> keys;
  std::vector<Place> places;
  std::vector<Bindings> rows;
};

/// A curve that nothing is run for.
/// Shape: `points` are (x, the formula's value) by increasing x, at least one.
struct SweepCurve {
  std::string label;
  std::string formula;  ///< one of expression.h, over x
  std::string source;   ///< of the formula
  std::string series;   ///< whose colour and mark it takes where it is drawn; else its own
  std::vector<std::pair<double, double>> points;
};

/// A picture of the results. `x`, `y` and `series` name varied keys or figures of the results.
struct SweepPlot {
  std::string title;
  std::string x;
  std::string x_label;  ///< what `x` is called at its axis
  std::vector<std::string> y;
  std::vector<std::string> series;  ///< a curve for every combination of their values
  bool log_x = false;
  bool log_y = false;
  std::vector<SweepCurve> curves;
  Place place;
};

/// Every combination of rows, one of each axis, is a point; the last axis changes fastest.
struct Sweep {
  std::string file;
  std::string name;
  YamlNode base;          ///< the scenario's values before any is varied
  std::string base_file;  ///< empty where the scenario stands in the sweep itself
  std::vector<SweepAxis> axes;
  bool skips_refused = false;  ///< points that no scenario can be made of are left out
  std::vector<SweepPlot> plots;

  /// The varied keys, axis by axis.
  std::vector<std::string> keys() const;
};

/// Reads a sweep file and the scenario that it varies; the settings change that scenario first.
/// Errors: adds a ConfigError for each mistake; then there is no sweep. Whether scenarios can be
///         made of the points is not looked at.
std::optional<Sweep> read_sweep(const std::string& file, const std::vector<Setting>& settings,
                                ErrorList& errors);

/// The words of the keys `refused` and `log`.
std::vector<std::string> sweep_refused_words();
std::vector<std::string> sweep_axis_words();

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_H_
