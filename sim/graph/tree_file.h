// tree_file.h: somebody else's trees of a graph, and what is wrong with them.
#ifndef FLITWISE_SIM_GRAPH_TREE_FILE_H_
#define FLITWISE_SIM_GRAPH_TREE_FILE_H_

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/topology/graph/tree_family.h"

namespace flitwise {

/// "arc", "link", "slots": what no two trees of a family share.
const std::vector<Choice<Disjoint>>& disjoint_words();

/// A family, and what its file says of it beside the trees.
struct StatedFamily {
  TreeFamily family;
  std::optional<std::vector<Node>> heights;
  std::optional<std::int64_t> least_height;  ///< no family of the kind is less high
  std::string
      least;  ///< why: "height bound", "eccentricity", "radius", or words that nobody checks
  std::string roots;  ///< "common root" or "own roots"; empty: not said
};

/// Families of trees, and proofs that there are no more, as study_json writes them.
struct FileOfTrees {
  std::vector<StatedFamily> families;
  std::optional<std::int64_t> root;                ///< of the trees that share no arc
  std::optional<std::vector<std::int64_t>> sigma;  ///< numerator and denominator
  std::optional<std::int64_t> tau, lambda;
  std::optional<std::vector<Node>> partition;  ///< the block of each node
  std::optional<std::vector<Node>> cut;        ///< nodes on one side
};

/// "FILE: error: [PLACE ]RULE".
class TreeFileError : public std::runtime_error {
 public:
  TreeFileError(const std::string& file, std::string rule)
      : std::runtime_error(file + ": error: " + rule), rule_(std::move(rule)) {}
  const std::string& rule() const { return rule_; }

 private:
  std::string rule_;
};

/// Families that say of themselves that they are others than the one wanted.
enum class OtherFamilies : std::uint8_t { kRefused, kKept };

/// Reads a JSON file: {"trees": [[PARENT, ..], ..], "family": "arc"|"link"|"slots"}, or
/// {"families": [..]} of such objects. Of these, each may name its `graph`; those of other graphs
/// than `graph` are left out. Parents are numbers of nodes, -1 at the root. Keys that are not
/// FileOfTrees's are not looked at. A family that does not say what its trees may share is held to
/// `wanted`, and else to kLinks.
/// Errors: throws TreeFileError for a file that cannot be read or is no such object, for a family
///         that is not the one wanted unless others are kept, and where no family is of this graph.
FileOfTrees read_trees(const std::string& file, const std::string& graph,
                       std::optional<Disjoint> wanted,
                       OtherFamilies others = OtherFamilies::kRefused);

/// What is wrong with a family in the graph, its faults first; then with what its file says of it:
/// heights, roots, and a least height that the bounds do not give. None: all is right.
std::vector<std::string> faults_of_stated(const Graph& graph, const FileOfTrees& file,
                                          const StatedFamily& stated);

/// What a proof says, "a cut of 3 links: 3 trees at most, right", and what is wrong with it, in
/// lines of their own; the second is whether all is right. Shape: the file has such a proof.
std::pair<std::string, bool> judged_partition(const Graph& graph, const FileOfTrees& file);
std::pair<std::string, bool> judged_cut(const Graph& graph, const FileOfTrees& file);

}  // namespace flitwise

#endif  // FLITWISE_SIM_GRAPH_TREE_FILE_H_
