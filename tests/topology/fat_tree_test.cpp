#include "systemc/topology/fat_tree/fat_tree.h"
#include "tests/support/refusal.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace flitwise::fat_tree_test {
namespace {

std::string refusal_of(Node leaves, int arity, const std::vector<int>& capacities) {
  return flitwise::test::refusal_of<TopologyError>(
      [&] { const FatTree tree(leaves, arity, capacities); });
}

/// Every complete tree of up to 1,024 leaves that a fat tree may be, with single links.
std::vector<FatTree> all_shapes() {
  std::vector<FatTree> trees;
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    int levels = 1;
    for (Node leaves = arity; leaves <= 1024; leaves *= arity)
      trees.emplace_back(leaves, arity, constant_capacities(levels++));
  }
  return trees;
}

TEST(FatTree, NumbersLeavesThenSwitchesLevelByLevel) {
  const FatTree tree(8, 2, {1, 2, 4});

  EXPECT_EQ(tree.levels(), 3);
  EXPECT_EQ(tree.size(), 15);
  EXPECT_EQ(tree.root(), 14);
  EXPECT_EQ(tree.parent(5), 10);
  EXPECT_EQ(tree.parent(10), 13);
  EXPECT_EQ(tree.parent(13), 14);
  EXPECT_EQ(tree.parent(14), kNoNode);
  EXPECT_EQ(tree.child(13, 0), 10);
  EXPECT_EQ(tree.child(13, 1), 11);
  EXPECT_EQ(tree.first_leaf(13), 4);
  EXPECT_TRUE(tree.is_leaf(7));
  EXPECT_FALSE(tree.is_leaf(8));
}

TEST(FatTree, KeepsItsCapacitiesByLevel) {
  const FatTree tree(27, 3, {1, 2, 5});

  EXPECT_EQ(tree.capacity(1), 1);
  EXPECT_EQ(tree.capacity(3), 5);
  EXPECT_EQ(tree.capacities(), (std::vector<int>{1, 2, 5}));
}

TEST(FatTree, LevelAndIndexAreTheInverseOfNodeAt) {
  for (const FatTree& tree : all_shapes()) {
    for (Node v = 0; v < tree.size(); ++v)
      ASSERT_EQ(tree.node_at(tree.level(v), tree.index(v)), v) << tree.leaves();
    ASSERT_EQ(tree.level(tree.root()), tree.levels());
    ASSERT_EQ(tree.level(0), 0);
  }
}

TEST(FatTree, ChildrenAndParentsAgree) {
  for (const FatTree& tree : all_shapes()) {
    for (Node v = tree.leaves(); v < tree.size(); ++v) {
      for (int k = 0; k < tree.arity(); ++k) {
        const Node child = tree.child(v, k);
        ASSERT_EQ(tree.parent(child), v);
        ASSERT_EQ(tree.level(child), tree.level(v) - 1);
        ASSERT_EQ(tree.first_leaf(child),
                  tree.first_leaf(v) + k * tree.leaves_below(tree.level(child)));
      }
    }
  }
}

TEST(FatTree, LeavesMeetAtTheirLowestCommonAncestor) {
  for (const FatTree& tree : all_shapes()) {
    if (tree.leaves() > 128) continue;
    for (Node a = 0; a < tree.leaves(); ++a) {
      for (Node b = 0; b < tree.leaves(); ++b) {
        Node x = a;
        Node y = b;
        while (x != y) {
          x = tree.parent(x);
          y = tree.parent(y);
        }
        ASSERT_EQ(tree.meeting_level(a, b), tree.level(x)) << a << ' ' << b;
      }
    }
  }
}

TEST(FatTree, ConstantAndExponentialCapacitiesAreTheTwoExtremes) {
  EXPECT_EQ(constant_capacities(4), (std::vector<int>{1, 1, 1, 1}));
  EXPECT_EQ(exponential_capacities(4, 2), (std::vector<int>{1, 2, 4, 8}));
  EXPECT_EQ(exponential_capacities(3, 5), (std::vector<int>{1, 5, 25}));
}

TEST(FatTree, RefusesAnArityOutOfRange) {
  EXPECT_EQ(refusal_of(8, 1, {1}), "the arity of a fat tree must be from 2 to 8, got 1");
  EXPECT_EQ(refusal_of(9, 9, {1}), "the arity of a fat tree must be from 2 to 8, got 9");
}

TEST(FatTree, RefusesLeavesThatAreNoPowerOfTheArity) {
  const std::string rule = "the leaves of a fat tree must be a power of ";
  EXPECT_EQ(refusal_of(12, 2, {1, 1, 1}), rule + "2 from 2 to 1048576, got 12");
  EXPECT_EQ(refusal_of(1, 2, {}), rule + "2 from 2 to 1048576, got 1");
  EXPECT_EQ(refusal_of(0, 3, {}), rule + "3 from 3 to 59049, got 0");
  EXPECT_EQ(refusal_of(-8, 2, {1, 1, 1}), rule + "2 from 2 to 1048576, got -8");
  EXPECT_EQ(refusal_of(2097152, 2, constant_capacities(21)),
            rule + "2 from 2 to 1048576, got 2097152");
  EXPECT_EQ(refusal_of(177147, 3, constant_capacities(11)), rule + "3 from 3 to 59049, got 177147");
  EXPECT_EQ(refusal_of(2147483647, 7, {1}), rule + "7 from 7 to 117649, got 2147483647");
}

TEST(FatTree, HasAsManyLevelsAsFlitsHaveDigitsFor) {
  const std::vector<std::pair<int, int>> most = {{2, 20}, {3, 10}, {4, 10}, {5, 6},
                                                 {6, 6},  {7, 6},  {8, 6}};
  for (const auto& [arity, levels] : most) {
    EXPECT_EQ(most_fat_tree_levels(arity), levels) << arity;
    Node leaves = 1;
    for (int level = 0; level < levels; ++level) leaves *= arity;
    EXPECT_EQ(fat_tree_levels(leaves, arity), levels);
  }
}

TEST(FatTree, SaysLeavesAsBeforeUpTo8192AndByAsManyBitsAsItsDigitsNeedBeyond) {
  const auto bits = [](Node leaves, int arity) {
    const int levels = fat_tree_levels(leaves, arity);
    return flit_format_of({leaves, arity, constant_capacities(levels)}).address;
  };
  EXPECT_EQ(bits(8192, 2), 13);
  EXPECT_EQ(bits(16384, 2), 14);
  EXPECT_EQ(bits(1048576, 2), 20);
  EXPECT_EQ(bits(729, 3), 13);
  EXPECT_EQ(bits(2187, 3), 14);  // two bits a digit
  EXPECT_EQ(bits(4096, 4), 13);
  EXPECT_EQ(bits(625, 5), 13);
  EXPECT_EQ(bits(3125, 5), 15);
  EXPECT_EQ(bits(262144, 8), 18);
}

TEST(FatTree, RefusesAWrongNumberOfCapacities) {
  EXPECT_EQ(refusal_of(8, 2, {1, 2}), "capacities must have one entry per level: 3, got 2");
  EXPECT_EQ(refusal_of(8, 2, {}), "capacities must have one entry per level: 3, got 0");
}

TEST(FatTree, GivesAPeOneToEightLinks) {
  EXPECT_EQ(FatTree(8, 2, {1, 2, 4}).leaf_links(), 1);
  EXPECT_EQ(FatTree(8, 2, {8, 8, 9}).leaf_links(), 8);
  EXPECT_EQ(refusal_of(8, 2, {9, 9, 9}),
            "c_1 must be 1 to 8, the links of a PE to its switch, got 9");
  EXPECT_EQ(refusal_of(8, 2, {0, 2, 2}),
            "c_1 must be 1 to 8, the links of a PE to its switch, got 0");
}

TEST(FatTree, RefusesBranchesThatGetThinner) {
  EXPECT_EQ(refusal_of(8, 2, {1, 2, 1}), "c_3 must be at least c_2 = 2, got 1");
  EXPECT_EQ(refusal_of(8, 2, {1, 0, 1}), "c_2 must be at least c_1 = 1, got 0");
  EXPECT_EQ(refusal_of(8, 2, {1, -3, 1}), "c_2 must be at least c_1 = 1, got -3");
}

}  // namespace
}  // namespace flitwise::fat_tree_test
