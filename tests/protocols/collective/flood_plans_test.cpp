// Floods: who tells whom, what comes of it in any order, and when it is over.
#include "systemc/protocols/combining/flood_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "tests/support/plan_contents.h"
#include "tests/support/plan_times.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::flood_plans_test {
namespace {

using flitwise::test::content_complaints;
using flitwise::test::plan_times;
using flitwise::test::PlanPace;
using flitwise::test::PlanWay;
using flitwise::test::refusal_of;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

CollectiveRequest barrier(Step add = 0) {
  CollectiveRequest request;
  request.operation = CollectiveOperation::kBarrier;
  request.add = add;
  return request;
}

std::vector<Step> drawn_starts(Node pes, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Step> starts;
  for (Node v = 0; v < pes; ++v) starts.push_back(random() % 9);
  return starts;
}

// Each link takes one flit a step each way.
Step done(const CollectivePlan& plan) {
  const auto way_of = [](const CollectiveTransfer& transfer) {
    const std::int64_t link = std::int64_t{transfer.from} * 10000 + transfer.to;
    return PlanWay{transfer.to, 1, {{link}}};
  };
  const auto times = plan_times(plan.schedule, way_of, PlanPace::kOwn);
  EXPECT_THAT(times.complaints, IsEmpty());
  return times.done;
}

// Operands come over several ways, and those of all PEs do, in whatever order messages come.
void expect_all_operands(const CollectivePlan& plan) {
  for (std::uint64_t order = 0; order < 3; ++order)
    EXPECT_THAT(content_complaints(plan, order),
                Each(testing::AnyOf(testing::StartsWith("and "),
                                    testing::AllOf(HasSubstr("too often"), Not(HasSubstr("lacks")),
                                                   Not(HasSubstr("should not"))))));
}

Step distance(const PlacedTree& tree, Node a, Node b) {
  Step links = 0;
  for (; a != b; ++links) {
    Node& deeper = tree.depth(a) >= tree.depth(b) ? a : b;
    deeper = tree.parent(deeper);
  }
  return links;
}

// Parents of all trees of so many PEs in which they have smaller numbers.
std::vector<std::vector<Node>> all_parents(Node pes) {
  std::vector<std::vector<Node>> all{{kNoNode}};
  for (Node v = 1; v < pes; ++v) {
    std::vector<std::vector<Node>> larger;
    for (const std::vector<Node>& tree : all)
      for (Node parent = 0; parent < v; ++parent) {
        larger.push_back(tree);
        larger.back().push_back(parent);
      }
    all = std::move(larger);
  }
  return all;
}

TEST(FloodPlans, OnAllSmallTreesAreOverADiameterAfterTheLastPeComes) {
  for (Node pes = 2; pes <= 6; ++pes)
    for (const std::vector<Node>& parents : all_parents(pes)) {
      const TreeShape shape{Tree(parents), true};
      Step diameter = 0;
      for (Node a = 0; a < pes; ++a)
        for (Node b = 0; b < pes; ++b) diameter = std::max(diameter, distance(shape.tree, a, b));
      for (const Step add : {0, 1, 3}) {
        CollectiveRequest request = barrier(add);
        const CollectivePlan plan = flood_tree(request, shape);
        expect_all_operands(plan);
        EXPECT_EQ(static_cast<Step>(plan.schedule.transfers.size()), 2 * (pes - 1) * diameter);
        EXPECT_EQ(done(plan), diameter * (1 + add));
        for (std::uint32_t seed = 1; seed <= 3; ++seed) {
          request.start = drawn_starts(pes, seed);
          const Step last = *std::max_element(request.start.begin(), request.start.end());
          EXPECT_EQ(done(flood_tree(request, shape)), last + diameter * (1 + add));
        }
      }
    }
}

TEST(FloodPlans, OnStarGraphsAreOverADiameterAfterTheLastPeComes) {
  const std::vector<Step> diameters{3, 4, 6};
  for (int n = 3; n <= 5; ++n) {
    const StarGraph graph(n);
    const Step diameter = diameters[index_of(n - 3)];
    for (const Step add : {0, 2}) {
      CollectiveRequest request = barrier(add);
      const CollectivePlan plan = flood_star(request, graph);
      if (n < 5) expect_all_operands(plan);
      EXPECT_EQ(done(plan), diameter * (1 + add));
      request.start = drawn_starts(graph.size(), 7);
      const Step last = *std::max_element(request.start.begin(), request.start.end());
      EXPECT_EQ(done(flood_star(request, graph)), last + diameter * (1 + add));
    }
  }
}

TEST(FloodPlans, RefuseWhatNoFloodDoes) {
  const TreeShape path{Tree({kNoNode, 0, 1}), true};
  CollectiveRequest request = barrier();
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              flood_tree(request, {Tree({kNoNode, 0}), false});
            }),
            "flood: PEs must have a port for each link, ports: multi");
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              flood_tree(request, {Tree({kNoNode}), true});
            }),
            "flood needs a network of two PEs or more");
  request.start = {1, 2};
  EXPECT_EQ(refusal_of<TopologyError>([&] { flood_tree(request, path); }),
            "flood: start must have one entry a PE, 3, not 2");
  request.operation = CollectiveOperation::kAllReduce;
  EXPECT_EQ(refusal_of<TopologyError>([&] { flood_tree(request, path); }),
            "flood: operation must be one of barrier, not allreduce");
  std::vector<Node> parents{kNoNode};
  for (Node v = 1; v < 800; ++v) parents.push_back(v - 1);
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              flood_tree(barrier(), {Tree(parents), true});
            }),
            "it takes more than 1048576 messages");
}

}  // namespace
}  // namespace flitwise::protocols::test::flood_plans_test
