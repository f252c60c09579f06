// sweep.h: one scenario over ranges of its values, as the user asks for it.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// Keys that change together.
/// Shape: every row has a value for each key; `places` says where the keys are written.
struct SweepAxis {
  std::vector<std::string> keys;
  std::vector<Place> places;
  std::vector<std::vector<YamlNode>> rows;
};

/// A curve that nothing is run for.
/// Shape: `points` are (x, the formula's value) by increasing x, at least one.
struct SweepCurve {
  std::string label;
  std::string formula;  ///< over x
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

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_H_
