// torus_traffic.h: what any traffic on a torus comes to: loads of channels, distances, capacity.
//
// After W. Dally, B. Towles, "Principles and Practices of Interconnection Networks" (2004),
// sections 3.2 (patterns) and 3.3 (channel load, throughput): dimension-order routing by the
// shorter way in each dimension, either direction with equal chance where both are as long.
// Everything is summed up over the pattern, nothing simulated.
#ifndef FLITWISE_TB_THEORY_TORUS_TORUS_TRAFFIC_H_
#define FLITWISE_TB_THEORY_TORUS_TORUS_TRAFFIC_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"
#include "tb/theory/torus/worm_timing.h"

namespace flitwise::theory {

/// Where packets of node x go, by dimension d of n_d nodes.
enum class TrafficPattern : std::uint8_t {
  kUniform,        ///< every other node with equal chance; with `includes_self` every node
  kTranspose,      ///< x_{k-1-d}; needs n_d = n_{k-1-d}
  kBitComplement,  ///< n_d - 1 - x_d
  kTornado,        ///< x_d + ceil(n_d/2) - 1 mod n_d
  kNeighbour,      ///< x_d + 1 mod n_d
  kHotSpot,        ///< `hot_share` to `hot_spots`, each with equal chance, the rest as kUniform; so
                   ///< does what a hot spot would send to itself, unless `includes_self`
};

/// How often packets of a length occur, relative to the others.
struct LengthShare {
  Flits flits = 1;
  double weight = 1;
};

/// Packets begin at every node that sends to another with the same chance in every cycle,
/// independent of all else: a Bernoulli process.
struct TrafficModel {
  TrafficPattern pattern = TrafficPattern::kUniform;
  bool includes_self = false;
  std::vector<Node> hot_spots;
  double hot_share = 0;
  std::vector<LengthShare> lengths = std::vector<LengthShare>(1);
};

/// What the flits go through.
struct TrafficNetwork {
  TorusLatency latency{};
  int lanes = 1;                ///< of each channel
  std::optional<Step> depth{};  ///< flits that a queue holds; none: as many as come
  // Of tori:
  PePorts ports = PePorts::kByChannel;
  bool half_ways_go_up = false;  ///< where both ways are as long; else each with equal chance
};

/// A mean, the variance and a bound of what it is the mean of.
struct Moments {
  double mean = 0;
  double variance = 0;
  double range = 0;  ///< no value is farther from the mean

  /// The mean of `samples` independent ones is farther off with a chance below one in a million.
  /// 0 of none.
  /// Source: S. Bernstein's inequality: sqrt(2 v x / n) + b x / (3 n) with x = ln(2 / 10^-6).
  double tolerance(double samples) const;
};

/// Units: flits, hops, cycles; rates in flits per node that sends and cycle.
struct TrafficTheory {
  Node senders = 0;  ///< nodes that send; of a fixed pattern, those that do not map to themselves
  double local_share = 0;  ///< of the packets that go to their own node and take no channel
  Moments hops;            ///< of the others
  Moments ways;            ///< of their heads, in cycles: r - 1 and p a hop; hops where p is 1
  Moments length;          ///< of all packets
  std::vector<double> arrivals;  ///< by node, the same of flits that come from others
  std::vector<double>
      loads;  ///< by Torus::link_index: flits a cycle for one flit per sender and cycle
  /// Rate at which the busiest channel is full, or with one port a PE the busiest port: no router
  /// can accept more. The least of rate / load over the channels; a bound, since the rate of a lane
  /// (worm_timing.h) is that of one stream.
  double capacity = 0;

  /// Mean cycles from birth to the tail's arrival where nothing waits: r - 1, p a hop and one a
  /// flit.
  Moments zero_load_latency() const;
  /// Flits that a sender begins in a cycle at this rate.
  Moments begun(double rate) const;
};

/// Shape:  `order` is that of routing.
/// Errors: throws std::invalid_argument for no lengths or one below 1 or a weight not above 0,
///         sides that transpose changes, hot spots that are missing or no nodes, a share outside 0
///         to 1, a pattern by which no node sends to another, and lanes or a depth below 1;
///         TopologyError for latencies that no torus of these sides has.
TrafficTheory traffic_theory(const Torus& torus, const DimensionOrder& order,
                             const TrafficModel& model, const TrafficNetwork& network = {});

/// Zero-load latency of a packet through these routers, from its birth to the tail's cycle on the
/// port to the PE: its head needs r - 1 cycles and p for each link, and the flits follow at one a
/// cycle, so that it is r - 1 + p hops + L. In queues too short for that, later: as time_chain().
Step packet_latency(const RouterChain& chain, Flits flits);

/// The same before a PE whose port takes no flit in some cycles, of a packet whose head crosses its
/// first link in cycle `first`. Flits go into the PE in the first cycle that is free, each after
/// the one before it; what waits behind them has caught up by then, unless queues are too short. Of
/// a packet that meets others it is a lower bound.
Step stalled_packet_latency(const RouterChain& chain, Flits flits, Step first,
                            const std::function<bool(Step)>& is_stalled);

/// Both where everything takes one cycle: hops + L, in queues of one flit hops + 2 L - 1.
Step packet_latency(int hops, Flits flits, std::uint32_t depth);
Step stalled_packet_latency(int hops, Flits flits, std::uint32_t depth, Step first,
                            const std::function<bool(Step)>& is_stalled);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TORUS_TRAFFIC_H_
