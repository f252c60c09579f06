// traffic_meter.h: the packets of traffic on a torus, from their birth to their arrival, and what
// is measured of them: throughput and latency in a window of time, packets that none disturbed, and
// whether PEs get flits while they take none.
#ifndef FLITWISE_TB_CHECK_TORUS_TRAFFIC_METER_H_
#define FLITWISE_TB_CHECK_TORUS_TRAFFIC_METER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/rank_post.h"
#include "systemc/network/receivers.h"
#include "systemc/network/torus/torus_wiring.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::check {

/// Signed hops by router dimension, in the order of routing.
using RouterHops = std::array<int, Torus::kMostDimensions>;

inline int total_hops(const RouterHops& hops) {
  int total = 0;
  for (const int h : hops) total += std::abs(h);
  return total;
}

/// The port over which a packet comes to its PE: as PendingPackets' first_port, but of the last
/// dimension. Shape: not of a local packet.
inline std::uint32_t last_port(const RouterHops& hops) {
  std::uint32_t port = 0;
  for (std::size_t i = 0; i < hops.size(); ++i)
    if (hops[i] != 0) port = static_cast<std::uint32_t>(2 * i) + (hops[i] < 0 ? 1 : 0);
  return port;
}

/// A packet that its source must send.
struct ExpectedPacket {
  std::int64_t number = 0;  ///< from 0, of its source
  Node from = kNoNode;
  Node to = kNoNode;
  Step born = 0;  ///< first step in which its head could cross a link
  Flits flits = 1;
  RouterHops hops{};  ///< none: the packet stays with its source

  bool is_local() const { return from == to; }
};

/// Names a packet among all others.
/// Range: nodes below 2^24, numbers below 2^40.
inline std::uint64_t name_of(const ExpectedPacket& packet) {
  return static_cast<std::uint64_t>(packet.from) << 40 | static_cast<std::uint64_t>(packet.number);
}

/// Names a packet's way: two packets have the same if ends and directions are the same.
/// Range: nodes below 2^28.
inline std::uint64_t way_name(const ExpectedPacket& packet) {
  static_assert(Torus::kMostDimensions <= 8);
  std::uint64_t name =
      static_cast<std::uint64_t>(packet.from) << 36 | static_cast<std::uint64_t>(packet.to) << 8;
  for (std::size_t i = 0; i < packet.hops.size(); ++i)
    if (packet.hops[i] < 0) name |= std::uint64_t{1} << i;
  return name;
}

/// A packet with what the ports have shown of it.
struct PacketLife {
  ExpectedPacket packet;
  Step departed = 0;  ///< step in which its head crosses its first link
  int crossed = 0;    ///< links that its head has crossed
  Step arrived = 0;   ///< step in which its tail crosses the link into its PE

  /// Steps from the edge before its birth until all of it is in its PE's hands.
  Step latency() const { return arrived - (packet.born - 1); }
  /// The same from the edge that put its head on its first link: without waiting at its source.
  Step network_latency() const { return arrived - (departed - 1); }
};

/// Observes every packet.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// At the clock edge before its birth; also for a local packet, which never arrives.
  virtual void on_born(const ExpectedPacket& packet) = 0;
  virtual void on_arrived(const PacketLife& life) = 0;
};

/// Counts per latency. Units: steps. Memory grows with the largest latency, not with their number.
class LatencyHistogram {
 public:
  /// Errors: throws std::invalid_argument for a negative latency.
  void add(Step latency);

  std::int64_t count() const { return count_; }
  /// 0 of none.
  double mean() const;
  /// The least latency that at least `percent` percent of all do not exceed; 0 of none.
  /// Shape: `percent` from 0 to 100.
  Step percentile(int percent) const;
  Step most() const { return percentile(100); }

  /// Writes all counts, and adds those that another histogram has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  std::vector<std::int64_t> counts_;  // by latency
  std::int64_t count_ = 0;
  std::int64_t sum_ = 0;
};

/// Steps after `warmup` and up to `warmup` + `measure`.
struct MeasuringWindow {
  Step warmup = 0;
  Step measure = 0;

  Step last() const { return warmup + measure; }
  bool holds(Step step) const { return step > warmup && step <= last(); }
};

/// Measures at the ports: flits by the steps in which they reach their PEs, latencies of the
/// packets that are born in the window, whenever they arrive. Packets of a node to itself reach it
/// when they are born and have no latency.
///
/// Units: steps, flits.
class TrafficMeter final : public NetworkObserver, public PacketObserver {
 public:
  /// Steps of a way, without waiting, that it takes beyond one a hop.
  using MoreSteps = std::function<Step(const RouterHops&)>;

  /// `more` empty: a hop takes one step.
  explicit TrafficMeter(MeasuringWindow window, MoreSteps more = {})
      : window_(window), more_(std::move(more)) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;
  void on_born(const ExpectedPacket& packet) override;
  void on_arrived(const PacketLife& life) override;

  /// Flits of the packets born in the window, and flits that reached their PEs in it.
  Flits offered() const { return offered_; }
  Flits accepted() const { return accepted_; }
  /// Flits born and not with their PEs at the end of the window.
  Flits backlog() const { return backlog_; }
  const LatencyHistogram& latency() const { return latency_; }
  const LatencyHistogram& network_latency() const { return network_latency_; }
  /// Of the packets that are measured: links crossed, steps that they take without waiting, and
  /// flits.
  std::int64_t hops() const { return hops_; }
  Step ways() const { return ways_; }
  Flits flits() const { return flits_; }

  /// Last step in which a tail crossed the link into its PE; 0 if none did.
  Step finish() const { return finish_; }
  /// Last step at whose end a router received a flit from another one; 0 if none did.
  Step quiesce() const { return quiesce_; }
  std::int64_t flit_hops() const { return flit_hops_; }

  /// Writes what was measured, and adds what a meter of other nodes has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  const MeasuringWindow window_;
  const MoreSteps more_;
  LatencyHistogram latency_;
  LatencyHistogram network_latency_;
  Flits offered_ = 0;
  Flits accepted_ = 0;
  Flits backlog_ = 0;
  std::int64_t hops_ = 0;
  Step ways_ = 0;
  Flits flits_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
};

/// A packet is undisturbed if from its birth to its arrival no other packet whose way has a channel
/// in common with its own was born and not arrived, or arrived so lately that its credits may not
/// have come back: then none can have held it up, and its latency is that of an empty network.
/// Packets meet in channels only: whoever waits for a lane, a credit or a port waits for one that
/// goes over the same channel next, or over a port, where the PE has one only.
class UndisturbedPackets final : public PacketObserver {
 public:
  /// Latency in an empty network of a packet that is born in step `first`.
  using Latency = std::function<Step(const ExpectedPacket& packet, Step first)>;

  /// Of processes that watch a network, each counts the packets to the nodes `own`, and knows of
  /// all packets in the channels of these nodes; with a post, which outlives it, all tell each
  /// other. Every packet must come to each of them.
  UndisturbedPackets(const TorusWiring& wiring, Latency latency, const TorusLatency& routers = {},
                     NodeRange own = {}, RankPost* post = nullptr);

  void on_born(const ExpectedPacket& packet) override;
  void on_arrived(const PacketLife& life) override;

  /// Of the packets that have arrived.
  std::int64_t count() const { return count_; }
  /// Undisturbed ones with another latency than that of an empty network.
  std::int64_t late() const { return late_; }
  /// Of all packets, disturbed or not: latencies below that of an empty network.
  std::int64_t too_fast() const { return too_fast_; }

  /// Counts packets that had arrived before an exchange, which brings what the others know of them.
  void hear();
  /// Writes the counts, and adds those that another process has written.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  using Name = std::uint64_t;
  struct Use {
    std::int64_t packets = 0;  // under way over the channel
    Name only = 0;             // if there is one packet, this
  };
  template <typename Visit>
  void visit_channels(const ExpectedPacket& packet, Visit visit);
  void free_channels(Step now);
  void count(const PacketLife& life, bool is_disturbed);

  const TorusWiring wiring_;
  const Latency latency_;
  const Step lead_;     // from a packet's birth to its first link, where nothing waits
  const Step credits_;  // from its arrival until no credit of it is under way
  const NodeRange own_;
  RankPost* const post_;
  std::deque<PacketLife> arrived_;  // whose credits may be under way
  std::vector<Node> neighbours_;    // by node and channel
  std::vector<Use> uses_;           // of own nodes, likewise; with one port of a PE, of those, too
  std::vector<std::pair<PacketLife, bool>> uncounted_;  // and whether it was disturbed here
  std::unordered_map<Name, bool> is_disturbed_;         // of those under way
  std::int64_t count_ = 0;
  std::int64_t late_ = 0;
  std::int64_t too_fast_ = 0;
};

/// Where processes watch a network, each its own nodes: passes what each sees on to an observer
/// that each of them has, and to which all packets come in the order in which one process would
/// see them, only later.
class PacketRelay final : public NetworkObserver, public PacketObserver {
 public:
  /// Both outlive the relay, which stands behind all that sees packets.
  PacketRelay(RankPost& post, UndisturbedPackets& observer) : post_(post), observer_(observer) {}

  void on_born(const ExpectedPacket& packet) override { born_.push_back(packet); }
  void on_arrived(const PacketLife& life) override { arrived_.push_back(life); }
  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  /// Hands on what was seen at the last edge, and passes on what was seen at this one.
  void on_edge(Step, const Network&, const Injector&) override {
    hear();
    tell();
  }
  /// Hands on what has come with an exchange behind the last edge.
  void hear();

 private:
  void tell();

  RankPost& post_;
  UndisturbedPackets& observer_;
  std::vector<ExpectedPacket> born_;
  std::vector<PacketLife> arrived_;
};

/// Counts what crosses an ejection link in a step in which the PE behind it takes nothing.
class StalledReceivers final : public NetworkObserver {
 public:
  /// `stalled` empty: PEs take every flit.
  explicit StalledReceivers(StalledPorts stalled) : stalled_(std::move(stalled)) {}

  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  /// What an edge delivers crosses the link into the PE in the next step.
  void on_edge(Step step, const Network& network, const Injector&) override {
    for (const Delivery& delivery : network.deliveries()) {
      ++delivered_;
      if (stalled_ && (stalled_(delivery.node, step + 1) >> delivery.port & 1U) != 0) ++unwanted_;
    }
  }

  std::int64_t delivered() const { return delivered_; }  ///< flits
  std::int64_t unwanted() const { return unwanted_; }

  /// Writes what was counted, and adds what was counted at other nodes.
  void write_to(std::string& bytes) const {
    bytes::put(bytes, delivered_);
    bytes::put(bytes, unwanted_);
  }
  void add_from(bytes::Reader& reader) {
    delivered_ += reader.take<std::int64_t>();
    unwanted_ += reader.take<std::int64_t>();
  }

 private:
  StalledPorts stalled_;
  std::int64_t delivered_ = 0;
  std::int64_t unwanted_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_TRAFFIC_METER_H_
