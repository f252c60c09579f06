#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/protocols/tree/stream_plan.h"
#include "tests/protocols/tree/random_pes.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::size_t> ordered_children(const StreamPlan& plan) {
  std::vector<std::size_t> children;
  for (const PlannedOrder& order : plan.orders) children.push_back(order.child);
  return children;
}

// In the frame of an order with s, the steps in which each ordered child's flits are relayed fill,
// together with the PE's own message, s to s + n - 1 without a gap or overlap.
void expect_gap_free(const StreamPlan& plan, std::int64_t s, const RandomPe& pe) {
  std::vector<Step> busy;
  for (Flits k = 0; k < pe.own; ++k) busy.push_back(s + k);
  for (const PlannedOrder& order : plan.orders)
    for (Flits k = 0; k < pe.children[order.child].stream; ++k)
      busy.push_back(order.after + s + order.shift + 1 + k);
  std::sort(busy.begin(), busy.end());
  ASSERT_EQ(static_cast<Flits>(busy.size()), plan.certificate.stream);
  for (std::size_t k = 0; k < busy.size(); ++k) ASSERT_EQ(busy[k], s + static_cast<Step>(k));
}

TEST(StreamPlan, OfALeafIsOneAndItsLength) {
  for (const CertificationVariant& variant : all_variants())
    EXPECT_EQ(plan_stream(variant, Role::kBelowRoot, 7, {}).certificate, (Certificate{1, 7}));
}

TEST(StreamPlan, LetsTheStreamsFollowOneAnotherWithoutAGapForEveryOrderNotBelowTheLag) {
  for_random_pes([](const RandomPe& pe) {
    for (const CertificationVariant& variant : all_variants()) {
      const StreamPlan plan = plan_stream(variant, Role::kBelowRoot, pe.own, pe.children);
      for (const std::int64_t wait : {0, 5})
        ASSERT_NO_FATAL_FAILURE(expect_gap_free(plan, plan.certificate.lag + wait, pe))
            << name_of(variant);
    }
  });
}

TEST(StreamPlan, NeverOrdersAChildBelowItsLag) {
  for_random_pes([](const RandomPe& pe) {
    for (const CertificationVariant& variant : all_variants())
      for (const Role role : {Role::kRoot, Role::kBelowRoot}) {
        const StreamPlan plan = plan_stream(variant, role, pe.own, pe.children);
        for (const PlannedOrder& order : plan.orders)
          ASSERT_GE(plan.certificate.lag + order.shift, pe.children[order.child].lag)
              << name_of(variant);
      }
  });
}

TEST(StreamPlan, OrdersLeaveOneAStepOrAllAtOnce) {
  const Children children{{1, 1}, {1, 0}, {1, 1}};
  const auto steps = [&](const CertificationVariant& variant) {
    std::vector<Step> after;
    for (const PlannedOrder& order : plan_stream(variant, Role::kBelowRoot, 0, children).orders)
      after.push_back(order.after);
    return after;
  };

  EXPECT_THAT(steps(sequential(LagRule::kTight)), ElementsAre(1, 2, 3));
  EXPECT_THAT(steps(sequential(LagRule::kSkip)), ElementsAre(1, 2));
  EXPECT_THAT(steps(multiport(LagRule::kTight)), ElementsAre(1, 1, 1));
}

TEST(StreamPlan, OfNothingButNullStreamsOrdersNobodyUnlessTheRuleOrdersAll) {
  const Children children{{1, 0}, {4, 0}};
  for (const LagRule rule : {LagRule::kSkip, LagRule::kPosIdx, LagRule::kPos})
    EXPECT_THAT(plan_stream(sequential(rule), Role::kRoot, 0, children).orders, IsEmpty());
  for (const LagRule rule : {LagRule::kPaper, LagRule::kTight})
    EXPECT_THAT(ordered_children(plan_stream(sequential(rule), Role::kRoot, 0, children)),
                ElementsAre(0, 1));
}

TEST(DispatchOrder, IsTheIndexOrderForAllRulesButPos) {
  const Children children{{1, 2}, {9, 1}, {5, 0}, {7, 1}};
  for (const LagRule rule : {LagRule::kPaper, LagRule::kTight})
    EXPECT_THAT(dispatch_order(rule, 0, children), ElementsAre(0, 1, 2, 3));
  for (const LagRule rule : {LagRule::kSkip, LagRule::kPosIdx})
    EXPECT_THAT(dispatch_order(rule, 0, children), ElementsAre(0, 1, 3));
}

TEST(DispatchOrder, OfPosGoesByTheStepsThatAnOrderMayWait) {
  // Wanted after 1, 3, 4 flits, lags 1, 4, 9: slacks 0, -1, -5.
  EXPECT_THAT(dispatch_order(LagRule::kPos, 1, {{1, 2}, {9, 3}, {4, 1}}), ElementsAre(1, 2, 0));
}

TEST(DispatchOrder, OfPosTakesEqualSlacksByIndex) {
  // Wanted after 0, 2, 3 flits, lags 1, 3, 4: slack -1 each.
  EXPECT_THAT(dispatch_order(LagRule::kPos, 0, {{4, 1}, {1, 2}, {3, 1}}), ElementsAre(0, 1, 2));
}

}  // namespace

}  // namespace flitwise::protocols::test

namespace flitwise::protocols {
namespace {

using ::testing::ElementsAre;

std::vector<Step> steps_for(SortCost cost, const std::vector<std::size_t>& degrees) {
  std::vector<Step> steps;
  for (const std::size_t d : degrees) steps.push_back(sort_steps(cost, d));
  return steps;
}

TEST(MergeOrder, GoesByLagAndThenByPosition) {
  EXPECT_THAT(merge_order({{3, 1}, {1, 9}, {3, 0}, {1, 1}}), ElementsAre(1, 3, 0, 2));
}

TEST(StreamLength, IsTheWholeSubtree) { EXPECT_EQ(stream_length(2, {{1, 3}, {5, 0}, {2, 4}}), 9); }

TEST(StreamOffsets, CountTheFlitsInFrontOfEachChildsStream) {
  EXPECT_THAT(stream_offsets(2, {{3, 1}, {1, 9}, {3, 5}}, {1, 0, 2}), ElementsAre(11, 2, 12));
}

TEST(StreamOffsets, LeaveOutChildrenThatAreNotNamed) {
  EXPECT_THAT(stream_offsets(2, {{3, 1}, {1, 0}, {3, 5}}, {2, 0}), ElementsAre(7, 0, 2));
}

TEST(SortSteps, AreFreeForALeafWhateverTheCost) {
  for (const SortCost cost :
       {SortCost::kZero, SortCost::kOne, SortCost::kDegree, SortCost::kDegreeLog})
    EXPECT_EQ(sort_steps(cost, 0), 0);
}

TEST(SortSteps, FollowTheNumberOfChildren) {
  const std::vector<std::size_t> degrees{1, 2, 3, 4, 5, 8, 9};
  EXPECT_THAT(steps_for(SortCost::kZero, degrees), ElementsAre(0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(steps_for(SortCost::kOne, degrees), ElementsAre(1, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(steps_for(SortCost::kDegree, degrees), ElementsAre(1, 2, 3, 4, 5, 8, 9));
  EXPECT_THAT(steps_for(SortCost::kDegreeLog, degrees), ElementsAre(0, 2, 6, 8, 15, 24, 36));
}

}  // namespace

}  // namespace flitwise::protocols
