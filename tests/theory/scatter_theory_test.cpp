#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree_theory.h"
#include "tests/theory/support/brute_force.h"
#include "tests/theory/support/random_cases.h"

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

}  // namespace
}  // namespace flitwise::theory
