// Collective operations of the leaves of fat trees: contents, branches, and steps against the
// formulas.
#include "systemc/protocols/collective/fat_tree_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/plan_contents.h"
#include "tests/support/plan_times.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::fat_tree_plans_test {
namespace {

using flitwise::test::content_complaints_in_any_order;
using flitwise::test::plan_times;
using flitwise::test::PlanPace;
using flitwise::test::PlanWay;
using flitwise::test::refusal_of;
using testing::IsEmpty;
using Operation = CollectiveOperation;

// m words of a vector, or m / n, which must be whole, of a block.
CollectiveRequest request_of(Operation operation, const FatTree& tree, Flits m, Step add = 0) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = m;
  if (operation == Operation::kAllGather) request.block = m / tree.leaves();
  request.add = add;
  return request;
}

// A leaf sends a flit a step; a branch of level j takes c_j each way.
PlanWay way_of(const FatTree& tree, const CollectiveTransfer& transfer) {
  const int level = tree.meeting_level(transfer.from, transfer.to);
  PlanWay way{0, 2 * level, {}};
  for (int j = 1; j <= level; ++j) {
    const Node below = tree.leaves_below(j - 1);
    const std::int64_t up = tree.node_at(j - 1, transfer.from / below);
    const std::int64_t down = tree.node_at(j - 1, transfer.to / below);
    way.resources.push_back({2 * up, j - 1, tree.capacity(j)});
    way.resources.push_back({2 * down + 1, 2 * level - j, tree.capacity(j)});
  }
  return way;
}

Step done(const CollectivePlan& plan, const FatTree& tree, PlanPace pace) {
  EXPECT_THAT(content_complaints_in_any_order(plan, 1), IsEmpty());
  const auto times = plan_times(
      plan.schedule, [&](const CollectiveTransfer& transfer) { return way_of(tree, transfer); },
      pace);
  EXPECT_THAT(times.complaints, IsEmpty());
  return times.done;
}

// Constant and exponential capacities, and others between and beyond them.
std::vector<FatTree> binary_trees(int levels) {
  const Node leaves = Node{1} << levels;
  std::vector<int> twos(index_of(levels), 2), steps, late(index_of(levels), 1);
  twos.front() = 1;
  for (int i = 1; i <= levels; ++i) steps.push_back(i);
  if (levels > 1) late.back() = 4 * levels;
  return {FatTree(leaves, 2, constant_capacities(levels)),
          FatTree(leaves, 2, exponential_capacities(levels, 2)), FatTree(leaves, 2, twos),
          FatTree(leaves, 2, steps), FatTree(leaves, 2, late)};
}

Step halving_steps(const FatTree& tree, Flits m) {
  Step all = 0;
  Flits effective = 1;
  for (int i = 1; i <= tree.levels(); ++i) {
    if (i > 1) effective = std::min<Flits>(tree.capacity(i), 2 * effective);
    all += std::max(m >> i, (m + 2 * effective - 1) / (2 * effective)) + 2 * i - 1;
  }
  return all;
}

TEST(FatTreeHalvingDoubling, TakesTheStepsOfTheFormulaOnAnyCapacities) {
  for (int levels = 1; levels <= 5; ++levels)
    for (const FatTree& tree : binary_trees(levels))
      for (const Flits block : {1, 2, 3, 8})
        for (const Step a : {0, 1, 3}) {
          SCOPED_TRACE(testing::PrintToString(tree.capacities()) + " B " + std::to_string(block));
          const Flits m = block * tree.leaves();
          const Step s = halving_steps(tree, m);
          const auto steps = [&](Operation operation) {
            return done(fat_tree_halving_doubling(request_of(operation, tree, m, a), tree), tree,
                        PlanPace::kTimetable);
          };
          ASSERT_EQ(steps(Operation::kReduceScatter), s + levels * a);
          ASSERT_EQ(steps(Operation::kAllGather), s);
          ASSERT_EQ(steps(Operation::kAllReduce), 2 * s + levels * a);
        }
}

TEST(FatTreeHalvingDoubling, PadsVectorsToWholeBlocks) {
  for (const FatTree& tree : binary_trees(3))
    for (Flits m = 1; m <= 17; ++m)
      ASSERT_EQ(done(fat_tree_halving_doubling(request_of(Operation::kAllReduce, tree, m), tree),
                     tree, PlanPace::kTimetable),
                2 * halving_steps(tree, (m + 7) / 8 * 8));
}

TEST(FatTreeRing, TakesTheStepsOfTheFormulaByRounds) {
  std::vector<FatTree> trees = binary_trees(3);
  trees.emplace_back(9, 3, std::vector<int>{1, 1});
  trees.emplace_back(16, 4, std::vector<int>{1, 4});
  trees.emplace_back(2, 2, std::vector<int>{1});
  for (const FatTree& tree : trees)
    for (const Flits block : {1, 2, 7})
      for (const Step a : {0, 1, 3}) {
        const Flits m = block * tree.leaves();
        const Step rounds = tree.leaves() - 1;
        const Step round = block + 2 * tree.levels() - 1;
        const auto steps = [&](Operation operation) {
          return done(fat_tree_ring(request_of(operation, tree, m, a), tree, RingPace::kRounds),
                      tree, PlanPace::kTimetable);
        };
        ASSERT_EQ(steps(Operation::kReduceScatter), rounds * (round + a));
        ASSERT_EQ(steps(Operation::kAllGather), rounds * round);
        ASSERT_EQ(steps(Operation::kAllReduce), 2 * rounds * round + rounds * a);
      }
}

TEST(FatTreeRing, KeepsLinksBusyAtItsOwnPaceIfBlocksAreLong) {
  std::vector<FatTree> trees = binary_trees(2);
  for (const FatTree& tree : binary_trees(4)) trees.push_back(tree);
  trees.emplace_back(8, 2, std::vector<int>{1, 1, 3});
  trees.emplace_back(9, 3, std::vector<int>{1, 1});
  trees.emplace_back(16, 4, std::vector<int>{1, 4});
  for (const FatTree& tree : trees)
    for (const Step a : {0, 1, 3})
      for (const Flits longer : {0, 1, 2, 5}) {
        const Step way = 2 * tree.levels();
        const Flits block = way + a + longer;
        const Step rounds = tree.leaves() - 1;
        const auto steps = [&](Operation operation, Flits words) {
          return done(fat_tree_ring(request_of(operation, tree, words * tree.leaves(), a), tree,
                                    RingPace::kOwn),
                      tree, PlanPace::kOwn);
        };
        ASSERT_EQ(steps(Operation::kReduceScatter, block), rounds * block + way - 1 + a);
        ASSERT_EQ(steps(Operation::kAllGather, way + longer), rounds * (way + longer) + way - 1);
        ASSERT_EQ(steps(Operation::kAllReduce, block), 2 * rounds * block + way - 1);
      }
}

// Most steps that flits lose on the way because blocks are shorter than the way, and that of the
// last hop: over all runs of hops around the ring, 2h of the last and 2h + a - B of each before.
Step longest_run(const FatTree& tree, Flits block, Step add) {
  Step most = 0;
  for (Node last = 0; last < tree.leaves(); ++last) {
    Step run = 0;
    Node to = (last + 1) % tree.leaves();
    Node from = last;
    for (Node hop = 1; hop < tree.leaves(); ++hop) {
      run += 2 * tree.meeting_level(from, to);
      most = std::max(most, run);
      run += add - block;
      to = from;
      from = (from + tree.leaves() - 1) % tree.leaves();
    }
  }
  return most;
}

TEST(FatTreeRing, TakesTheStepsOfTheLongestRunAtItsOwnPaceWhateverTheBlocks) {
  for (int levels = 1; levels <= 4; ++levels) {
    const FatTree tree(Node{1} << levels, 2, constant_capacities(levels));
    for (Flits block = 1; block <= 2 * levels + 4; ++block)
      for (const Step a : {0, 1, 3}) {
        const Flits m = block * tree.leaves();
        const Step steps = (tree.leaves() - 1) * block - 1;
        ASSERT_EQ(done(fat_tree_ring(request_of(Operation::kReduceScatter, tree, m, a), tree,
                                     RingPace::kOwn),
                       tree, PlanPace::kOwn),
                  steps + a + longest_run(tree, block, a));
        ASSERT_EQ(
            done(fat_tree_ring(request_of(Operation::kAllGather, tree, m, a), tree, RingPace::kOwn),
                 tree, PlanPace::kOwn),
            steps + longest_run(tree, block, 0));
      }
  }
}

// Word for word: a leaf sends a word behind all those of earlier rounds, when it has it.
Step all_reduce_in_turn(const FatTree& tree, Flits block, Step add) {
  const auto leaves = index_of(tree.leaves());
  const auto words = static_cast<std::size_t>(block);
  std::vector<std::vector<Step>> here(leaves, std::vector<Step>(words)), next = here;
  std::vector<Step> port(leaves);
  Step last = 0;
  for (std::size_t round = 1; round <= 2 * (leaves - 1); ++round) {
    const Step combining = round < leaves ? add : 0;
    for (std::size_t x = 0; x < leaves; ++x) {
      const std::size_t to = (x + 1) % leaves;
      const Step way = 2 * tree.meeting_level(static_cast<Node>(x), static_cast<Node>(to));
      for (std::size_t i = 0; i < words; ++i) {
        port[x] = std::max(port[x], here[x][i]) + 1;
        next[to][i] = port[x] + way - 1 + combining;
        last = std::max(last, next[to][i]);
      }
    }
    here = next;
  }
  return last;
}

TEST(FatTreeRing, SendsCopiesBehindSumsThatAreStillCombined) {
  for (const FatTree& tree :
       {FatTree(9, 3, {1, 2}), FatTree(8, 2, {1, 1, 1}), FatTree(16, 4, {1, 4})})
    for (Flits block = 1; block <= 8; ++block)
      for (const Step a : {0, 1, 2, 3, 7})
        ASSERT_EQ(
            done(fat_tree_ring(request_of(Operation::kAllReduce, tree, block * tree.leaves(), a),
                               tree, RingPace::kOwn),
                 tree, PlanPace::kOwn),
            all_reduce_in_turn(tree, block, a))
            << block << " words, a " << a;
}

TEST(FatTreeAllReduce, TakesTheStepsOfTheTable) {
  const auto row = [](int levels) {
    const Node n = Node{1} << levels;
    const FatTree constant(n, 2, constant_capacities(levels));
    const FatTree exponential(n, 2, exponential_capacities(levels, 2));
    const CollectiveRequest request = request_of(Operation::kAllReduce, constant, 8 * n);
    return std::vector<Step>{
        done(fat_tree_ring(request, constant, RingPace::kRounds), constant, PlanPace::kTimetable),
        done(fat_tree_halving_doubling(request, constant), constant, PlanPace::kTimetable),
        done(fat_tree_halving_doubling(request, exponential), exponential, PlanPace::kTimetable)};
  };
  EXPECT_EQ(row(3), (std::vector<Step>{182, 210, 130}));
  EXPECT_EQ(row(5), (std::vector<Step>{1054, 1330, 546}));
}

TEST(FatTreePlans, RefuseWhatTheyDoNotDo) {
  const FatTree wide(4, 2, {2, 2});
  const FatTree ternary(9, 3, {1, 1});
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              fat_tree_ring(request_of(Operation::kAllReduce, wide, 4), wide, RingPace::kOwn);
            }),
            "ring: a leaf must have one link, not 2");
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              fat_tree_halving_doubling(request_of(Operation::kAllReduce, ternary, 9), ternary);
            }),
            "halving-doubling: a switch must have 2 children, not 3");
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              fat_tree_ring(request_of(Operation::kReduce, ternary, 9), ternary, RingPace::kOwn);
            }),
            "ring: operation must be one of reduce-scatter, all-gather, allreduce, not reduce");
}

}  // namespace
}  // namespace flitwise::protocols::test::fat_tree_plans_test
