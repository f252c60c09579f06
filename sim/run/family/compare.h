// compare.h: the algorithms and variants that could carry out a scenario's operation instead.
#ifndef FLITWISE_SIM_RUN_FAMILY_COMPARE_H_
#define FLITWISE_SIM_RUN_FAMILY_COMPARE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/run/family/scenario_reader.h"

namespace flitwise {

enum class Origin : std::uint8_t { kOwn, kAlternative };

/// A scenario that does the same as the one it was made from, in its own way.
struct Variant {
  Scenario scenario;
  Origin origin = Origin::kAlternative;
};

/// The scenario itself, first, and the alternatives that its family knows.
/// Shape: `own` has a scenario.
std::vector<Variant> variants_of(const ScenarioReading& own);

/// What distinguishes variants within one network, for example "certification (pos, slot)" or
/// "order (nearest first)".
std::string label_of(const Scenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_COMPARE_H_
