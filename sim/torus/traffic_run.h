// traffic_run.h: any traffic on a torus of wormhole routers.
#ifndef FLITWISE_SIM_TORUS_TRAFFIC_RUN_H_
#define FLITWISE_SIM_TORUS_TRAFFIC_RUN_H_

#include <memory>
#include <string>
#include <vector>

#include "sim/run.h"
#include "sim/scenario.h"
#include "sim/torus/torus_build.h"
#include "sim/torus/traffic_prediction.h"
#include "systemc/network/torus_wiring.h"
#include "tb/check/recorder.h"
#include "tb/check/traffic_meter.h"
#include "tb/check/traffic_scoreboard.h"
#include "tb/check/undisturbed_packets.h"

namespace flitwise {

class TrafficRun final : public Run {
 public:
  /// `scenario`, which is of traffic on a torus, outlives the run.
  TrafficRun(const Scenario& scenario, Events events);

  AddressBook addresses() const override { return AddressBook::of_numbers(wiring_.torus().size()); }
  std::vector<std::string> node_names() const override { return torus_node_names(wiring_.torus()); }
  /// Errors: throws ModelError when a model cannot be made.
  std::unique_ptr<Network> make_network(WaveRecorder* waves) override;
  protocols::Protocols make_protocols() override;
  std::vector<Node> neighbours(Node pe) const override { return wiring_.neighbours(pe); }
  FlitLayout flit_layout() const override { return FlitLayout::kRoute; }
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Step step_limit() const override { return expected_steps() + prediction_.drain; }
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const Scenario& scenario_;
  const TorusScenario& on_torus_;
  const TorusWiring wiring_;
  const TrafficPrediction prediction_;
  const bool records_events_;
  check::TrafficMeter meter_;
  check::UndisturbedPackets undisturbed_;
  check::TrafficScoreboard scoreboard_;
  check::Recorder recorder_;
  ModelLibrary models_;
  std::unique_ptr<const TorusStalls> stalls_;  // reads the network, which is the caller's
  std::unique_ptr<TorusWorms> worms_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_TORUS_TRAFFIC_RUN_H_
