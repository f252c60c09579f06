// collective_lower_bounds_test.cpp: bounds by hand, and that no formula is below its own.
#include "tb/theory/collective/collective_lower_bounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tb/theory/collective/collective_terms.h"
#include "tb/theory/collective/fat_tree_collectives.h"
#include "tb/theory/collective/star_collectives.h"
#include "tb/theory/collective/torus_collectives.h"
#include "tb/theory/collective/torus_distances.h"
#include "tb/theory/collective/tree_collectives.h"
#include "tb/theory/collective/tree_roots.h"
#include "tb/theory/combining/network_combining.h"
#include "tb/theory/combining/paced_combining.h"
#include "tests/theory/collective/requests.h"
#include "tests/theory/collective/small_trees.h"

namespace flitwise::theory {
namespace collective_lower_bounds_test {

using test::all_gather;
using test::all_reduce;
using test::barrier;
using test::reduce;
using test::reduce_scatter;
using test::request_of;

CollectiveRequest multicast(Flits words, std::vector<Node> destinations) {
  CollectiveRequest request = request_of(CollectiveOperation::kMulticast, words);
  request.destinations = std::move(destinations);
  return request;
}

CollectiveRequest all_to_all(Flits block) {
  return request_of(CollectiveOperation::kAllToAll, block);
}

CollectiveRequest late(CollectiveRequest request, std::vector<Step> start) {
  request.start = std::move(start);
  return request;
}

CollectiveRequest late_barrier(std::vector<Step> start) {
  return late(barrier(), std::move(start));
}

TEST(CollectiveLowerBounds, CountTransmissions) {
  EXPECT_EQ(fewest_transmissions(all_reduce(7), 5), 2 * 4 * 7);
  EXPECT_EQ(fewest_transmissions(barrier(), 5), 2 * 4);
  EXPECT_EQ(fewest_transmissions(reduce(7), 5), 4 * 7);
  EXPECT_EQ(fewest_transmissions(reduce_scatter(7), 5), 4 * 7);
  EXPECT_EQ(fewest_transmissions(all_gather(7), 5), 4 * 5 * 7);
  EXPECT_EQ(fewest_transmissions(all_to_all(7), 5), 4 * 5 * 7);
  EXPECT_EQ(fewest_transmissions(multicast(7, {0, 3, 4}), 5), 2 * 7);
  EXPECT_EQ(transmission_bound(all_reduce(7), 5, 9).done, 7);  // ceil(56 / 9)
  EXPECT_EQ(transmission_bound(all_reduce(7), 1, 0).done, 0);
}

TEST(CollectiveLowerBounds, OfTrees) {
  const TreeShape tree{Tree({-1, 0, 0, 1, 1}), true}, single{tree.tree, false};
  EXPECT_EQ(tree_lower_bound(all_reduce(6), tree).done, 6 - 1 + 3);
  EXPECT_EQ(tree_lower_bound(reduce(6), tree).done, 6 - 1 + 2);
  EXPECT_EQ(tree_lower_bound(reduce_scatter(15), tree).done, 15 - 3);
  EXPECT_EQ(tree_lower_bound(reduce_scatter(12), tree).done, 12);  // leaf 4 has none of its own
  EXPECT_EQ(tree_lower_bound(all_gather(6), tree).done, 6 * 4);
  EXPECT_EQ(tree_lower_bound(all_to_all(6), tree).done, 6 * 2 * 3);
  EXPECT_EQ(tree_lower_bound(multicast(6, {0, 3}), tree).done, 6 - 1 + 2);
  EXPECT_EQ(tree_lower_bound(multicast(6, {0}), tree).done, 0);
  EXPECT_EQ(tree_lower_bound(late_barrier({0, 0, 5, 0, 6}), tree).done, 6 + 3);

  EXPECT_EQ(tree_lower_bound(all_gather(6), single).done, 6 * (2 * 5 + 1));  // 1 has three links
  EXPECT_EQ(tree_lower_bound(all_reduce(6), single).done, 3 * 6);
  EXPECT_EQ(tree_lower_bound(barrier(), single).done, 3);
  EXPECT_EQ(tree_lower_bound(all_to_all(6), single).done, 36);
  EXPECT_EQ(tree_lower_bound(all_reduce(6), {Tree({-1}), true}).done, 0);
}

TEST(CollectiveLowerBounds, OfFatTrees) {
  const FatTree tree(8, 2, {1, 2, 4}), wide(8, 2, {2, 2, 2});
  EXPECT_EQ(fat_tree_lower_bound(all_reduce(6), tree).done, 6 - 1 + 6);
  EXPECT_EQ(fat_tree_lower_bound(reduce(6), wide).done, 3 - 1 + 6);
  EXPECT_EQ(fat_tree_lower_bound(all_reduce(64), tree, CombiningPlace::kPes).done, 113);
  EXPECT_EQ(fat_tree_lower_bound(reduce(64), tree, CombiningPlace::kPes).done, 64 - 1 + 6);
  EXPECT_EQ(fat_tree_lower_bound(all_gather(1), tree).done, 9);
  EXPECT_EQ(fat_tree_lower_bound(reduce_scatter(8), tree).done, 9);
  EXPECT_EQ(fat_tree_lower_bound(reduce_scatter(2), tree).done, 2 + 5);
  EXPECT_EQ(fat_tree_lower_bound(multicast(6, {0, 3}), tree).done, 6 - 1 + 4);
  EXPECT_EQ(fat_tree_lower_bound(multicast(6, {0}), tree).done, 0);
  EXPECT_EQ(fat_tree_lower_bound(late_barrier({0, 0, 5, 0, 0, 0, 0, 0}), tree).done, 5 + 6);
  const FatTree constant(8, 2, {1, 1, 1});
  EXPECT_EQ(fat_tree_lower_bound(all_to_all(1), constant).done, 8 * 8 / 4 + 5);
  EXPECT_EQ(fat_tree_lower_bound(all_to_all(3), constant).done, 3 * 8 * 8 / 4 + 5);
}

TEST(CollectiveLowerBounds, OfTori) {
  CollectiveRequest request = all_reduce(1024);
  request.send_overhead = 8;
  request.receive_overhead = 2;
  const Torus torus({8, 8});
  EXPECT_EQ(torus_lower_bound(request, torus).done, 8 + 2 + 505);
  EXPECT_EQ(torus_lower_bound(reduce(1024), torus).done, 1 + 8 + 256 - 1);
  EXPECT_EQ(torus_lower_bound(all_gather(10), torus).done, 1 + 158);  // ceil(63 * 10 / 4)
  EXPECT_EQ(torus_lower_bound(reduce_scatter(640), torus).done, 1 + 158);
  EXPECT_EQ(torus_lower_bound(multicast(10, {9}), torus).done, 1 + 2 + 3 - 1);
  EXPECT_EQ(torus_lower_bound(multicast(10, {0}), torus).done, 0);
  EXPECT_EQ(torus_lower_bound(all_to_all(1), Torus({2, 2, 5})).done, 1 + 12);
  EXPECT_EQ(torus_lower_bound(all_to_all(1), Torus({3})).done, 1 + 1);
  EXPECT_EQ(torus_lower_bound(all_reduce(1), Torus({1, 1})).done, 0);
  std::vector<Step> start(64, 0);
  start[5] = 20;
  EXPECT_EQ(torus_lower_bound(late_barrier(start), torus).done, 1 + 28);
}

TEST(CollectiveLowerBounds, OfStarGraphs) {
  const StarGraph graph(4);
  EXPECT_EQ(star_lower_bound(all_gather(3), graph).done, 23);
  EXPECT_EQ(star_lower_bound(all_reduce(24), graph).done, 16);  // ceil(46 / 3)
  EXPECT_EQ(star_lower_bound(reduce(24), graph).done, 4 + 8 - 1);
  EXPECT_EQ(star_lower_bound(all_to_all(2), graph).done, (2 * graph.distance_sum() + 2) / 3);
  EXPECT_EQ(star_lower_bound(multicast(4, {graph.neighbour(0, 2)}), graph).done, 1 + 2 - 1);
}

TEST(CollectiveLowerBounds, OfMeshesAndAnyNetwork) {
  const XyMesh mesh({4, 3});
  EXPECT_EQ(mesh.links(), 34);
  EXPECT_EQ(mesh_lower_bound(all_reduce(1), mesh).done, 1 + 5);
  EXPECT_EQ(mesh_lower_bound(all_reduce(100), mesh).done, 1 + 65);  // ceil(2200 / 34)
  CollectiveRequest request = reduce(1);
  request.root = 5;
  request.send_overhead = 7;
  request.receive_overhead = 4;
  EXPECT_EQ(mesh_lower_bound(request, mesh).done, 7 + 1 + 4 + 3);
  EXPECT_EQ(mesh_lower_bound(multicast(1, {1, 4}), mesh).done, 1 + 1);
  std::vector<Step> start(12, 0);
  start[5] = 9;
  EXPECT_EQ(mesh_lower_bound(late_barrier(start), mesh).done, 1 + 12);
  EXPECT_EQ(lower_bound_of(all_reduce(100), mesh).done, 66);
  EXPECT_EQ(lower_bound_of(all_reduce(6), TreeShape{Tree({-1, 0}), true}).done, 6);
  EXPECT_EQ(lower_bound_of(all_reduce(64), FatTree(8, 2, {1, 1, 1}), CombiningPlace::kPes).done,
            113);
  EXPECT_EQ(lower_bound_of(all_gather(3), StarGraph(4)).done, 23);
  EXPECT_EQ(lower_bound_of(all_reduce(64), Torus({8, 8})).done, 33);
  EXPECT_FALSE(lower_bound_of(all_reduce(64), Torus({8, 8})).source.empty());
}

// A vector of a late PE leaves it a word a step and port, and goes to the farthest PE.
TEST(CollectiveLowerBounds, OfReductionsCountLatePes) {
  const TreeShape tree{Tree({-1, 0, 0, 1, 1}), true};
  EXPECT_EQ(tree_lower_bound(late(all_reduce(6), {0, 0, 0, 0, 7}), tree).done, 7 + 6 - 1 + 3);
  EXPECT_EQ(tree_lower_bound(late(all_reduce(6), {7, 0, 0, 0, 6}), tree).done, 6 + 6 - 1 + 3);
  EXPECT_EQ(tree_lower_bound(late(all_reduce(6), {4, 4, 4, 4, 4}), tree).done, 4 + 6 - 1 + 3);
  EXPECT_EQ(tree_lower_bound(late(reduce(6), {0, 9, 0, 0, 0}), tree).done, 9 + 6 - 1 + 1);
  EXPECT_EQ(tree_lower_bound(late(reduce(6), {9, 0, 0, 0, 0}), tree).done, 9);  // the root's own
  EXPECT_EQ(tree_lower_bound(late(reduce(6), {5, 0, 0, 0, 0}), tree).done, 6 - 1 + 2);
  EXPECT_EQ(tree_lower_bound(late(all_reduce(6), {2, 2, 2, 2, 2}), {tree.tree, false}).done,
            2 + 3 * 6);

  const FatTree wide(8, 2, {2, 2, 2});
  EXPECT_EQ(fat_tree_lower_bound(late(all_reduce(6), {0, 0, 0, 5, 0, 0, 0, 0}), wide).done,
            5 + 3 - 1 + 6);
  CollectiveRequest to_two = late(reduce(6), {0, 0, 0, 11, 0, 0, 0, 0});
  to_two.root = 2;
  EXPECT_EQ(fat_tree_lower_bound(to_two, wide).done, 11 + 3 - 1 + 2);

  const Torus torus({8, 8});
  std::vector<Step> start(64, 0);
  start[1] = 20;
  CollectiveRequest slow = late(all_reduce(8), start);
  slow.send_overhead = 3;
  slow.receive_overhead = 4;
  EXPECT_EQ(torus_lower_bound(slow, torus).done, 3 + 4 + 1 + 20 + 2 - 1 + 8);
  slow.operation = CollectiveOperation::kReduce;
  EXPECT_EQ(torus_lower_bound(slow, torus).done, 3 + 4 + 1 + 20 + 2 - 1 + 1);
  slow.root = 1;
  EXPECT_EQ(torus_lower_bound(slow, torus).done, 20);
  EXPECT_EQ(transmission_bound(late(all_reduce(7), {3, 5, 3, 3, 3}), 5, 9).done, 3 + 7);

  const XyMesh mesh({4, 3});
  std::vector<Step> behind(12, 0);
  behind[5] = 9;
  EXPECT_EQ(mesh_lower_bound(late(reduce(1), behind), mesh).done, 1 + 9 + 2);
  EXPECT_EQ(star_lower_bound(late(all_reduce(7), {0, 0, 0, 6, 0, 0}), StarGraph(3)).done,
            6 + 4 - 1 + 3);
}

// Trees that combine at own pace, from a node and from the middle: the recurrence is never earlier,
// and where the late PE is farthest from all and there is nothing to add, as early.
TEST(CollectiveLowerBounds, AreBelowTheStepsOfLatePesOnRandomTrees) {
  std::mt19937 random(1);
  int reached = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const PlacedTree tree(test::random_tree(seed));
    const TreeMiddle middle = middle_of(tree);
    for (const bool is_reduce : {false, true}) {
      CollectiveRequest request = is_reduce ? reduce(1 + seed % 7) : all_reduce(1 + seed % 7);
      request.add = seed % 3;
      request.own_pace = true;
      request.operand_depth = 1 + seed % 2;
      request.root = static_cast<Node>(seed) % tree.tree.size();
      for (Node v = 0; v < tree.tree.size(); ++v)
        request.start.push_back(std::uniform_int_distribution<Step>(0, 12)(random));
      CombineTree combined;
      const PlacedTree rooted = rooted_at(tree, is_reduce ? request.root : middle.first);
      for (Node v = 0; v < rooted.nodes(); ++v) {
        combined.parent.push_back(rooted.parent(v));
        combined.has_operand.push_back(true);
        combined.passes_result.push_back(!is_reduce);
        combined.takes_result.push_back(!is_reduce || v == request.root);
      }
      combined.root = is_reduce ? request.root : middle.first;
      combined.other_root = !is_reduce && middle.is_edge() ? middle.second : kNoNode;
      if (combined.other_root != kNoNode)
        combined.parent[index_of(combined.root)] = combined.other_root;
      combined.words = request.length;
      const Step done = paced_figures({{}, {combined}, true}, combining_times(request)).last_result;
      const Step bound = tree_lower_bound(request, {tree, true}).done;
      ASSERT_LE(bound, done);
      ASSERT_GT(bound, latest_start(request) - 1);
      reached += bound == done ? 1 : 0;
    }
  }
  EXPECT_GT(reached, 20);
}

const std::vector<CollectiveOperation> kOperations{
    CollectiveOperation::kReduce,        CollectiveOperation::kAllReduce,
    CollectiveOperation::kReduceScatter, CollectiveOperation::kAllGather,
    CollectiveOperation::kAllToAll,      CollectiveOperation::kBarrier,
    CollectiveOperation::kMulticast};

constexpr Flits kLengths[] = {1, 2, 3, 7, 24, 64, 100, 1000};

// All operations of an algorithm, over lengths and adders; how often it says something.
template <typename Network>
int compare(const std::function<CollectiveFigures(const CollectiveRequest&)>& formula,
            const Network& network, CombiningPlace place = CombiningPlace::kAnywhere) {
  int said = 0;
  for (const CollectiveOperation operation : kOperations) {
    for (const Flits words : kLengths) {
      for (const Step add : {0, 2}) {
        CollectiveRequest request = request_of(operation, words, add);
        request.destinations = {1, 2};
        const CollectiveFigures figures = formula(request);
        EXPECT_EQ(figures.done.has_value(), figures.finish.has_value());
        if (!figures.done) continue;
        ++said;
        EXPECT_LE(lower_bound_of(request, network, place).done, figures.done) << words;
        EXPECT_LE(figures.finish, figures.done);
        EXPECT_TRUE(figures.finish == figures.done || figures.finish == *figures.done - add);
      }
    }
  }
  return said;
}

TEST(CollectiveLowerBounds, AreBelowAllFormulasOfTori) {
  using Formula = CollectiveFigures (*)(const CollectiveRequest&, const Torus&);
  for (const std::vector<int>& sides :
       {std::vector<int>{2}, {5}, {8}, {3, 3}, {4, 4}, {8, 8}, {9, 9}, {2, 3, 4}, {4, 4, 4}}) {
    const Torus torus(sides);
    int said = 0;
    for (const Formula formula : std::vector<Formula>{
             torus_line,
             torus_ring,
             torus_bidirectional,
             torus_half_ring,
             torus_multi_bucket,
             torus_rounds,
             torus_half_way,
             torus_reversed_peel,
             torus_packet_tree,
             torus_eulerian,
             torus_halving,
             torus_halving_pieces,
             torus_halving_latency,
             torus_radix3,
             torus_radix3_pieces,
             torus_radix3_latency,
             torus_swing,
             torus_swing_latency,
             torus_swing2,
             torus_swing2_pieces,
             torus_flood,
             [](const CollectiveRequest&r, const Torus&t) { return torus_in_network(r, t); },
             [](const CollectiveRequest&r, const Torus&t) {
               return torus_in_network_two_trees(r, t);
             }})
      said += compare([&](const CollectiveRequest& r) { return formula(r, torus); }, torus);
    EXPECT_GT(said, 300) << text_of(sides);
  }
}

TEST(CollectiveLowerBounds, AreBelowAllFormulasOfOtherNetworks) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(seed);
    const TreeShape ports{test::random_tree(seed), true}, port{ports.tree, false};
    int said = 0;
    said += compare([&](const auto& r) { return tree_in_network(r, ports); }, ports);
    said += compare([&](const auto& r) { return tree_in_network_centre(r, ports); }, ports);
    said += compare([&](const auto& r) { return tree_multicast(r, ports); }, ports);
    said += compare([&](const auto& r) { return tree_flood(r, ports); }, ports);
    said += compare([&](const auto& r) { return tree_own_pace(r, ports); }, ports);
    said += compare([&](const auto& r) { return tree_reversed(r, ports); }, ports);
    said += compare([&](const auto& r) { return tree_interleaved(r, port); }, port);
    said += compare([&](const auto& r) { return tree_whole(r, port); }, port);
    const auto has_long_blocks = [&](Flits words) { return words > 2 * ports.tree.tree.size(); };
    const auto lengths = 8 + std::count_if(std::begin(kLengths), std::end(kLengths),
                                           has_long_blocks);  // of reversed
    EXPECT_EQ(said, (3 + 2 + 1 + 1 + 1) * 16 + 2 * lengths + (3 + 1) * 16);
  }
  for (const FatTree& tree :
       {FatTree(2, 2, {1}), FatTree(16, 2, {1, 1, 2, 4}), FatTree(27, 3, {1, 2, 6})}) {
    const CombiningPlace pes = CombiningPlace::kPes;
    EXPECT_GT(compare([&](const auto& r) { return fat_tree_in_switch(r, tree); }, tree), 0);
    EXPECT_GT(compare([&](const auto& r) { return fat_tree_in_switch_reversed(r, tree); }, tree),
              0);
    EXPECT_GT(compare([&](const auto& r) { return fat_tree_ring(r, tree); }, tree, pes), 0);
    EXPECT_GT(compare([&](const auto& r) { return fat_tree_ring_by_words(r, tree); }, tree, pes),
              0);
    EXPECT_GT(compare([&](const auto& r) { return fat_tree_ring_by_blocks(r, tree); }, tree, pes),
              0);
    compare([&](const auto& r) { return fat_tree_halving_doubling(r, tree); }, tree, pes);
  }
  for (int n = 3; n <= 5; ++n) {
    const StarTrees trees(StarGraph(n), StarRule::kQ);
    const StarGraph& graph = trees.graph();
    EXPECT_GT(compare([&](const auto& r) { return star_rounds(r, graph); }, graph), 0);
    EXPECT_GT(compare([&](const auto& r) { return star_tree_reduction(r, trees); }, graph), 0);
    EXPECT_GT(compare([&](const auto& r) { return star_in_network(r, graph); }, graph), 0);
    EXPECT_GT(compare([&](const auto& r) { return star_flood(r, graph); }, graph), 0);
  }
}

TEST(CollectiveLowerBounds, AreReachedFromTheMiddleOfATree) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    const TreeShape shape{test::random_tree(seed), true};
    EXPECT_EQ(tree_lower_bound(all_reduce(9), shape).done,
              tree_in_network_centre(all_reduce(9), shape).done);
    EXPECT_EQ(tree_lower_bound(reduce(9), shape).done, tree_in_network(reduce(9), shape).done);
  }
}

}  // namespace collective_lower_bounds_test
}  // namespace flitwise::theory
