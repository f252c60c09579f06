// fat_tree_scenario.cpp: what reports call a fat tree and a run on it.
#include "sim/families/fat_tree/fat_tree_scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

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

FatTreeLatency latency_of(const FatTreeScenario& scenario) {
  const FatTreeOptions& options = scenario.options;
  FatTreeLatency latency;
  latency.router = options.router_latency;
  latency.credit = options.credit_latency;
  latency.link = options.link_latency;
  if (latency.link.size() == 1) latency.link.resize(scenario.capacities.size(), latency.link[0]);
  const auto is_one = [](Step step) { return step == 1; };
  if (std::all_of(latency.link.begin(), latency.link.end(), is_one)) latency.link.clear();
  return latency;
}

namespace {

// Whether some phase is followed by idle steps of which `is` holds beside those that it needs. On
// one level nothing follows.
template <typename Is>
bool has_gap(const FatTreeScenario& scenario, const Is& is) {
  if (!scenario.options.phase_gap) return false;
  const Step own = *scenario.options.phase_gap;
  const FatTreeLatency latency = latency_of(scenario);
  const auto levels = static_cast<int>(scenario.capacities.size());
  if (levels == 1) return is(own, 2 * latency.router);
  for (int level = levels; level > 1; --level)
    if (is(own, latency.longer_by(level))) return true;
  return false;
}

}  // namespace

bool has_own_gap(const FatTreeScenario& scenario) {
  return has_gap(scenario, std::not_equal_to<>());
}

bool has_short_gap(const FatTreeScenario& scenario) { return has_gap(scenario, std::less<>()); }

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
  if (has_own_gap(tree)) parts.push_back(fmt::format("gap {}", *options.phase_gap));
  if (options.store_forward) parts.emplace_back("store and forward");
  if (options.half_duplex) parts.emplace_back("half duplex");
  if (options.router_latency > 1)
    parts.push_back(fmt::format("router latency {}", options.router_latency));
  if (!latency_of(tree).link.empty())
    parts.push_back(fmt::format("link latency {}", fmt::join(options.link_latency, " ")));
  if (options.credit_latency > 1)
    parts.push_back(fmt::format("credit latency {}", options.credit_latency));
  if (scenario.options.build == Build::kElaborated) parts.emplace_back("elaborated");
  append_fault(options.fault, parts);
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string describe_fat_tree(const FatTreeScenario& scenario) {
  return fmt::format("fat tree {}^{}, {}", scenario.arity, scenario.capacities.size(),
                     capacities_text(scenario));
}

}  // namespace flitwise
