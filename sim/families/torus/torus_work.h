// torus_work.h: a run of a broadcast on a torus: schedule, PEs, monitors and evidence.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_
#define FLITWISE_SIM_FAMILIES_TORUS_TORUS_WORK_H_

#include <optional>
#include <vector>

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/language/scenario_values.h"
#include "sim/run/work.h"
#include "systemc/network/torus/torus_routers.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/torus/torus_schedule.h"
#include "tb/check/recorder.h"
#include "tb/check/torus/torus_meter.h"
#include "tb/check/torus/torus_scoreboard.h"

namespace flitwise {

/// The schedule that the PEs follow; none for a packet tree.
/// Errors: throws TopologyError where the scheme has none.
std::optional<TorusSchedule> make_schedule(const TorusScenario& scenario);

/// Whether the node has any message to send.
bool sends_something(const TorusScenario& scenario, Node node);

/// Whether the node, at planned cycles, decides on a message more than a step before its head
/// leaves, so that it could leave earlier. True of nodes at their own pace.
bool can_hurry(const TorusScenario& scenario, Node node);

/// Its routers. Shape: what a build's options say, and `waves`, are left to the caller.
TorusNetworkConfig torus_network_config(const TorusScenario& scenario);

class TorusWork final : public Work {
 public:
  /// `scenario`, which is of a broadcast on a torus, outlives the work.
  TorusWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;  // with the faults that the scenario asks for
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
