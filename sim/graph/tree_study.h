// tree_study.h: what trees a graph has, how low they are, and what they are worth.
#ifndef FLITWISE_SIM_GRAPH_TREE_STUDY_H_
#define FLITWISE_SIM_GRAPH_TREE_STUDY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/graph.h"
#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/tree_family.h"
#include "tb/theory/graph/allgather_bound.h"

namespace flitwise {

struct StudyRequest {
  Node root = 0;
  std::uint64_t seed = 1;
  std::optional<Node> count;    ///< of trees that share no arc; else as many as there are
  std::optional<Flits> length;  ///< of the message whose operations are timed
};

/// Trees, and how they were found.
struct FoundFamily {
  TreeFamily family;
  std::vector<Node> heights;
  Node least = 0;      ///< the highest tree cannot be lower
  std::string method;  ///< "rule", "growth" or "search"
};

/// Trees for a message of so many flits.
struct TreesWanted {
  Flits flits = 0;
  std::optional<Node> root;   ///< of all trees; none: each its own centre, where they share no link
  std::optional<Node> count;  ///< none: as many as end first, of several numbers the largest
  Node most = 16;             ///< then no more than these
  bool turns = false;         ///< there and back: flits go up each tree and down again
  std::uint64_t seed = 1;
};

/// Trees that share no arc, or no link. Shape: as study_trees; arcs have a root.
/// Errors: throws std::invalid_argument for a count of trees that the graph does not have.
FoundFamily find_arcs(const Graph& graph, const std::string& name, const TreesWanted& wanted);
FoundFamily find_links(const Graph& graph, const TreesWanted& wanted);

/// How long an operation takes over trees, and what no schedule beats.
struct TimedOperation {
  std::string operation;  ///< "broadcast", "reduce", "allreduce"
  std::string algorithm;  ///< "trees", "trees-two-phase"
  std::vector<Node> heights;
  std::vector<Flits> split;  ///< by tree
  Step finish = 0;
  Step bound = 0;
};

struct TreeStudy {
  std::string name;  ///< of the graph
  std::vector<std::string> node_names;
  Node nodes = 0;
  std::int64_t links = 0;
  std::pair<Node, Node> degrees;
  Node diameter = 0;
  Node girth = 0;
  Node tau = 0;  ///< trees without a common link
  Strength strength;
  std::int64_t links_between = 0;  ///< blocks of its partition
  Node root = 0;
  LeastCut cut;                       ///< lambda is its links
  theory::AllgatherRate allgather;    ///< steps for each flit that every node has
  std::vector<FoundFamily> families;  ///< links, arcs
  Flits length = 0;
  std::vector<TimedOperation> operations;  ///< empty without a length
};

/// Trees of a graph without a common link, each hung from its centre, and of one root without a
/// common arc; both proofs of their numbers; and with a length broadcast, reduction and all-reduce.
///
/// Broadcast and reduction take the number of trees that ends first, of several the largest.
/// Shape:  `name` is the graph's kind, as "torus:4,4", where rules for it are to be used.
/// Errors: throws std::invalid_argument for a count of trees that the graph does not have.
TreeStudy study_trees(const Graph& graph, const std::string& name, const StudyRequest& request);

/// A broadcast over trees without a common arc, an all-reduce over trees without a common link; in
/// time slots an all-reduce, and from a common root a broadcast and a reduction.
/// Shape: the family has no faults and at least one tree.
std::vector<TimedOperation> time_family(const Graph& graph, const TreeFamily& family, Flits flits);

/// Steps between elements of a tree in time slots, by operation.
struct SlotPeriods {
  Step broadcast = 0;  ///< and of a reduction, whose arcs are the same backwards
  Step allreduce = 0;
};
SlotPeriods slot_periods(const std::vector<Parents>& trees);

/// Graphs of up to so many nodes have their all-reduces bounded by broadcasts from every node,
/// larger ones by those from the root.
inline constexpr Node kMostBoundedRoots = 128;
/// Looking for several trees, or for the node that a lowest tree hangs from, takes a time of nodes
/// times links.
inline constexpr Node kMostSearchedNodes = 16384;

/// Nodes whose paths bound a broadcast: all, of large graphs those that are the farthest.
std::vector<Node> bounding_nodes(const Graph& graph, Node root);
/// Whose strength bounds an all-reduce from below; of graphs that are not searched that of the
/// partition into single nodes, which is no less.
Strength bounding_strength(const Graph& graph);

}  // namespace flitwise

#endif  // FLITWISE_SIM_GRAPH_TREE_STUDY_H_
