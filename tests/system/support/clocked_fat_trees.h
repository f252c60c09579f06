// clocked_fat_trees.h: runs on the routers of fat trees by a plain loop over clock edges.
//
// A SystemC kernel elaborates once in a process; these runs have none, so that thousands fit in one
// test. Leaves of fat trees only send by their schedules, which needs no kernel.
#ifndef FLITWISE_TESTS_SYSTEM_SUPPORT_CLOCKED_FAT_TREES_H_
#define FLITWISE_TESTS_SYSTEM_SUPPORT_CLOCKED_FAT_TREES_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/language/scenario.h"
#include "sim/run/figures/result.h"
#include "systemc/network/models/model_library.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise::testing_support {

/// A scenario on a tree. From a root (kNoNode for operations that have none) with a flit for or of
/// every other leaf.
Scenario on_fat_tree(const FatTree& tree, FatTreeAlgorithm algorithm, Node root = kNoNode);

/// The same checks and figures as run_here(), without what PEs say.
Result run_clocked(const Scenario& scenario, const std::shared_ptr<ModelLibrary>& models);

/// What the routers did with a schedule of any kind.
struct ScheduleRun {
  std::vector<LinkEvent> events;            ///< every packet on every link, sorted
  std::vector<std::vector<Step>> arrivals;  ///< by leaf
  Step finish = 0;                          ///< the last of them
  std::vector<std::uint32_t> wait;  ///< by level, from 0: most packets that waited in one output
  std::int64_t lost = 0;            ///< packets that their leaf had no free step for

  /// Some packet could not move on in every step.
  bool conflicted() const;
};

/// Packets that an output can hold in run_schedule(): a single packet out of place fills less.
inline constexpr std::uint32_t kScheduleDepth = 16;

/// Runs a table as it is, right or wrong.
/// Errors: throws std::domain_error when a switch has no way for a packet, std::length_error when a
///         queue overflows, both with its report.
ScheduleRun run_schedule(const FatTree& tree, const theory::FatTreeTable& table,
                         ModelLibrary& models);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_SUPPORT_CLOCKED_FAT_TREES_H_
