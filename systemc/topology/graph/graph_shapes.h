// graph_shapes.h: graphs by name: "polarfly:7", "torus:4,6", "regular:24,4,1".
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_GRAPH_SHAPES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_GRAPH_SHAPES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise {

/// A kind of graph, in words.
struct GraphShape {
  std::string word;       ///< "polarfly"
  std::string arguments;  ///< "Q", empty if it has none
  std::string example;    ///< "polarfly:7"
  std::string about;      ///< what its nodes and links are
};

/// All kinds.
const std::vector<GraphShape>& graph_shapes();

/// Whether a text begins with the word of a kind, alone or before a colon. What does not is the
/// name of a file.
bool is_graph_shape(const std::string& text);

/// The connected graph that a kind and its arguments stand for: WORD or WORD:NUMBER,NUMBER,...
///
/// Nodes have no names but their numbers; neighbours are by increasing number, and that is the
/// order of a node's ports. Links that a rule gives twice count once, and a node's links to itself
/// do not count. The same text gives the same graph on every machine. Errors: throws TopologyError,
/// "TEXT: rule, got value", for a kind that there is not, for
///         arguments that are no numbers, too few or too many or out of range, and for more than
///         Graph::kMostNodes nodes.
/// Source: de Bruijn, Kautz and Hamming (HyperX) graphs by their definitions; Slim Fly: McKay,
///         Miller, Siran, "A Note on Large Graphs of Diameter Two and Given Maximum Degree" (JCT-B
///         74(1), 1998); PolarFly: the polarity graph of PG(2, q) of Erdos and Renyi; dragonfly:
///         J. Kim, W. Dally, S. Scott, D. Abts, "Technology-Driven, Highly-Scalable Dragonfly
///         Topology" (ISCA 2008), groups joined in a fixed order; star and pancake graphs: S.
///         Akers, B. Krishnamurthy, "A Group-Theoretic Model for Symmetric Interconnection
///         Networks" (IEEE TC 38(4), 1989).
Graph make_graph(const std::string& text);

/// The arguments in such a text. Errors: as make_graph.
std::vector<std::int64_t> graph_arguments(const std::string& text);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_GRAPH_SHAPES_H_
