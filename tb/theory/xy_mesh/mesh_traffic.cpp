// mesh_traffic.cpp: what a pattern's packets load on a mesh.
#include "tb/theory/xy_mesh/mesh_traffic.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "tb/theory/torus/traffic_flows.h"

namespace flitwise::theory {
namespace {

class MeshFlows final : public TrafficFlows {
 public:
  MeshFlows(const XyMesh& mesh, const TorusLatency& latency)
      : TrafficFlows(index_of(mesh.size()) * index_of(XyMesh::kChannels), mesh.size()),
        mesh_(mesh),
        latency_(latency) {}

  // Of the links between c - 1 and c, those along x take what nodes of their row on one side send
  // to all columns of the other, those along y what all rows of one side send to nodes of their
  // column on the other.
  void add_uniform(double weight, bool includes_self) override {
    std::vector<Distances> distances;
    for (const double n : mesh_.sides())
      distances.push_back({(n * n - 1) / (3 * n), (n * n - 1) / 6});
    const double to_each = add_independent(weight, includes_self, mesh_.size(), distances);
    add_ways(to_each);
    for (Node v = 0; v < mesh_.size(); ++v) {
      for (Channel c = 0; c < XyMesh::kChannels; ++c) {
        if (!mesh_.has_link(v, c)) continue;
        const int d = Torus::dimension_of(c);
        const int before = Torus::sign_of(c) > 0 ? mesh_.coordinate(v, d) + 1
                                                 : mesh_.side(d) - mesh_.coordinate(v, d);
        loads[static_cast<std::size_t>(XyMesh::link_index({v, c}))] +=
            to_each * before * (mesh_.side(d) - before) * mesh_.side(1 - d);
      }
    }
  }

 private:
  // Whether a way turns depends on both distances, so that it is no sum of independent parts.
  void add_ways(double to_each) {
    const CycleModel model{1, 0, 0, latency_};
    for (int x = 0; x < mesh_.side(0); ++x)
      for (int y = 0; y < mesh_.side(1); ++y) {
        const double pairs = to_each * pairs_at(0, x) * pairs_at(1, y);
        const auto way = static_cast<double>(model.way({x, y}));
        ways += pairs * way;
        squared_ways += pairs * way * way;
      }
  }
  // Ordered pairs of coordinates that are so far apart.
  double pairs_at(int dimension, int distance) const {
    return (distance == 0 ? 1 : 2) * (mesh_.side(dimension) - distance);
  }
  Trip travel(Node from, Node to, double weight) override {
    Trip trip;
    for (const TorusLink& link : mesh_.path(from, to)) {
      loads[static_cast<std::size_t>(XyMesh::link_index(link))] += weight;
      ++trip.links;
    }
    trip.way = CycleModel{1, 0, 0, latency_}.way(mesh_.hops(from, to));
    return trip;
  }

  XyMesh mesh_;
  TorusLatency latency_;
};

}  // namespace

MeshTraffic mesh_traffic(const XyMesh& mesh, const TrafficModel& model,
                         const TrafficNetwork& network) {
  MeshFlows flows(mesh, network.latency);
  MeshTraffic traffic;
  static_cast<TrafficTheory&>(traffic) =
      theory_of(Torus(mesh.sides()), model, network, {mesh.side(0) - 1, mesh.side(1) - 1}, flows);
  const PortCapacities ports = port_capacities(traffic, network);
  traffic.channel_capacity = traffic.capacity;
  traffic.injection_capacity = ports.injection;
  traffic.ejection_capacity = ports.ejection;
  traffic.capacity =
      std::min({traffic.channel_capacity, traffic.injection_capacity, traffic.ejection_capacity});
  return traffic;
}

RouterChain chain_of(const XyMesh& mesh, Node from, Node to, const TorusLatency& latency,
                     std::optional<Step> depth) {
  return chain_of(mesh.hops(from, to), {mesh.first(), 1 - mesh.first()}, latency, depth);
}

}  // namespace flitwise::theory
