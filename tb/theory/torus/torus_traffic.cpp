#include "tb/theory/torus/torus_traffic.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "tb/theory/torus/traffic_flows.h"

namespace flitwise::theory {
namespace {

// Dimension order by the shorter way of each ring.
class TorusFlows final : public TrafficFlows {
 public:
  TorusFlows(const Torus& torus, DimensionOrder order, const TrafficNetwork& network)
      : TrafficFlows(index_of(torus.size()) * index_of(torus.channels()), torus.size()),
        torus_(torus),
        order_(std::move(order)),
        latency_(network.latency),
        share_up_(network.half_ways_go_up ? 1 : 0.5) {
    torus_.check_order(order_);
  }

  // Closed form: every channel of dimension d carries half the mean distance in d, because neither
  // a node nor a direction is special; where all half ways go up, half of theirs more or less.
  void add_uniform(double weight, bool includes_self) override {
    const double nodes = torus_.size();
    std::vector<Distances> distances;
    for (int d = 0; d < torus_.dimensions(); ++d) {
      const int n = torus_.side(d);
      Distances along;
      for (int up = 0; up < n; ++up) {
        const double shorter = up < n - up ? up : n - up;
        along.mean += shorter / n;
        along.square += shorter * shorter / n;
      }
      distances.push_back(along);
    }
    const double to_each = add_independent(weight, includes_self, torus_.size(), distances);
    add_independent_ways(to_each, torus_.size(), distances, latency_);
    for (int d = 0; d < torus_.dimensions(); ++d) {
      const double half_way = torus_.side(d) % 2 == 0 ? 0.5 : 0;  // hops of it, by the side
      for (Node v = 0; v < torus_.size(); ++v)
        for (const int sign : {1, -1})
          loads[static_cast<std::size_t>(torus_.link_index({v, Torus::channel(d, sign)}))] +=
              to_each * nodes *
              (distances[index_of(d)].mean / 2 + sign * (share_up_ - 0.5) * half_way);
    }
  }

 private:
  Trip travel(Node from, Node to, double weight) override {
    Coordinates at = torus_.coordinates(from);
    Trip trip;
    for (const int d : order_) {
      const int n = torus_.side(d);
      int& x = at[index_of(d)];
      const int target = torus_.coordinate(to, d);
      const int up = (target - x + n) % n;
      const int down = (x - target + n) % n;
      const double goes_up = up == down ? share_up_ : (up < down ? 1 : 0);
      const Node turn = torus_.node(at);
      if (goes_up > 0) add_ring(turn, d, up, weight * goes_up);
      if (goes_up < 1) add_ring(turn, d, -down, weight * (1 - goes_up));
      trip.links += std::min(up, down);
      trip.way += latency_.hop(d) * std::min(up, down);
      x = target;
    }
    return trip;
  }
  void add_ring(Node from, int dimension, int links, double weight) {
    const Channel channel = Torus::channel(dimension, links);
    for (int link = 0; link < std::abs(links); ++link) {
      loads[static_cast<std::size_t>(torus_.link_index({from, channel}))] += weight;
      from = torus_.neighbour(from, channel);
    }
  }

  Torus torus_;
  DimensionOrder order_;
  TorusLatency latency_;
  double share_up_;  // of what goes half round a ring
};

void require(bool holds, const char* rule) {
  if (!holds) throw std::invalid_argument(rule);
}

void check_model(const Torus& torus, const TrafficModel& model) {
  require(!model.lengths.empty(), "traffic: packets must have a length");
  for (const LengthShare& share : model.lengths) {
    require(share.flits >= 1, "traffic: a packet must have at least 1 flit");
    require(share.weight > 0, "traffic: the weight of a length must be above 0");
  }
  std::vector<int> reversed(torus.sides().rbegin(), torus.sides().rend());
  require(model.pattern != TrafficPattern::kTranspose || reversed == torus.sides(),
          "traffic: transpose needs sides that read the same backwards");
  if (model.pattern != TrafficPattern::kHotSpot) return;
  require(!model.hot_spots.empty(), "traffic: there must be a hot spot");
  for (const Node v : model.hot_spots)
    require(v >= 0 && v < torus.size(), "traffic: a hot spot must be a node");
  require(model.hot_share >= 0 && model.hot_share <= 1,
          "traffic: the share of hot spots must be from 0 to 1");
}

Moments length_moments(const std::vector<LengthShare>& lengths) {
  double weight = 0;
  double sum = 0;
  double squares = 0;
  double longest = 0;
  for (const LengthShare& share : lengths) {
    const auto flits = static_cast<double>(share.flits);
    longest = std::max(longest, flits);
    weight += share.weight;
    sum += share.weight * flits;
    squares += share.weight * flits * flits;
  }
  const double mean = sum / weight;
  return {mean, std::max(0.0, squares / weight - mean * mean), longest};
}

// Of a pattern that maps every node to one node.
Node image_of(const Torus& torus, TrafficPattern pattern, Node from) {
  const Coordinates x = torus.coordinates(from);
  Coordinates y;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int n = torus.side(d);
    const int at = x[index_of(d)];
    if (pattern == TrafficPattern::kTranspose)
      y.push_back(x[x.size() - 1 - index_of(d)]);
    else if (pattern == TrafficPattern::kBitComplement)
      y.push_back(n - 1 - at);
    else
      y.push_back((at + (pattern == TrafficPattern::kTornado ? (n - 1) / 2 : 1)) % n);
  }
  return torus.node(y);
}

// `weight` from one node in equal parts to all nodes, or to all others.
void add_fan(const Torus& torus, Node from, bool includes_self, double weight,
             TrafficFlows& flows) {
  const double targets = torus.size() - (includes_self ? 0 : 1);
  for (Node to = 0; to < torus.size(); ++to)
    if (includes_self || to != from) flows.add(from, to, weight / targets);
}

void add_hot_spots(const Torus& torus, const TrafficModel& model, TrafficFlows& flows) {
  const double share = model.hot_share / static_cast<double>(model.hot_spots.size());
  for (const Node hot : model.hot_spots)
    for (Node from = 0; from < torus.size(); ++from) {
      if (from != hot || model.includes_self)
        flows.add(from, hot, share);
      else
        add_fan(torus, from, false, share, flows);
    }
}

}  // namespace

void TrafficFlows::add(Node from, Node to, double weight) {
  total += weight;
  if (from == to) {
    local += weight;
    return;
  }
  arrivals[index_of(to)] += weight;
  const Trip trip = travel(from, to, weight);
  const auto way = static_cast<double>(trip.way);
  hops += weight * trip.links;
  squared_hops += weight * trip.links * trip.links;
  ways += weight * way;
  squared_ways += weight * way * way;
}

double TrafficFlows::add_independent(double weight, bool includes_self, Node size,
                                     const std::vector<Distances>& distances) {
  const double nodes = size;
  const double to_each = includes_self || nodes == 1 ? weight / nodes : weight / (nodes - 1);
  double mean = 0;
  double variance = 0;
  for (const auto& [distance, square] : distances) {
    mean += distance;
    variance += square - distance * distance;
  }
  for (double& arrival : arrivals) arrival += to_each * (nodes - 1);
  total += weight * nodes;
  if (includes_self) local += weight;
  hops += to_each * nodes * nodes * mean;
  squared_hops += to_each * nodes * nodes * (variance + mean * mean);
  return to_each;
}

void TrafficFlows::add_independent_ways(double to_each, Node size,
                                        const std::vector<Distances>& distances,
                                        const TorusLatency& latency) {
  const double pairs = static_cast<double>(size) * size;
  double mean = 0;
  double variance = 0;
  for (std::size_t d = 0; d < distances.size(); ++d) {
    const auto [distance, square] = distances[d];
    const auto hop = static_cast<double>(latency.hop(static_cast<int>(d)));
    mean += hop * distance;
    variance += hop * hop * (square - distance * distance);
  }
  ways += to_each * pairs * mean;
  squared_ways += to_each * pairs * (variance + mean * mean);
}

void add_pattern(const Torus& nodes, const TrafficModel& model, TrafficFlows& flows) {
  const bool is_hot = model.pattern == TrafficPattern::kHotSpot;
  if (!is_hot && model.pattern != TrafficPattern::kUniform) {
    for (Node v = 0; v < nodes.size(); ++v) flows.add(v, image_of(nodes, model.pattern, v), 1);
    return;
  }
  if (is_hot) add_hot_spots(nodes, model, flows);
  flows.add_uniform(is_hot ? 1 - model.hot_share : 1, model.includes_self);
}

double Moments::tolerance(double samples) const {
  const double x = std::log(2e6);
  return samples > 0 ? std::sqrt(2 * variance * x / samples) + range * x / (3 * samples) : 0;
}

Moments TrafficTheory::zero_load_latency() const {
  return {ways.mean + length.mean, ways.variance + length.variance, ways.range + length.range};
}

// A packet with chance p = rate / mean length: p E[L^2] - rate^2.
Moments TrafficTheory::begun(double rate) const {
  const double p = rate / length.mean;
  return {rate, p * (length.variance + length.mean * length.mean) - rate * rate, length.range};
}

namespace {

// From sums over `count` packets.
Moments moments_of(double sum, double squares, double count) {
  const double mean = sum / count;
  return {mean, std::max(0.0, squares / count - mean * mean), 0};
}

// The least of rate / load over the channels.
double capacity_of(const Torus& torus, const TrafficTheory& theory, const TrafficNetwork& network) {
  double capacity = std::numeric_limits<double>::max();
  for (std::size_t link = 0; link < theory.loads.size(); ++link) {
    if (theory.loads[link] == 0) continue;
    const auto channel = static_cast<Channel>(link % index_of(torus.channels()));
    const LaneRates lane{network.latency, Torus::dimension_of(channel), network.depth};
    const double rate = channel_rate(lane.of_packets(theory.length.mean), network.lanes);
    capacity = std::min(capacity, rate / theory.loads[link]);
  }
  return capacity;
}

}  // namespace

PortCapacities port_capacities(const TrafficTheory& theory, const TrafficNetwork& network) {
  const LaneRates lane{network.latency, 0, std::nullopt};
  return {lane.of_packets(theory.length.mean) / (1 - theory.local_share),
          1 / *std::max_element(theory.arrivals.begin(), theory.arrivals.end())};
}

TrafficTheory theory_of(const Torus& nodes, const TrafficModel& model,
                        const TrafficNetwork& network, const std::vector<int>& farthest,
                        TrafficFlows& flows) {
  check_model(nodes, model);
  network.latency.check(nodes.dimensions());
  require(network.lanes >= 1, "traffic: a channel must have at least 1 lane");
  add_pattern(nodes, model, flows);
  const double moved = flows.total - flows.local;
  require(nodes.size() > 1 && moved > 0, "traffic: no node sends to another");
  const bool is_fixed =
      model.pattern != TrafficPattern::kUniform && model.pattern != TrafficPattern::kHotSpot;
  TrafficTheory theory;
  theory.length = length_moments(model.lengths);
  theory.loads = flows.loads;
  theory.arrivals = flows.arrivals;
  // Nodes that a fixed pattern maps to themselves send nothing.
  theory.senders = is_fixed ? static_cast<Node>(std::lround(moved)) : nodes.size();
  theory.local_share = is_fixed ? 0 : flows.local / flows.total;
  theory.hops = moments_of(flows.hops, flows.squared_hops, moved);
  theory.ways = moments_of(flows.ways, flows.squared_ways, moved);
  const auto stages = static_cast<double>(network.latency.router(RouterPassage::kInject) - 1);
  theory.ways.mean += stages;
  theory.ways.range += stages;
  for (int d = 0; d < nodes.dimensions(); ++d) {
    const int links = farthest[index_of(d)];
    theory.hops.range += links;
    theory.ways.range += static_cast<double>(network.latency.hop(d) * links);
  }
  theory.capacity = capacity_of(nodes, theory, network);
  return theory;
}

TrafficTheory traffic_theory(const Torus& torus, const DimensionOrder& order,
                             const TrafficModel& model, const TrafficNetwork& network) {
  TorusFlows flows(torus, order, network);
  std::vector<int> farthest;
  for (const int side : torus.sides()) farthest.push_back(side / 2);
  TrafficTheory theory = theory_of(torus, model, network, farthest, flows);
  if (network.ports == PePorts::kOne) {
    const PortCapacities ports = port_capacities(theory, network);
    theory.capacity = std::min({theory.capacity, ports.injection, ports.ejection});
  }
  return theory;
}

namespace {

CreditLoops loops_of(const RouterChain& chain) {
  const TorusLatency latency{chain.pipeline, chain.links, chain.credit};
  return credit_loops(std::vector<int>(chain.links.size(), 2), latency);
}

bool is_deep(const RouterChain& chain, Flits flits) {
  return !chain.depth || arrives_on_time(flits, *chain.depth, loops_of(chain));
}

// From a head's first link to the port of the PE.
Step way_of(const RouterChain& chain) {
  Step cycles = 0;
  for (std::size_t i = 0; i < chain.links.size(); ++i)
    cycles += chain.router(i + 1) + chain.links[i] - 1;
  return cycles;
}

RouterChain quick_chain(int hops, std::uint32_t depth) {
  return {{}, std::vector<Step>(index_of(hops), 1), 1, Step{depth}};
}

}  // namespace

Step packet_latency(const RouterChain& chain, Flits flits) {
  if (is_deep(chain, flits)) return chain.router(0) - 1 + way_of(chain) + flits;
  const ChainTiming timing = time_chain(chain, {{0, flits}});
  return timing.passage(chain, chain.links.size(), static_cast<std::size_t>(flits - 1));
}

Step stalled_packet_latency(const RouterChain& chain, Flits flits, Step first,
                            const std::function<bool(Step)>& is_stalled) {
  const Step birth = first - chain.router(0);
  if (!is_deep(chain, flits)) {
    const ChainTiming timing = time_chain(chain, {{birth, flits}}, is_stalled);
    return timing.passage(chain, chain.links.size(), static_cast<std::size_t>(flits - 1)) - birth;
  }
  Step into_pe = first + way_of(chain) - 1;
  for (Flits flit = 0; flit < flits; ++flit) {
    ++into_pe;
    while (is_stalled(into_pe)) ++into_pe;
  }
  return into_pe - birth;
}

Step packet_latency(int hops, Flits flits, std::uint32_t depth) {
  return packet_latency(quick_chain(hops, depth), flits);
}

Step stalled_packet_latency(int hops, Flits flits, std::uint32_t depth, Step first,
                            const std::function<bool(Step)>& is_stalled) {
  return stalled_packet_latency(quick_chain(hops, depth), flits, first, is_stalled);
}

}  // namespace flitwise::theory
