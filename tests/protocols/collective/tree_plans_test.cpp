// Collective operations on trees: contents, ports, and steps against the formulas.
#include "systemc/protocols/collective/tree_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/broadcast_time.h"
#include "tests/support/plan_contents.h"
#include "tests/support/plan_times.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::tree_plans_test {
namespace {

using flitwise::test::broadcast_time;
using flitwise::test::content_complaints_in_any_order;
using flitwise::test::plan_times;
using flitwise::test::PlanPace;
using flitwise::test::PlanTimes;
using flitwise::test::PlanWay;
using flitwise::test::refusal_of;
using testing::IsEmpty;
using Operation = CollectiveOperation;
using Parents = std::vector<Node>;

CollectiveRequest request_of(Operation operation, Flits length = 1, Step add = 0) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = request.block = length;
  request.add = add;
  return request;
}

TreeShape single_port(const Parents& parents) { return {Tree(parents), false}; }
TreeShape multiport(const Parents& parents) { return {Tree(parents), true}; }

// Each PE sends one flit a step and receives one.
PlanWay way_of_single_port(const CollectiveTransfer& transfer) {
  return {0, 1, {{2 * transfer.from}, {2 * transfer.to + 1}}};
}
// Each link takes one flit a step each way.
PlanWay way_of_multiport(const CollectiveTransfer& transfer) {
  const std::int64_t link = std::int64_t{transfer.from} * 10000 + transfer.to;
  return {transfer.to, 1, {{link}}};
}

// Checks that the plan leaves nothing to be desired but time, and returns that.
PlanTimes checked(const CollectivePlan& plan, const TreeShape& shape, PlanPace pace) {
  EXPECT_THAT(content_complaints_in_any_order(plan, 2), IsEmpty());
  for (const CollectiveTransfer& transfer : plan.schedule.transfers) {
    EXPECT_EQ(transfer.flits, 1);
    EXPECT_TRUE(shape.tree.parent(transfer.from) == transfer.to ||
                shape.tree.parent(transfer.to) == transfer.from);
  }
  const PlanTimes times =
      plan_times(plan.schedule, shape.is_multiport ? way_of_multiport : way_of_single_port, pace);
  EXPECT_THAT(times.complaints, IsEmpty());
  return times;
}
Step done(const CollectivePlan& plan, const TreeShape& shape, PlanPace pace) {
  return checked(plan, shape, pace).done;
}

// Every tree of 2 to `most` PEs whose parents come before their children.
void for_every_tree(Node most, const std::function<void(const Parents&)>& visit) {
  std::function<void(Parents&)> grow = [&](Parents& parents) {
    if (parents.size() > 1) visit(parents);
    if (static_cast<Node>(parents.size()) == most) return;
    for (Node parent = 0; parent < static_cast<Node>(parents.size()); ++parent) {
      Parents more = parents;
      more.push_back(parent);
      grow(more);
    }
  };
  Parents root{kNoNode};
  grow(root);
}

std::vector<Parents> random_trees(int count, Node least, Node most) {
  std::vector<Parents> trees;
  for (int seed = 1; seed <= count; ++seed)
    trees.push_back(random_parents(least + (seed * 7) % (most - least + 1),
                                   static_cast<RandomShape>(seed % 3), 64,
                                   static_cast<std::uint64_t>(seed)));
  return trees;
}

// E and S by their definitions, for the subtree of v.
Step words_of_children(const Tree& tree, Node v, Step add) {
  std::vector<Step> times;
  for (const Node child : tree.children(v)) times.push_back(words_of_children(tree, child, add));
  std::sort(times.rbegin(), times.rend());
  Step all = 0;
  for (std::size_t j = 0; j < times.size(); ++j)
    all = std::max(all, add + static_cast<Step>(j) + 1 + times[j]);
  return all;
}
Step vectors_of_children(const Tree& tree, Node v, Flits length, Step add) {
  std::vector<Step> times;
  for (const Node child : tree.children(v))
    times.push_back(vectors_of_children(tree, child, length, add));
  if (times.empty()) return 1;
  std::sort(times.begin(), times.end());
  Step x = times.front();
  for (std::size_t j = 1; j < times.size(); ++j) x = std::max(times[j], x + length);
  return x + 1 + add;
}

TEST(TreeInterleaved, TakesTheStepsOfTheFormula) {
  int cases = 0;
  const auto visit = [&](const Parents& parents) {
    const TreeShape shape = single_port(parents);
    const Tree& tree = shape.tree.tree;
    for (Flits m = 1; m <= 6; m += tree.size() > 6 ? 3 : 1)
      for (Step a = 0; a <= 2; ++a, ++cases) {
        SCOPED_TRACE(testing::PrintToString(parents) + " m " + std::to_string(m) + " a " +
                     std::to_string(a));
        const Step up = words_of_children(tree, 0, a);
        const Step turns = (m - 1) * tree.max_child_count();
        const auto steps = [&](Operation operation, Flits length) {
          return done(tree_interleaved(request_of(operation, length, a), shape), shape,
                      PlanPace::kTimetable);
        };
        ASSERT_EQ(steps(Operation::kReduce, m), up + turns);
        ASSERT_EQ(steps(Operation::kAllReduce, m), up + broadcast_time(tree) + 2 * turns);
        if (m > 1) continue;
        ASSERT_EQ(steps(Operation::kBarrier, 1), up + broadcast_time(tree));
      }
  };
  for_every_tree(6, visit);
  for (const Parents& parents : random_trees(80, 7, 24)) visit(parents);
  visit({kNoNode, 0, 1, 1, 1, 0, 5, 6});  // a = 2: PE 5 has its turn first on the way up, PE 1 down
  EXPECT_EQ(cases, 153 * 6 * 3 + 81 * 2 * 3);
}

TEST(TreeInterleaved, EndsAtAnyRoot) {
  for (const Parents& parents : random_trees(6, 5, 20)) {
    const TreeShape shape = single_port(parents);
    for (Node root = 0; root < shape.tree.nodes(); ++root) {
      CollectiveRequest request = request_of(Operation::kReduce, 3, 1);
      request.root = root;
      checked(tree_interleaved(request, shape), shape, PlanPace::kTimetable);
      checked(tree_whole(request, shape), shape, PlanPace::kTimetable);
    }
  }
}

TEST(TreeWhole, TakesTheStepsOfTheFormula) {
  const auto visit = [&](const Parents& parents) {
    const TreeShape shape = single_port(parents);
    for (Flits m = 1; m <= 6; ++m)
      for (Step a = 0; a <= 2; ++a) {
        SCOPED_TRACE(testing::PrintToString(parents) + " m " + std::to_string(m) + " a " +
                     std::to_string(a));
        ASSERT_EQ(done(tree_whole(request_of(Operation::kReduce, m, a), shape), shape,
                       PlanPace::kTimetable),
                  vectors_of_children(shape.tree.tree, 0, m, a) + m - 2);
      }
  };
  for_every_tree(6, visit);
  for (const Parents& parents : random_trees(40, 7, 24)) visit(parents);
}

TEST(TreeReductions, TakeTheStepsOfTheWorkedExamples) {
  const TreeShape shape = single_port({kNoNode, 0, 0, 1, 1});
  const auto steps = [&](const auto& plan, Operation operation, Flits m, Step a) {
    return done(plan(request_of(operation, m, a), shape), shape, PlanPace::kTimetable);
  };
  const auto row = [&](Flits m, Step a) {
    return std::vector<Step>{steps(tree_interleaved, Operation::kReduce, m, a),
                             steps(tree_whole, Operation::kReduce, m, a),
                             steps(tree_interleaved, Operation::kAllReduce, m, a)};
  };
  EXPECT_EQ(row(1, 0), (std::vector<Step>{3, 3, 6}));
  EXPECT_EQ(row(1, 1), (std::vector<Step>{5, 5, 8}));
  EXPECT_EQ(row(4, 0), (std::vector<Step>{9, 9, 18}));
  EXPECT_EQ(row(4, 2), (std::vector<Step>{13, 13, 22}));
}

TEST(TreeReductions, TakeTheStepsOfCompleteBinaryTrees) {
  for (Node h = 1; h <= 5; ++h)
    for (Flits m : {1, 2, 5, 8}) {
      const TreeShape shape = single_port(complete_parents(2, h));
      const CollectiveRequest request = request_of(Operation::kReduce, m);
      EXPECT_EQ(done(tree_interleaved(request, shape), shape, PlanPace::kTimetable),
                2 * m + 2 * h - 2);
      EXPECT_EQ(done(tree_whole(request, shape), shape, PlanPace::kTimetable), (h + 1) * m + h - 1);
    }
}

TEST(TreeOwnPace, GathersAllBlocksInTheLeastSteps) {
  const auto visit = [&](const Parents& parents) {
    const TreeShape shape = multiport(parents);
    for (const Flits block : {1, 3})
      ASSERT_EQ(done(tree_own_pace(request_of(Operation::kAllGather, block), shape), shape,
                     PlanPace::kOwn),
                block * (shape.tree.nodes() - 1))
          << testing::PrintToString(parents);
  };
  for_every_tree(6, visit);
  for (const Parents& parents : random_trees(30, 7, 40)) visit(parents);
}

TEST(TreeReversed, ScattersResultsInTheLeastStepsAndBringsThemToAllInAsMany) {
  const auto visit = [&](const Parents& parents) {
    const TreeShape shape = multiport(parents);
    const Node pes = shape.tree.nodes();
    const auto steps = [&](Operation operation, Flits length, Step add) {
      return done(tree_reversed(request_of(operation, length, add), shape), shape,
                  PlanPace::kTimetable);
    };
    SCOPED_TRACE(testing::PrintToString(parents));
    for (const Flits m : {1, 3 * pes - 2, 3 * pes}) {
      const Step gathered = (m + pes - 1) / pes * (pes - 1);
      ASSERT_EQ(steps(Operation::kReduceScatter, m, 0), gathered);
      ASSERT_EQ(steps(Operation::kAllReduce, m, 0), 2 * gathered);
    }
    for (const Operation operation : {Operation::kReduceScatter, Operation::kAllReduce})
      steps(operation, 2 * pes, 2);
    for (const Step a : {1, 2}) {  // blocks that are long enough hide it but once
      const Step gathered = (1 + a) * (pes - 1);
      ASSERT_EQ(steps(Operation::kReduceScatter, (1 + a) * pes, a), gathered + a);
      ASSERT_EQ(steps(Operation::kAllReduce, (1 + a) * pes, a), 2 * gathered + a);
    }
  };
  for_every_tree(6, visit);
  for (const Parents& parents : random_trees(20, 7, 30)) visit(parents);
}

// Most words that a link carries.
Step busiest_link(const Tree& tree, Flits block) {
  Step most = 0;
  for (Node v = 1; v < tree.size(); ++v) {
    const Step below = tree.subtree_end(v) - tree.address(v);
    most = std::max(most, below * (tree.size() - below) * block);
  }
  return most;
}

TEST(TreeOwnPace, ExchangesAllBlocksAtTheBoundOfTheBusiestLinkOfSmallTrees) {
  const auto visit = [](const Parents& parents) {
    const TreeShape shape = multiport(parents);
    for (const Flits block : {1, 2})
      ASSERT_EQ(done(tree_own_pace(request_of(Operation::kAllToAll, block), shape), shape,
                     PlanPace::kTimetable),
                busiest_link(shape.tree.tree, block))
          << testing::PrintToString(parents);
  };
  for_every_tree(6, visit);
  for (Node n = 7; n < 16; ++n) {
    visit(star_parents(n));
    visit(path_parents(n));
  }
  visit(complete_parents(2, 3));
}

// 14 of the 5,040 trees of 8 PEs are such.
TEST(TreeOwnPace, MayExchangeInOneStepMoreThanTheBound) {
  const TreeShape shape = multiport({kNoNode, 0, 0, 1, 1, 1, 4, 3});
  EXPECT_EQ(busiest_link(shape.tree.tree, 1), 12);
  EXPECT_EQ(
      done(tree_own_pace(request_of(Operation::kAllToAll), shape), shape, PlanPace::kTimetable),
      13);
}

TEST(TreePlans, RefuseWhatTheyDoNotDo) {
  const TreeShape single = single_port({kNoNode, 0});
  const auto refusal = [](const auto& plan, const CollectiveRequest& request,
                          const TreeShape& shape) {
    return refusal_of<TopologyError>([&] { plan(request, shape); });
  };
  EXPECT_EQ(refusal(tree_interleaved, request_of(Operation::kAllGather), single),
            "interleaved: operation must be one of reduce, allreduce, barrier, not all-gather");
  EXPECT_EQ(refusal(tree_whole, request_of(Operation::kAllReduce), single),
            "whole: operation must be one of reduce, not allreduce");
  EXPECT_EQ(refusal(tree_own_pace, request_of(Operation::kAllGather), single),
            "own-pace: PEs must have a port for each link, ports: multi");
  EXPECT_EQ(refusal(tree_reversed, request_of(Operation::kReduceScatter), single),
            "reversed: PEs must have a port for each link, ports: multi");
  EXPECT_EQ(refusal(tree_reversed, request_of(Operation::kReduce), multiport({kNoNode, 0})),
            "reversed: operation must be one of reduce-scatter, allreduce, not reduce");
  CollectiveRequest request = request_of(Operation::kReduce);
  request.root = 2;
  EXPECT_EQ(refusal(tree_whole, request, single), "whole: root must be 0 to 1, not 2");
  request = request_of(Operation::kBarrier);
  request.start = {0, 3};
  EXPECT_EQ(refusal(tree_interleaved, request, single),
            "interleaved: nobody may come late: PEs send by a timetable");
  request = request_of(Operation::kReduce);
  request.send_overhead = 1;
  EXPECT_EQ(refusal(tree_interleaved, request, single),
            "interleaved: PEs of this network have no overhead");
  EXPECT_EQ(refusal(tree_interleaved, request_of(Operation::kReduce),
                    {PlacedTree(1, {kNoNode, kNoNode, 1}), false}),
            "interleaved: the tree must hold all 3 nodes, not 2");
}

TEST(TreePlans, OfOnePeAreEmpty) {
  const TreeShape shape = multiport({kNoNode});
  for (const auto& plan : {tree_interleaved(request_of(Operation::kAllReduce, 3), shape),
                           tree_whole(request_of(Operation::kReduce, 3), shape),
                           tree_own_pace(request_of(Operation::kAllGather, 3), shape),
                           tree_own_pace(request_of(Operation::kAllToAll, 3), shape),
                           tree_reversed(request_of(Operation::kReduceScatter, 3), shape),
                           tree_reversed(request_of(Operation::kAllReduce, 3, 4), shape)}) {
    EXPECT_THAT(plan.schedule.transfers, IsEmpty());
    EXPECT_EQ(done(plan, shape, PlanPace::kOwn), 0);
  }
}

}  // namespace
}  // namespace flitwise::protocols::test::tree_plans_test
