// fat_tree_run.h: a run on a fat tree of leaves and switches.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_RUN_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_RUN_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/run.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/check/fat_tree/fat_tree_meter.h"
#include "tb/check/fat_tree/flood_queues.h"
#include "tb/check/fat_tree/leaf_scoreboard.h"
#include "tb/check/recorder.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise {

/// Any operation on a fat tree.
class FatTreeRun final : public Run {
 public:
  /// `scenario`, which is on a fat tree, outlives the run. Its models come from `models`, which
  /// many runs of a process can share; from a library of the run's own if there is none.
  FatTreeRun(const Scenario& scenario, Events events,
             std::shared_ptr<ModelLibrary> models = nullptr);

  AddressBook addresses() const override;
  std::vector<std::string> node_names() const override { return fat_tree_node_names(tree_); }
  /// Errors: throws ModelError when a model cannot be made.
  std::unique_ptr<Network> make_network(WaveRecorder* waves) override;
  protocols::Protocols make_protocols() override;
  std::vector<NetworkObserver*> monitors() override;
  void close() override { scoreboard_.close(); }
  Step expected_steps() const override;
  Step step_limit() const override;
  Evidence evidence() const override;
  const std::vector<LinkEvent>& events() const override { return recorder_.events(); }
  std::int64_t flit_hops() const override { return meter_.flit_hops(); }

 private:
  const Scenario& scenario_;
  const FatTreeScenario& on_tree_;
  const FatTree tree_;
  const theory::FatTreePrediction prediction_;
  const bool records_events_;
  const bool shows_arrivals_;
  check::FatTreeMeter meter_;
  std::optional<check::FloodQueues> queues_;  // of a multinode flood
  check::LeafScoreboard scoreboard_;
  check::Recorder recorder_;
  const std::shared_ptr<ModelLibrary> models_;
  std::unique_ptr<const FatTreeOccupancy> occupancy_;  // reads the network, which is the caller's
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_RUN_H_
