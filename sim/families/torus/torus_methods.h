// torus_methods.h: every way to broadcast on a torus and every pattern of traffic, in one row each.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_METHODS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_METHODS_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/run/family/explanation.h"
#include "tb/theory/torus/torus_theory.h"
#include "tb/theory/torus/torus_traffic.h"

namespace flitwise {

/// A way to broadcast. Schedules are null of packet trees, which have no steps.
struct TorusMethod {
  TorusAlgorithm algorithm;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;
  /// Whose formulas hold for it; none of a schedule from a file.
  std::optional<theory::BroadcastScheme> scheme;
  /// What the PEs follow. Errors: throws TopologyError where there is none for the scenario's
  /// sides.
  TorusSchedule (*schedule)(const TorusScenario&);
  /// The same as theory derives it: nothing is shared but the columns of fsh, which are data
  /// (tb/theory/torus/fsh_plan.h), and a file's schedule.
  TorusSchedule (*expected)(const TorusScenario&);
  bool fits_some_sides = false;  ///< has a schedule on some tori only
  /// Whether a schedule has all steps that the formula counts. Where aligned sources are in place
  /// already, there may be one less.
  bool is_formula_exact = true;

  static std::string operation_word() { return "broadcast"; }
};

/// A pattern of traffic.
struct TrafficMethod {
  protocols::TrafficPattern algorithm;
  theory::TrafficPattern theory;
  /// Its word in scenarios; a few words for lists; and as in Explanation.
  const char* word;
  const char* sentence;
  std::string what, finish, range, source;

  static std::string operation_word() { return "traffic"; }
};

const std::vector<TorusMethod>& torus_methods();
const TorusMethod& method_of(const TorusScenario& torus);
/// Those with one message a node and step.
bool is_for_one_port(TorusAlgorithm algorithm);
const std::vector<TrafficMethod>& traffic_methods();
/// Shape: `worms` is of traffic.
const TrafficMethod& traffic_method_of(const WormScenario& worms);

/// Of broadcasts first.
std::vector<Explanation> torus_explanations();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_METHODS_H_
