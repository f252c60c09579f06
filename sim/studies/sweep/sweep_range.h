// sweep_range.h: the values that a key of a sweep runs through.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RANGE_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RANGE_H_

#include <vector>

#include "sim/language/scenario_values.h"

namespace flitwise {

/// The most points of a sweep, and the most values of a range.
inline constexpr std::size_t kMostSweepPoints = 100000;

/// A list of values, or a range: `{from: 1, to: 9, step: 2}` or `{from: 4, to: 64, factor: 2}`, the
/// end included where it is met. Items of a list may be ranges, too. Numbers may have up to nine
/// decimals, and are exact.
/// Errors: throws ConfigError.
std::vector<YamlNode> read_sweep_values(const Value& value);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_RANGE_H_
