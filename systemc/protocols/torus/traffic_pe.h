// traffic_pe.h: a PE that sends packets by a plan and takes in whatever comes.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_PE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/timed_protocol.h"
#include "systemc/protocols/torus/torus_traffic.h"
#include "systemc/protocols/torus/worm_intake.h"

namespace flitwise::protocols {

/// A packet as its source makes it.
struct TrafficPacket {
  std::int64_t number = 0;  ///< from 0, of its source
  Node from = kNoNode;
  Node to = kNoNode;
  Step born = 0;  ///< first step in which its head could cross a link
  Flits flits = 1;
  Hops hops;

  /// A packet of a node to itself never enters the network.
  bool is_local() const { return from == to; }
};

/// The stream of one PE: a function of plan, seed and node, whatever the network does.
///
/// The steps in which packets begin are a Bernoulli process; the gaps between them are drawn, so
/// that a source costs nothing while it has nothing to send. `traffic` outlives the source.
class TrafficSource {
 public:
  TrafficSource(const TorusTraffic& traffic, Node node);

  /// Step in which the next packet is born, at least 1 and growing; none if the node never sends.
  std::optional<Step> next_step() const { return next_; }
  /// The next packet.
  /// Errors: throws std::logic_error if there is none.
  TrafficPacket take();

 private:
  void advance();

  const TorusTraffic* traffic_;
  Node node_;
  double log_of_none_;  // logarithm of the chance that no packet begins in a step
  TrafficRandom random_;
  std::optional<Step> next_;
  std::int64_t taken_ = 0;
};

/// The packet as its PE hands it over in step `now`, before it is born; dimensions in the order in
/// which the network routes.
/// Errors: throws TopologyError for a local packet.
Transmission transmission_of(const TrafficPacket& packet, const DimensionOrder& order, Step now,
                             PePorts ports = PePorts::kByChannel, FlitFormat format = {});

/// Counts packets and checks that the flits of each come once and in order. It cannot know what
/// should have come.
class TrafficSink final : public PeProtocol {
 public:
  explicit TrafficSink(Node self) : book_(self) {}

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  std::int64_t packets() const { return packets_; }

 private:
  WormIntake intake_;
  ComplaintBook book_;
  std::int64_t packets_ = 0;
};

/// Source and sink of one PE.
///
/// Hands over every packet some steps before it is born and leaves it to the network interface to
/// begin it then or, where the port is still busy, later: a source queue without bound. Packets to
/// the PE itself stay with it.
class TrafficPe final : public TimedProtocol {
 public:
  /// Sends the packets that are born up to step `last`.
  TrafficPe(std::shared_ptr<const TorusTraffic> traffic, Node self, DimensionOrder order,
            Step last);

  void start(Outbox& outbox) override { hand_over(0, outbox); }
  void receive(const Arrival& arrival, Outbox& outbox) override { sink_.receive(arrival, outbox); }
  std::optional<Step> next_wake() const override;
  void wake(Step now, Outbox& outbox) override { hand_over(now, outbox); }

  PeState state() const override;
  std::vector<std::string> waiting_for() const override { return sink_.waiting_for(); }
  std::vector<std::string> complaints() const override { return sink_.complaints(); }

 private:
  bool has_more() const { return source_.next_step() && *source_.next_step() <= last_; }
  void hand_over(Step now, Outbox& outbox);

  std::shared_ptr<const TorusTraffic> traffic_;
  TrafficSource source_;
  TrafficSink sink_;
  const DimensionOrder order_;
  const Step last_;
};

/// One per node of the plan's torus or mesh.
Protocols make_traffic(const std::shared_ptr<const TorusTraffic>& traffic,
                       const DimensionOrder& order, Step last);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_PE_H_
