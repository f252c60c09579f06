// What the schedules promise, on the routers: every leaf as root, every algorithm, small trees. The
// formulas are written down here once more, as they are published or derived.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/system/support/fat_tree_claims.h"
#include "tests/system/support/fat_tree_runs.h"

namespace flitwise {
namespace {

using testing_support::fat_tree;
using testing_support::finish_of;

struct SmallTree {
  Node leaves;
  int levels;
  const char* capacities;
};

// Those whose switches the build has made.
const std::vector<SmallTree> kSmallTrees{{2, 1, "constant"},    {4, 2, "constant"},
                                         {8, 3, "constant"},    {16, 4, "constant"},
                                         {8, 3, "exponential"}, {8, 3, "[1, 2, 4]"}};

std::string network_of(const SmallTree& tree) { return fat_tree(tree.leaves, tree.capacities); }

Step n_plus_one(Node leaves) { return leaves == 2 ? 2 : leaves + 1; }

std::string from(Node root) { return fmt::format("root: {}", root); }

TEST(FatTreeClaims, ABroadcastTakesTwoStepsALevelFromEveryLeaf) {
  for (const SmallTree& tree : kSmallTrees)
    for (Node root = 0; root < tree.leaves; ++root)
      EXPECT_EQ(finish_of(network_of(tree), "broadcast flood", from(root)), 2 * tree.levels);
}

TEST(FatTreeClaims, AScatterTakesNPlusOneStepsFromEveryLeaf) {
  for (const SmallTree& tree : kSmallTrees)
    for (Node root = 0; root < tree.leaves; ++root)
      EXPECT_EQ(finish_of(network_of(tree), "scatter furthest-first", from(root)),
                n_plus_one(tree.leaves));
}

TEST(FatTreeClaims, BothGathersTakeNPlusOneStepsToEveryLeaf) {
  for (const SmallTree& tree : kSmallTrees)
    for (Node root = 0; root < tree.leaves; ++root)
      for (const char* task : {"gather furthest-first", "gather naive"})
        EXPECT_EQ(finish_of(network_of(tree), task, from(root)), n_plus_one(tree.leaves));
}

TEST(FatTreeClaims, FloodingTakesNPlusOneStepsWhateverTheOrder) {
  for (const SmallTree& tree : kSmallTrees)
    for (const char* policy : {"up-first", "local-first", "round-robin", "random, seed: 5"})
      EXPECT_EQ(finish_of(network_of(tree), "multinode flood",
                          fmt::format("options: {{policy: {}}}", policy)),
                n_plus_one(tree.leaves));
}

TEST(FatTreeClaims, MultinodeWithoutQueuesTakesNPlusOneSteps) {
  for (const SmallTree& tree : kSmallTrees) {
    EXPECT_EQ(finish_of(network_of(tree), "multinode queue-free"), n_plus_one(tree.leaves));
    EXPECT_EQ(finish_of(network_of(tree), "multinode phased"), tree.leaves + 2 * tree.levels - 2);
  }
}

TEST(FatTreeClaims, TheExchangeOnConstantTreesTakesAQuarterOfNSquared) {
  for (const SmallTree& tree : kSmallTrees) {
    if (tree.capacities != std::string("constant")) continue;
    const Step n = tree.leaves;
    const Step levels = tree.levels;
    EXPECT_EQ(finish_of(network_of(tree), "exchange optimal-cbft"), n * n / 4 + 2 * levels - 1);
    EXPECT_EQ(finish_of(network_of(tree), "exchange phased"), (n * n - 1) / 3 + 2 * levels - 1);
    EXPECT_EQ(finish_of(network_of(tree), "exchange phased-serial"),
              (n * n - 1) / 3 + levels * levels);
  }
}

TEST(FatTreeClaims, TheExchangeOnTheExponentialTreeOfEightTakesElevenSteps) {
  EXPECT_EQ(finish_of(fat_tree(8, "exponential"), "exchange optimal-ebft"), 11);
  EXPECT_EQ(finish_of(fat_tree(8, "exponential"), "exchange phased"), 12);
  EXPECT_EQ(finish_of(fat_tree(8, "exponential"), "exchange far-first"), 12);
}

TEST(FatTreeClaims, FarFirstIsAsFastAsTheOptimumOnConstantTrees) {
  EXPECT_EQ(finish_of(fat_tree(4, "constant"), "exchange far-first"), 7);
  EXPECT_EQ(finish_of(fat_tree(8, "constant"), "exchange far-first"), 21);
}

TEST(FatTreeClaims, LongMessagesFurthestFirstMeetTheBound) {
  const char* lengths = "lengths: {uniform: [0, 9], seed: 7}";
  for (const SmallTree& tree : kSmallTrees)
    for (const char* task : {"scatter furthest-first", "gather furthest-first"}) {
      const Result result =
          testing_support::run(testing_support::fat_tree_scenario(network_of(tree), task, lengths));
      EXPECT_EQ(result.outcome, Outcome::kPass);
      EXPECT_EQ(result.measured.finish, result.lower_bound);
    }
}

TEST(FatTreeClaims, LongMessagesInAnyOrderEndWhenPredicted) {
  for (const char* order : {"[1, 2, 3, 4, 5, 6, 7]", "[4, 1, 7, 2, 6, 3, 5]"})
    for (const char* capacities : {"constant", "exponential"})
      EXPECT_GE(finish_of(fat_tree(8, capacities), "scatter order",
                          fmt::format("order: {}\nlengths: [0, 3, 1, 2, 5, 1, 1, 4]", order)),
                18);
}

TEST(FatTreeClaims, HundredsOfLeavesKeepTheSameFormulas) {
  const std::string network = fat_tree(256, "constant");
  EXPECT_EQ(finish_of(network, "broadcast flood", "root: 77"), 16);
  EXPECT_EQ(finish_of(network, "scatter furthest-first", "root: 77"), 257);
  EXPECT_EQ(finish_of(network, "gather furthest-first", "root: 200"), 257);
  EXPECT_EQ(finish_of(network, "multinode queue-free"), 257);
}

// Every claim on fat trees whose switches the build has made, from every leaf.

using testing_support::Breadth;
using testing_support::expect_all_claims;
using testing_support::expect_scatter_pairs;

const std::vector<FatTree> kBuiltTrees{{2, 2, {1}},           {4, 2, {1, 1}},
                                       {8, 2, {1, 1, 1}},     {8, 2, {1, 2, 4}},
                                       {16, 2, {1, 1, 1, 1}}, {16, 2, {1, 1, 2, 4}}};

TEST(FatTreeAllClaims, HoldFromEveryLeafOfTheTreesThatTheBuildHasMade) {
  const auto models = std::make_shared<ModelLibrary>();
  int runs = 0;
  for (const FatTree& tree : kBuiltTrees) runs += expect_all_claims(tree, Breadth::kAll, models);
  EXPECT_GT(runs, 600);
}

TEST(FatTreeAllClaims, TwoScattersCollideWhereTheCriterionSays) {
  const auto models = std::make_shared<ModelLibrary>();
  int colliding = 0;
  for (const FatTree& tree : kBuiltTrees)
    for (Node first = 0; first < tree.leaves(); ++first)
      colliding += expect_scatter_pairs(tree, first, models);
  EXPECT_GT(colliding, 100);
}

}  // namespace
}  // namespace flitwise
