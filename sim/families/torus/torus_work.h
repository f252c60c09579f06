// torus_work.h: a broadcast on a torus of wormhole routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_

#include <optional>
#include <vector>

#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_prediction.h"
#include "sim/run/work.h"
#include "tb/check/recorder.h"
#include "tb/check/torus/torus_meter.h"
#include "tb/check/torus/torus_scoreboard.h"

namespace flitwise {

class TorusWork final : public Work {
 public:
  /// `scenario`, which is of a broadcast on a torus, outlives the work.
  TorusWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override { return prediction_.timing.finish; }
  Step step_limit() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const TorusScenario& on_torus_;
  const std::optional<TorusSchedule> schedule_;  // theory's
  const TorusPrediction prediction_;
  TorusMachine machine_;
  check::Recorder recorder_;
  const bool records_events_;
  const bool shows_arrivals_;
  check::TorusMeter meter_;
  check::TorusScoreboard scoreboard_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
