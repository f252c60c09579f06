// axis_values.h: the values that a name of a claim's case runs through.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_AXIS_VALUES_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_AXIS_VALUES_H_

#include <vector>

#include "sim/studies/claims/claim_points.h"

namespace flitwise {

/// The bindings that an axis adds, one entry per value or row.
///
/// Shape:  a list as it is; `a..b`, the whole numbers from a to b, which are formulas over
///         `before`; `{permutations: [1, 2, 3]}`; `{vectors: [0, 1], size: 3}`, all lists of that
///         size; anything else is a single value. Of rows, each binds all its names.
/// Errors: throws ConfigError.
std::vector<std::vector<Binding>> values_of(const Axis& axis, const std::vector<Binding>& before);

/// A whole number as a value, with the place of what it was computed from.
YamlNode number_node(std::int64_t number, const Place& place);

/// The whole number that a formula gives.
/// Errors: throws ConfigError when it gives none.
std::int64_t whole_number(const std::string& formula, const Place& place,
                          const std::vector<Binding>& values);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_AXIS_VALUES_H_
