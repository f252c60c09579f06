// refused_variant.h: variants that `flitwise compare` cannot run, and why.
#ifndef FLITWISE_SIM_RUN_FAMILY_REFUSED_VARIANT_H_
#define FLITWISE_SIM_RUN_FAMILY_REFUSED_VARIANT_H_

#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// A variant that the scenario language refuses for the scenario.
struct RefusedVariant {
  std::vector<Setting> settings;  ///< what makes it of the scenario
  std::string rule;               ///< "options.packet: '1' must ...", as in errors
};

/// A line for each rule: what is common to the variants that break it, and how many they are.
/// Shape: whole lines of at most `width` columns; 0: as long as they are.
std::string refused_text(const std::vector<RefusedVariant>& refused, std::size_t width);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_REFUSED_VARIANT_H_
