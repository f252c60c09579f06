// traffic_run.h: any traffic on a torus of wormhole routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_RUN_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_RUN_H_

#include <vector>

#include "sim/families/torus/torus_network_run.h"
#include "sim/families/torus/traffic_prediction.h"
#include "tb/check/torus/stalled_receivers.h"
#include "tb/check/torus/traffic_meter.h"
#include "tb/check/torus/traffic_scoreboard.h"
#include "tb/check/torus/undisturbed_packets.h"

namespace flitwise {

class TrafficRun final : public TorusNetworkRun {
 public:
  /// `scenario`, which is of traffic on a torus, outlives the run.
  TrafficRun(const Scenario& scenario, Events events);

  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Step step_limit() const override { return expected_steps() + prediction_.drain; }
  const char* step_limit_option() const override { return "drain"; }
  Evidence evidence() const override;
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const TrafficPrediction prediction_;
  const bool records_events_;
  check::TrafficMeter meter_;
  check::StalledReceivers receivers_;
  check::UndisturbedPackets undisturbed_;
  check::TrafficScoreboard scoreboard_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TRAFFIC_RUN_H_
