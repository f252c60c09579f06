// network_combining_test.cpp: sums in the routers, held to a run step by step.
#include "tb/theory/combining/network_combining.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "systemc/topology/cover/cover_shapes.h"
#include "systemc/topology/link_trees.h"
#include "tb/theory/collective/tree_roots.h"
#include "tests/theory/collective/combining_run.h"
#include "tests/theory/collective/requests.h"
#include "tests/theory/collective/small_trees.h"

namespace flitwise::theory {
namespace network_combining_test {

using test::all_reduce;
using test::barrier;
using test::CombiningCase;
using test::CombiningRun;
using test::reduce;
using test::run_combining;

const std::vector<std::optional<Flits>> kDepths{Flits{0}, Flits{1}, Flits{2}, std::nullopt};

CombiningCase case_of(const PlacedTree& tree, Flits words, Step add, std::optional<Flits> depth) {
  CombiningCase what;
  what.tree = tree;
  what.words = words;
  what.add = add;
  what.depth = depth;
  return what;
}

// Every word count, adder and queue, from one root.
void compare_from(const Tree& tree, Node root) {
  const PlacedTree placed = rooted_at(tree, root);
  for (Flits words = 1; words <= 5; ++words) {
    for (Step add = 0; add <= 2; ++add) {
      for (const std::optional<Flits>& depth : kDepths) {
        const CombiningRun run = run_combining(case_of(placed, words, add, depth));
        CollectiveRequest request = reduce(words, add);
        request.root = root;
        const CollectiveFigures reduced = tree_in_network(request, {tree, true}, depth.value_or(2));
        ASSERT_EQ(reduced.done, run.reduced);
        ASSERT_EQ(reduced.finish, run.last_operand);
        request.operation = CollectiveOperation::kAllReduce;
        ASSERT_EQ(tree_in_network(request, {tree, true}, depth.value_or(2)).done, run.done);
        ASSERT_TRUE(run.all_once && run.all_meet);
        const Step wait = depth == Flits{0} ? 0 : longest_operand_wait(placed.tree, add);
        if (depth != Flits{1}) {
          ASSERT_EQ(run.longest_wait, wait);
        }
      }
    }
  }
}

void compare_from_centre(const Tree& tree) {
  const TreeMiddle middle = middle_of(tree);
  for (Flits words = 1; words <= 5; ++words) {
    for (Step add = 0; add <= 2; ++add) {
      for (const std::optional<Flits>& depth : kDepths) {
        CombiningCase what = case_of(rooted_at(tree, middle.first), words, add, depth);
        if (middle.is_edge()) what.peer = middle.second;
        const CombiningRun run = run_combining(what);
        ASSERT_EQ(
            tree_in_network_centre(all_reduce(words, add), {tree, true}, depth.value_or(2)).done,
            run.done);
        ASSERT_TRUE(run.all_once);
      }
    }
  }
}

TEST(NetworkCombining, OnAllSmallTreesTakesTheStepsOfARun) {
  for (Node nodes = 2; nodes <= 5; ++nodes) {
    for (const Tree& tree : test::all_trees(nodes)) {
      for (Node root = 0; root < nodes; ++root) compare_from(tree, root);
      compare_from_centre(tree);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(NetworkCombining, OnRandomTreesTakesTheStepsOfARun) {
  for (std::uint32_t seed = 1; seed <= 84; ++seed) {
    SCOPED_TRACE(seed);
    const Tree tree = test::random_tree(seed);
    compare_from(tree, 0);
    compare_from(tree, tree.size() - 1);
    compare_from_centre(tree);
    if (HasFatalFailure()) return;
  }
}

std::vector<Step> random_starts(Node nodes, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Step> starts;
  for (Node v = 0; v < nodes; ++v)
    starts.push_back(std::uniform_int_distribution<Step>(0, 12)(random));
  return starts;
}

TEST(NetworkCombining, OfALateBarrierTakesTheStepsOfARun) {
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const Tree tree = test::random_tree(seed);
    CollectiveRequest request = barrier(seed % 3);
    request.start = random_starts(tree.size(), seed);
    CombiningCase what = case_of(tree, 1, request.add, Flits{2});
    what.start = request.start;
    EXPECT_EQ(tree_in_network(request, {tree, true}).done, run_combining(what).done);
    EXPECT_FALSE(tree_in_network(request, {tree, true}, 0).done);

    const TreeMiddle middle = middle_of(tree);
    what.tree = rooted_at(tree, middle.first);
    if (middle.is_edge()) what.peer = middle.second;
    const std::optional<Step> done = tree_in_network_centre(request, {tree, true}).done;
    EXPECT_EQ(done.has_value(), !middle.is_edge() || request.add == 0);
    if (done) {
      EXPECT_EQ(done, run_combining(what).done);
    }
  }
}

TEST(NetworkCombining, OfAFloodIsDoneADiameterAfterTheLast) {
  for (Node nodes = 2; nodes <= 5; ++nodes) {
    for (const Tree& tree : test::all_trees(nodes)) {
      CollectiveRequest request = barrier(nodes % 3);
      request.start = random_starts(nodes, static_cast<std::uint32_t>(nodes));
      EXPECT_EQ(tree_flood(request, {tree, true}).done,
                test::run_flood(tree, middle_of(tree).diameter, request.add, request.start));
    }
  }
  for (std::uint32_t seed = 1; seed <= 84; ++seed) {
    const Tree tree = test::random_tree(seed);
    CollectiveRequest request = barrier(seed % 3);
    request.start = random_starts(tree.size(), seed);
    EXPECT_EQ(tree_flood(request, {tree, true}).done,
              test::run_flood(tree, middle_of(tree).diameter, request.add, request.start))
        << seed;
  }
}

// The longest of all distances, and the nodes that are nowhere farther than half of that.
TEST(TreeRoots, FindTheMiddleOfALongestPath) {
  for (Node nodes = 1; nodes <= 6; ++nodes) {
    for (const Tree& tree : test::all_trees(nodes)) {
      std::vector<Node> heights;
      for (Node v = 0; v < nodes; ++v) heights.push_back(rooted_at(tree, v).tree.height());
      const TreeMiddle middle = middle_of(tree);
      EXPECT_EQ(middle.diameter, *std::max_element(heights.begin(), heights.end()));
      EXPECT_EQ(heights[index_of(middle.first)], (middle.diameter + 1) / 2);
      EXPECT_EQ(heights[index_of(middle.second)], (middle.diameter + 1) / 2);
      EXPECT_EQ(middle.is_edge(), middle.diameter % 2 == 1);
      if (middle.is_edge()) {
        EXPECT_TRUE(tree.parent(middle.first) == middle.second ||
                    tree.parent(middle.second) == middle.first);
      }
    }
  }
}

TEST(NetworkCombining, HasARootInTheTreeAndAPortPerLink) {
  const TreeShape shape{Tree({-1, 0, 0}), true};
  CollectiveRequest request = reduce(3);
  EXPECT_FALSE(tree_in_network(request, {shape.tree, false}).done);
  EXPECT_FALSE(tree_in_network_centre(all_reduce(3), {shape.tree, false}).done);
  EXPECT_FALSE(tree_flood(barrier(), {shape.tree, false}).done);
  for (const Node root : {-1, 3}) {
    request.root = root;
    request.operation = CollectiveOperation::kReduce;
    EXPECT_FALSE(tree_in_network(request, shape).done);
    request.operation = CollectiveOperation::kMulticast;
    EXPECT_FALSE(tree_multicast(request, shape).done);
  }
  EXPECT_EQ(tree_in_network_centre(all_reduce(3, 2), {Tree({-1}), true}).done, 0);
  EXPECT_EQ(tree_in_network(reduce(3, 2), {Tree({-1}), true}).finish, 0);
  EXPECT_EQ(tree_flood(barrier(2), {Tree({-1}), true}).done, 0);
  const PlacedTree part(1, {kNoNode, kNoNode, 1});  // node 0 is not in the tree
  EXPECT_FALSE(is_in(part, 0));
  EXPECT_TRUE(is_in(part, 1) && is_in(part, 2));
}

TEST(TreeRoots, TurnATreeRoundAndBack) {
  const PlacedTree placed(2, {2, kNoNode, kNoNode, 0, 2});  // node 1 is not in the tree
  const PlacedTree turned = rooted_at(placed, 3);
  EXPECT_EQ(turned.root(), 3);
  EXPECT_EQ(turned.parent(0), 3);
  EXPECT_EQ(turned.parent(2), 0);
  EXPECT_EQ(turned.parent(4), 2);
  EXPECT_FALSE(turned.holds(1));
  EXPECT_EQ(rooted_at(turned, 2).node_of, placed.node_of);
}

TEST(NetworkCombining, OnTheExampleTakesItsSteps) {
  const TreeShape shape{Tree({-1, 0, 0, 1, 1}), true};
  const auto steps = [&](Flits words, Step add) {
    return std::vector<Step>{*tree_in_network(reduce(words, add), shape).done,
                             *tree_in_network(all_reduce(words, add), shape).done,
                             *tree_in_network_centre(all_reduce(words, add), shape).done};
  };
  EXPECT_EQ(steps(1, 0), (std::vector<Step>{2, 4, 3}));
  EXPECT_EQ(steps(1, 1), (std::vector<Step>{4, 6, 5}));
  EXPECT_EQ(steps(4, 0), (std::vector<Step>{5, 7, 6}));
  EXPECT_EQ(steps(4, 2), (std::vector<Step>{9, 11, 10}));
}

// Diameter of a tree of a cover, and its height from the corner.
std::pair<Step, Step> shape_of(const PlacedTree& tree) {
  return {middle_of(tree).diameter, tree.tree.height()};
}

TEST(TwoTrees, HaveTheDiametersThatTheFormulaSays) {
  for (int a = 3; a <= 9; ++a) {
    for (int b = 3; b <= 9; ++b) {
      const Cover cover = torus_cover_spanning(b, a);
      const std::vector<Step> lags = *two_tree_lags(Torus({a, b}), 0);
      const auto first = shape_of(cover.tree(0)), second = shape_of(cover.tree(1));
      EXPECT_EQ(std::multiset<Step>(lags.begin(), lags.end()),
                (std::multiset<Step>{first.first, second.first}));
      EXPECT_EQ(first.second, a + b - 1);
      EXPECT_EQ(second.second, a + b - 1);
      EXPECT_EQ(cover.sharing(), Sharing::kNoLink);
    }
  }
  EXPECT_FALSE(two_tree_lags(Torus({2, 5}), 0));
  EXPECT_FALSE(two_tree_lags(Torus({3, 3, 3}), 0));
  EXPECT_TRUE(two_tree_lags(Torus({3, 1, 3}), 0));
}

TEST(TwoTrees, ShareWordsAsWellAsCanBe) {
  for (const std::vector<Step>& lags :
       {std::vector<Step>{5}, {3, 3}, {9, 4}, {2, 7, 2}, {0, 1, 30}}) {
    for (Flits words = 1; words <= 60; ++words) {
      const Step done = trees_done(lags, words);
      const auto taken_by = [&](Step end) {
        Flits taken = 0;
        for (const Step lag : lags) taken += std::max<Flits>(0, end + 1 - lag);
        return taken;
      };
      EXPECT_GE(taken_by(done), words);
      EXPECT_LT(taken_by(done - 1), words);
      const std::vector<Flits> shares = best_split(lags, words);
      EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), Flits{0}), words);
      for (std::size_t i = 0; i < lags.size(); ++i)
        if (shares[i] > 0) {
          EXPECT_LE(shares[i] - 1 + lags[i], done);
        }
    }
  }
}

TEST(TwoTrees, OnATorusTakeTheStepsOfARunOnEach) {
  for (const auto& [a, b] : {std::pair{3, 3}, {3, 4}, {5, 3}, {5, 4}}) {
    const Cover cover = torus_cover_spanning(b, a);
    for (Flits words = 1; words <= 30; ++words) {
      for (Step add = 0; add <= 2; ++add) {
        const std::vector<Step> lags = *two_tree_lags(Torus({a, b}), add);
        const std::vector<Flits> shares = best_split(lags, words);
        const bool is_swapped = middle_of(cover.tree(0)).diameter != 2 * a + b - 3;
        Step done = 0, slower = 0;
        for (int i = 0; i < 2; ++i) {
          if (shares[index_of(i)] == 0) continue;
          const PlacedTree& tree = cover.tree(is_swapped ? 1 - i : i);
          const TreeMiddle middle = middle_of(tree);
          CombiningCase what =
              case_of(rooted_at(tree, middle.first), shares[index_of(i)], add, Flits{2});
          if (middle.is_edge()) what.peer = middle.second;
          done = std::max(done, run_combining(what).done);
          what.depth = 1;
          slower = std::max(slower, run_combining(what).done);
        }
        ASSERT_EQ(torus_in_network_two_trees(all_reduce(words, add), Torus({a, b}), 1).done,
                  slower + 1);
        ASSERT_EQ(torus_in_network_two_trees(all_reduce(words, add), Torus({a, b})).done, done + 1);
        CombiningCase what = case_of(cover.tree(0), (words + 1) / 2, add, Flits{2});
        ASSERT_EQ(torus_in_network_two_trees(reduce(words, add), Torus({a, b})).done,
                  run_combining(what).reduced + 1);
      }
    }
  }
}

// On each tree a run of its share: from its middle, or to a root.
template <typename Network>
Step done_on_trees(const Network& network, const CollectiveRequest& request) {
  const bool is_reduce = request.operation == CollectiveOperation::kReduce;
  LinkTreeChoice choice;
  if (is_reduce) choice.root = request.root;
  std::vector<Step> lags;
  std::vector<CombiningCase> cases;
  for (const Parents& parents : link_trees(network, choice)) {
    const PlacedTree tree(root_of(parents), parents);
    const TreeMiddle middle = middle_of(tree);
    cases.push_back(
        case_of(is_reduce ? tree : rooted_at(tree, middle.first), 1, request.add, Flits{2}));
    if (!is_reduce && middle.is_edge()) cases.back().peer = middle.second;
    const CombiningRun one = run_combining(cases.back());
    lags.push_back(is_reduce ? one.reduced : one.done);
  }
  const std::vector<Flits> shares = best_split(lags, request.length);
  EXPECT_EQ(std::accumulate(shares.begin(), shares.end(), Flits{0}), request.length);
  Step done = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] == 0) continue;
    cases[i].words = shares[i];
    const CombiningRun run = run_combining(cases[i]);
    done = std::max(done, is_reduce ? run.reduced : run.done);
  }
  return done;
}

TEST(LinkTrees, TakeTheStepsOfARunOnEach) {
  for (const Flits words : {1, 2, 5, 30, 64})
    for (Step add = 0; add <= 2; ++add) {
      for (const std::vector<int>& sides : {std::vector{7}, {3, 4}, {3, 3, 3}, {2, 3, 4}}) {
        const Torus torus(sides);
        CollectiveRequest request = all_reduce(words, add);
        ASSERT_EQ(torus_in_network_trees(request, torus).done, done_on_trees(torus, request) + 1);
        request.operation = CollectiveOperation::kReduce;
        request.root = torus.size() - 1;
        ASSERT_EQ(torus_in_network_trees(request, torus).done, done_on_trees(torus, request) + 1);
      }
      const StarGraph graph(5);
      CollectiveRequest request = all_reduce(words, add);
      ASSERT_EQ(star_in_network_trees(request, graph).done, done_on_trees(graph, request));
      request.operation = CollectiveOperation::kReduce;
      request.root = 77;
      ASSERT_EQ(star_in_network_trees(request, graph).done, done_on_trees(graph, request));
      ASSERT_EQ(star_in_network_trees(request, graph).finish, done_on_trees(graph, request) - add);
    }
}

TEST(LinkTrees, HaveNoFormulaForShortQueuesLatePesAndLargeNetworks) {
  const Torus torus({3, 3, 3});
  EXPECT_FALSE(torus_in_network_trees(all_reduce(4), torus, 1).done);
  EXPECT_FALSE(torus_in_network_trees(all_reduce(4), Torus({33, 32})).done);
  EXPECT_FALSE(torus_in_network_trees(all_reduce(4), Torus({1})).done);
  CollectiveRequest request = barrier(0);
  EXPECT_TRUE(torus_in_network_trees(request, torus).done);
  request.start.assign(27, 1);
  EXPECT_FALSE(torus_in_network_trees(request, torus).done);
}

TEST(NetworkCombining, OnToriAddsTheWayIntoThePe) {
  CollectiveRequest request = all_reduce(10, 2);
  request.send_overhead = 7;
  request.receive_overhead = 3;
  const Torus torus({5, 4});
  EXPECT_EQ(torus_in_network(request, torus).done, 7 + 1 + (10 - 1 + 2 * 4 + 4 * 2) + 3);
  request.operation = CollectiveOperation::kReduce;
  EXPECT_EQ(torus_in_network(request, torus).done, 7 + 1 + (10 - 1 + 4 * 3) + 3);
  EXPECT_EQ(torus_in_network(request, torus).finish, torus_in_network(request, torus).done);
  EXPECT_EQ(torus_in_network(request, torus, 1).done, 7 + 1 + (19 - 1 + 4 * 3) + 3);
  request.operation = CollectiveOperation::kMulticast;
  request.destinations = {0, 1, 7};
  EXPECT_EQ(torus_in_network(request, torus).done, 7 + 1 + (10 - 1 + 3) + 3);
  request.destinations = {0};
  EXPECT_EQ(torus_in_network(request, torus).done, 0);
  request.operation = CollectiveOperation::kBarrier;
  request.start.assign(20, 0);
  request.start[12] = 9;
  EXPECT_EQ(torus_flood(request, torus).done, 7 + 1 + (9 + 4 * 3) + 3);
  EXPECT_FALSE(torus_in_network(request, torus).done);
  request.add = 0;
  EXPECT_EQ(torus_in_network(request, torus).done, 7 + 1 + (9 + 4 + 4) + 3);
  request.start[0] = 30;  // the root itself
  EXPECT_EQ(torus_in_network(request, torus).done, 7 + 1 + (30 + 4) + 3);
  EXPECT_FALSE(torus_in_network(request, torus, 0).done);
  EXPECT_FALSE(torus_in_network_two_trees(request, torus).done);
}

TEST(NetworkCombining, OnStarGraphsGoesDownATreeOfShortestPaths) {
  const StarGraph graph(5);
  EXPECT_EQ(star_in_network(all_reduce(4, 2), graph).done, 4 - 1 + 2 * 6 + 6 * 2);
  EXPECT_EQ(star_in_network(barrier(1), graph).done, 2 * 6 + 6);
  EXPECT_EQ(star_flood(barrier(1), graph).done, 2 * 6);
  EXPECT_EQ(star_flood(barrier(1), graph).finish, 2 * 6 - 1);
  CollectiveRequest multicast = reduce(4);
  multicast.operation = CollectiveOperation::kMulticast;
  multicast.destinations = {graph.neighbour(0, 3)};
  EXPECT_EQ(star_in_network(multicast, graph).done, 4);
  EXPECT_FALSE(star_in_network(test::all_gather(3), graph).done);
}

TEST(NetworkCombining, MulticastsAsFarAsTheFarthestDestination) {
  CollectiveRequest request = reduce(5);
  request.operation = CollectiveOperation::kMulticast;
  request.root = 3;
  request.destinations = {3, 4, 0};
  EXPECT_EQ(tree_multicast(request, {Tree({-1, 0, 0, 1, 1}), true}).done, 5 - 1 + 2);
  request.destinations = {2, 4};
  EXPECT_EQ(tree_multicast(request, {Tree({-1, 0, 0, 1, 1}), true}).done, 5 - 1 + 3);
  const FatTree fat(8, 2, {1, 1, 1});
  EXPECT_EQ(fat_tree_in_switch(request, fat).done, 5 - 1 + 6);
  request.destinations = {2, 1};
  EXPECT_EQ(fat_tree_in_switch(request, fat).done, 5 - 1 + 4);
}

TEST(NetworkCombining, OfLateLeavesOfAFatTreeTakesAsMuchMore) {
  const FatTree tree(9, 3, {1, 1});
  CollectiveRequest request = barrier(2);
  EXPECT_EQ(fat_tree_in_switch(request, tree).done, 2 * 2 + 2 * 2);
  EXPECT_EQ(fat_tree_in_switch(all_reduce(7, 2), tree).done, 6 + 2 * 2 + 2 * 2);
  EXPECT_EQ(fat_tree_in_switch(reduce(7, 2), tree).done, 6 + 2 * 2 + 2 * 2);
  EXPECT_EQ(fat_tree_in_switch(reduce(7, 2), tree, 1).done, 12 + 2 * 2 + 2 * 2);
  request.start.assign(9, 0);
  request.start[4] = 5;
  EXPECT_EQ(fat_tree_in_switch(request, tree).done, 5 + 2 * 2 + 2 * 2);
  EXPECT_FALSE(fat_tree_in_switch(request, tree, 0).done);
  EXPECT_FALSE(fat_tree_in_switch(reduce(7), FatTree(4, 2, {2, 2})).done);
}

}  // namespace network_combining_test
}  // namespace flitwise::theory
