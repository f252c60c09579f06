// graph_argument.h: the graph that a word of a command line stands for.
#ifndef FLITWISE_SIM_GRAPH_GRAPH_ARGUMENT_H_
#define FLITWISE_SIM_GRAPH_GRAPH_ARGUMENT_H_

#include <string>

#include "systemc/topology/graph.h"

namespace flitwise {

/// A kind of graph by name, "polarfly:7", or a graph file: DOT, node-link JSON, list of edges.
/// Errors: throws std::invalid_argument with the rule for a kind and its arguments, GraphFileError
///         for a file, and std::invalid_argument for a graph of one node.
Graph read_graph_argument(const std::string& text);

/// The node with this name, or with this number where no node has the name.
/// Errors: throws std::invalid_argument where there is none.
Node node_argument(const std::string& text, const Graph& graph);

/// Kinds of graphs, a line each, for help.
std::string graph_kinds_text();

}  // namespace flitwise

#endif  // FLITWISE_SIM_GRAPH_GRAPH_ARGUMENT_H_
