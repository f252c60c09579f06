#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/brute_force.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory {
namespace {

using test::Case;
using test::Direction;
using test::make_case;

std::vector<Node> nonnull(const std::vector<Flits>& lengths) {
  std::vector<Node> all;
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] > 0) all.push_back(static_cast<Node>(i));
  }
  return all;
}

TEST(ScatterTheory, MessagesFollowEachOtherFromStepOne) {
  const Tree tree({-1, 0, 0, 2});

  const Prediction p = predict_scatter(tree, {0, 2, 3, 4}, {2, 3, 1});

  EXPECT_EQ(p.dispatch, (std::vector<std::optional<Step>>{{}, 8, 1, 4}));
}

TEST(ScatterTheory, FinishIsTheLatestOfAllLastFlits) {
  const Tree tree({-1, 0, 0, 2});

  const Prediction p = predict_scatter(tree, {0, 1, 3, 4}, {2, 1, 3});

  EXPECT_EQ(p.finish, 9);  // message 3: steps 5..8 on the first link, one hop more
}

TEST(ScatterTheory, FarthestFirstIsOptimalOverAllPermutations) {
  int strictly_better = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 6);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 4, seed);
    const Step farthest_first = predict_scatter_fdf(tree, lengths).finish;

    std::vector<Node> order = nonnull(lengths);
    Step best = predict_scatter(tree, lengths, order).finish;
    do {
      const Step finish = predict_scatter(tree, lengths, order).finish;
      best = std::min(best, finish);
      if (finish > farthest_first) ++strictly_better;
    } while (std::next_permutation(order.begin(), order.end()));

    EXPECT_EQ(farthest_first, best) << "seed " << seed;
  }
  EXPECT_GT(strictly_better, 1000);
}

TEST(ScatterTheory, FarthestFirstIsOptimalOverAllDispatchVectorsWithGaps) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 4);
    const Tree tree = test::shuffled_tree(pes, seed);
    const std::vector<Flits> lengths = test::random_lengths(pes, 3, seed);
    if (nonnull(lengths).empty()) continue;

    const std::vector<Step> from_step_one(lengths.size(), 1);
    const Step best = test::best_finish(tree, lengths, from_step_one, Direction::kScatter);

    EXPECT_EQ(predict_scatter_fdf(tree, lengths).finish, best) << "seed " << seed;
  }
}

TEST(ScatterTheory, ClosedFormIsTheFinishOfTheFarthestFirstOrder) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Case c = make_case(seed, 64);
    std::vector<Node> order = nonnull(c.lengths);
    std::stable_sort(order.begin(), order.end(),
                     [&](Node a, Node b) { return c.tree.depth(a) > c.tree.depth(b); });

    const Prediction closed = predict_scatter_fdf(c.tree, c.lengths);
    const Prediction by_order = predict_scatter(c.tree, c.lengths, order);

    ASSERT_EQ(closed.finish, by_order.finish) << c;
    ASSERT_EQ(closed.dispatch, by_order.dispatch) << c;
  }
}

TEST(ScatterTheory, EqualDepthsMayBeServedInAnyOrder) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Case c = make_case(seed, 64);
    std::vector<Node> order = nonnull(c.lengths);
    std::sort(order.begin(), order.end(), [&](Node a, Node b) {
      return std::pair(c.tree.depth(a), a) > std::pair(c.tree.depth(b), b);
    });

    EXPECT_EQ(predict_scatter(c.tree, c.lengths, order).finish,
              predict_scatter_fdf(c.tree, c.lengths).finish)
        << c;
  }
}

TEST(ScatterTheory, TiesGoToTheSmallerIndex) {
  const Prediction p = predict_scatter_fdf(Tree(star_parents(3)), {0, 2, 2, 2});

  EXPECT_EQ(p.dispatch, (std::vector<std::optional<Step>>{{}, 1, 3, 5}));
}

TEST(ScatterTheory, NoOrderBeatsTheLowerBound) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Case c = make_case(seed, 64);

    const Prediction p = predict_scatter(c.tree, c.lengths, nonnull(c.lengths));

    EXPECT_GE(p.finish, p.lower_bound) << c;
    EXPECT_EQ(p.lower_bound, predict_scatter_fdf(c.tree, c.lengths).finish) << c;
  }
}

TEST(ScatterTheory, NothingIsSentWhenAllMessagesAreNull) {
  const Prediction p = predict_scatter_fdf(Tree(path_parents(4)), {0, 0, 0, 0});

  EXPECT_EQ(p.finish, 0);
  EXPECT_EQ(p.quiesce, 0);
  EXPECT_EQ(p.lower_bound, 0);
  EXPECT_EQ(p.dispatch, std::vector<std::optional<Step>>(4));
  EXPECT_TRUE(scatter_events(Tree(path_parents(4)), {0, 0, 0, 0}, p).empty());
}

TEST(ScatterTheory, ALonelyRootHasNothingToDo) {
  const Prediction p = predict_scatter_fdf(Tree({-1}), {0});

  EXPECT_EQ(p.finish, 0);
  EXPECT_EQ(p.quiesce, 0);
}

TEST(ScatterTheory, LongMessagesDoNotOverflow) {
  const Flits longest = (Flits{1} << 31) - 1;

  const Prediction p = predict_scatter_fdf(Tree(path_parents(4)), {0, longest, longest, longest});

  EXPECT_EQ(p.finish, 3 * longest);
}

TEST(ScatterTheory, EveryOrderEndsByTheBound) {
  int reached = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Case c = make_case(seed, 64);
    std::vector<Node> order = nonnull(c.lengths);
    std::stable_sort(order.begin(), order.end(),
                     [&](Node a, Node b) { return c.tree.depth(a) < c.tree.depth(b); });

    const Prediction farthest_last = predict_scatter(c.tree, c.lengths, order);

    ASSERT_EQ(farthest_last.finish, *farthest_last.bound) << c;
    ASSERT_LE(predict_scatter_fdf(c.tree, c.lengths).finish, *farthest_last.bound) << c;
    if (predict_scatter_fdf(c.tree, c.lengths).finish == *farthest_last.bound) ++reached;
  }
  EXPECT_GT(reached, 100);
}

/// The part of `c` below one child of the root, as a tree of its own.
Case root_subtree(const Case& c, Node child) {
  std::vector<Node> parents{kNoNode};
  std::vector<Flits> lengths{0};
  std::vector<Node> name(c.lengths.size(), 0);
  for (Node a = c.tree.address(child); a < c.tree.subtree_end(child); ++a) {
    const Node v = c.tree.node_at(a);
    name[index_of(v)] = static_cast<Node>(parents.size());
    parents.push_back(name[index_of(c.tree.parent(v))]);
    lengths.push_back(c.lengths[index_of(v)]);
  }
  return {c.seed, c.shape, c.traffic, Tree(parents), lengths};
}

TEST(ScatterMultiport, IsOptimalOnEveryLinkOfTheRoot) {
  int with_several_links = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 5);
    const Case c{seed, {}, {}, test::shuffled_tree(pes, seed), test::random_lengths(pes, 3, seed)};
    Step best = 0;
    for (const Node child : c.tree.children(0)) {
      const Case part = root_subtree(c, child);
      if (nonnull(part.lengths).empty()) continue;
      const std::vector<Step> from_step_one(part.lengths.size(), 1);
      best = std::max(
          best, test::best_finish(part.tree, part.lengths, from_step_one, Direction::kScatter));
    }

    EXPECT_EQ(predict_scatter_multiport(c.tree, c.lengths).finish, best) << "seed " << seed;
    if (c.tree.child_count(0) > 1) ++with_several_links;
  }
  EXPECT_GT(with_several_links, 50);
}

TEST(ScatterMultiport, SendsOnAllLinksFromStepOneFarthestFirst) {
  const Prediction p = predict_scatter_multiport(Tree({-1, 0, 0, 1, 1}), {0, 2, 4, 1, 3});

  EXPECT_EQ(p.dispatch, (std::vector<std::optional<Step>>{{}, 5, 1, 1, 2}));
  EXPECT_EQ(p.finish, 6);
  EXPECT_EQ(p.bound, 7);
  EXPECT_EQ(p.lower_bound, 6);
}

TEST(ScatterMultiport, ThroughOneLinkIsTheScatterWithOnePort) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Case c = make_case(seed, 64);
    for (const Node child : c.tree.children(0)) {
      const Case part = root_subtree(c, child);
      const Prediction multi = predict_scatter_multiport(part.tree, part.lengths);
      const Prediction single = predict_scatter_fdf(part.tree, part.lengths);

      ASSERT_EQ(multi.dispatch, single.dispatch) << c;
      ASSERT_EQ(multi.finish, single.finish) << c;
      ASSERT_EQ(multi.bound, single.bound) << c;
    }
  }
}

}  // namespace
}  // namespace flitwise::theory
