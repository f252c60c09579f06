// tree_graph.h: networks of kind graph: a spanning tree of a graph that is read from a file.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_GRAPH_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_GRAPH_H_

#include <vector>

#include "sim/families/tree/language/tree_network.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// How the tree is chosen.
enum class Spanning : std::uint8_t {
  kBfs,        ///< breadth first: every PE as near to PE 0 as possible
  kBroadcast,  ///< along a fast broadcast: few children, more depth
};

const std::vector<Choice<Spanning>>& spanning_words();

/// Reads `{kind: graph, file: F, spanning: S, root: R}`, or with `parents: [...]`, a spanning tree
/// of the graph that the scenario gives, in place of `spanning`. The file's path is relative to the
/// scenario file. PEs have the numbers of their nodes in the graph. R is a node's name or, where no
/// node has this name, its number; 0 if it is left out.
/// Errors: adds a ConfigError for each rule that is broken, one of the graph file with its own
///         place, and then returns a section without PEs.
NetworkSection read_graph_section(const Value& map, ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_GRAPH_H_
