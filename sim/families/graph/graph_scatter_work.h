// graph_scatter_work.h: a scatter or a gather over several trees of a graph at once.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_SCATTER_WORK_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_SCATTER_WORK_H_

#include <memory>
#include <vector>

#include "sim/families/graph/graph_machine.h"
#include "sim/families/graph/graph_scenario.h"
#include "sim/run/apart.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "tb/check/cover/cover_meter.h"
#include "tb/check/message_scoreboard.h"
#include "tb/theory/graph/tree_scatter.h"

namespace flitwise {

/// Errors: throws std::invalid_argument, a rule about `break`, for a fault that nobody would see or
///         that cannot be.
void expect_seen_fault(const GraphScenario& scenario);

class GraphScatterWork final : public Work {
 public:
  /// `scenario`, a scatter or gather on a graph, outlives the work.
  GraphScatterWork(const Scenario& scenario, Events events);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  bool lives_apart() const override { return apart_.holds(); }
  void merge() override { apart_.merge(event_check_, meter_, scoreboard_); }
  Step expected_steps() const override { return prediction_.finish; }
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  Ledger ledger() const;

  const GraphScenario& on_graph_;
  const Apart apart_;
  GraphScatterMachine machine_;
  const theory::TreeScatter prediction_;
  const std::int64_t transmissions_;
  check::CoverMeter meter_;
  check::MessageScoreboard scoreboard_;
  EventCheck event_check_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_SCATTER_WORK_H_
