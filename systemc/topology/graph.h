// graph.h: an undirected graph of nodes, and reading one from a file.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise {

using Edge = std::pair<Node, Node>;

/// An undirected simple graph on the nodes 0 to size() - 1.
class Graph {
 public:
  /// Largest number of nodes: that of PEs which a flit's destination can name.
  static constexpr Node kMostNodes = Node{1} << 20;

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

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_H_
