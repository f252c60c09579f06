// fat_tree_work.h: a run on a fat tree: what its leaves send, and what is known of it before.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORK_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORK_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_machine.h"
#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/family/phase.h"
#include "sim/run/figures/event_check.h"
#include "sim/run/work.h"
#include "systemc/protocols/fat_tree/schedule.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/check/fat_tree/fat_tree_meter.h"
#include "tb/check/fat_tree/leaf_scoreboard.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise {

/// Beyond, a list of arrival steps for every leaf is only shown if it is asked for.
inline constexpr Node kMostLeavesShown = 64;

/// Flits of all messages.
Flits flits_of(const FatTreeScenario& scenario);

/// What theory says of the scenario: of figures that small queues change nothing.
theory::FatTreePrediction predict(const FatTreeScenario& scenario, const FatTree& tree);

/// What every leaf sends and when.
protocols::Schedule make_schedule(const FatTreeScenario& scenario, const FatTree& tree);

/// Packets that an output of a node of level i may ever have to hold, entries 0 to L.
std::vector<std::int64_t> room_needed(const FatTreeScenario& scenario, const FatTree& tree);

/// The first dispatch of packets that turn at each level.
Phases fat_tree_phases(const Scenario& scenario);

/// Any operation on a fat tree.
class FatTreeWork final : public Work {
 public:
  /// `scenario`, which is on a fat tree, outlives the work. Its models come from `models`, which
  /// many runs of a process can share; from a library of the run's own if there is none.
  FatTreeWork(const Scenario& scenario, Events events,
              std::shared_ptr<ModelLibrary> models = nullptr);

  Machine& machine() override { return machine_; }
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Step step_limit() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return event_check_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  EventCheck::Expected expected_events() const;

  const FatTreeScenario& on_tree_;
  const FatTree tree_;
  const theory::FatTreePrediction prediction_;
  const bool shows_arrivals_;
  FatTreeMachine machine_;
  check::FatTreeMeter meter_;
  std::optional<check::FloodQueues> queues_;  // of a multinode flood
  check::LeafScoreboard scoreboard_;
  EventCheck event_check_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORK_H_
