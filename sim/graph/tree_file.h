// tree_file.h: somebody else's trees of a graph, and what is wrong with them.
#ifndef FLITWISE_SIM_GRAPH_TREE_FILE_H_
#define FLITWISE_SIM_GRAPH_TREE_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// Families of trees, and proofs that there are no more, as study_json writes them.
struct FileOfTrees {
  std::vector<TreeFamily> families;
  std::optional<std::int64_t> tau, lambda;
  std::optional<std::vector<Node>> partition;  ///< the block of each node
  std::optional<std::vector<Node>> cut;        ///< nodes on one side
};

/// Reads a JSON file: {"trees": [[PARENT, ..], ..], "family": "arc"|"link"}, or {"families": [..]}
/// of such objects. Of these, each may name its `graph`; those of other graphs than `graph` are
/// left out. Parents are numbers of nodes, -1 at the root. Keys that are not FileOfTrees's are not
/// looked at. A family that does not say what its trees may share is held to `unsaid`. Errors:
/// throws std::runtime_error, "FILE: error: [PLACE ]RULE", for a file that cannot be read or
///         is no such object, and where no family is of this graph.
FileOfTrees read_trees(const std::string& file, const std::string& graph, Disjoint unsaid);

/// What a proof says, "a cut of 3 links: 3 trees at most, right", and what is wrong with it, in
/// lines of their own; the second is whether all is right. Shape: the file has such a proof.
std::pair<std::string, bool> judged_partition(const Graph& graph, const FileOfTrees& file);
std::pair<std::string, bool> judged_cut(const Graph& graph, const FileOfTrees& file);

}  // namespace flitwise

#endif  // FLITWISE_SIM_GRAPH_TREE_FILE_H_
