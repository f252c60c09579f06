// Leaves whose switches add what meets: when they send what, and what they make of what comes.
#include "systemc/protocols/combining/merge_plans.h"

#include <gmock/gmock.h>

#include <map>
#include <numeric>

#include "systemc/protocols/combining/merge_pe.h"
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"
#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::merge_plans_test {
namespace {

using test::feed;
using test::SentList;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

FatTree tree_of(Node leaves, int arity = 2) {
  return {leaves, arity, constant_capacities(fat_tree_levels(leaves, arity))};
}

CollectiveRequest request_of(CollectiveOperation operation, Flits words) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = words;
  return request;
}

MergePlan scatter_plan(Node leaves, int arity = 2) {
  return merge_in_switches(request_of(CollectiveOperation::kReduceScatter, leaves),
                           tree_of(leaves, arity));
}

std::map<Step, Node> sends_of(const MergePlan& plan, Node leaf) {
  std::map<Step, Node> sends;
  for (const MergeSend& send : plan.sends[index_of(leaf)]) sends[send.step] = send.word;
  return sends;
}

std::string refusal_of(const CollectiveRequest& request, const FatTree& tree) {
  try {
    merge_in_switches(request, tree);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "";
}

TEST(MergePlans, SendInTheStepsOfTheExample) {
  using Sends = std::map<Step, Node>;
  const MergePlan four = scatter_plan(4);
  EXPECT_EQ(sends_of(four, 0), (Sends{{1, 3}, {2, 2}, {4, 1}}));
  EXPECT_EQ(sends_of(four, 1), (Sends{{1, 3}, {2, 2}, {4, 0}}));
  EXPECT_EQ(sends_of(four, 2), (Sends{{1, 1}, {2, 0}, {4, 3}}));
  EXPECT_EQ(sends_of(four, 3), (Sends{{1, 1}, {2, 0}, {4, 2}}));
  EXPECT_THAT(four.partials, ElementsAre(1, 2, 1, 2));
  EXPECT_EQ(sends_of(scatter_plan(8), 0),
            (Sends{{1, 7}, {2, 6}, {3, 5}, {4, 4}, {5, 3}, {6, 2}, {8, 1}}));
}

TEST(MergePlans, SendEveryOtherLeafItsOperandOnceOneAStep) {
  for (const auto& [leaves, arity] :
       {std::pair{2, 2}, {16, 2}, {64, 2}, {9, 3}, {27, 3}, {64, 4}, {25, 5}, {64, 8}}) {
    const MergePlan plan = scatter_plan(leaves, arity);
    EXPECT_THAT(plan.broadcast, IsEmpty());
    for (Node leaf = 0; leaf < leaves; ++leaf) {
      const auto sends = sends_of(plan, leaf);
      EXPECT_EQ(static_cast<Node>(sends.size()), leaves - 1);
      std::vector<bool> served(index_of(leaves));
      served[index_of(leaf)] = true;
      for (const auto& [step, word] : sends) served[index_of(word)] = true;
      EXPECT_EQ(std::count(served.begin(), served.end(), false), 0);
      EXPECT_EQ(sends.begin()->first, 1);
    }
  }
}

TEST(MergePlans, OfAnAllReduceBroadcastTheResultsBehindTheSums) {
  const MergePlan plan =
      merge_in_switches(request_of(CollectiveOperation::kAllReduce, 3), tree_of(4));
  const Schedule forward = fat_tree_multinode_queue_free(tree_of(4));
  ASSERT_EQ(plan.broadcast.size(), forward.size());
  for (std::size_t leaf = 0; leaf < forward.size(); ++leaf) {
    ASSERT_EQ(plan.broadcast[leaf].size(), forward[leaf].size());
    for (std::size_t k = 0; k < forward[leaf].size(); ++k) {
      EXPECT_EQ(plan.broadcast[leaf][k].step, forward[leaf][k].step + 5);
      EXPECT_EQ(plan.broadcast[leaf][k].copies, forward[leaf][k].copies);
    }
  }
}

TEST(MergePlans, HaveALateLeafThatSendsAllItsOperandsLater) {
  const MergePlan late = with_late_leaf(scatter_plan(4), 2, 3);
  EXPECT_EQ(sends_of(late, 2), (std::map<Step, Node>{{4, 1}, {5, 0}, {7, 3}}));
  EXPECT_EQ(sends_of(late, 1), sends_of(scatter_plan(4), 1));
}

// Padding is no operand.
TEST(MergePlans, HaveALeafThatSendsItsFirstOperandOnceMoreInTheNextStepThatIsFree) {
  const MergePlan twice = with_double_operand(scatter_plan(4), 2);
  EXPECT_EQ(sends_of(twice, 2), (std::map<Step, Node>{{1, 1}, {2, 0}, {3, 1}, {4, 3}}));
  EXPECT_EQ(sends_of(twice, 1), sends_of(scatter_plan(4), 1));
  const MergePlan one =
      merge_in_switches(request_of(CollectiveOperation::kReduceScatter, 1), tree_of(4));
  EXPECT_EQ(sends_of(with_double_operand(one, 2), 2),
            (std::map<Step, Node>{{1, 1}, {2, 0}, {3, 0}, {4, 3}}));
  EXPECT_THROW(with_double_operand(one, 0), std::invalid_argument);
}

TEST(MergePlans, RefuseWhatSwitchesCannotAdd) {
  const CollectiveRequest fits = request_of(CollectiveOperation::kReduceScatter, 4);
  EXPECT_EQ(refusal_of(fits, tree_of(4)), "");
  EXPECT_EQ(refusal_of(request_of(CollectiveOperation::kReduce, 4), tree_of(4)),
            "in-switch-reversed: scatters results, or brings them to all");
  EXPECT_EQ(refusal_of(request_of(CollectiveOperation::kAllReduce, 5), tree_of(4)),
            "in-switch-reversed: takes at most a word a leaf, 4, got 5");
  EXPECT_EQ(refusal_of(fits, FatTree(4, 2, {2, 2})),
            "in-switch-reversed: leaves must have one link, c_1 = 2");
  CollectiveRequest slow = fits;
  slow.add = 1;
  EXPECT_EQ(refusal_of(slow, tree_of(4)),
            "in-switch-reversed: switches add within the step of a hop, options.add must be 0");
}

Arrival sum(Step step, Node leaf, std::uint32_t word) {
  Arrival arrival{step, FlitKind::kMerge, leaf, leaf, leaf + 1, true, 0, 0, 0};
  arrival.word = word;
  return arrival;
}

Arrival result(Step step, Node of, std::uint32_t word) {
  Arrival arrival{step, FlitKind::kCopies, of, of, 1, true, 0, 0, 0};
  arrival.word = word;
  return arrival;
}

TEST(MergePe, AddsTheSumsThatComeWithItsOwnOperandAndThoseBeyondThePlan) {
  const MergePlan plan = scatter_plan(4);
  MergePe pe(1, plan, {1, 20, 3, 4}, {WordOp::kSum, 8});
  EXPECT_THAT(pe.waiting_for(), ElementsAre("2 sums of its word"));
  feed(pe, {sum(4, 1, 5)});
  EXPECT_EQ(pe.results()[1], std::nullopt);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("1 sum of its word"));
  SentList unused;
  pe.receive(sum(5, 1, 250), unused);
  EXPECT_EQ(pe.results()[1], (20U + 5U + 250U) % 256);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDone);
  pe.receive(sum(6, 1, 1), unused);
  EXPECT_EQ(pe.results()[1], (20U + 5U + 250U + 1U) % 256);
  EXPECT_THAT(pe.complaints(), IsEmpty());
  EXPECT_THAT(unused.sent, IsEmpty());
}

TEST(MergePe, BroadcastsItsResultWhenItIsWholeAndTakesThoseOfOthers) {
  const MergePlan plan =
      merge_in_switches(request_of(CollectiveOperation::kAllReduce, 4), tree_of(4));
  MergePe pe(0, plan, {1, 2, 3, 4}, {WordOp::kSum, 8});
  SentList list;
  pe.start(list);
  EXPECT_EQ(list.sent.size(), 3U);
  pe.receive(sum(5, 0, 9), list);
  ASSERT_GT(list.sent.size(), 3U);
  for (std::size_t k = 3; k < list.sent.size(); ++k) {
    EXPECT_EQ(list.sent[k].kind, FlitKind::kCopies);
    EXPECT_EQ(list.sent[k].after + 5, plan.broadcast[0][k - 3].step);
    EXPECT_THAT(*list.sent[k].words, ElementsAre(10U));
  }
  EXPECT_THAT(pe.waiting_for(), ElementsAre("3 results of others"));
  for (Node of = 1; of < 4; ++of) pe.receive(result(6 + of, of, 7), list);
  EXPECT_THAT(pe.results(), ElementsAre(10U, 7U, 7U, 7U));
  EXPECT_EQ(pe.state(), PeState::kDone);
}

TEST(MergePe, ComplainsAboutWhatIsNotForIt) {
  const MergePlan scatter = scatter_plan(4);
  const MergePlan reduce =
      merge_in_switches(request_of(CollectiveOperation::kAllReduce, 4), tree_of(4));
  const std::vector<std::uint32_t> operands{1, 2, 3, 4};
  const auto says = [&](const MergePlan& plan, const std::vector<Arrival>& arrivals) {
    return test::after(MergePe(1, plan, operands, {}), arrivals);
  };
  test::expect_complaints(
      {{"another leaf's word", says(scatter, {sum(4, 2, 5)}),
        "PE 1, step 4: merge from PE 2: the word of PE 1 comes here, and no other"},
       {"a result in a reduce-scatter", says(scatter, {result(4, 2, 5)}),
        "PE 1, step 4: copies from PE 2: a leaf expects operands of its word only"},
       {"its own result", says(reduce, {result(9, 1, 5)}),
        "PE 1, step 9: copies from PE 1: this result has come before"},
       {"a result of nobody", says(reduce, {result(9, 4, 5)}),
        "PE 1, step 9: copies from PE 4: there is no leaf of that number"},
       {"one result twice", says(reduce, {result(9, 2, 5), result(10, 2, 5)}),
        "PE 1, step 10: copies from PE 2: this result has come before"}});
}

}  // namespace
}  // namespace flitwise::protocols::merge_plans_test
