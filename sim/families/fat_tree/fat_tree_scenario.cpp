// fat_tree_scenario.cpp: what reports call a fat tree and a run on it.
#include "sim/families/fat_tree/fat_tree_scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flitwise {
namespace {

std::string capacities_text(const FatTreeScenario& scenario) {
  const auto levels = static_cast<int>(scenario.capacities.size());
  if (scenario.capacities == constant_capacities(levels)) return "constant";
  if (scenario.capacities == exponential_capacities(levels, scenario.arity)) return "exponential";
  return fmt::format("c = {}", fmt::join(scenario.capacities, " "));
}

void append_fault(const PeFault& fault, std::vector<std::string>& parts) {
  if (fault.early) parts.push_back(fmt::format("leaf {} early by {}", *fault.early, fault.by));
  if (fault.mute) parts.push_back(fmt::format("leaf {} mute", *fault.mute));
}

}  // namespace

FatTree make_fat_tree(const FatTreeScenario& scenario) {
  return {scenario.leaves, scenario.arity, scenario.capacities};
}

const std::vector<Choice<QueuePolicy>>& policy_words() {
  static const std::vector<Choice<QueuePolicy>> words{{"up-first", QueuePolicy::kUpFirst},
                                                      {"local-first", QueuePolicy::kLocalFirst},
                                                      {"round-robin", QueuePolicy::kRoundRobin},
                                                      {"random", QueuePolicy::kRandom}};
  return words;
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
