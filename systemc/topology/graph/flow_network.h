// flow_network.h: maximum flow and minimum cut.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_FLOW_NETWORK_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_FLOW_NETWORK_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// Arcs with capacities, and the flow on them.
/// Source: E. Dinitz, "Algorithm for Solution of a Problem of Maximum Flow in a Network with Power
///         Estimation" (Soviet Math. Doklady 11, 1970).
class FlowNetwork {
 public:
  explicit FlowNetwork(std::size_t nodes) : arcs_from_(nodes) {}

  /// An arc with capacities in both directions. Returns its number: 0, 2, 4, ...; the way back has
  /// the number after it.
  std::size_t add(Node from, Node to, std::int64_t capacity, std::int64_t back = 0);
  /// Sets the capacity of a direction, and its flow to 0 (the other direction's is set apart).
  void set_capacity(std::size_t arc, std::int64_t capacity) { arcs_[arc].left = capacity; }
  std::int64_t left(std::size_t arc) const { return arcs_[arc].left; }

  /// Adds flow from `source` to `sink` until it is `limit` or can be no more. Returns what it
  /// added.
  std::int64_t push(Node source, Node sink, std::int64_t limit);
  /// The nodes that more flow could reach from `source`: after a maximum flow, the source's side of
  /// the minimum cut that has the fewest nodes there.
  std::vector<bool> reached(Node source) const;

 private:
  struct Arc {
    Node to;
    std::int64_t left;  ///< capacity that no flow takes
  };
  bool find_levels(Node source, Node sink);
  std::int64_t push_on(Node v, Node sink, std::int64_t limit);

  std::vector<Arc> arcs_;
  std::vector<std::vector<std::size_t>> arcs_from_;
  std::vector<Node> level_;
  std::vector<std::size_t> next_;  // arc to try, by node
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_GRAPH_FLOW_NETWORK_H_
