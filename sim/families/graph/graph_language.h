// graph_language.h: scenarios on graphs with all their links: keys and reader.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_LANGUAGE_H_

#include <string>

#include "sim/families/graph/graph_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Whether a file is for all links of a graph: its network is a graph that names no spanning tree,
/// and it says trees, a kind of graph, or none of the algorithms of one tree.
bool is_of_all_links(const Value& root);

const language::Table& graph_language();

/// Shape: `root` is a map. Errors: adds a ConfigError for each rule that is broken; then the
/// scenario is not used.
void read_graph_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// "4 trees, heights 3 to 4, PE 3 early by 1".
std::string graph_variant(const GraphScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_LANGUAGE_H_
