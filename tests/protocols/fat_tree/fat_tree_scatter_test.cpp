// Broadcast and scatter on fat trees: furthest first, any order, two at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "systemc/protocols/fat_tree/fat_tree_protocols.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/fat_tree/fat_tree_cases.h"

namespace flitwise::protocols::test::fat_tree_scatter_test {
namespace {

using Lengths = std::vector<Flits>;

FatTreeRecord scatter(const FatTree& tree, Node source, const Lengths& lengths) {
  return run_on(
      tree, make_fat_tree_scatter(tree, source, lengths, fat_tree_scatter(tree, source, lengths)));
}

FatTreeRecord scatter(const FatTree& tree, Node source, const Lengths& lengths,
                      const std::vector<Node>& order, Forwarding forwarding) {
  FatTreeOptions options;
  options.forwarding = forwarding;
  const Schedule schedule = fat_tree_scatter_in_order(tree, source, lengths, order);
  return run_on(tree, make_fat_tree_scatter(tree, source, lengths, schedule), options);
}

// max over the levels h at which a message turns of (flits that turn at h or above + 2h - 1).
Step finish_of(const FatTree& tree, Node source, const Lengths& lengths) {
  Step finish = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    Flits beyond = 0;
    bool is_used = false;
    for (Node x = 0; x < tree.leaves(); ++x) {
      const Flits flits = lengths[static_cast<std::size_t>(x)];
      if (x == source || flits == 0 || tree.meeting_level(source, x) < h) continue;
      beyond += flits;
      is_used = is_used || tree.meeting_level(source, x) == h;
    }
    if (is_used) finish = std::max(finish, beyond + 2 * h - 1);
  }
  return finish;
}

// The best finish of all orders of the nonnull messages, cut-through or not.
Step best_finish(const FatTree& tree, Node source, const Lengths& lengths, Forwarding forwarding) {
  std::vector<Node> order;
  for (Node x = 0; x < tree.leaves(); ++x)
    if (lengths[static_cast<std::size_t>(x)] > 0) order.push_back(x);
  Step best = scatter(tree, source, lengths, order, forwarding).finish;
  while (std::next_permutation(order.begin(), order.end()))
    best = std::min(best, scatter(tree, source, lengths, order, forwarding).finish);
  return best;
}

TEST(FatTreeBroadcast, ReachesALeafAtLevelHInStepTwoH) {
  for (const FatTree& tree : all_trees()) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      SCOPED_TRACE(describe(tree) + ", source " + std::to_string(source));
      const FatTreeRecord run =
          run_on(tree, make_fat_tree_broadcast(tree, source, fat_tree_broadcast(tree, source)));
      expect_queue_free(tree, run, 2 * tree.levels());
      for (Node x = 0; x < tree.leaves(); ++x) {
        const std::vector<Step> once = {2 * tree.meeting_level(source, x)};
        EXPECT_EQ(run.arrivals[static_cast<std::size_t>(x)],
                  x == source ? std::vector<Step>{} : once);
      }
    }
  }
}

TEST(FatTreeScatter, BinaryOrderIsTheExclusiveOrFromTheFarEnd) {
  const FatTree tree = constant_tree(32);
  for (Node source = 0; source < 32; ++source) {
    const std::vector<Node> order = furthest_first_order(tree, source);
    ASSERT_EQ(order.size(), 31U);
    for (Node t = 1; t <= 31; ++t)
      EXPECT_EQ(order[static_cast<std::size_t>(t - 1)], source ^ (32 - t));
  }
}

TEST(FatTreeScatter, TernaryOrderAddsDigitByDigitFromTheFarEnd) {
  EXPECT_THAT(furthest_first_order(constant_tree(9, 3), 5),
              ::testing::ElementsAre(1, 0, 2, 7, 6, 8, 4, 3));
}

TEST(FatTreeScatter, OrderNamesEveryLeafOnceAndNeverGoesFarther) {
  for (const FatTree& tree : wide_trees()) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      SCOPED_TRACE(describe(tree) + ", source " + std::to_string(source));
      std::vector<Node> order = furthest_first_order(tree, source);
      for (std::size_t k = 1; k < order.size(); ++k)
        EXPECT_LE(tree.meeting_level(source, order[k]), tree.meeting_level(source, order[k - 1]));
      order.push_back(source);
      std::sort(order.begin(), order.end());
      for (Node x = 0; x < tree.leaves(); ++x) ASSERT_EQ(order[static_cast<std::size_t>(x)], x);
    }
  }
}

TEST(FatTreeScatter, UnitMessagesTakeTheStepsOfTheTheoremWithoutQueues) {
  for (const FatTree& tree : all_trees()) {
    for (Node source = 0; source < tree.leaves(); ++source) {
      SCOPED_TRACE(describe(tree) + ", source " + std::to_string(source));
      expect_queue_free(tree, scatter(tree, source, unit_lengths(tree, source)),
                        steps_of_unit_messages(tree));
    }
  }
}

TEST(FatTreeScatter, AnyLengthsEndAsTheFormulaSays) {
  std::mt19937_64 random(41);
  for (const FatTree& tree : all_trees()) {
    Lengths lengths(static_cast<std::size_t>(tree.leaves()));
    for (Flits& flits : lengths) flits = static_cast<Flits>(random() % 5);
    const auto source = static_cast<Node>(random() % lengths.size());
    lengths[static_cast<std::size_t>(source)] = 0;
    SCOPED_TRACE(describe(tree) + ", source " + std::to_string(source));
    expect_queue_free(tree, scatter(tree, source, lengths), finish_of(tree, source, lengths));
  }
}

TEST(FatTreeScatter, FurthestFirstIsAsFastAsTheBestOrderWithCutThrough) {
  const FatTree four = constant_tree(4);
  for (int code = 1; code < 64; ++code) {
    const Lengths lengths = {0, code % 4, code / 4 % 4, code / 16};
    EXPECT_EQ(scatter(four, 0, lengths).finish,
              best_finish(four, 0, lengths, Forwarding::kCutThrough))
        << code;
  }
  const FatTree eight = exponential_tree(8);
  const Lengths lengths = {0, 5, 1, 0, 2, 0, 1, 3};
  EXPECT_EQ(scatter(eight, 0, lengths).finish,
            best_finish(eight, 0, lengths, Forwarding::kCutThrough));
}

TEST(FatTreeScatter, FurthestFirstIsNotTheBestOrderWithStoreAndForward) {
  const FatTree tree = constant_tree(4);
  const Lengths lengths = {0, 9, 1, 2};
  EXPECT_EQ(scatter(tree, 0, lengths, {1, 2, 3}, Forwarding::kStore).finish, 18);
  EXPECT_EQ(scatter(tree, 0, lengths, {3, 2, 1}, Forwarding::kStore).finish, 21);
  EXPECT_EQ(scatter(tree, 0, lengths, {2, 3, 1}, Forwarding::kStore).finish, 21);
  EXPECT_EQ(best_finish(tree, 0, lengths, Forwarding::kStore), 18);
}

TEST(FatTreeScatter, OfNothingSendsNothing) {
  const FatTree tree = constant_tree(4);
  expect_queue_free(tree, scatter(tree, 2, Lengths(4, 0)), 0);
}

TEST(FatTreeConcurrentScatters, SuitablePartnersDoNotMeet) {
  for (const auto& [leaves, partner] :
       std::vector<std::pair<Node, Node>>{{4, 3}, {8, 5}, {16, 8}, {32, 16}, {64, 32}}) {
    for (const FatTree& tree : {constant_tree(leaves), exponential_tree(leaves)}) {
      for (Node first = 0; first < leaves; ++first) {
        SCOPED_TRACE(describe(tree) + ", first " + std::to_string(first));
        const Node second = first ^ partner;
        const FatTreeRecord run = run_on(
            tree, make_fat_tree_concurrent_scatters(
                      tree, first, second, fat_tree_concurrent_scatters(tree, first, second)));
        expect_queue_free(tree, run, leaves + 1);
      }
    }
  }
}

TEST(FatTreeConcurrentScatters, LeavesHalfTheTreeApartDoNotMeetInLargeTrees) {
  for (const Node leaves : {128, 256, 512, 1024}) {
    const FatTree tree = constant_tree(leaves);
    SCOPED_TRACE(describe(tree));
    const Schedule schedule = fat_tree_concurrent_scatters(tree, 3, 3 + leaves / 2);
    expect_queue_free(
        tree, run_on(tree, make_fat_tree_concurrent_scatters(tree, 3, 3 + leaves / 2, schedule)),
        leaves + 1);
  }
}

TEST(FatTreeConcurrentScatters, ThesePartnersAndNoOthersDoNotMeet) {
  const std::vector<std::pair<Node, std::vector<Node>>> expected = {
      {4, {3}}, {8, {5}}, {16, {8, 9, 10, 11}}};
  for (const auto& [leaves, partners] : expected) {
    const FatTree tree = constant_tree(leaves);
    std::vector<Node> found;
    for (Node second = 1; second < leaves; ++second) {
      const Schedule schedule = fat_tree_concurrent_scatters(tree, 0, second);
      const FatTreeRecord run =
          run_on(tree, make_fat_tree_concurrent_scatters(tree, 0, second, schedule));
      EXPECT_EQ(run.faults(), "");
      if (run.max_wait() == 0) found.push_back(second);
    }
    EXPECT_EQ(found, partners) << describe(tree);
  }
}

TEST(FatTreeConcurrentScatters, LeavesZeroAndFourOfEightCollide) {
  const FatTree tree = constant_tree(8);
  const FatTreeRecord run = run_on(tree, make_fat_tree_concurrent_scatters(
                                             tree, 0, 4, fat_tree_concurrent_scatters(tree, 0, 4)));
  EXPECT_EQ(run.faults(), "");
  EXPECT_GE(run.max_wait(), 1);
}

TEST(FatTreeConcurrentScatters, OtherOrdersLetLeavesZeroAndFourOfEightGoTogether) {
  for (const FatTree& tree : {constant_tree(8), exponential_tree(8)}) {
    const Schedule schedule = fat_tree_concurrent_scatters_in_order(
        tree, 0, 4, {{{6, 7, 4, 5, 2, 3, 1}, {2, 3, 0, 1, 6, 7, 5}}});
    expect_queue_free(tree, run_on(tree, make_fat_tree_concurrent_scatters(tree, 0, 4, schedule)),
                      9);
  }
}

TEST(FatTreeHalfDuplex, LeavesSendInOddSteps) {
  const Schedule schedule =
      on_half_duplex_links(fat_tree_scatter(constant_tree(4), 0, {0, 1, 2, 1}));
  EXPECT_EQ(text_of(schedule[0]), "1:3 3:2 7:1");
}

}  // namespace
}  // namespace flitwise::protocols::test::fat_tree_scatter_test
