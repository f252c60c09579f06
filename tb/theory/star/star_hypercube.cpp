#include "tb/theory/star/star_hypercube.h"

#include <stdexcept>
#include <string>

#include "systemc/topology/star/star_graph.h"
#include "tb/theory/star/star_arithmetic.h"

namespace flitwise::theory {
namespace {

/// Completes bounds whose nodes, degree, diameter and sum of distances are known.
NetworkBounds with_times(NetworkBounds network, const StarTraffic& traffic) {
  check_traffic(network.degree, traffic);
  const std::int64_t copies = traffic.packets * traffic.copies;
  network.links = network.nodes * network.degree / 2;
  network.broadcast = ceil_of(copies, network.degree) + network.diameter - 1;
  network.multinode = ceil_of(copies * (network.nodes - 1), network.degree);
  network.exchange = ceil_of(copies * network.distance_sum, network.degree);
  return network;
}

}  // namespace

NetworkBounds star_graph_bounds(int order, const StarTraffic& traffic) {
  const StarGraph graph(order);
  NetworkBounds network;
  network.nodes = graph.size();
  network.degree = graph.degree();
  network.diameter = graph.diameter();
  network.distance_sum = graph.distance_sum();
  return with_times(network, traffic);
}

NetworkBounds hypercube_bounds(int dimensions, const StarTraffic& traffic) {
  if (dimensions < 1 || dimensions > 20)
    throw std::invalid_argument("a hypercube's dimensions must be 1 to 20, got " +
                                std::to_string(dimensions));
  NetworkBounds network;
  network.nodes = std::int64_t{1} << dimensions;
  network.degree = dimensions;
  network.diameter = dimensions;
  network.distance_sum = dimensions * network.nodes / 2;
  return with_times(network, traffic);
}

}  // namespace flitwise::theory
