// tree_file.h: somebody else's trees of a graph, and what is wrong with them.
#ifndef FLITWISE_SIM_GRAPH_TREE_FILE_H_
#define FLITWISE_SIM_GRAPH_TREE_FILE_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// Families of trees in a JSON file: {"trees": [[PARENT, ..], ..], "family": "arc"|"link"}, or
/// {"families": [..]} of such objects. Of these, each may name its `graph`; those of other graphs
/// than `graph` are left out. Parents are numbers of nodes, -1 at the root; other keys are not
/// looked at.
///
/// A file that says nothing of its family is held to `unsaid`.
/// Errors: throws std::runtime_error, "FILE: error: [PLACE ]RULE", for a file that cannot be read
/// or is
///         no such object, and where no family is of this graph.
std::vector<TreeFamily> read_families(const std::string& file, const std::string& graph,
                                      Disjoint unsaid);

}  // namespace flitwise

#endif  // FLITWISE_SIM_GRAPH_TREE_FILE_H_
