// graph_file.h: reads graphs from DOT files, node-link JSON and lists of edges.
#ifndef FLITWISE_SYSTEMC_FORMATS_GRAPH_FILE_H_
#define FLITWISE_SYSTEMC_FORMATS_GRAPH_FILE_H_

#include <string>

#include "systemc/topology/graph.h"

namespace flitwise {

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

/// Reads a connected graph: DOT if the file's name ends in .dot or .gv, node-link JSON if it ends
/// in .json, otherwise a list of edges, one `u v` per line, where `#` begins a comment.
///
/// Nodes that are called 0, 1, ..., n-1 have these numbers. Otherwise nodes are numbered in the
/// order in which the file first names them, so that the first one is node 0. An edge that stands
/// there repeatedly counts once.
/// Errors: throws GraphFileError for a file that cannot be read or is not in its format, a directed
///         graph, an empty graph, a self-loop, a graph that is not connected, and one of more
///         than Graph::kMostNodes nodes.
Graph read_graph(const std::string& path);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_GRAPH_FILE_H_
