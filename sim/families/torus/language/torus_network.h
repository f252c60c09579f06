// torus_network.h: the `network` section of a torus, and nodes as coordinates.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_NETWORK_H_
#define FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_NETWORK_H_

#include <optional>

#include "sim/language/scenario_values.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise {

/// Errors: adds a ConfigError for each rule that is broken, and then returns nothing.
std::optional<Torus> read_torus_network(const Value& section, ErrorList& errors);

/// A node by its coordinates. Without a torus, only the form is checked, and the node is 0.
/// Errors: throws ConfigError.
Node read_torus_node(const Value& list, const std::optional<Torus>& torus);

/// All dimensions, each once. Without a torus, as above, and the order is empty.
/// Errors: throws ConfigError.
DimensionOrder read_dimension_order(const Value& list, const std::optional<Torus>& torus);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_LANGUAGE_TORUS_NETWORK_H_
