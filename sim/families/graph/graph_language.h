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

/// The same of files whose schedule runs on them, whatever else they say.
bool is_of_all_links_as_host(const Value& root);

const language::Table& graph_language();
const language::Table& graph_host_language();

/// Shape: `root` is a map. Errors: adds a ConfigError for each rule that is broken; then the
/// scenario is not used.
void read_graph_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// Reads the network and the options of its routers of a file whose schedule runs on it: messages
/// have a tree of their own then. Shape, Errors: as above.
void read_graph_host(const Value& root, Scenario& host, ErrorList& errors);

/// "4 trees, heights 3 to 4, PE 3 early by 1".
std::string graph_variant(const GraphScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_LANGUAGE_H_
