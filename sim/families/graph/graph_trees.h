// graph_trees.h: the trees of a graph that a scenario asks for.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_TREES_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_TREES_H_

#include <string>
#include <vector>

#include "sim/families/graph/graph_scenario.h"
#include "tb/theory/graph/graph_bounds.h"

namespace flitwise {

/// What its trees may share: what the scenario says, else links only once each way where one root
/// sends or takes, and no link where both ways of a tree are used at once.
Disjoint sharing_of(const GraphScenario& scenario);
/// Routers know so many trees; in two phases each is there twice. Of scatters and gathers, every
/// node has an address in each tree.
Node most_trees(const GraphScenario& scenario);
/// The node from which all trees hang; none: each has its own.
std::optional<Node> root_of_all(const GraphScenario& scenario);

/// The trees of the scenario's choice.
/// Errors: throws std::invalid_argument, a rule, for a count that there is not, a kind of graph
///         without a closed rule, and trees from a file that are wrong or of other roots;
///         std::runtime_error for a file that cannot be read.
std::vector<Parents> choose_trees(const GraphScenario& scenario);

/// The tree along which messages between nodes go that are no neighbours: breadth-first from the
/// node that is the least far from all, of several the first. Shape: a connected graph.
Parents tree_of_messages(const Graph& graph);

/// No schedule of the operation ends earlier; 0 where there is nothing to do. Shape: the scenario
/// has its trees.
Step least_finish(const GraphScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_TREES_H_
