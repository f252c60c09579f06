// network_export.h: writes networks as files that other tools read.
#ifndef FLITWISE_SYSTEMC_FORMATS_NETWORK_EXPORT_H_
#define FLITWISE_SYSTEMC_FORMATS_NETWORK_EXPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/graph.h"

namespace flitwise {

/// A network as other tools see it: PEs with their routers, switches, and links both ways.
struct PlainNetwork {
  struct Link {
    Node u = kNoNode;
    Node v = kNoNode;
    std::int64_t capacity = 1;  ///< flits a step, each way
    std::int64_t latency = 1;   ///< steps from sending to the step after reception
  };
  std::string name;
  std::vector<std::string> names;  ///< by node; empty: numbers
  std::vector<bool> is_switch;     ///< by node: it has no PE
  std::vector<Link> links;         ///< u < v, in lexicographic order
};

/// Every node has a PE, every link carries a flit a step.
PlainNetwork plain_network(const Graph& graph, const std::string& name);

enum class NetworkFormat : std::uint8_t { kNodeLink, kEdges, kDot, kTeccl, kTaccl };

/// The text of a file.
///
/// * node-link: JSON as networkx reads it, with `kind` of nodes ("pe", "switch"), `capacity` and
///   `latency` of links. What read_graph makes of it has the same nodes, in the same order.
/// * edges, DOT: as read_graph reads them; of DOT, too, nodes stand in their order first.
/// * TE-CCL: the members of its class Topology: matrices `capacity` (chunks of a flit a step) and
///   `alpha` (steps before the chunk's own, -1 without a link), from row to column, and
///   `switch_indices`.
/// * TACCL: a file for its topology `custom`: `links`, `betas` and `invbws` from column to row, 0
///   without a link, and `alpha`; there are no other nodes, so that remote values are -1.
/// Source: microsoft/TE-CCL, teccl/topologies/topology.py; microsoft/taccl,
///         taccl/topologies/generic.py.
/// Errors: throws TopologyError for edges where a name has blanks or '#', and for TACCL of a
/// network
///         with switches or links of different latencies.
std::string write_network(const PlainNetwork& network, NetworkFormat format);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_NETWORK_EXPORT_H_
