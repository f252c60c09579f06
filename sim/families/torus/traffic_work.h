// traffic_work.h: a run of traffic on a torus: PEs, what they send, monitors and evidence.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_WORK_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_WORK_H_

#include <vector>

#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/families/torus/traffic_ledger.h"
#include "sim/run/work.h"
#include "systemc/network/receivers.h"
#include "systemc/protocols/pe_protocol.h"
#include "tb/check/recorder.h"
#include "tb/check/torus/pending_packets.h"
#include "tb/check/torus/stalled_receivers.h"
#include "tb/check/torus/traffic_meter.h"
#include "tb/check/torus/traffic_scoreboard.h"
#include "tb/check/torus/undisturbed_packets.h"

namespace flitwise {

// In all of these, `scenario` is of traffic.

check::MeasuringWindow measuring_window(const TorusScenario& scenario);

/// What must be sent: the same streams once more, drawn on their own.
check::PendingPackets::Stream expected_packets(const TorusScenario& scenario);

/// Ports over which PEs take no flit, drawn anew by each that is made; empty if they take all.
StalledPorts stalled_ports(const TorusScenario& scenario);

/// Flits of all packets, those of a node to itself included.
Flits expected_flits(const TorusScenario& scenario);

/// Whether a packet leaves the node before the sources stop.
bool begins_packets(const TorusScenario& scenario, Node node);

class TrafficWork final : public Work {
 public:
  /// `scenario`, which is of traffic on a torus, outlives the work.
  TrafficWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Step step_limit() const override { return expected_steps() + prediction_.drain; }
  const char* step_limit_option() const override { return "drain"; }
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const TorusScenario& on_torus_;
  const TrafficPrediction prediction_;
  TorusMachine machine_;
  check::Recorder recorder_;
  const bool records_events_;
  check::TrafficMeter meter_;
  check::StalledReceivers receivers_;
  check::UndisturbedPackets undisturbed_;
  check::TrafficScoreboard scoreboard_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_WORK_H_
