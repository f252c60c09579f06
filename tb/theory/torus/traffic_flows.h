// traffic_flows.h: sums over the packets of a traffic pattern, whatever links they take.
#ifndef FLITWISE_TB_THEORY_TORUS_TRAFFIC_FLOWS_H_
#define FLITWISE_TB_THEORY_TORUS_TRAFFIC_FLOWS_H_

#include <vector>

#include "systemc/topology/torus/torus.h"
#include "tb/theory/torus/torus_traffic.h"

namespace flitwise::theory {

/// Flows in any unit; what a node sends to itself takes no channel and is summed up apart.
class TrafficFlows {
 public:
  double total = 0;
  double local = 0;
  // Sums over the flows that are not local of weight * distance, and of weight * distance^2.
  double hops = 0;
  double squared_hops = 0;
  // The same with p_d cycles a hop in place of 1.
  double ways = 0;
  double squared_ways = 0;
  std::vector<double> loads;     // by link index
  std::vector<double> arrivals;  // by node, from others

  TrafficFlows(std::size_t links, Node nodes) : loads(links), arrivals(index_of(nodes)) {}
  virtual ~TrafficFlows() = default;

  void add(Node from, Node to, double weight);
  /// From every node `weight`, in equal parts to all nodes or to all others.
  virtual void add_uniform(double weight, bool includes_self) = 0;

 protected:
  /// What a packet's head goes through.
  struct Trip {
    int links = 0;
    Step way = 0;
  };
  /// Of the links between two nodes in a dimension, either of them drawn.
  struct Distances {
    double mean = 0;
    double square = 0;
  };
  /// add_uniform() but for loads and ways; returns what goes from a node to another. Where every
  /// node is as likely, the distances in the dimensions are independent of each other. Without the
  /// node itself nothing changes but that the others get what it does not.
  double add_independent(double weight, bool includes_self, Node size,
                         const std::vector<Distances>& distances);
  /// Its ways where each hop in a dimension takes as long, for what goes from a node to another.
  void add_independent_ways(double to_each, Node size, const std::vector<Distances>& distances,
                            const TorusLatency& latency);
  /// Loads the links from one node to another.
  virtual Trip travel(Node from, Node to, double weight) = 0;
};

/// Adds a pattern. `nodes` says which node has which coordinates; its links do not count.
void add_pattern(const Torus& nodes, const TrafficModel& model, TrafficFlows& flows);

/// Where one port of each PE is full: no router can accept more.
struct PortCapacities {
  double injection = 0;  ///< l/(l + Fh) at most: heads begin their stages one after the other
  double ejection = 0;   ///< of the busiest one; heads on their way to it stand first in queues of
                         ///< their own
};
PortCapacities port_capacities(const TrafficTheory& theory, const TrafficNetwork& network);

/// What a pattern's flows come to.
/// Shape:  `farthest`: most links of a packet in each dimension.
/// Errors: as traffic_theory().
TrafficTheory theory_of(const Torus& nodes, const TrafficModel& model,
                        const TrafficNetwork& network, const std::vector<int>& farthest,
                        TrafficFlows& flows);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TRAFFIC_FLOWS_H_
