// sweep_points.h: the single runs of a sweep.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_POINTS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_POINTS_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_error.h"
#include "sim/studies/sweep/sweep.h"

namespace flitwise {

class Families;

/// One combination of the varied values, ready to run.
/// Shape: `values` has one entry per varied key.
struct SweepPoint {
  std::vector<YamlNode> values;
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
std::string point_label(const std::vector<std::string>& keys, const std::vector<YamlNode>& values);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_POINTS_H_
