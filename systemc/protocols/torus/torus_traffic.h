// torus_traffic.h: who sends to whom, how often and how much, for traffic that is no collective.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_TRAFFIC_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_TRAFFIC_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/torus/torus_route.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/types.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise::protocols {

/// SplitMix64: entry n of the stream of a seed is mixed(seed + n * kSplitMixStep).
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA
///         2014.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15;

inline std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// A stream that is a function of seed and node alone; thousands of PEs have one each.
class TrafficRandom {
 public:
  TrafficRandom(std::uint64_t seed, Node node)
      : state_(mixed(mixed(seed) + static_cast<std::uint64_t>(node))) {}

  std::uint64_t next() {
    state_ += kSplitMixStep;
    return mixed(state_);
  }

  /// From 0 up to, and without, `bound`, which is at least 1; all equally likely.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t excess = (0 - bound) % bound;  // 2^64 mod bound
    std::uint64_t drawn = next();
    while (drawn < excess) drawn = next();
    return drawn % bound;
  }

  /// From 0 up to, and without, 1.
  double fraction() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

/// Where the packets of node x go; per dimension d unless said otherwise. Sums are modulo n_d, on
/// meshes, too.
///
/// Source: W. Dally, B. Towles, "Principles and Practices of Interconnection Networks", 2004,
///         section 3.2.
enum class TrafficPattern : std::uint8_t {
  kUniform,        ///< each node, or each other node, equally often
  kTranspose,      ///< x_{k-1-d}
  kBitComplement,  ///< n_d - 1 - x_d: all bits of the number for sides that are powers of 2
  kTornado,        ///< x_d + ceil(n_d / 2) - 1; not on meshes, which have no rings
  kNeighbour,      ///< x_d + 1
  kHotSpot,        ///< a share to some nodes, else uniform
};

/// "uniform", "transpose", "bit-complement", "tornado", "neighbour", "hot-spot".
const char* name_of(TrafficPattern pattern);

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

/// Which way packets go half round a ring.
enum class HalfWays : std::uint8_t {
  kDrawn,  ///< either with equal chance
  kPlus,   ///< +: where routers choose the way themselves
};

/// A plan on a torus or a mesh: checked, and shared by all sources.
class TorusTraffic {
 public:
  /// Errors: throws std::invalid_argument that names value and rule: a rate below 0 or above the
  ///         mean length (more than one packet per cycle), lengths none, below 1 or of no weight,
  ///         `self`, hot spots or a share where the pattern has none, hot spots that are missing or
  ///         no nodes, a share outside 0 to 1, transpose on sides that it changes, tornado on a
  ///         mesh, and a pattern by which no node sends to another.
  explicit TorusTraffic(Torus torus, TrafficPlan plan, PePorts ports = PePorts::kByChannel,
                        HalfWays half_ways = HalfWays::kDrawn)
      : TorusTraffic(std::move(torus), false, ports, half_ways, std::move(plan)) {}
  TorusTraffic(const XyMesh& mesh, TrafficPlan plan)
      : TorusTraffic(Torus(mesh.sides()), true, PePorts::kOne, HalfWays::kDrawn, std::move(plan)) {}

  const Torus& torus() const { return torus_; }
  PePorts ports() const { return ports_; }
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
  /// The shorter way in each dimension; if both are as long, as HalfWays says. On a mesh the only
  /// one.
  Hops draw_hops(Node from, Node to, TrafficRandom& random) const;

 private:
  TorusTraffic(Torus torus, bool is_mesh, PePorts ports, HalfWays half_ways, TrafficPlan plan);
  bool is_drawn() const;
  Node fixed_destination(Node from) const;
  Node draw_uniform(Node from, TrafficRandom& random) const;
  void check_rate_and_lengths();
  void check_pattern() const;
  void check_hot_spots() const;

  Torus torus_;
  bool is_mesh_;
  PePorts ports_;
  HalfWays half_ways_;
  TrafficPlan plan_;
  double mean_length_ = 0;
  double total_weight_ = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TORUS_TRAFFIC_H_
