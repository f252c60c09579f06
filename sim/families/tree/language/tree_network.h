// tree_network.h: the `network` section of a scenario on a tree.
#ifndef FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_NETWORK_H_
#define FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_NETWORK_H_

#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/topology/types.h"

namespace flitwise {

struct NetworkSection {
  std::vector<Node> parents;
  std::string description;                ///< for example "complete 2-ary tree of 31"
  std::vector<std::string> node_names{};  ///< of a graph; empty: the numbers are the names
  Node root = 0;                          ///< whose parent is kNoNode
  std::string file{};                     ///< the graph's, as it can be opened
};

/// Reads the section and builds the tree.
/// Shape:  `kind` is "tree" or "graph", or empty where the section has none that is known.
/// Errors: adds a ConfigError for each rule that is broken, and then returns nothing.
std::optional<NetworkSection> read_tree_network(const Value& section, const std::string& kind,
                                                ErrorList& errors);

/// Whether the tree is the path 0-1-...-n in this numbering.
bool is_path(const std::vector<Node>& parents);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_LANGUAGE_TREE_NETWORK_H_
