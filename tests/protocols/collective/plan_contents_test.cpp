// What the check of contents says of plans that are right and of plans with one fault each.
#include "tests/support/plan_contents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// All PEs send their words to PE 0 in one message each.
CollectivePlan to_the_first(Node pes, Cell words) {
  CollectivePlan plan;
  plan.schedule.programs.resize(index_of(pes));
  std::vector<Cell> all;
  for (Cell q = 0; q < words; ++q) all.push_back(q);
  for (Node v = 0; v < pes; ++v) {
    plan.cells.push_back(words);
    for (Cell q = 0; q < words; ++q) plan.held.push_back({v, q, {v, q}});
    if (v == 0) continue;
    RankOp send, receive;
    send.kind = RankOpKind::kSend;
    receive.kind = RankOpKind::kReceive;
    send.transfer = receive.transfer = plan.schedule.transfers.size();
    send.reads = receive.writes = receive.operands = all;
    plan.schedule.transfers.push_back({v, 0, words, {}, {}});
    plan.schedule.programs[index_of(v)].push_back(send);
    plan.schedule.programs[0].push_back(receive);
  }
  for (Cell q = 0; q < words; ++q) plan.due.push_back({0, q, {kAllOperands, q}});
  return plan;
}

TEST(PlanContents, FindNothingWhereAllOperandsMeetInAnyOrder) {
  EXPECT_THAT(content_complaints_in_any_order(to_the_first(5, 3)), IsEmpty());
  EXPECT_THAT(content_complaints_in_any_order(to_the_first(64, 1024), 1), IsEmpty());
}

TEST(PlanContents, NameTheOperandThatIsMissing) {
  CollectivePlan plan = to_the_first(3, 2);
  plan.schedule.programs[0][1].operands = {};
  EXPECT_THAT(content_complaints(plan),
              ElementsAre("cell 0 of PE 0 lacks word 0 of PE 0, word 0 of PE 1",
                          "cell 1 of PE 0 lacks word 1 of PE 0, word 1 of PE 1"));
}

TEST(PlanContents, NameTheOperandThatCountsTwiceAndTheForeignOne) {
  CollectivePlan plan = to_the_first(3, 2);
  plan.held.push_back({1, 0, {1, 0}});
  EXPECT_THAT(content_complaints(plan),
              ElementsAre("cell 0 of PE 0 has once too often word 0 of PE 1"));
  plan = to_the_first(3, 2);
  std::swap(plan.schedule.programs[2][0].reads[0], plan.schedule.programs[2][0].reads[1]);
  EXPECT_THAT(content_complaints(plan),
              ElementsAre("cell 0 of PE 0 lacks word 0 of PE 2; has word 1 of PE 2, which it "
                          "should not",
                          "cell 1 of PE 0 lacks word 1 of PE 2; has word 0 of PE 2, which it "
                          "should not"));
}

TEST(PlanContents, LetASendTakeWhatIsThereWhenItStarts) {
  CollectivePlan plan = to_the_first(2, 1);  // and back
  RankOp back = plan.schedule.programs[1][0];
  back.transfer = 1;
  RankOp result = plan.schedule.programs[0][0];
  result.transfer = 1;
  result.operands = {};
  plan.schedule.transfers.push_back({0, 1, 1, {}, {}});
  plan.schedule.programs[0].push_back(back);
  plan.schedule.programs[1].push_back(result);
  plan.due.push_back({1, 0, {kAllOperands, 0}});
  EXPECT_THAT(content_complaints_in_any_order(plan, 20), SizeIs(1)) << "it waits for nothing";
  plan.schedule.programs[0][1].after = {{0, true}};
  EXPECT_THAT(content_complaints_in_any_order(plan, 20), SizeIs(1)) << "nor for the reception";
  plan.schedule.programs[0][1].after = {{0, false}};
  EXPECT_THAT(content_complaints_in_any_order(plan, 20), IsEmpty());
}

TEST(PlanContents, FindWhatDoesNotFit) {
  CollectivePlan plan = to_the_first(2, 2);
  plan.schedule.programs[1][0].reads = {0};
  EXPECT_THAT(content_complaints(plan),
              ElementsAre("PE 1 operation 0 has a message of 2 flits and names 1 of its words"));
  plan = to_the_first(2, 1);
  plan.schedule.programs[0][0].writes = {4};
  EXPECT_THAT(content_complaints(plan), ElementsAre("PE 0 operation 0 names cell 4"));
  plan = to_the_first(2, 1);
  plan.schedule.programs[0].clear();
  EXPECT_THAT(content_complaints(plan), ElementsAre("transfer 0 has 1 sends and 0 receives"));
  plan = to_the_first(2, 1);
  plan.due.push_back(plan.due.front());
  EXPECT_THAT(content_complaints(plan), ElementsAre("cell 0 of PE 0 is due twice"));
  plan = to_the_first(2, 1);
  plan.schedule.programs[0][0].after = {{0, false}};
  EXPECT_THAT(content_complaints(plan), ElementsAre(HasSubstr("these wait for each other")));
}

TEST(PlanContents, SayHowManyMoreFaultsThereAre) {
  CollectivePlan plan = to_the_first(2, 30);
  plan.held.clear();
  EXPECT_THAT(content_complaints(plan), SizeIs(11));
  EXPECT_EQ(content_complaints(plan).back(), "and 20 more");
}

}  // namespace
}  // namespace flitwise::test
