// fat_tree_work.h: an operation on a fat tree of leaves and switches.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORK_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORK_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_machine.h"
#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/work.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/check/fat_tree/fat_tree_meter.h"
#include "tb/check/fat_tree/flood_queues.h"
#include "tb/check/fat_tree/leaf_scoreboard.h"
#include "tb/check/recorder.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise {

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
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const FatTreeScenario& on_tree_;
  const FatTree tree_;
  const theory::FatTreePrediction prediction_;
  const bool records_events_;
  const bool shows_arrivals_;
  FatTreeMachine machine_;
  check::FatTreeMeter meter_;
  std::optional<check::FloodQueues> queues_;  // of a multinode flood
  check::LeafScoreboard scoreboard_;
  check::Recorder recorder_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_WORK_H_
