// torus_run.h: a broadcast on a torus of wormhole routers.
#ifndef FLITWISE_SIM_TORUS_TORUS_RUN_H_
#define FLITWISE_SIM_TORUS_TORUS_RUN_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/run.h"
#include "sim/scenario.h"
#include "sim/torus/torus_build.h"
#include "sim/torus/torus_prediction.h"
#include "systemc/network/torus_wiring.h"
#include "tb/check/recorder.h"
#include "tb/check/torus_meter.h"
#include "tb/check/torus_scoreboard.h"

namespace flitwise {

class TorusRun final : public Run {
 public:
  /// `scenario`, which is on a torus, outlives the run.
  TorusRun(const Scenario& scenario, Events events);

  AddressBook addresses() const override { return AddressBook::of_numbers(torus_.size()); }
  std::vector<std::string> node_names() const override { return torus_node_names(torus_); }
  /// Errors: throws ModelError when a model cannot be made.
  std::unique_ptr<Network> make_network(WaveRecorder* waves) override;
  protocols::Protocols make_protocols() override;
  std::vector<Node> neighbours(Node pe) const override {
    return TorusWiring(torus_, on_torus_.order).neighbours(pe);
  }
  FlitLayout flit_layout() const override { return FlitLayout::kRoute; }
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override { return prediction_.timing.finish; }
  Step step_limit() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const Scenario& scenario_;
  const TorusScenario& on_torus_;
  const Torus torus_;
  const std::optional<TorusSchedule> schedule_;
  const TorusPrediction prediction_;
  const bool records_events_;
  const bool shows_arrivals_;
  check::TorusMeter meter_;
  check::TorusScoreboard scoreboard_;
  check::Recorder recorder_;
  ModelLibrary models_;
  std::unique_ptr<const TorusStalls> stalls_;  // reads the network, which is the caller's
  std::unique_ptr<TorusWorms> worms_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_TORUS_TORUS_RUN_H_
