// graph.h: an undirected graph of nodes, and reading one from a file.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

using Edge = std::pair<Node, Node>;

/// An undirected simple graph on the nodes 0 to size() - 1.
class Graph {
 public:
  /// Largest number of nodes: that of PEs which a flit's destination can name.
  static constexpr Node kMostNodes = 4096;

  /// An edge that is given twice, in either direction, counts once.
  ///
  /// Shape:  `names` has one entry per node, or none: then the numbers are the names.
  /// Errors: throws TopologyError for a number of nodes that is not 1 to kMostNodes, an edge with
  ///         an end out of range, and a self-loop.
  Graph(Node nodes, const std::vector<Edge>& edges, std::vector<std::string> names = {});

  Node size() const { return static_cast<Node>(neighbours_.size()); }
  std::int64_t edge_count() const { return edge_count_; }
  /// Neighbours by increasing number, each once.
  const std::vector<Node>& neighbours(Node v) const {
    return neighbours_[static_cast<std::size_t>(v)];
  }
  /// Names by node; empty if the numbers are the names.
  const std::vector<std::string>& names() const { return names_; }
  std::string name(Node v) const;

  /// The smallest node without a path to `from`; none if the graph is connected.
  std::optional<Node> first_unreached(Node from) const;

 private:
  std::vector<std::vector<Node>> neighbours_;
  std::vector<std::string> names_;
  std::int64_t edge_count_ = 0;
};

/// A graph file that cannot be used; `what()` is "file:line: error: rule", without the line where
/// no single one is to blame.
class GraphFileError : public TopologyError {
 public:
  GraphFileError(const std::string& file, int line, std::string source, std::string rule);

  /// Whether the file itself could be opened and read.
  bool is_readable() const { return readable_; }
  static GraphFileError unreadable(const std::string& file, std::string rule);

  int line() const { return line_; }                     ///< from 1; 0: none
  const std::string& source() const { return source_; }  ///< text of that line
  const std::string& rule() const { return rule_; }

 private:
  int line_;
  std::string source_;
  std::string rule_;
  bool readable_ = true;
};

/// Reads a connected graph: DOT if the file's name ends in .dot or .gv, otherwise a list of edges,
/// one `u v` per line, where `#` begins a comment.
///
/// Nodes that are called 0, 1, ..., n-1 have these numbers. Otherwise nodes are numbered in the
/// order in which the file first names them, so that the first one is node 0. An edge that stands
/// there repeatedly counts once.
/// Errors: throws GraphFileError for a file that cannot be read or is not in its format, a directed
///         DOT graph, an empty graph, a self-loop, a graph that is not connected, and one of more
///         than Graph::kMostNodes nodes.
Graph read_graph(const std::string& path);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_H_
