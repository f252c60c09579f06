// traffic_meter.h: throughput and latency of traffic on a torus, in a window of time.
#ifndef FLITWISE_TB_CHECK_TORUS_TRAFFIC_METER_H_
#define FLITWISE_TB_CHECK_TORUS_TRAFFIC_METER_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "tb/check/torus/latency_histogram.h"
#include "tb/check/torus/packet_life.h"

namespace flitwise::check {

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
  explicit TrafficMeter(MeasuringWindow window) : window_(window) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
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
  /// Of the packets that are measured: links crossed, and flits.
  std::int64_t hops() const { return hops_; }
  Flits flits() const { return flits_; }

  /// Last step in which a tail crossed the link into its PE; 0 if none did.
  Step finish() const { return finish_; }
  /// Last step in which a link between routers carried a flit; 0 if none did.
  Step quiesce() const { return quiesce_; }
  std::int64_t flit_hops() const { return flit_hops_; }

 private:
  const MeasuringWindow window_;
  LatencyHistogram latency_;
  LatencyHistogram network_latency_;
  Flits offered_ = 0;
  Flits accepted_ = 0;
  Flits backlog_ = 0;
  std::int64_t hops_ = 0;
  Flits flits_ = 0;
  Step finish_ = 0;
  Step quiesce_ = 0;
  std::int64_t flit_hops_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_TRAFFIC_METER_H_
