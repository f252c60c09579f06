#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/theory/support/fat_trees.h"

namespace flitwise::theory {
namespace {

using test::constant_tree;

TEST(FatTreeEvents, DataCrossesEveryLinkOfItsWayAStepEach) {
  const FatTree tree = constant_tree(4);
  const std::vector<LinkEvent> events = fat_tree_events(tree, {{3, 1, FlitKind::kData, 2, 0, 2}});

  EXPECT_EQ(events, (std::vector<LinkEvent>{{3, 1, 4, FlitKind::kData, 1, 1, 2},
                                            {4, 1, 4, FlitKind::kData, 1, 2, 2},
                                            {4, 4, 6, FlitKind::kData, 1, 1, 2},
                                            {5, 4, 6, FlitKind::kData, 1, 2, 2},
                                            {5, 6, 5, FlitKind::kData, 1, 1, 2},
                                            {6, 5, 2, FlitKind::kData, 1, 1, 2},
                                            {6, 6, 5, FlitKind::kData, 1, 2, 2},
                                            {7, 5, 2, FlitKind::kData, 1, 2, 2}}));
}

TEST(FatTreeEvents, AFloodIsOnEveryLinkOnce) {
  const FatTree tree = constant_tree(4);
  const std::vector<LinkEvent> events = fat_tree_events(tree, {{1, 2, FlitKind::kFlood}});

  EXPECT_EQ(events, (std::vector<LinkEvent>{{1, 2, 5, FlitKind::kFlood, 2, 1, 0},
                                            {2, 5, 3, FlitKind::kFlood, 2, 1, 0},
                                            {2, 5, 6, FlitKind::kFlood, 2, 1, 0},
                                            {3, 6, 4, FlitKind::kFlood, 2, 1, 0},
                                            {4, 4, 0, FlitKind::kFlood, 2, 1, 0},
                                            {4, 4, 1, FlitKind::kFlood, 2, 1, 0}}));
}

TEST(FatTreeEvents, CopiesCarryTheirDigitsAndTurnWhereTheyAreNotZero) {
  const FatTree tree = constant_tree(9, 3);
  const std::uint32_t second_child = copy_digit(3, 2, 2);
  const std::vector<LinkEvent> events =
      fat_tree_events(tree, {{1, 4, FlitKind::kCopies, kNoNode, second_child}});

  EXPECT_EQ(events, (std::vector<LinkEvent>{{1, 4, 10, FlitKind::kCopies, 4, 1, 8},
                                            {2, 10, 12, FlitKind::kCopies, 4, 1, 8},
                                            {3, 12, 9, FlitKind::kCopies, 4, 1, 8},
                                            {4, 9, 0, FlitKind::kCopies, 4, 1, 8},
                                            {4, 9, 1, FlitKind::kCopies, 4, 1, 8},
                                            {4, 9, 2, FlitKind::kCopies, 4, 1, 8}}));
}

TEST(FatTreeEvents, NothingSentIsNothingSeen) {
  EXPECT_TRUE(fat_tree_events(constant_tree(8), {}).empty());
}

TEST(FatTreeEvents, AnExchangeCrossesEveryPairOfNodesAsOftenAsItMust) {
  const FatTree tree = test::exponential_tree(16);
  const std::vector<LinkEvent> events =
      fat_tree_events(tree, predict_fat_tree_exchange_optimal_ebft(tree).dispatch);

  for (Node v = 0; v + 1 < tree.size(); ++v) {
    const Node inside = tree.leaves_below(tree.level(v));
    const auto crossing = std::count_if(events.begin(), events.end(), [&](const LinkEvent& e) {
      return e.from == v && e.to == tree.parent(v);
    });
    EXPECT_EQ(crossing, inside * (16 - inside)) << "node " << v;
  }
}

TEST(CopyDigits, AreFieldsOfTheLowestBitsFirst) {
  EXPECT_EQ(copy_digit_bits(2), 1);
  EXPECT_EQ(copy_digit_bits(3), 2);
  EXPECT_EQ(copy_digit_bits(4), 2);
  EXPECT_EQ(copy_digit_bits(5), 3);
  EXPECT_EQ(copy_digit_bits(8), 3);
  EXPECT_EQ(copy_digit(5, 3, 4), 4U << 6);
  EXPECT_EQ(copy_digit_at(5, 4U << 6 | 2U << 3, 3), 4);
  EXPECT_EQ(copy_digit_at(5, 4U << 6 | 2U << 3, 2), 2);
  EXPECT_EQ(copy_digit_at(5, 4U << 6 | 2U << 3, 1), 0);
}

TEST(CopyDigits, FitThirteenBitsInEveryFatTree) {
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity) {
    Node leaves = arity;
    while (leaves * arity <= FatTree::kMaxLeaves) leaves *= arity;
    const int levels = fat_tree_levels(leaves, arity);
    EXPECT_LT(copy_digit(arity, levels, arity - 1), 1U << 13) << "arity " << arity;
  }
}

}  // namespace
}  // namespace flitwise::theory
