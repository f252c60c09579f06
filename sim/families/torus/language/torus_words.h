// torus_words.h: the words of the scenario language on tori, once for reader, reports and help.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_WORDS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_WORDS_H_

#include <any>
#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/language/scenario_words.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise {

const std::vector<Choice<Operation>>& torus_operation_words();
const std::vector<Choice<TorusAlgorithm>>& torus_algorithm_words();
const std::vector<Choice<protocols::TrafficPattern>>& traffic_pattern_words();
/// `strict_lanes` as the user writes it: relaxed or strict.
const std::vector<Choice<bool>>& lane_rule_words();

/// "8 x 8 torus".
std::string torus_text(const std::vector<int>& sides);

/// What distinguishes runs of one algorithm, for example "barrier" or "4-flit packets, own pace",
/// "rate 0.1, 5 flits" of traffic.
std::string torus_variant(const TorusScenario& torus);

/// Flits of a packet of a packet tree: what the scenario says, or the best.
Flits packet_length(const TorusScenario& torus);

/// The torus's part of a scenario on a torus.
/// Errors: throw std::bad_any_cast for a scenario of another family.
inline const TorusScenario& torus_of(const Scenario& scenario) {
  return std::any_cast<const TorusScenario&>(scenario.system);
}

static_assert(kMostPes == Torus::kMostNodes);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_WORDS_H_
