#include "sim/families/fat_tree/fat_tree_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {
namespace {

using Algorithm = FatTreeAlgorithm;
using AlgorithmWords = std::vector<Choice<FatTreeAlgorithm>>;

std::string capacities_text(const FatTreeScenario& scenario) {
  const auto levels = static_cast<int>(scenario.capacities.size());
  if (scenario.capacities == constant_capacities(levels)) return "constant";
  if (scenario.capacities == exponential_capacities(levels, scenario.arity)) return "exponential";
  return fmt::format("c = {}", fmt::join(scenario.capacities, " "));
}

void append_fault(const LeafFault& fault, std::vector<std::string>& parts) {
  if (fault.early) parts.push_back(fmt::format("leaf {} early by {}", *fault.early, fault.by));
  if (fault.mute) parts.push_back(fmt::format("leaf {} mute", *fault.mute));
}

}  // namespace

const std::vector<Choice<Operation>>& fat_tree_operation_words() {
  static const std::vector<Choice<Operation>> words =
      operation_words({Operation::kBroadcast, Operation::kScatter, Operation::kGather,
                       Operation::kMultinode, Operation::kExchange});
  return words;
}

const AlgorithmWords& fat_tree_algorithm_words(Operation operation) {
  static const AlgorithmWords broadcast{{"flood", Algorithm::kBroadcastFlood}};
  static const AlgorithmWords scatter{{"furthest-first", Algorithm::kScatterFurthestFirst},
                                      {"order", Algorithm::kScatterOrder}};
  static const AlgorithmWords gather{{"furthest-first", Algorithm::kGatherFurthestFirst},
                                     {"naive", Algorithm::kGatherNaive}};
  static const AlgorithmWords multinode{{"flood", Algorithm::kMultinodeFlood},
                                        {"phased", Algorithm::kMultinodePhased},
                                        {"queue-free", Algorithm::kMultinodeQueueFree}};
  static const AlgorithmWords exchange{{"phased-serial", Algorithm::kExchangePhasedSerial},
                                       {"phased", Algorithm::kExchangePhased},
                                       {"optimal-ebft", Algorithm::kExchangeOptimalEbft},
                                       {"optimal-cbft", Algorithm::kExchangeOptimalCbft},
                                       {"far-first", Algorithm::kExchangeFarFirst},
                                       {"scatters", Algorithm::kExchangeScatters},
                                       {"scatter-pairs", Algorithm::kExchangeScatterPairs}};
  switch (operation) {
    case Operation::kBroadcast:
      return broadcast;
    case Operation::kScatter:
      return scatter;
    case Operation::kGather:
      return gather;
    case Operation::kMultinode:
      return multinode;
    case Operation::kExchange:
    case Operation::kTraffic:     // fat trees carry none
    case Operation::kCollective:  // of a family of its own
      break;
  }
  return exchange;
}

const std::vector<Choice<QueuePolicy>>& policy_words() {
  static const std::vector<Choice<QueuePolicy>> words{{"up-first", QueuePolicy::kUpFirst},
                                                      {"local-first", QueuePolicy::kLocalFirst},
                                                      {"round-robin", QueuePolicy::kRoundRobin},
                                                      {"random", QueuePolicy::kRandom}};
  return words;
}

const std::vector<Choice<CapacityWord>>& capacity_words() {
  static const std::vector<Choice<CapacityWord>> words{{"constant", CapacityWord::kConstant},
                                                       {"exponential", CapacityWord::kExponential}};
  return words;
}

const std::vector<Choice<DuplexWord>>& duplex_words() {
  static const std::vector<Choice<DuplexWord>> words{{"full", DuplexWord::kFull},
                                                     {"half", DuplexWord::kHalf}};
  return words;
}

Operation operation_of(FatTreeAlgorithm algorithm) {
  if (algorithm <= Algorithm::kBroadcastFlood) return Operation::kBroadcast;
  if (algorithm <= Algorithm::kScatterOrder) return Operation::kScatter;
  if (algorithm <= Algorithm::kGatherNaive) return Operation::kGather;
  if (algorithm <= Algorithm::kMultinodeQueueFree) return Operation::kMultinode;
  return Operation::kExchange;
}

std::string word_of(FatTreeAlgorithm algorithm) {
  return word_for(fat_tree_algorithm_words(operation_of(algorithm)), algorithm);
}

bool claims_no_queues(FatTreeAlgorithm algorithm) {
  return algorithm != Algorithm::kGatherNaive && algorithm != Algorithm::kMultinodeFlood &&
         algorithm != Algorithm::kExchangeFarFirst;
}

std::string fat_tree_variant(const Scenario& scenario) {
  const FatTreeScenario& tree = fat_tree_of(scenario);
  const FatTreeOptions& options = tree.options;
  std::vector<std::string> parts;
  if (tree.roots.size() == 2)
    parts.push_back(fmt::format("from {} and {}", tree.roots[0], tree.roots[1]));
  if (options.policy != QueuePolicy::kUpFirst)
    parts.push_back(word_for(policy_words(), options.policy));
  if (options.policy == QueuePolicy::kRandom) parts.push_back(fmt::format("seed {}", options.seed));
  if (options.depth) parts.push_back(fmt::format("depth {}", *options.depth));
  if (options.backpressure) parts.emplace_back("back pressure");
  if (options.phase_gap != kDefaultPhaseGap)
    parts.push_back(fmt::format("gap {}", options.phase_gap));
  if (options.store_forward) parts.emplace_back("store and forward");
  if (options.half_duplex) parts.emplace_back("half duplex");
  if (scenario.options.build == Build::kElaborated) parts.emplace_back("elaborated");
  append_fault(options.fault, parts);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string describe_fat_tree(const FatTreeScenario& scenario) {
  return fmt::format("fat tree {}^{}, {}", scenario.arity, scenario.capacities.size(),
                     capacities_text(scenario));
}

}  // namespace flitwise
