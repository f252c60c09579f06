#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/lengths.h"
#include "tests/theory/fat_tree/fat_trees.h"

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

TEST(CopyDigits, FitTheAddressesOfEveryFatTree) {
  for (int arity = 2; arity <= FatTree::kMaxArity; ++arity)
    for (int levels = 1; levels <= most_fat_tree_levels(arity); ++levels) {
      Node leaves = 1;
      for (int level = 0; level < levels; ++level) leaves *= arity;
      const FlitFormat format = flit_format_of({leaves, arity, constant_capacities(levels)});
      EXPECT_LE(copy_digit(arity, levels, arity - 1), format.largest_address()) << leaves;
      EXPECT_LE(static_cast<std::uint32_t>(leaves - 1), format.largest_address()) << leaves;
    }
}

TEST(FatTreeEvents, OnHalfDuplexLinksGoUpInOddStepsAndDownInEvenOnes) {
  const FatTree tree = constant_tree(4);
  const std::vector<LinkEvent> events =
      fat_tree_events(tree, {{3, 1, FlitKind::kData, 2, 0, 2}}, Duplex::kHalf);

  EXPECT_EQ(events, (std::vector<LinkEvent>{{3, 1, 4, FlitKind::kData, 1, 1, 2},
                                            {5, 1, 4, FlitKind::kData, 1, 2, 2},
                                            {5, 4, 6, FlitKind::kData, 1, 1, 2},
                                            {6, 6, 5, FlitKind::kData, 1, 1, 2},
                                            {7, 4, 6, FlitKind::kData, 1, 2, 2},
                                            {8, 5, 2, FlitKind::kData, 1, 1, 2},
                                            {8, 6, 5, FlitKind::kData, 1, 2, 2},
                                            {10, 5, 2, FlitKind::kData, 1, 2, 2}}));
}

TEST(FatTreeHalfDuplex, TakesTwoStepsLessThanTwiceTheTime) {
  for (const FatTree& tree : {constant_tree(8), test::exponential_tree(8), constant_tree(9, 3)}) {
    for (const FatTreePrediction& full :
         {predict_fat_tree_broadcast(tree, 1),
          predict_fat_tree_scatter(tree, 2, test::random_leaf_lengths(tree, 2, 5, 3)),
          predict_fat_tree_multinode_queue_free(tree), predict_fat_tree_exchange_phased(tree)}) {
      const FatTreePrediction half = on_half_duplex_links(full);
      const std::vector<LinkEvent> events = fat_tree_events(tree, half.dispatch, Duplex::kHalf);

      ASSERT_EQ(half.finish, 2 * *full.finish - 2);
      ASSERT_EQ(events.back().step, *half.finish);
      ASSERT_EQ(half.queue_free, std::nullopt);
      std::map<std::tuple<Step, Node, Node>, int> packets;
      std::vector<std::vector<Step>> arrivals(index_of(tree.leaves()));
      for (const LinkEvent& e : events) {
        ASSERT_EQ(e.step % 2, e.to > e.from ? 1 : 0);
        const Node below = std::min(e.from, e.to);
        ASSERT_LE((++packets[{e.step, e.from, e.to}]), tree.capacity(tree.level(below) + 1));
        if (tree.is_leaf(e.to)) arrivals[index_of(e.to)].push_back(e.step);
      }
      ASSERT_EQ(half.arrivals, arrivals);
    }
  }
}

TEST(FatTreeHalfDuplex, NeedsAScheduleInWhichNothingWaits) {
  EXPECT_THROW(on_half_duplex_links(predict_fat_tree_flood(constant_tree(8))),
               std::invalid_argument);
  EXPECT_THROW(on_half_duplex_links(predict_fat_tree_scatter_pair(constant_tree(8), 0, 4)),
               std::invalid_argument);
}

// Moving the dispatches of a schedule to odd steps is not enough: links would be free of the other
// direction, but packets of two classes meet that did not.
TEST(FatTreeHalfDuplex, DispatchesInOddStepsAloneLetPacketsMeet) {
  const FatTree tree = constant_tree(4);
  const FatTreeTable full{{1, 2, FlitKind::kData, 0}, {2, 1, FlitKind::kData, 0}};
  const FatTreeTable odd{{1, 2, FlitKind::kData, 0}, {3, 1, FlitKind::kData, 0}};

  EXPECT_TRUE(check_schedule(tree, full).conflict_free());
  EXPECT_FALSE(check_schedule(tree, odd).conflict_free());
}

}  // namespace
}  // namespace flitwise::theory
