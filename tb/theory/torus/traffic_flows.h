// traffic_flows.h: sums up the packets that a pattern sends over every channel of a torus.
#ifndef FLITWISE_TB_THEORY_TORUS_TRAFFIC_FLOWS_H_
#define FLITWISE_TB_THEORY_TORUS_TRAFFIC_FLOWS_H_

#include <vector>

#include "systemc/topology/torus/torus.h"

namespace flitwise::theory {

/// Flows in any unit; what a node sends to itself takes no channel and is summed up apart.
class TrafficFlows {
 public:
  TrafficFlows(const Torus& torus, DimensionOrder order);

  void add(Node from, Node to, double weight);
  /// From every node `weight`, in equal parts to all nodes or to all others. Closed form: every
  /// channel of dimension d carries half the mean distance in d, because neither a node nor a
  /// direction is special.
  void add_uniform(double weight, bool includes_self);

  double total() const { return total_; }
  double local() const { return local_; }
  /// Sums over the flows that are not local of weight * distance, and of weight * distance^2.
  double hops() const { return hops_; }
  double squared_hops() const { return squared_hops_; }
  /// By Torus::link_index.
  const std::vector<double>& loads() const { return loads_; }

 private:
  void add_ring(Node from, int dimension, int hops, double weight);

  Torus torus_;
  DimensionOrder order_;
  std::vector<double> loads_;
  double total_ = 0;
  double local_ = 0;
  double hops_ = 0;
  double squared_hops_ = 0;
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TRAFFIC_FLOWS_H_
