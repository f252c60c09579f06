// Collective operations on star graphs: contents, links, and packet steps against the formulas.
#include "systemc/protocols/collective/star_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/support/plan_contents.h"
#include "tests/support/plan_times.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::star_plans_test {
namespace {

using flitwise::test::content_complaints_in_any_order;
using flitwise::test::plan_times;
using flitwise::test::PlanPace;
using flitwise::test::PlanWay;
using flitwise::test::refusal_of;
using testing::IsEmpty;
using Operation = CollectiveOperation;

CollectiveRequest request_of(Operation operation, Flits words, Step add = 0, Flits packet = 1) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = request.block = words;
  request.add = add;
  request.packet = packet;
  return request;
}

// Steps until all is done, each link and each port taking a flit a step.
Step done(const CollectivePlan& plan, const StarGraph& graph, Flits packet = 1) {
  EXPECT_THAT(content_complaints_in_any_order(plan, 1), IsEmpty());
  const auto way_of = [&](const CollectiveTransfer& transfer) {
    EXPECT_EQ(graph.distance(transfer.from, transfer.to), 1);
    const std::int64_t link = std::int64_t{transfer.from} * graph.size() + transfer.to;
    return PlanWay{transfer.to, 1, {{link}}, packet};
  };
  const auto times = plan_times(plan.schedule, way_of, PlanPace::kTimetable);
  EXPECT_THAT(times.complaints, IsEmpty());
  return times.done;
}

TEST(StarRoundTree, ReachesAllNodesInTheFewestRounds) {
  for (int n = 3; n <= 8; ++n) {
    const StarGraph graph(n);
    const auto rounds = star_round_tree(graph);
    ASSERT_EQ(static_cast<Node>(rounds.size()), graph.size() / (n - 1));
    std::set<Node> reached{0};
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      ASSERT_EQ(static_cast<int>(rounds[round].size()), n - 1 - (round + 1 == rounds.size()));
      std::set<int> dimensions;
      std::set<Node> found;
      for (const StarRoundArc& arc : rounds[round]) {
        ASSERT_TRUE(reached.count(arc.from));
        dimensions.insert(arc.dimension);
        found.insert(graph.neighbour(arc.from, arc.dimension));
      }
      ASSERT_EQ(dimensions.size(), rounds[round].size());
      for (const Node u : found) ASSERT_TRUE(reached.insert(u).second);
      ASSERT_EQ(found.size(), rounds[round].size());
    }
    ASSERT_EQ(static_cast<Node>(reached.size()), graph.size());
  }
}

TEST(StarRounds, TakeTheLeastStepsForOneWordANode) {
  for (const auto& [n, rounds] : {std::pair(3, 3), std::pair(4, 8), std::pair(5, 30)}) {
    const StarGraph graph(n);
    for (const Step a : {0, 1, 3}) {
      EXPECT_EQ(done(star_rounds(request_of(Operation::kAllGather, 1, a), graph), graph), rounds);
      EXPECT_EQ(
          done(star_rounds(request_of(Operation::kReduceScatter, graph.size(), a), graph), graph),
          rounds * (1 + a));
      EXPECT_EQ(done(star_rounds(request_of(Operation::kAllReduce, graph.size(), a), graph), graph),
                rounds * (2 + a));
    }
  }
}

TEST(StarRounds, TakeTheStepsOfTheWalkForAWordATree) {
  for (const auto& [n, links] : {std::pair(3, 5), std::pair(4, 23), std::pair(5, 119)}) {
    const StarGraph graph(n);
    EXPECT_EQ(done(star_rounds(request_of(Operation::kAllGather, n - 1), graph), graph), links);
  }
}

TEST(StarRounds, TakeTheLeastStepsForAnyBlock) {
  for (const int n : {3, 4}) {
    const StarGraph graph(n);
    const Step links = graph.size() - 1;
    for (Flits block = 1; block <= 3 * n; ++block)
      for (const Step a : {0, 2})
        for (const Flits packet : {1, 3}) {
          const Step least = (block * links + n - 2) / (n - 1);
          const Step rounds =
              (block >= n - 1 ? links : 0) + (block % (n - 1) > 0 ? graph.size() / (n - 1) : 0);
          const auto steps = [&](Operation operation, Flits words) {
            return done(star_rounds(request_of(operation, words, a, packet), graph), graph, packet);
          };
          ASSERT_EQ(steps(Operation::kAllGather, block), packet * least);
          const Flits m = block * graph.size();
          ASSERT_EQ(steps(Operation::kReduceScatter, m), packet * (least + a * rounds));
          ASSERT_EQ(steps(Operation::kReduceScatter, m - 3), packet * (least + a * rounds));
          ASSERT_EQ(steps(Operation::kAllReduce, m), packet * (2 * least + a * rounds));
        }
  }
}

TEST(StarOverTrees, TakeTheStepsOfTheFormula) {
  for (const StarRule rule : {StarRule::kP, StarRule::kQ})
    for (const int n : {3, 4, 5}) {
      const StarGraph graph(n);
      const Step height = StarTrees(graph, rule).height();
      for (const Flits m : {1, n - 1, n, 3 * n - 1})
        for (const Step a : {0, 1, 2})
          for (const Flits packet : {1, 4}) {
            if (n == 5 && packet > 1) continue;
            const Step group = (m + n - 2) / (n - 1);
            const auto steps = [&](Operation operation) {
              CollectiveRequest request = request_of(operation, m, a, packet);
              request.root = static_cast<Node>((7 * m + a) % graph.size());
              return done(star_over_trees(request, graph, rule), graph, packet);
            };
            ASSERT_EQ(steps(Operation::kReduce), packet * (group - 1 + height * (1 + a)));
            ASSERT_EQ(steps(Operation::kAllReduce),
                      packet * (2 * group + 2 * height - 2 + height * a));
          }
    }
}

TEST(StarOverTrees, OfRuleQAreDoneSoon) {
  const std::vector<Step> heights{5, 6, 8};
  for (int n = 3; n <= 5; ++n)
    EXPECT_EQ(done(star_over_trees(request_of(Operation::kReduce, 1), StarGraph(n), StarRule::kQ),
                   StarGraph(n)),
              heights[index_of(n - 3)]);
}

TEST(StarPlans, RefuseWhatTheyDoNotDo) {
  const StarGraph graph(3);
  EXPECT_EQ(
      refusal_of<TopologyError>([&] { star_rounds(request_of(Operation::kReduce, 1), graph); }),
      "rounds: operation must be one of reduce-scatter, all-gather, allreduce, not reduce");
  EXPECT_EQ(refusal_of<TopologyError>(
                [&] { star_over_trees(request_of(Operation::kBarrier, 1), graph, StarRule::kQ); }),
            "trees: operation must be one of reduce, allreduce, not barrier");
  EXPECT_EQ(refusal_of<TopologyError>(
                [&] { star_rounds(request_of(Operation::kAllGather, 1, 0, 0), graph); }),
            "rounds: a packet must have at least 1 flit, not 0");
  EXPECT_EQ(refusal_of<TopologyError>(
                [&] { star_rounds(request_of(Operation::kAllGather, 1), StarGraph(7)); }),
            "rounds: 25396560 messages are more than 1048576");
}

}  // namespace
}  // namespace flitwise::protocols::test::star_plans_test
