// star_network.h: the `network` section of a star graph, and nodes as permutations.
#ifndef FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_NETWORK_H_
#define FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_NETWORK_H_

#include <optional>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise {

/// Errors: throws ConfigError, and adds one for each unknown key.
StarGraph read_star_network(const Value& section, ErrorList& errors);

/// A node by its permutation or its number. Without a graph, only the form is checked, and the node
/// is 0. Errors: throws ConfigError.
Node read_star_node(const Value& value, const std::optional<StarGraph>& graph);
/// A dimension, 2 to n; to 7 without a graph.
int read_star_dimension(const Value& value, const std::optional<StarGraph>& graph);
/// A list of nodes, none of them twice, at least one.
std::vector<Node> read_star_nodes(const Value& list, const std::optional<StarGraph>& graph);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_STAR_LANGUAGE_STAR_NETWORK_H_
