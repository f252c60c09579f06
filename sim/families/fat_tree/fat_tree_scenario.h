// fat_tree_scenario.h: what a scenario on a fat tree consists of, beside what all scenarios have.
#ifndef FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCENARIO_H_
#define FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCENARIO_H_

#include <any>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/language/scenario_values.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// What is to be done.
enum class FatTreeOperation : std::uint8_t { kBroadcast, kScatter, kGather, kMultinode, kExchange };

/// Each has a row in fat_tree_methods.cpp.
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

struct FatTreeOptions {
  QueuePolicy policy = QueuePolicy::kUpFirst;
  std::uint64_t seed = 1;              ///< of random order
  std::optional<std::uint32_t> depth;  ///< packets per output; empty: as many as may be needed
  bool backpressure = false;           ///< a full output holds packets back instead of losing them
  std::optional<Step> phase_gap;       ///< after every phase; empty: what just keeps packets apart
  bool store_forward = false;
  std::optional<bool> arrivals;  ///< show the arrival steps of every leaf; empty: on small trees
  PeFault fault;
  bool half_duplex = false;  ///< a link carries one direction a step: up in odd steps, else down
  Step router_latency = 1;
  std::vector<Step> link_latency{1};  ///< of all branches, or of each from branch 1 on
  Step credit_latency = 1;            ///< with back pressure: of the wires that give room back
};

/// A fat tree and the messages on it.
///
/// Shape: `capacities[i - 1]` is c_i; `roots` are the source of a broadcast or the target of a
///        gather, the one or two sources of a scatter, none of other operations; `lengths` has one
///        entry per leaf for a scatter from one leaf and a gather, else none; `orders` has one of
///        leaves for each root with kScatterOrder, else none.
struct FatTreeScenario {
  Node leaves = 2;
  int arity = 2;
  std::vector<int> capacities{1};
  FatTreeAlgorithm algorithm = FatTreeAlgorithm::kBroadcastFlood;
  std::vector<Node> roots{0};
  std::vector<Flits> lengths;
  std::vector<std::vector<Node>> orders;
  FatTreeOptions options;
};

/// The fat tree's part of a scenario on a fat tree.
/// Errors: throw std::bad_any_cast for a scenario of another family.
inline const FatTreeScenario& fat_tree_of(const Scenario& scenario) {
  return std::any_cast<const FatTreeScenario&>(scenario.system);
}
inline FatTreeScenario& fat_tree_of(Scenario& scenario) {
  return std::any_cast<FatTreeScenario&>(scenario.system);
}

FatTree make_fat_tree(const FatTreeScenario& scenario);

/// What its options say; without entries by branch where all links take one step.
FatTreeLatency latency_of(const FatTreeScenario& scenario);

/// Idle steps after every phase that are not what just keeps packets apart; too few for that after
/// some phase.
bool has_own_gap(const FatTreeScenario& scenario);
bool has_short_gap(const FatTreeScenario& scenario);

const std::vector<Choice<QueuePolicy>>& policy_words();

/// What distinguishes runs of one algorithm, for example "depth 4, local-first"; may be empty.
std::string fat_tree_variant(const Scenario& scenario);

/// "fat tree 2^3, constant", "fat tree 2^3, c = 1 2 2".
std::string describe_fat_tree(const FatTreeScenario& scenario);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_FAT_TREE_FAT_TREE_SCENARIO_H_
