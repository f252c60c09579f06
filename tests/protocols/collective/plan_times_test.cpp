// What the check of times says of two messages that take turns, wait, or meet.
#include "tests/support/plan_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flitwise::test::plan_times_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

RankOp op_of(RankOpKind kind, std::size_t transfer, Step steps = 0) {
  RankOp op;
  op.kind = kind;
  op.transfer = transfer;
  op.steps = steps;
  return op;
}

// PE 0 sends 3 flits to PE 1 and 2 to PE 2, with overheads of 4 steps for the one that sends and 5
// for those that receive.
Collective two_messages() {
  Collective schedule;
  schedule.transfers = {{0, 1, 3, {}, {}}, {0, 2, 2, {}, {}}};
  schedule.programs = {{op_of(RankOpKind::kSend, 0, 4), op_of(RankOpKind::kSend, 1, 4)},
                       {op_of(RankOpKind::kReceive, 0, 5)},
                       {op_of(RankOpKind::kReceive, 1, 5)}};
  return schedule;
}

TEST(PlanTimes, LetSendsOfAPortTakeTurns) {
  const auto two_hops = [](const CollectiveTransfer&) { return PlanWay{0, 2, {{7}}}; };
  const PlanTimes times = plan_times(two_messages(), two_hops, PlanPace::kOwn);
  EXPECT_EQ(times.finish, 4 + 3 + 4 + 2 + 1);
  EXPECT_EQ(times.done, times.finish + 5);
  EXPECT_THAT(times.complaints, IsEmpty());
}

TEST(PlanTimes, FindFlitsThatMeet) {
  const auto two_ports = [](const CollectiveTransfer& transfer) {
    return PlanWay{transfer.to, 1, {{7, 0, 2}, {transfer.to}, {9, transfer.to}}};
  };
  const PlanTimes times = plan_times(two_messages(), two_ports, PlanPace::kOwn);
  EXPECT_EQ(times.done, 4 + 3 + 5);
  EXPECT_THAT(times.complaints,
              ElementsAre("resource 9 has 2 flits in step 7", "resource 9 has 2 flits in step 8"));
}

TEST(PlanTimes, FindSendsThatDoNotKeepToTheTimetable) {
  Collective schedule = two_messages();
  schedule.programs[0][0].not_before = 2;
  const auto one_port = [](const CollectiveTransfer&) { return PlanWay{}; };
  EXPECT_EQ(plan_times(schedule, one_port, PlanPace::kOwn).finish, 4 + 2 + 4 + 3);
  EXPECT_THAT(plan_times(schedule, one_port, PlanPace::kTimetable).complaints,
              ElementsAre("PE 0 operation 0 starts in step 6, not in 2"));
}

TEST(PlanTimes, FindOperationsThatNeverEnd) {
  Collective schedule = two_messages();
  schedule.programs[1][0].after = {{0, false}};
  const auto one_port = [](const CollectiveTransfer&) { return PlanWay{}; };
  EXPECT_THAT(plan_times(schedule, one_port, PlanPace::kOwn).complaints,
              ElementsAre("not all operations come to an end"));
}

}  // namespace
}  // namespace flitwise::test::plan_times_test
