// graph_work.h: an operation over several trees of a graph at once: PEs, monitors and evidence.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_WORK_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_WORK_H_

#include <memory>
#include <optional>
#include <vector>

#include "sim/families/graph/graph_machine.h"
#include "sim/families/graph/graph_methods.h"
#include "sim/families/graph/graph_scenario.h"
#include "sim/run/apart.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/protocols/combining/combine_pe.h"
#include "systemc/topology/combine_tree.h"
#include "tb/check/collective/result_tally.h"
#include "tb/check/collective/tree_monitor.h"

namespace flitwise {

/// What the nodes of a scenario's graph do.
CombinePlan plan_of(const GraphScenario& scenario);
/// By PE, its parts, with the scenario's fault in them.
/// Errors: throws std::invalid_argument, a rule about `break`, for a fault that nobody would see.
std::vector<std::vector<protocols::CombinePart>> parts_of(const GraphScenario& scenario,
                                                          const CombinePlan& plan);
/// The last step by theory.
Step predicted_finish(const GraphScenario& scenario);

class GraphWork final : public Work {
 public:
  /// `scenario`, which is on a graph, outlives the work.
  GraphWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { monitor_.close(); }
  bool lives_apart() const override { return apart_.holds(); }
  void merge() override;
  Step expected_steps() const override { return finish_; }
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return monitor_.flit_hops(); }

 private:
  Ledger ledger() const;
  void add_losses(Ledger& ledger) const;
  check::Check guarantee() const;
  check::ResultTally own_results() const;
  void visit_predicted_events(const theory::TakeEvent& take) const;

  const GraphScenario& on_graph_;
  const CombinePlan plan_;
  const CombinePlan reached_;  // the same, less what is below dead links
  const WordArithmetic arithmetic_;
  const Step finish_;
  const Apart apart_;
  GraphMachine machine_;
  check::TreeMonitor monitor_;
  EventCheck event_check_;
  std::vector<const protocols::CombinePe*> pes_;  // the caller's; of other processes' nodes none
  std::optional<check::ResultTally> merged_results_;
};

/// The family's figures without values.
Figure::Members blank_graph_figures(const GraphScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_WORK_H_
