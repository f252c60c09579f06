// Phases 1 and 2: polling, mirrored broadcast, slots, and all links at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/synchronisation.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory {
namespace {

using test::Case;
using test::index_order_delays;
using test::make_case;

constexpr std::uint64_t kCases = 1000;

Step t_sync(const Tree& tree, Sync sync, SortCost cost = SortCost::kZero) {
  return synchronise(tree, {Rule::kPos, sync, cost, Ports::kSingle}).t_sync;
}

Step t_sync_multiport(const Tree& tree, SortCost cost = SortCost::kZero) {
  return synchronise(tree, test::multiport(Rule::kPos, cost)).t_sync;
}

Tree tree_of(std::uint64_t seed) {
  return test::shuffled_tree(static_cast<Node>(1 + seed % 40), seed);
}

struct Row {
  const char* name;
  Tree tree;
  Step seq, mirror, slot, multiport;
};

TEST(Synchronisation, TakesTheTabulatedStepsOnTheKnownTrees) {
  const std::vector<Row> table{
      {"complete binary, height 3", Tree(complete_parents(2, 3)), 28, 12, 9, 6},
      {"complete binary, height 5", Tree(complete_parents(2, 5)), 124, 20, 15, 10},
      {"complete binary, height 9", Tree(complete_parents(2, 9)), 2044, 36, 27, 18},
      {"star of 1", Tree(star_parents(1)), 2, 2, 2, 2},
      {"star of 31", Tree(star_parents(31)), 62, 62, 32, 2},
      {"path of 20 links", Tree(path_parents(21)), 40, 40, 40, 40},
      {"caterpillar 32 x 3", Tree(caterpillar_parents(32, 3)), 254, 68, 66, 64},
      {"caterpillar 8 x 15", Tree(caterpillar_parents(8, 15)), 254, 44, 30, 16}};

  for (const Row& row : table) {
    EXPECT_EQ(t_sync(row.tree, Sync::kSeq), row.seq) << row.name;
    EXPECT_EQ(t_sync(row.tree, Sync::kMirror), row.mirror) << row.name;
    EXPECT_EQ(t_sync(row.tree, Sync::kSlot), row.slot) << row.name;
    EXPECT_EQ(t_sync_multiport(row.tree), row.multiport) << row.name;
  }
}

TEST(Polling, IsADepthFirstTour) {
  const Tree tree({-1, 0, 0, 1, 1});  // 0 -> 1 -> 3, 4 and 0 -> 2

  const Synchronisation sync = synchronise(tree, test::polled(Rule::kTight));

  EXPECT_EQ(sync.token, (std::vector<Step>{0, 1, 7, 2, 4}));
  EXPECT_EQ(sync.certificate, (std::vector<Step>{0, 6, 8, 3, 5}));
  EXPECT_EQ(sync.t_sync, 8);
}

TEST(Polling, PutsTheSortingOfEveryPeButTheRootOnTop) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Tree tree = tree_of(seed);
    for (const SortCost cost : test::kAllSortCosts) {
      Step expected = 2 * (Step{tree.size()} - 1);
      for (Node v = 1; v < tree.size(); ++v) expected += sort_steps(cost, tree.child_count(v));

      ASSERT_EQ(t_sync(tree, Sync::kSeq, cost), expected) << "seed " << seed;
    }
  }
}

TEST(SortCost, IsZeroOneAPassOrASort) {
  const auto steps = [](SortCost cost) {
    std::vector<Step> all;
    for (const Node d : {0, 1, 2, 3, 4, 5, 8, 9}) all.push_back(sort_steps(cost, d));
    return all;
  };

  EXPECT_EQ(steps(SortCost::kZero), (std::vector<Step>{0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(steps(SortCost::kOne), (std::vector<Step>{0, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(steps(SortCost::kDegree), (std::vector<Step>{0, 1, 2, 3, 4, 5, 8, 9}));
  EXPECT_EQ(steps(SortCost::kDegreeLog), (std::vector<Step>{0, 0, 2, 6, 8, 15, 24, 36}));
}

TEST(Broadcast, IsTheShortestOverAllOrdersOfTheChildren) {
  int shorter_than_by_index = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Tree tree = test::shuffled_tree(static_cast<Node>(1 + seed % 8), seed);
    const std::vector<Step> by_index = index_order_delays(tree);
    const Step index_order = *std::max_element(by_index.begin(), by_index.end());

    const Step best = test::best_over_token_orders(tree, test::broadcast_time);

    ASSERT_EQ(broadcast_steps(tree)[0], best) << "seed " << seed;
    if (best < index_order) ++shorter_than_by_index;
  }
  EXPECT_GT(shorter_than_by_index, 300);
}

TEST(Mirror, TakesTwoBroadcasts) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Tree tree = tree_of(seed);

    ASSERT_EQ(t_sync(tree, Sync::kMirror), 2 * broadcast_steps(tree)[0]) << "seed " << seed;
  }
}

TEST(Mirror, ReturnsEveryCertificateAsLongBeforeTheEndAsItsTokenCameAfterTheStart) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Tree tree = tree_of(seed);
    const Synchronisation sync = synchronise(tree, test::single_port(Rule::kPos, Sync::kMirror));

    for (std::size_t v = 1; v < sync.token.size(); ++v) {
      ASSERT_EQ(sync.token[v] - 1, sync.t_sync - sync.certificate[v]) << "seed " << seed;
      ASSERT_GE(sync.token_value[v], 0) << "seed " << seed;
    }
  }
}

TEST(Slots, EndWhenARequestLineToAnArbiterOfTheParentWould) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Tree tree = tree_of(seed);
    for (const SortCost cost : test::kAllSortCosts) {
      for (const Sync sync : {Sync::kSlot, Sync::kSlotIndex}) {
        const CertificationVariant variant{Rule::kPos, sync, cost, Ports::kSingle};
        const Synchronisation slots = synchronise(tree, variant);
        const auto sorting = [&](Node d) { return sort_steps(cost, d); };

        for (const test::Grant grant : {test::Grant::kFirstCome, test::Grant::kLastCome})
          ASSERT_EQ(test::arbitrated_t_sync(tree, slots.token, sorting, grant), slots.t_sync)
              << "seed " << seed;
      }
    }
  }
}

TEST(Slots, HoldEachCertificateTheSameTimeAfterTheTokenWhereverTheSubtreeHangs) {
  const Tree alone({-1, 0, 1, 1, 2});
  const Tree deeper(
      {-1, 0, 1, 2, 2, 3, 0});  // the same below PE 1, as PE 2, and a leaf at the root
  const CertificationVariant variant = test::single_port(Rule::kPos, Sync::kSlot);

  const Synchronisation a = synchronise(alone, variant);
  const Synchronisation b = synchronise(deeper, variant);

  for (std::size_t v = 2; v <= 4; ++v)
    EXPECT_EQ(a.certificate[v] - a.token[v], b.certificate[v + 1] - b.token[v + 1]) << v;
}

TEST(Slots, LieBetweenTwiceTheHeightAndTwiceTheFastestBroadcast) {
  int shorter_than_mirror = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Tree tree = make_case(seed, 64).tree;
    if (tree.size() == 1) continue;
    const Step slot = t_sync(tree, Sync::kSlot);

    ASSERT_LE(slot, 2 * broadcast_steps(tree)[0]) << "seed " << seed;
    ASSERT_GE(slot, std::max(2 * tree.height(), tree.max_child_count() + 1)) << "seed " << seed;
    if (slot < 2 * broadcast_steps(tree)[0]) ++shorter_than_mirror;
  }
  EXPECT_GT(shorter_than_mirror, 500);
}

TEST(Slots, InIndexOrderTakeAtMostTwoBroadcastsInIndexOrder) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Tree tree = tree_of(seed);
    const std::vector<Step> delays = index_order_delays(tree);

    ASSERT_LE(t_sync(tree, Sync::kSlotIndex), 2 * *std::max_element(delays.begin(), delays.end()))
        << "seed " << seed;
  }
}

TEST(Slots, WithTheLargestAnswerFirstAreNotAlwaysTheShortest) {
  const Tree smallest({-1, 0, 0, 0, 3, 2, 0});

  EXPECT_EQ(t_sync(smallest, Sync::kSlot), 7);
  EXPECT_EQ(test::best_over_token_orders(smallest, test::slotted_time), 6);
}

TEST(Slots, WithTheLargestAnswerFirstAreTheShortestOnAllTreesOfUpToSixPes) {
  int trees = 0;
  for (Node pes = 1; pes <= 6; ++pes) {
    test::for_each_tree(pes, [&](const Tree& tree) {
      ASSERT_EQ(t_sync(tree, Sync::kSlot), test::best_over_token_orders(tree, test::slotted_time))
          << testing::PrintToString(tree.parents());
      ++trees;
    });
  }
  EXPECT_EQ(trees, 1 + 1 + 2 + 6 + 24 + 120);
}

TEST(Slots, WithTheLargestAnswerFirstAreAtMostTwoStepsFromTheShortest) {
  int longer = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Tree tree = test::shuffled_tree(static_cast<Node>(7 + seed % 3), seed);

    const Step excess =
        t_sync(tree, Sync::kSlot) - test::best_over_token_orders(tree, test::slotted_time);

    ASSERT_GE(excess, 0) << "seed " << seed;
    ASSERT_LE(excess, 2) << "seed " << seed;
    if (excess > 0) ++longer;
  }
  EXPECT_GT(longer, 5);
  EXPECT_LT(longer, 150);
}

TEST(Slots, InIndexOrderCostMostWhenLeavesAreNumberedFirst) {
  const Tree thin = test::leaves_first(Tree(caterpillar_parents(32, 3)));
  const Tree thick = test::leaves_first(Tree(caterpillar_parents(8, 15)));

  EXPECT_EQ(t_sync(thin, Sync::kSlotIndex), 159);
  EXPECT_EQ(t_sync(thin, Sync::kSlot), 66);
  EXPECT_EQ(t_sync(thick, Sync::kSlotIndex), 135);
  EXPECT_EQ(t_sync(thick, Sync::kSlot), 30);
}

TEST(AllLinksAtOnce, TakesTwiceTheHeightAndTheSortingOnTheSlowestWayUp) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Tree tree = tree_of(seed);
    for (const SortCost cost : test::kAllSortCosts) {
      Step slowest = 0;
      for (Node leaf = 1; leaf < tree.size(); ++leaf) {
        Step way = 2 * Step{tree.depth(leaf)};
        for (const Node v : tree.path_up(leaf)) {
          if (v != 0) way += sort_steps(cost, tree.child_count(v));
        }
        slowest = std::max(slowest, way);
      }

      ASSERT_EQ(t_sync_multiport(tree, cost), slowest) << "seed " << seed;
    }
    ASSERT_EQ(t_sync_multiport(tree), 2 * tree.height()) << "seed " << seed;
  }
}

TEST(Synchronisation, OfALonelyRootTakesNoStep) {
  for (const CertificationVariant& variant : test::all_variants())
    EXPECT_EQ(synchronise(Tree({-1}), variant).t_sync, 0) << test::name_of(variant);
}

}  // namespace
}  // namespace flitwise::theory
