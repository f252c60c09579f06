#include "tb/theory/torus/traffic_flows.h"

#include <cstdlib>
#include <utility>

namespace flitwise::theory {

TrafficFlows::TrafficFlows(const Torus& torus, DimensionOrder order)
    : torus_(torus),
      order_(std::move(order)),
      loads_(static_cast<std::size_t>(torus.size()) * static_cast<std::size_t>(torus.channels())) {
  torus_.check_order(order_);
}

void TrafficFlows::add(Node from, Node to, double weight) {
  total_ += weight;
  if (from == to) {
    local_ += weight;
    return;
  }
  Coordinates at = torus_.coordinates(from);
  int distance = 0;
  for (const int d : order_) {
    const int n = torus_.side(d);
    int& x = at[static_cast<std::size_t>(d)];
    const int target = torus_.coordinate(to, d);
    const int up = (target - x + n) % n;
    const int down = (x - target + n) % n;
    const double goes_up = up == down ? 0.5 : (up < down ? 1 : 0);
    const Node turn = torus_.node(at);
    if (goes_up > 0) add_ring(turn, d, up, weight * goes_up);
    if (goes_up < 1) add_ring(turn, d, -down, weight * (1 - goes_up));
    distance += up < down ? up : down;
    x = target;
  }
  hops_ += weight * distance;
  squared_hops_ += weight * distance * distance;
}

void TrafficFlows::add_ring(Node from, int dimension, int hops, double weight) {
  const Channel channel = Torus::channel(dimension, hops);
  for (int hop = 0; hop < std::abs(hops); ++hop) {
    loads_[static_cast<std::size_t>(torus_.link_index({from, channel}))] += weight;
    from = torus_.neighbour(from, channel);
  }
}

// Where every node is as likely, the distances in the dimensions are independent of each other.
// Without the node itself nothing changes but that the others get what it does not.
void TrafficFlows::add_uniform(double weight, bool includes_self) {
  const double nodes = torus_.size();
  const double to_each = includes_self || nodes == 1 ? weight / nodes : weight / (nodes - 1);
  double mean = 0;
  double variance = 0;
  for (int d = 0; d < torus_.dimensions(); ++d) {
    const int n = torus_.side(d);
    double distance = 0;
    double square = 0;
    for (int up = 0; up < n; ++up) {
      const double shorter = up < n - up ? up : n - up;
      distance += shorter / n;
      square += shorter * shorter / n;
    }
    mean += distance;
    variance += square - distance * distance;
    for (Node v = 0; v < torus_.size(); ++v)
      for (const int sign : {1, -1})
        loads_[static_cast<std::size_t>(torus_.link_index({v, Torus::channel(d, sign)}))] +=
            to_each * nodes * distance / 2;
  }
  total_ += weight * nodes;
  if (includes_self) local_ += weight;
  hops_ += to_each * nodes * nodes * mean;
  squared_hops_ += to_each * nodes * nodes * (variance + mean * mean);
}

}  // namespace flitwise::theory
