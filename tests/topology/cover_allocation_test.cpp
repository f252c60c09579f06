#include "systemc/topology/cover/cover_allocation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "systemc/topology/cover/cover_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise::cover_allocation_test {
namespace {

using test::refusal_of;
using testing::ElementsAre;

// 0 1 2   with the root at 0: nodes 1 and 2 are in tree 0 only, 3 and 6 in tree 1 only; the root
// 3 4 5   links are 0-1 and 0-3.
// 6 7 8
Cover mesh() { return mesh_cover(3, 3); }

TEST(Allocation, LeavesNoChoiceToNodesInOneTree) {
  EXPECT_THAT(allocate(mesh(), {0, 5, 5, 0, 0, 0, 0, 0, 0}),
              ElementsAre(kNoTree, 0, 0, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(allocate(mesh(), {0, 0, 0, 5, 0, 0, 5, 0, 0}),
              ElementsAre(kNoTree, 0, 0, 1, 0, 0, 1, 0, 0));
}

TEST(Allocation, GivesEqualMessagesInTurnsByNumberAndFirstTree) {
  EXPECT_THAT(allocate(mesh(), {0, 1, 1, 1, 1, 1, 1, 1, 1}),
              ElementsAre(kNoTree, 0, 0, 1, 0, 1, 1, 0, 1));
}

TEST(Allocation, LetsTheLongestMessageChooseFirst) {
  // 8 takes tree 0, 5 tree 1; then 4 and 7 fill up tree 1.
  EXPECT_THAT(allocate(mesh(), {0, 0, 0, 0, 1, 3, 0, 1, 6}),
              ElementsAre(kNoTree, 0, 0, 1, 1, 1, 1, 1, 0));
}

TEST(Allocation, CountsTheForcedMessagesFirst) {
  // Link 0-1 has 5 flits and 0-3 has 2 before any node chooses; 4 and 5 bring 0-3 to 6.
  EXPECT_THAT(allocate(mesh(), {0, 5, 0, 0, 2, 2, 2, 2, 2}),
              ElementsAre(kNoTree, 0, 0, 1, 1, 1, 1, 0, 1));
}

TEST(Allocation, BalancesRootLinksAndNotTrees) {
  // Root in the middle: node 0 has links 3 (tree 0) and 1 (tree 1) above it, node 8 others.
  const Cover cover = mesh_cover(3, 3, 1, 1);

  const Allocation allocation = allocate(cover, {1, 0, 0, 7, 0, 0, 0, 0, 1});

  EXPECT_EQ(allocation[0], 1);
  EXPECT_EQ(allocation[8], 0);
}

TEST(Allocation, KeepsRootLinksWithinTheLongestFreeMessage) {
  for (Node side = 3; side <= 12; ++side) {
    const Cover cover = mesh_cover(side, side);
    std::vector<Flits> lengths(static_cast<std::size_t>(cover.size()), 1);
    lengths[0] = 0;
    const Allocation allocation = allocate(cover, lengths);

    const auto on_tree_0 = std::count(allocation.begin(), allocation.end(), 0);
    const auto on_tree_1 = std::count(allocation.begin(), allocation.end(), 1);
    EXPECT_EQ(on_tree_0 + on_tree_1, cover.size() - 1);
    EXPECT_LE(std::abs(on_tree_0 - on_tree_1), 1) << side;
  }
}

/// The least flits first, in plain steps: forced nodes, then the others by falling length.
Allocation by_hand(const Cover& cover, const std::vector<Flits>& lengths) {
  Allocation allocation(lengths.size(), kNoTree);
  std::map<std::pair<TreeIndex, Node>, Flits> on_link;
  const auto link = [&](Node v, TreeIndex t) {
    Node below_root = v;
    while (cover.parents(t)[static_cast<std::size_t>(below_root)] != cover.root())
      below_root = cover.parents(t)[static_cast<std::size_t>(below_root)];
    return std::pair(t, below_root);
  };
  const auto give = [&](std::size_t v, TreeIndex t) {
    allocation[v] = t;
    on_link[link(static_cast<Node>(v), t)] += lengths[v];
  };
  const auto is_in = [&](std::size_t v, TreeIndex t) { return cover.parents(t)[v] != kNoNode; };
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (is_in(v, 0) != is_in(v, 1)) give(v, is_in(v, 0) ? 0 : 1);
  for (Flits length = *std::max_element(lengths.begin(), lengths.end()); length >= 0; --length)
    for (std::size_t v = 0; v < lengths.size(); ++v) {
      if (lengths[v] != length || !is_in(v, 0) || !is_in(v, 1)) continue;
      const auto node = static_cast<Node>(v);
      give(v, on_link[link(node, 1)] < on_link[link(node, 0)] ? 1 : 0);
    }
  return allocation;
}

// Formulas and protocols take the trees of all messages from here.
TEST(Allocation, IsTheLeastLoadedLinkInTurnForAllShortMessages) {
  for (const Cover& cover : {mesh_cover(2, 3), mesh_cover(3, 3), mesh_cover(3, 3, 1, 1),
                             mesh_cover(2, 4, 1, 2), torus_cover_spanning(3, 3),
                             torus_cover_spanning_short(3, 3, 2, 1), torus_cover_joint(3, 3)}) {
    std::vector<Flits> lengths(static_cast<std::size_t>(cover.size()), 0);
    for (std::size_t v = 0; v < lengths.size();) {  // counts through all, the first digit fastest
      ASSERT_EQ(allocate(cover, lengths), by_hand(cover, lengths))
          << cover.name() << ' ' << testing::PrintToString(lengths);
      for (v = 0; v < lengths.size(); ++v) {
        if (static_cast<Node>(v) == cover.root()) continue;
        if (++lengths[v] < 3) break;
        lengths[v] = 0;
      }
    }
  }
}

// 0 1 2   with the root at 0: tree 0 goes south first, tree 1 east first. Nodes 1 and 2 have depths
// 3 4 5   3, 4 and 1, 2; nodes 3 and 6 depths 1, 2 and 3, 4; the others the same in both.
// 6 7 8
Cover shared_mesh() { return mesh_cover_shared(3, 3); }

TEST(SharedAllocation, TakesTheRootLinkThatBringsTheLastFlitHomeFirst) {
  // The farthest first: 8 by tree 0, then 5 by the other and 7, a tie, by tree 0, and so on.
  EXPECT_THAT(allocate(shared_mesh(), {0, 1, 1, 1, 1, 1, 1, 1, 1}),
              ElementsAre(kNoTree, 1, 1, 0, 0, 1, 0, 0, 0));
}

TEST(SharedAllocation, GoesTheLongWayRoundWhereTheShortOneIsBusy) {
  EXPECT_THAT(allocate(shared_mesh(), {0, 1, 9, 0, 0, 0, 0, 0, 0}),
              ElementsAre(kNoTree, 0, 1, 0, 0, 0, 0, 0, 0));
}

/// In plain steps: distances from far to near, lengths from long to short, then by number.
Allocation shared_by_hand(const Cover& cover, const std::vector<Flits>& lengths) {
  Allocation allocation(lengths.size(), kNoTree);
  std::vector<Flits> load(static_cast<std::size_t>(cover.tree_count()), 0);
  const auto hops = [&](Node v, TreeIndex t) {
    Node links = 0;
    for (; v != cover.root() && v != kNoNode; ++links)
      v = cover.parents(t)[static_cast<std::size_t>(v)];
    return v == kNoNode ? Node{1000} : links;
  };
  for (Node far = 12; far > 0; --far)
    for (Flits length = 2; length >= 0; --length)
      for (Node v = 0; v < cover.size(); ++v) {
        if (v == cover.root() || lengths[static_cast<std::size_t>(v)] != length) continue;
        if (cover.grid().distance(cover.root(), v) != far) continue;
        std::size_t best = 0;
        for (std::size_t t = 1; t < load.size(); ++t) {
          const Flits home = load[t] + hops(v, static_cast<TreeIndex>(t));
          const Flits best_home = load[best] + hops(v, static_cast<TreeIndex>(best));
          if (home < best_home || (home == best_home && load[t] < load[best])) best = t;
        }
        allocation[static_cast<std::size_t>(v)] = static_cast<TreeIndex>(best);
        load[best] += length;
      }
  return allocation;
}

TEST(SharedAllocation, IsTheFirstWayHomeInTurnForAllShortMessages) {
  for (const Cover& cover :
       {mesh_cover_shared(1, 5, 0, 2), mesh_cover_shared(2, 3), mesh_cover_shared(3, 3, 1, 1),
        mesh_cover_shared(2, 4, 0, 1), torus_cover_shared(3, 3, 2, 1)}) {
    std::vector<Flits> lengths(static_cast<std::size_t>(cover.size()), 0);
    for (std::size_t v = 0; v < lengths.size();) {  // counts through all, the first digit fastest
      ASSERT_EQ(allocate(cover, lengths), shared_by_hand(cover, lengths))
          << cover.name() << ' ' << testing::PrintToString(lengths);
      for (v = 0; v < lengths.size(); ++v) {
        if (static_cast<Node>(v) == cover.root()) continue;
        if (++lengths[v] < 3) break;
        lengths[v] = 0;
      }
    }
  }
}

// Every flit of a message is on one tree, and on one that holds its node.
TEST(LengthsOnTree, ShareOutEveryMessageOnce) {
  for (const Cover& cover :
       {mesh_cover(4, 5, 1, 3), torus_cover_spanning(4, 3), torus_cover_spanning_short(5, 4, 2, 2),
        torus_cover_joint(4, 4), mesh_cover_shared(4, 5, 1, 3)}) {
    std::vector<Flits> lengths(static_cast<std::size_t>(cover.size()));
    for (std::size_t v = 0; v < lengths.size(); ++v) lengths[v] = static_cast<Flits>(v * v % 7);
    lengths[static_cast<std::size_t>(cover.root())] = 0;
    const Allocation allocation = allocate(cover, lengths);
    std::vector<Flits> found(lengths.size(), 0);
    for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
      const std::vector<Flits> on_tree = lengths_on_tree(cover, lengths, allocation, t);
      for (std::size_t pe = 0; pe < on_tree.size(); ++pe)
        found[static_cast<std::size_t>(cover.tree(t).node_of[pe])] += on_tree[pe];
    }
    EXPECT_EQ(found, lengths) << cover.name();
  }
}

TEST(LengthsOnTree, AreThoseOfItsPesAndNullWhereAMessageGoesElsewhere) {
  const std::vector<Flits> lengths{0, 2, 3, 4, 5, 6, 7, 8, 9};
  const Allocation allocation{kNoTree, 0, 0, 1, 1, 0, 1, 0, 1};

  EXPECT_THAT(lengths_on_tree(mesh(), lengths, allocation, 0), ElementsAre(0, 2, 3, 0, 6, 8, 0));
  EXPECT_THAT(lengths_on_tree(mesh(), lengths, allocation, 1), ElementsAre(0, 4, 5, 0, 7, 0, 9));
}

TEST(LengthsOfACover, MustBeOnePerNode) {
  const std::string refusal = "lengths must have one entry per node: 9, got 2";

  EXPECT_EQ(refusal_of([] { allocate(mesh(), {0, 1}); }), refusal);
  EXPECT_EQ(refusal_of([] { check_cover_lengths(mesh(), {0, 1}); }), refusal);
  EXPECT_EQ(refusal_of([] { lengths_on_tree(mesh(), {0, 1}, {kNoTree, 0}, 0); }), refusal);
}

TEST(LengthsOfACover, MustNotGiveTheRootAMessage) {
  EXPECT_EQ(refusal_of([] {
              allocate(mesh_cover(2, 2, 1, 0), {1, 1, 3, 1});
            }),
            "lengths[2] must be 0, because the root has no message, got 3");
}

TEST(LengthsOfACover, MustNotBeNegative) {
  EXPECT_EQ(refusal_of([] {
              allocate(mesh_cover(2, 2), {0, 1, -3, 1});
            }),
            "lengths[2] must be at least 0, got -3");
}

TEST(Allocation, MustNameATreeThatHoldsTheNode) {
  const std::vector<Flits> lengths{0, 1, 1, 1};
  const auto refusal = [&](const Allocation& allocation) {
    return refusal_of([&] { lengths_on_tree(mesh_cover(2, 2), lengths, allocation, 0); });
  };

  EXPECT_EQ(refusal({kNoTree, 0, 1, 1}), "accepted");
  EXPECT_EQ(refusal({kNoTree, 0, 0, 1}), "node 2 cannot use tree 0");
  EXPECT_EQ(refusal({kNoTree, 0, 1, 2}), "node 3 cannot use tree 2");
  EXPECT_EQ(refusal({kNoTree, 0, 1, kNoTree}), "node 3 cannot use tree -1");
  EXPECT_EQ(refusal({0, 0, 1, 1}), "node 0 cannot use tree 0");
  EXPECT_EQ(refusal({kNoTree, 0, 1}), "an allocation must have one entry per node: 4, got 3");
}

}  // namespace
}  // namespace flitwise::cover_allocation_test
