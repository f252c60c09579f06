// tree_work.h: an operation on a tree of bufferless or multiport routers.
#ifndef FLITWISE_SIM_FAMILIES_TREE_TREE_WORK_H_
#define FLITWISE_SIM_FAMILIES_TREE_TREE_WORK_H_

#include <memory>
#include <vector>

#include "sim/families/tree/tree_machine.h"
#include "sim/families/tree/tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/apart.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/topology/tree/tree.h"
#include "tb/check/message_meter.h"
#include "tb/check/message_scoreboard.h"
#include "tb/check/tree/first_conflict.h"
#include "tb/theory/prediction.h"

namespace flitwise {

/// Puts the faults that the scenario asks for into the PEs.
/// Shape: entry v is PE v's. `routers` are those that the PEs send through.
void break_protocols(const PeFault& fault, protocols::Protocols& all,
                     const LatencyOption& routers = {});

/// What must be delivered where in a scatter or a gather with this root.
/// Shape: `lengths` has one entry per PE.
std::vector<check::ExpectedMessage> expected_messages(TreeOperation operation, Node root,
                                                      const std::vector<Flits>& lengths);

/// A broadcast, scatter or gather on a tree.
class TreeWork final : public Work {
 public:
  /// `scenario`, which is on a tree, outlives the work.
  TreeWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  bool lives_apart() const override { return apart_.holds(); }
  void merge() override;
  Step expected_steps() const override { return prediction_.quiesce * slowest_step_; }
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  EventCheck::Expected expected_events() const;

  const TreeScenario& on_tree_;
  const PlacedTree tree_;
  const TreeLatency latency_;
  const Step slowest_step_;  // no step of the formulas takes more
  const Apart apart_;
  TreeMachine machine_;
  const theory::Prediction prediction_;  // in the numbers of the formulas
  check::MessageMeter meter_;
  check::MessageScoreboard scoreboard_;
  check::FirstConflict first_conflict_;
  EventCheck event_check_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TREE_TREE_WORK_H_
