#include "sim/families/fat_tree/fat_tree_setup.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "sim/families/fat_tree/fat_tree_words.h"
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "systemc/protocols/faults.h"

namespace flitwise {
namespace {

using Algorithm = FatTreeAlgorithm;

protocols::Protocols make_sound_protocols(const FatTreeScenario& s, const FatTree& tree) {
  const protocols::Schedule schedule = make_schedule(s, tree);
  switch (operation_of(s.algorithm)) {
    case Operation::kBroadcast:
      return protocols::make_fat_tree_broadcast(tree, s.roots[0], schedule);
    case Operation::kScatter:
      if (s.roots.size() == 2)
        return protocols::make_fat_tree_concurrent_scatters(tree, s.roots[0], s.roots[1], schedule);
      return protocols::make_fat_tree_scatter(tree, s.roots[0], s.lengths, schedule);
    case Operation::kGather:
      return protocols::make_fat_tree_gather(tree, s.roots[0], s.lengths, schedule);
    case Operation::kMultinode:
    case Operation::kExchange:
    case Operation::kTraffic:     // fat trees carry none
    case Operation::kCollective:  // of a family of its own
      break;
  }
  return protocols::make_fat_tree_all_to_all(tree, schedule);
}

}  // namespace

FatTree make_fat_tree(const FatTreeScenario& scenario) {
  return {scenario.leaves, scenario.arity, scenario.capacities};
}

Flits flits_of(const FatTreeScenario& s) {
  const Flits n = s.leaves;
  switch (operation_of(s.algorithm)) {
    case Operation::kBroadcast:
      return 1;
    case Operation::kScatter:
    case Operation::kGather:
      if (s.roots.size() == 2) return 2 * (n - 1);
      return std::accumulate(s.lengths.begin(), s.lengths.end(), Flits{0});
    case Operation::kMultinode:
      return n;
    case Operation::kExchange:
    case Operation::kTraffic:     // fat trees carry none
    case Operation::kCollective:  // of a family of its own
      break;
  }
  return n * (n - 1);
}

namespace {

protocols::Schedule make_full_duplex_schedule(const FatTreeScenario& s, const FatTree& tree) {
  switch (s.algorithm) {
    case Algorithm::kBroadcastFlood:
      return protocols::fat_tree_broadcast(tree, s.roots[0]);
    case Algorithm::kScatterFurthestFirst:
      if (s.roots.size() == 2)
        return protocols::fat_tree_concurrent_scatters(tree, s.roots[0], s.roots[1]);
      return protocols::fat_tree_scatter(tree, s.roots[0], s.lengths);
    case Algorithm::kScatterOrder:
      if (s.roots.size() == 2)
        return protocols::fat_tree_concurrent_scatters_in_order(tree, s.roots[0], s.roots[1],
                                                                {s.order, s.second_order});
      return protocols::fat_tree_scatter_in_order(tree, s.roots[0], s.lengths, s.order);
    case Algorithm::kGatherFurthestFirst:
      return protocols::fat_tree_gather(tree, s.roots[0], s.lengths);
    case Algorithm::kGatherNaive:
      return protocols::fat_tree_gather_naive(tree, s.roots[0], s.lengths);
    case Algorithm::kMultinodeFlood:
      return protocols::fat_tree_multinode_flood(tree);
    case Algorithm::kMultinodePhased:
      return protocols::fat_tree_multinode_phased(tree, s.options.phase_gap);
    case Algorithm::kMultinodeQueueFree:
      return protocols::fat_tree_multinode_queue_free(tree);
    case Algorithm::kExchangePhasedSerial:
      return protocols::fat_tree_exchange_phased_serial(tree);
    case Algorithm::kExchangePhased:
      return protocols::fat_tree_exchange_phased(tree, s.options.phase_gap);
    case Algorithm::kExchangeOptimalEbft:
      return protocols::fat_tree_exchange_optimal_ebft(tree);
    case Algorithm::kExchangeOptimalCbft:
      return protocols::fat_tree_exchange_optimal_cbft(tree);
    case Algorithm::kExchangeScatters:
      return protocols::fat_tree_exchange_scatters(tree);
    case Algorithm::kExchangeScatterPairs:
      return protocols::fat_tree_exchange_scatter_pairs(tree);
    case Algorithm::kExchangeFarFirst:
      break;
  }
  return protocols::fat_tree_exchange_far_first(tree);
}

}  // namespace

protocols::Schedule make_schedule(const FatTreeScenario& scenario, const FatTree& tree) {
  protocols::Schedule schedule = make_full_duplex_schedule(scenario, tree);
  return scenario.options.half_duplex ? protocols::on_half_duplex_links(std::move(schedule))
                                      : schedule;
}

protocols::Protocols make_protocols(const FatTreeScenario& scenario, const FatTree& tree) {
  protocols::Protocols all = make_sound_protocols(scenario, tree);
  const LeafFault& fault = scenario.options.fault;
  if (fault.early) {
    auto& protocol = all[static_cast<std::size_t>(*fault.early)];
    protocol = std::make_unique<protocols::EarlyProtocol>(std::move(protocol), fault.by,
                                                          protocols::Haste::kFirstMessage);
  }
  if (fault.mute) {
    auto& protocol = all[static_cast<std::size_t>(*fault.mute)];
    protocol = std::make_unique<protocols::MuteProtocol>(std::move(protocol));
  }
  return all;
}

std::vector<check::LeafDue> expected_deliveries(const FatTreeScenario& s, const FatTree& tree) {
  const Operation operation = operation_of(s.algorithm);
  const bool all_to_all = operation == Operation::kMultinode || operation == Operation::kExchange;
  const auto is_root = [&](Node x) { return std::count(s.roots.begin(), s.roots.end(), x) > 0; };
  const auto length = [&](Node x) {
    return s.lengths.empty() ? Flits{1} : s.lengths[static_cast<std::size_t>(x)];
  };
  std::vector<check::LeafDue> dues;
  for (Node leaf = 0; leaf < tree.leaves(); ++leaf) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      if (source == leaf) continue;
      if (operation == Operation::kGather) {
        if (is_root(leaf)) dues.push_back({leaf, source, length(source)});
      } else if (all_to_all || is_root(source)) {
        dues.push_back({leaf, source, all_to_all ? Flits{1} : length(leaf)});
      }
    }
  }
  return dues;
}

}  // namespace flitwise
