// torus_run.h: a broadcast on a torus of wormhole routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_RUN_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_RUN_H_

#include <optional>
#include <vector>

#include "sim/families/torus/torus_network_run.h"
#include "sim/families/torus/torus_prediction.h"
#include "tb/check/torus/torus_meter.h"
#include "tb/check/torus/torus_scoreboard.h"

namespace flitwise {

class TorusRun final : public TorusNetworkRun {
 public:
  /// `scenario`, which is of a broadcast on a torus, outlives the run.
  TorusRun(const Scenario& scenario, Events events);

  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override { return prediction_.timing.finish; }
  Step step_limit() const override;
  Evidence evidence() const override;
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const std::optional<TorusSchedule> schedule_;  // theory's
  const TorusPrediction prediction_;
  const bool records_events_;
  const bool shows_arrivals_;
  check::TorusMeter meter_;
  check::TorusScoreboard scoreboard_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_RUN_H_
