// star_hypercube.h: bounds of collectives on star graphs and hypercubes, side by side.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_HYPERCUBE_H_
#define FLITWISE_TB_THEORY_STAR_STAR_HYPERCUBE_H_

#include <cstdint>

#include "tb/theory/star/star_prediction.h"

namespace flitwise::theory {

/// A network in which every node uses all its ports, and least steps of m packets in x copies.
struct NetworkBounds {
  std::int64_t nodes = 0;
  int degree = 0;
  std::int64_t links = 0;
  int diameter = 0;
  std::int64_t distance_sum = 0;  ///< of all nodes to one
  Step broadcast = 0;             ///< ceil(m x / degree) + diameter - 1
  Step multinode = 0;             ///< ceil(m x (nodes - 1) / degree)
  Step exchange = 0;              ///< ceil(m x distance_sum / degree)

  /// Mean distance between two different nodes.
  double mean_distance() const {
    return static_cast<double>(distance_sum) / static_cast<double>(nodes - 1);
  }
};

/// The star graph S_n.
/// Errors: throws TopologyError for n that StarGraph refuses, std::invalid_argument for fewer than
///         1 packet and copies that are not 1 to n-1.
NetworkBounds star_graph_bounds(int order, const StarTraffic& traffic);

/// The hypercube Q_k: 2^k nodes of degree k.
/// Errors: throws std::invalid_argument for k that is not 1 to 20, fewer than 1 packet and copies
///         that are not 1 to k.
NetworkBounds hypercube_bounds(int dimensions, const StarTraffic& traffic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_HYPERCUBE_H_
