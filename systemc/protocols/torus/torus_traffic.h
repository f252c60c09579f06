// torus_traffic.h: who sends to whom, how often and how much, for traffic that is no collective.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_TRAFFIC_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_TRAFFIC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/protocols/torus/traffic_random.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise::protocols {

/// Where the packets of node x go; per dimension d unless said otherwise.
///
/// Source: W. Dally, B. Towles, "Principles and Practices of Interconnection Networks", 2004,
///         section 3.2.
enum class TrafficPattern : std::uint8_t {
  kUniform,        ///< each node, or each other node, equally often
  kTranspose,      ///< x_{k-1-d}
  kBitComplement,  ///< n_d - 1 - x_d: all bits of the number for sides that are powers of 2
  kTornado,        ///< x_d + ceil(n_d / 2) - 1
  kNeighbour,      ///< x_d + 1
  kHotSpot,        ///< a share to some nodes, else uniform
};

/// "uniform", "transpose", "bit-complement", "tornado", "neighbour", "hot-spot".
const char* name_of(TrafficPattern pattern);
const std::vector<TrafficPattern>& traffic_patterns();

/// Whether uniform traffic goes to the node itself as well.
enum class SelfTraffic : bool { kNo, kYes };

/// One length of packets and how often it occurs, relative to the others.
struct PacketLength {
  Flits flits = 1;
  double weight = 1;
};

/// What traffic is asked for, the same for all nodes; TorusTraffic says what is wrong with it.
struct TrafficPlan {
  TrafficPattern pattern = TrafficPattern::kUniform;
  double rate = 0;  ///< flits per node and cycle, on average; Bernoulli: at most one packet begins
                    ///< per node and cycle
  std::vector<PacketLength> lengths = std::vector<PacketLength>(1);
  std::uint64_t seed = 0;
  SelfTraffic self = SelfTraffic::kNo;  ///< kUniform and kHotSpot only
  std::vector<Node> hot_spots;          ///< kHotSpot only; each equally often
  double hot_share = 0;                 ///< of the packets that go to hot spots
};

/// A plan on a torus: checked, and shared by all sources.
class TorusTraffic {
 public:
  /// Errors: throws std::invalid_argument that names value and rule: a rate below 0 or above the
  ///         mean length (more than one packet per cycle), lengths none, below 1 or of no weight,
  ///         `self`, hot spots or a share where the pattern has none, hot spots that are missing or
  ///         no nodes, a share outside 0 to 1, transpose on sides that it changes, and a pattern by
  ///         which no node sends to another.
  TorusTraffic(Torus torus, TrafficPlan plan);

  const Torus& torus() const { return torus_; }
  const TrafficPlan& plan() const { return plan_; }
  /// Mean flits of a packet.
  double mean_length() const { return mean_length_; }
  /// Probability that a packet begins at a node that sends in a cycle.
  double packet_rate() const { return plan_.rate / mean_length_; }

  /// Whether the node sends packets: patterns of one destination per node leave out nodes that
  /// would send to themselves.
  bool sends(Node from) const;
  Node draw_destination(Node from, TrafficRandom& random) const;
  Flits draw_length(TrafficRandom& random) const;
  /// The shorter way in each dimension; either direction with equal chance if both are as long.
  Hops draw_hops(Node from, Node to, TrafficRandom& random) const;

 private:
  bool is_drawn() const;
  Node fixed_destination(Node from) const;
  Node draw_uniform(Node from, TrafficRandom& random) const;
  void check_rate_and_lengths();
  void check_pattern() const;
  void check_hot_spots() const;

  Torus torus_;
  TrafficPlan plan_;
  double mean_length_ = 0;
  double total_weight_ = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_TRAFFIC_H_
