// traffic_pe.h: a PE that sends packets by a plan and takes in whatever comes.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_PE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_PE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/timed_protocol.h"
#include "systemc/protocols/torus/traffic_sink.h"
#include "systemc/protocols/torus/traffic_source.h"

namespace flitwise::protocols {

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

/// One per node of the plan's torus.
Protocols make_traffic(const std::shared_ptr<const TorusTraffic>& traffic,
                       const DimensionOrder& order, Step last);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_PE_H_
