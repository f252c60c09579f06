// fat_tree_scenario.h: what a scenario on a fat tree consists of, beside what all scenarios have.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCENARIO_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// One operation's algorithms follow each other.
enum class FatTreeAlgorithm : std::uint8_t {
  kBroadcastFlood,
  kScatterFurthestFirst,
  kScatterOrder,
  kGatherFurthestFirst,
  kGatherNaive,
  kMultinodeFlood,
  kMultinodePhased,
  kMultinodeQueueFree,
  kExchangePhasedSerial,
  kExchangePhased,
  kExchangeOptimalEbft,
  kExchangeOptimalCbft,
  kExchangeFarFirst,
  kExchangeScatters,
  kExchangeScatterPairs,
};

/// Order in which a switch takes the packets of a step.
enum class QueuePolicy : std::uint8_t { kUpFirst, kLocalFirst, kRoundRobin, kRandom };

/// A fault that the scenario asks for, to see the run fail: `options: {break: ...}`.
struct LeafFault {
  std::optional<Node> early;  ///< one transmission of this leaf leaves `by` steps too early
  Step by = 1;
  std::optional<Node> mute;  ///< this leaf takes everything in and never sends
};

/// Idle dispatch steps between two phases that just keep their packets apart.
inline constexpr Step kDefaultPhaseGap = 2;

struct FatTreeOptions {
  QueuePolicy policy = QueuePolicy::kUpFirst;
  std::uint64_t seed = 1;              ///< of random order
  std::optional<std::uint32_t> depth;  ///< packets per output; empty: as many as may be needed
  bool backpressure = false;           ///< a full output holds packets back instead of losing them
  Step phase_gap = kDefaultPhaseGap;
  bool store_forward = false;
  std::optional<bool> arrivals;  ///< show the arrival steps of every leaf; empty: on small trees
  LeafFault fault;
  bool half_duplex = false;  ///< a link carries one direction a step: up in odd steps, else down
};

/// A fat tree and the messages on it.
///
/// Shape: `capacities[i - 1]` is c_i; `roots` are the source of a broadcast or the target of a
///        gather, the one or two sources of a scatter, none of other operations; `lengths` has one
///        entry per leaf for a scatter from one leaf and a gather, else none; `order` and, of two
///        scatters, `second_order` are used by kScatterOrder only.
struct FatTreeScenario {
  Node leaves = 2;
  int arity = 2;
  std::vector<int> capacities{1};
  FatTreeAlgorithm algorithm = FatTreeAlgorithm::kBroadcastFlood;
  std::vector<Node> roots{0};
  std::vector<Flits> lengths;
  std::vector<Node> order;
  std::vector<Node> second_order;  ///< of the scatter from roots[1]
  FatTreeOptions options;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCENARIO_H_
