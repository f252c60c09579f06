// graph_deaths.h: dead links of a graph, and what is left of its trees beside them.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_DEATHS_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_DEATHS_H_

#include <cstdint>
#include <vector>

#include "sim/families/graph/graph_scenario.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise {

/// Whether the link between two nodes is dead.
bool is_dead_link(const GraphDeaths& deaths, Node u, Node v);
/// The graph without its dead links, which may be in parts.
Graph without_dead_links(const Graph& graph, const GraphDeaths& deaths);
/// The trees none of whose links is dead.
std::vector<Parents> whole_trees(const std::vector<Parents>& trees, const GraphDeaths& deaths);

/// A plan of texts whose trees end at dead links: nodes below them are in a tree no more.
CombinePlan reached_plan(const CombinePlan& plan, const GraphDeaths& deaths);
/// By node, trees with words that bring it all of theirs; all trees with words at a tree's root.
std::vector<Node> trees_to_nodes(const CombinePlan& reached);
/// Words that nodes of these trees send over dead links.
std::int64_t words_lost(const CombinePlan& plan, const CombinePlan& reached);

/// Of so many trees, those that dead links leave every node at least: each costs a node one, or two
/// where trees may use a link once each way; all, where they may share it.
Node least_trees_left(Node trees, Disjoint sharing, const GraphDeaths& deaths);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_DEATHS_H_
