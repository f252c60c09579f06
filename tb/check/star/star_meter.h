// star_meter.h: reads the figures of a run on a star graph off the links between its routers:
// times and damage, the width of a broadcast, the packets that wait at PEs.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_METER_H_
#define FLITWISE_TB_CHECK_STAR_STAR_METER_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_latency.h"
#include "tb/check/star/star_flits.h"

namespace flitwise::check {

/// A flit that crossed a link with a CRC that is not its own.
struct StarFlitError {
  Step cycle = 0;
  Node from = kNoNode;
  int dimension = 0;
};

/// How packets of a star graph follow each other on links: packet step t, from 1, begins in cycle
/// F + (t - 1) Phi, slot t in cycle t F; where routers cut through, step t in cycle
/// 1 + (t - 1) max(F, Phi), and slot t in cycle 1 + (t - 1) F.
struct StarClock {
  Flits flits = 1;  ///< F
  StarLatency latency{};

  StarClock(Flits the_flits, StarLatency the_latency = {})  // NOLINT: flits alone are a clock too
      : flits(the_flits), latency(the_latency) {}
  bool is_spaced() const { return latency.slots == StarSlots::kSpaced; }
  /// Cycles of a packet step, or of a slot.
  Step step() const { return is_spaced() ? flits : std::max(flits, latency.packet_hop(flits)); }
  /// The packet step in which a cycle lies.
  Step step_of(Step cycle) const { return (cycle - 1 - latency.stored(flits)) / step() + 1; }
};

/// Measures times, transmissions and damage. Nothing here knows a formula.
///
/// Units: cycles, unless said otherwise.
class StarMeter final : public NetworkObserver {
 public:
  StarMeter(int order, const StarClock& clock, StarCarriage carriage);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  /// Last cycle in which a flit of a packet, no acknowledgement, was received over the link to a PE
  /// that it is for; 0 if none was.
  Step finish() const { return finish_; }
  /// Last cycle in which a link carried a flit; 0 if none did.
  Step quiesce() const { return last_ == 0 ? 0 : last_ + clock_.latency.link - 1; }
  /// Packet steps, or slots, from the first flit on a link to the last.
  Step packet_steps() const;
  std::int64_t transmissions() const { return transmissions_; }  ///< undamaged heads of packets
  std::int64_t acknowledgements() const { return acknowledgements_; }
  std::int64_t flit_hops() const { return flit_hops_; }
  const std::vector<StarFlitError>& errors() const { return errors_; }

 private:
  int degree_;
  StarClock clock_;
  StarCarriage carriage_;
  Step first_ = 0;  // in which a flit was sent
  Step last_ = 0;
  Step finish_ = 0;
  std::int64_t transmissions_ = 0;
  std::int64_t acknowledgements_ = 0;
  std::int64_t flit_hops_ = 0;
  std::vector<StarFlitError> errors_;
};

/// Measures the room that a PE needs to put the packets of one source in order.
class StarWindow final : public NetworkObserver {
 public:
  StarWindow(Node nodes, std::int64_t packets, const StarClock& clock)
      : packets_(packets), clock_(clock), first_(static_cast<std::size_t>(nodes * packets), 0) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  /// Most packet steps between the first and the last copy of a packet at a node; in spaced slots
  /// cycles.
  std::int64_t widest() const { return widest_; }

 private:
  std::int64_t packets_;
  StarClock clock_;
  std::vector<std::int64_t> first_;  // by node, packet: cycle; 0: none has come
  std::int64_t widest_ = 0;
};

/// Follows the packets of an operation whose packets travel from PE to PE, as the links show them:
/// a packet is held at the port by which it came from its arrival to the packet step in which it
/// leaves for the last time. A place that is freed can be taken in the same step. In spaced slots
/// cycles count: from that in which its head is received.
class StarStorage final : public NetworkObserver {
 public:
  /// More would take more memory than the network.
  static constexpr std::int64_t kMostCopies = std::int64_t{1} << 24;
  /// The number of copies that pass through nodes of a graph; not more than kMostCopies are
  /// followed.
  static std::int64_t copies(const StarGraph& graph, std::int64_t packets);

  StarStorage(const StarGraph& graph, std::int64_t packets, const StarClock& clock);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  /// Most packets held at a port between two packet steps.
  std::int64_t max_held() const;

 private:
  struct Stay {
    std::int32_t from = 0;  // packet step or cycle; 0: has not come
    std::int32_t until = 0;
    std::int8_t port = 0;
  };
  Stay* stay(Node node, Node source, const StarHeadView& head);

  Node nodes_;
  int degree_;
  std::int64_t packets_;
  StarClock clock_;
  std::vector<Stay> stays_;  // by node, source, tree, packet
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_METER_H_
