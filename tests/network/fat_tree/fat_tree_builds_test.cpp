// Fat trees as one model of the whole network, against the same assembled from its nodes.
//
// Not among the fast tests: the whole networks are compiled on first use.
#include <gtest/gtest.h>

#include "tests/network/fat_tree/fat_tree_runs.h"

namespace flitwise {
namespace {

using test::config_of;
using test::constant;
using test::exponential;
using test::Happened;
using test::random_run;

void expect_assembled_equals_elaborated(const FatTree& tree) {
  ModelLibrary models;
  for (unsigned seed = 1; seed <= 16; ++seed) {
    FatTreeNetworkConfig config = config_of(tree, seed % 3 == 0 ? 3 : 12);
    config.policy = static_cast<InputPolicy>(seed % 4);
    config.seed = seed;
    config.backpressure = seed % 2 == 0;
    config.store_forward = seed % 5 == 0;
    config.scheduled = seed == 7;
    const FatTreeNetwork assembled = assemble_fat_tree(tree, config, models);
    const Happened first = random_run(tree, *assembled.network, seed, 60);
    std::vector<NodeOccupancy> counted;
    for (Node v = 0; v < tree.size(); ++v) counted.push_back(assembled.occupancy->of(v));
    const int failures = assembled.network->assertion_failures();
    const FatTreeNetwork elaborated = elaborate_fat_tree(tree, config, models);
    EXPECT_GT(first.size(), 500U);
    ASSERT_EQ(random_run(tree, *elaborated.network, seed, 60), first) << "seed " << seed;
    EXPECT_EQ(elaborated.network->assertion_failures(), failures) << "seed " << seed;
    for (Node v = 0; v < tree.size(); ++v) {
      const NodeOccupancy other = elaborated.occupancy->of(v);
      EXPECT_TRUE(other.up == counted[static_cast<std::size_t>(v)].up) << "node " << v;
      EXPECT_TRUE(other.down == counted[static_cast<std::size_t>(v)].down) << "node " << v;
    }
  }
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnAConstantTreeOfEight) {
  expect_assembled_equals_elaborated(constant(8));
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnAnExponentialTreeOfEight) {
  expect_assembled_equals_elaborated(exponential(8));
}

TEST(FatTreeBuilds, AssembledEqualsElaboratedOnATreeOfEightWithThreeLinksALeaf) {
  expect_assembled_equals_elaborated({8, 2, {3, 3, 4}});
}

}  // namespace
}  // namespace flitwise
