// How much the queues of a run must hold, and what too little of it changes.
#include <algorithm>
#include <numeric>

#include "sim/families/fat_tree/fat_tree_methods.h"
#include "sim/families/fat_tree/fat_tree_setup.h"

namespace flitwise {
namespace {

// Links up of a node of a level; 0 for the root.
std::int64_t links_up(const FatTree& tree, int level) {
  return level < tree.levels() ? tree.capacity(level + 1) : 0;
}

std::int64_t most_links(const FatTree& tree, int level) {
  return std::max(links_up(tree, level), std::int64_t{level > 0 ? tree.capacity(level) : 0});
}

// All packets that ever cross one branch between levels i-1 and i, in the busier direction.
std::int64_t packets_across(const FatTreeScenario& scenario, const FatTree& tree, int level) {
  return method_of(scenario).task->packets_across(scenario, tree.leaves_below(level - 1));
}

}  // namespace

std::vector<std::int64_t> room_needed(const FatTreeScenario& scenario, const FatTree& tree) {
  std::vector<std::int64_t> room;
  for (int level = 0; level <= tree.levels(); ++level) {
    std::int64_t packets = most_links(tree, level);
    if (level < tree.levels())
      packets = std::max(packets, packets_across(scenario, tree, level + 1));
    if (level > 0) packets = std::max(packets, packets_across(scenario, tree, level));
    room.push_back(packets);
  }
  return room;
}

bool is_short_of_room(const FatTreeScenario& scenario, const FatTree& tree,
                      const theory::FatTreePrediction& prediction) {
  if (!scenario.options.backpressure) return false;
  if (method_of(scenario).queues == FatTreeQueues::kPredicted) return false;
  const std::vector<std::int64_t> room = room_needed(scenario, tree);
  const std::int64_t depth = *scenario.options.depth;
  for (int level = 0; level <= tree.levels(); ++level) {
    const auto i = static_cast<std::size_t>(level);
    theory::OutputMaxima most;
    if (i < prediction.max_stored.size()) most = prediction.max_stored[i];
    if (level < tree.levels() && most.up.value_or(room[i]) + links_up(tree, level) > depth)
      return true;
    if (level > 0 && most.down.value_or(room[i]) + tree.capacity(level) > depth) return true;
  }
  return false;
}

bool runs_scheduled(const FatTreeScenario& scenario, const theory::FatTreePrediction& prediction) {
  const FatTreeOptions& options = scenario.options;
  return method_of(scenario).queues == FatTreeQueues::kNone && !options.depth &&
         !options.store_forward && options.phase_gap == kDefaultPhaseGap &&
         prediction.queue_free.value_or(false);
}

FatTreeNetworkConfig network_config(const FatTreeScenario& scenario, const FatTree& tree,
                                    const theory::FatTreePrediction& prediction) {
  const FatTreeOptions& options = scenario.options;
  FatTreeNetworkConfig config;
  config.scheduled = runs_scheduled(scenario, prediction);
  // On half-duplex links, back pressure is what holds packets for their turn.
  config.backpressure = options.backpressure || options.half_duplex;
  config.half_duplex = options.half_duplex;
  config.store_forward = options.store_forward;
  config.policy = static_cast<InputPolicy>(options.policy);
  config.seed = options.seed;
  const std::vector<std::int64_t> room = room_needed(scenario, tree);
  for (int level = 0; level <= tree.levels(); ++level) {
    // Where nothing may wait, a register per link is all that there need be; where packets wait for
    // their turn, one more for each that comes meanwhile, and room is counted before those leave.
    std::int64_t own = room[static_cast<std::size_t>(level)];
    if (config.scheduled) own = most_links(tree, level);
    if (config.half_duplex) own = 3 * most_links(tree, level);
    config.depth.push_back(options.depth.value_or(static_cast<std::uint32_t>(own)));
  }
  return config;
}

}  // namespace flitwise
