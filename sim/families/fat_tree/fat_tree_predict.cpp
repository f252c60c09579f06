// What theory says of a scenario on a fat tree.
#include <algorithm>
#include <utility>

#include "sim/families/fat_tree/fat_tree_setup.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise {
namespace {

using Algorithm = FatTreeAlgorithm;

template <class Policy>
constexpr Policy policy_as(QueuePolicy policy) {
  static_assert(static_cast<int>(Policy::kUpFirst) == static_cast<int>(QueuePolicy::kUpFirst));
  static_assert(static_cast<int>(Policy::kLocalFirst) ==
                static_cast<int>(QueuePolicy::kLocalFirst));
  static_assert(static_cast<int>(Policy::kRoundRobin) ==
                static_cast<int>(QueuePolicy::kRoundRobin));
  static_assert(static_cast<int>(Policy::kRandom) == static_cast<int>(QueuePolicy::kRandom));
  return static_cast<Policy>(policy);
}

std::vector<Node> with_message(std::vector<Node> order, const std::vector<Flits>& lengths) {
  const auto is_silent = [&](Node x) { return lengths[static_cast<std::size_t>(x)] == 0; };
  order.erase(std::remove_if(order.begin(), order.end(), is_silent), order.end());
  return order;
}

theory::FatTreePrediction predict_full_duplex(const FatTreeScenario& s, const FatTree& tree) {
  theory::FatTreeBuffers buffers;
  if (s.options.backpressure) buffers.depth = s.options.depth;
  buffers.policy = policy_as<theory::FatTreePolicy>(s.options.policy);
  const Step gap = s.options.phase_gap;
  switch (s.algorithm) {
    case Algorithm::kBroadcastFlood:
      return theory::predict_fat_tree_broadcast(tree, s.roots[0]);
    case Algorithm::kScatterFurthestFirst:
      if (s.roots.size() == 2)
        return theory::predict_fat_tree_scatter_pair(tree, s.roots[0], s.roots[1]);
      if (s.options.store_forward)
        return theory::predict_fat_tree_scatter_store_forward(
            tree, s.roots[0], s.lengths,
            with_message(theory::farthest_first_order(tree, s.roots[0]), s.lengths));
      return theory::predict_fat_tree_scatter(tree, s.roots[0], s.lengths);
    case Algorithm::kScatterOrder:
      if (s.roots.size() == 2)
        return theory::predict_fat_tree_scatter_pair_ordered(tree, s.roots[0], s.roots[1],
                                                             {s.order, s.second_order});
      if (s.options.store_forward)
        return theory::predict_fat_tree_scatter_store_forward(tree, s.roots[0], s.lengths, s.order);
      return theory::predict_fat_tree_scatter_ordered(tree, s.roots[0], s.lengths, s.order);
    case Algorithm::kGatherFurthestFirst:
      return theory::predict_fat_tree_gather(tree, s.roots[0], s.lengths);
    case Algorithm::kGatherNaive:
      return theory::predict_fat_tree_gather_naive(tree, s.roots[0], s.lengths, buffers);
    case Algorithm::kMultinodeFlood:
      return theory::predict_fat_tree_flood(tree, buffers);
    case Algorithm::kMultinodePhased:
      return theory::predict_fat_tree_multinode_phased(tree, gap);
    case Algorithm::kMultinodeQueueFree:
      return theory::predict_fat_tree_multinode_queue_free(tree);
    case Algorithm::kExchangePhasedSerial:
      return theory::predict_fat_tree_exchange_serial(tree);
    case Algorithm::kExchangePhased:
      return theory::predict_fat_tree_exchange_phased(tree, gap);
    case Algorithm::kExchangeOptimalEbft:
      return theory::predict_fat_tree_exchange_optimal_ebft(tree);
    case Algorithm::kExchangeOptimalCbft:
      return theory::predict_fat_tree_exchange_optimal_cbft(tree);
    case Algorithm::kExchangeScatters:
      return theory::predict_fat_tree_exchange_scatters(tree);
    case Algorithm::kExchangeScatterPairs:
      return theory::predict_fat_tree_exchange_scatter_pairs(tree);
    case Algorithm::kExchangeFarFirst:
      break;
  }
  return theory::predict_fat_tree_exchange_far_first(tree, buffers.policy);
}

}  // namespace

theory::FatTreePrediction predict(const FatTreeScenario& scenario, const FatTree& tree) {
  theory::FatTreePrediction full = predict_full_duplex(scenario, tree);
  return scenario.options.half_duplex ? theory::on_half_duplex_links(std::move(full)) : full;
}

}  // namespace flitwise
