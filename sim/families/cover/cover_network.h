// cover_network.h: the `network` section of a scenario over a cover.
#ifndef FLITWISE_SIM_FAMILIES_COVER_COVER_NETWORK_H_
#define FLITWISE_SIM_FAMILIES_COVER_COVER_NETWORK_H_

#include <string>

#include "sim/families/cover/cover_scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Reads `{kind: mesh, sides: [a, b], root: [r, c]}` or `{kind: torus-cover, sides: [a, b],
/// cover: C, root: [r, c]}` into shape, sides and root.
/// Shape:  `kind` is one of these, or empty where the section has none that is known.
/// Errors: adds a ConfigError for each rule that is broken, and then returns false.
bool read_cover_network(const Value& section, const std::string& kind, CoverScenario& cover,
                        ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_COVER_COVER_NETWORK_H_
