// The schedules on large fat trees: up to 1,024 leaves with constant capacities, 512 otherwise.
#include <gtest/gtest.h>

#include <random>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test {
namespace {

std::vector<FatTree> large_trees() {
  std::vector<FatTree> trees;
  for (const auto& [leaves, arity] : std::vector<std::pair<Node, int>>{{64, 2},
                                                                       {128, 2},
                                                                       {256, 2},
                                                                       {512, 2},
                                                                       {1024, 2},
                                                                       {243, 3},
                                                                       {729, 3},
                                                                       {256, 4},
                                                                       {1024, 4},
                                                                       {625, 5},
                                                                       {216, 6},
                                                                       {343, 7},
                                                                       {512, 8}}) {
    trees.push_back(constant_tree(leaves, arity));
    if (leaves <= 512) trees.push_back(exponential_tree(leaves, arity));
  }
  return trees;
}

FatTreeRecord run_all_to_all(const FatTree& tree, const Schedule& schedule,
                             const FatTreeOptions& options = {}) {
  return run_on(tree, make_fat_tree_all_to_all(tree, schedule), options);
}

TEST(LargeFatTrees, BroadcastScatterAndGatherFromSampledLeaves) {
  const std::uint64_t seed = 44;
  std::mt19937_64 random(seed);
  for (const FatTree& tree : large_trees()) {
    const auto root = static_cast<Node>(random() % static_cast<unsigned>(tree.leaves()));
    const std::vector<Flits> lengths = unit_lengths(tree, root);
    SCOPED_TRACE(describe(tree) + ", leaf " + std::to_string(root));
    expect_queue_free(
        tree, run_on(tree, make_fat_tree_broadcast(tree, root, fat_tree_broadcast(tree, root))),
        2 * tree.levels());
    expect_queue_free(tree,
                      run_on(tree, make_fat_tree_scatter(tree, root, lengths,
                                                         fat_tree_scatter(tree, root, lengths))),
                      steps_of_unit_messages(tree));
    expect_queue_free(tree,
                      run_on(tree, make_fat_tree_gather(tree, root, lengths,
                                                        fat_tree_gather(tree, root, lengths))),
                      steps_of_unit_messages(tree));
    expect_complete(run_on(tree, make_fat_tree_gather(tree, root, lengths,
                                                      fat_tree_gather_naive(tree, root, lengths))),
                    steps_of_unit_messages(tree));
  }
}

TEST(LargeFatTrees, MultinodeBroadcasts) {
  for (const FatTree& tree : large_trees()) {
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_all_to_all(tree, fat_tree_multinode_queue_free(tree)),
                      steps_of_unit_messages(tree));
    expect_queue_free(tree, run_all_to_all(tree, fat_tree_multinode_phased(tree)),
                      tree.leaves() + 2 * tree.levels() - 2);
    expect_complete(run_all_to_all(tree, fat_tree_multinode_flood(tree)),
                    steps_of_unit_messages(tree));
  }
}

TEST(LargeFatTrees, ExchangesOnConstantTrees) {
  for (const Node leaves : {64, 128, 256, 512}) {
    const FatTree tree = constant_tree(leaves);
    SCOPED_TRACE(describe(tree));
    const Step n = leaves;
    const Step latency = 2 * tree.levels() - 1;
    expect_queue_free(tree, run_all_to_all(tree, fat_tree_exchange_optimal_cbft(tree)),
                      n * n / 4 + latency);
    expect_queue_free(tree, run_all_to_all(tree, fat_tree_exchange_phased(tree)),
                      (n * n - 1) / 3 + latency);
  }
}

TEST(LargeFatTrees, ExchangesOnExponentialTrees) {
  for (const Node leaves : {64, 128, 256, 512}) {
    const FatTree tree = exponential_tree(leaves);
    SCOPED_TRACE(describe(tree));
    expect_queue_free(tree, run_all_to_all(tree, fat_tree_exchange_optimal_ebft(tree)),
                      leaves + 2 * tree.levels() - 3);
    expect_queue_free(tree, run_all_to_all(tree, fat_tree_exchange_phased(tree)),
                      leaves + 2 * tree.levels() - 2);
  }
  const FatTree tree = exponential_tree(243, 3);
  expect_queue_free(tree, run_all_to_all(tree, fat_tree_exchange_phased(tree)), 243 + 2 * 5 - 2);
}

}  // namespace
}  // namespace flitwise::protocols::test
