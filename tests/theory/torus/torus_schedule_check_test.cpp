#include "tb/theory/torus/torus_schedule_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "systemc/formats/torus_schedule_file.h"
#include "tests/theory/torus/torus_latencies.h"

namespace flitwise::theory::torus_schedule_check_test {
namespace {

using testing::ElementsAre;

TorusSchedule make(std::vector<int> sides, std::vector<TorusStep> steps) {
  TorusSchedule schedule;
  schedule.sides = std::move(sides);
  schedule.steps = std::move(steps);
  return schedule;
}

std::vector<std::string> faults(const TorusSchedule& schedule, const CycleModel& model = {}) {
  std::vector<std::string> texts;
  for (const ScheduleFault& fault : check_schedule(schedule, model).faults)
    texts.push_back(fault.text);
  return texts;
}

std::vector<TorusSchedule> searched() {
  return read_schedules(std::string(FLITWISE_SOURCE_DIR) +
                        "/sim/scenarios/schedules/torus_improved.json");
}

TEST(TorusScheduleCheck, AcceptsWhatIsRight) {
  const ScheduleVerdict verdict = check_schedule(make({4}, {{{0, {1}}, {0, {-1}}}, {{1, {1}}}}));

  EXPECT_TRUE(verdict.is_right());
  EXPECT_EQ(verdict.messages, 3);
  EXPECT_EQ(verdict.duplicates, 0);
  EXPECT_TRUE(check_schedule(make({1, 1}, {})).is_right());
}

TEST(TorusScheduleCheck, NamesAChannelThatIsUsedTwice) {
  EXPECT_THAT(
      faults(make({3, 2}, {{{0, {1, 0}}, {0, {2, 0}}}, {{0, {0, 1}}, {1, {0, 1}}, {2, {0, 1}}}})),
      ElementsAre("step 1: channel +x_0 of (0, 0) is used twice, by messages (0, 0) hops (1, 0) "
                  "and (0, 0) hops (2, 0)"));
}

TEST(TorusScheduleCheck, TakesTheTwoLinksOfASideOfTwoForTwoChannels) {
  EXPECT_TRUE(check_schedule(make({2, 2}, {{{0, {1, 0}}, {0, {-1, 1}}, {0, {0, 1}}}})).is_right());
}

TEST(TorusScheduleCheck, FollowsTheOrderOfDimensions) {
  TorusSchedule schedule = make({2, 2}, {{{0, {1, 1}}, {0, {1, 0}}, {0, {0, -1}}}});
  EXPECT_EQ(faults(schedule).size(), 1U);

  schedule.order = {1, 0};
  EXPECT_TRUE(check_schedule(schedule).is_right());
}

TEST(TorusScheduleCheck, NamesASenderThatHasNothing) {
  EXPECT_THAT(faults(make({4}, {{{1, {1}}, {0, {1}}, {1, {2}}}})),
              ElementsAre("step 1: node (1) sends but has not got the text",
                          "step 1: node (1) sends but gets the text in this very step",
                          "step 1: channel +x_0 of (1) is used twice, by messages (1) hops (1) and "
                          "(1) hops (2)"));
}

TEST(TorusScheduleCheck, NamesNodesThatAreNotReached) {
  EXPECT_THAT(faults(make({2, 2}, {{{0, {1, 0}}}})),
              ElementsAre("node (0, 1) is not reached", "node (1, 1) is not reached"));
}

TEST(TorusScheduleCheck, NamesMessagesThatGoNowhereOrTooFar) {
  EXPECT_THAT(faults(make({3}, {{{0, {0}}, {0, {3}}, {0, {-4}}}, {{0, {1}}, {0, {-1}}}})),
              ElementsAre("step 1: message (0) hops (0) goes nowhere",
                          "step 1: message (0) hops (3) must have less than 3 hops in dimension 0",
                          "step 1: message (0) hops (-4) must have less than 3 hops in dimension "
                          "0"));
}

TEST(TorusScheduleCheck, CountsDuplicates) {
  const ScheduleVerdict verdict =
      check_schedule(make({3}, {{{0, {1}}, {0, {-2}}}, {{0, {2}}, {0, {-1}}, {1, {-1}}}}));

  EXPECT_EQ(verdict.duplicates, 3);  // 1 twice, 2 twice, and one to the source
}

TEST(TorusScheduleCheck, HoldsStartsAgainstTime) {
  const CycleModel model{4, 2, 1};  // L, os, orv
  TorusSchedule schedule = make({6}, {{{0, {2}}}, {{0, {-2}}, {0, {1}}}, {{2, {1}}, {4, {1}}}});
  schedule.starts = {3, 7, 16};
  EXPECT_TRUE(check_schedule(schedule, model).is_right());

  schedule.starts = {3, 6, 16};
  EXPECT_THAT(faults(schedule, model),
              ElementsAre("step 2: channel +x_0 of (0) is wanted twice in cycle 6, by messages (0) "
                          "hops (2) and (0) hops (1)"));

  schedule.starts = {3, 7, 15};  // 4 has the text after cycle 6 + 2 + 4 + 1
  EXPECT_THAT(faults(schedule, model),
              ElementsAre("step 3: node (4) sends but has the text only after cycle 13"));

  schedule.flits = 5;
  schedule.starts = {3, 8, 18};
  EXPECT_TRUE(check_schedule(schedule, model).is_right());
  schedule.starts = {3, 7, 18};
  EXPECT_EQ(faults(schedule, model).size(), 1U);
  schedule.starts = {2, 8, 18};
  EXPECT_THAT(faults(schedule, model),
              ElementsAre("step 1: node (0) sends but has the text only after cycle 0"));
}

TEST(TorusScheduleCheck, LetsANodeSendFromItsFirstDeliveryOn) {
  TorusSchedule schedule = make({4}, {{{0, {1}}}, {{0, {-3}}}, {{1, {1}}}, {{0, {-1}}}});
  schedule.starts = {1, 2, 4, 5};  // 1 has the text after cycles 2 and 5

  const ScheduleVerdict verdict = check_schedule(schedule);

  EXPECT_TRUE(verdict.is_right());
  EXPECT_EQ(verdict.duplicates, 1);
}

TEST(ChannelUse, HoldsEachChannelFromTheHeadOn) {
  const Torus torus({6});
  const CycleModel model{4, 0, 0, test::slow_links(1, 3)};
  const auto conflict_at = [&](Step head) {
    ChannelUse use(torus, {0}, model, model.flits);
    use.add({0, {2}}, 0);  // channel of 0 from 0 to 4, of 1 from 3 to 7
    use.add({1, {1}}, head);
    const auto conflict = use.first_conflict();
    return conflict ? conflict->time : -1;
  };

  EXPECT_EQ(conflict_at(0), 3);
  EXPECT_EQ(conflict_at(5), 5);
  EXPECT_EQ(conflict_at(6), 6);
  EXPECT_EQ(conflict_at(7), -1);
}

TEST(TorusScheduleCheck, AllowsOneChannelInOneStepIfItsTimesDiffer) {
  TorusSchedule schedule = make({3, 3}, {{{0, {1, 0}}, {0, {0, 1}}}});
  schedule.steps = {{{0, {2, 0}}}, {{0, {0, 2}}, {0, {1, 0}}}};
  schedule.starts = {1, 3};

  EXPECT_FALSE(check_schedule(schedule).is_right());  // nodes are missing, no channel is
  for (const ScheduleFault& fault : check_schedule(schedule).faults)
    EXPECT_EQ(fault.rule, ScheduleRule::kAllReached) << fault.text;
}

TEST(TorusScheduleCheck, RefusesWhatIsNoScheduleOfATorus) {
  EXPECT_THROW(check_schedule(make({}, {})), TopologyError);
  EXPECT_THROW(check_schedule(make({4}, {{{4, {1}}}})), TopologyError);
  EXPECT_THROW(check_schedule(make({4}, {{{0, {1, 1}}}})), TopologyError);
  TorusSchedule schedule = make({4}, {});
  schedule.source = 4;
  EXPECT_THROW(check_schedule(schedule), TopologyError);
  schedule = make({4}, {});
  schedule.order = {1};
  EXPECT_THROW(check_schedule(schedule), TopologyError);
  schedule = make({4}, {{}, {}});
  schedule.starts = {1};
  EXPECT_THROW(check_schedule(schedule), std::invalid_argument);
  schedule.starts = {2, 2};
  EXPECT_THROW(check_schedule(schedule), std::invalid_argument);
  schedule.starts = {0, 2};
  EXPECT_THROW(check_schedule(schedule), std::invalid_argument);
  EXPECT_THROW(check_schedule(make({4}, {}), {0, 0, 0}), std::invalid_argument);
}

TEST(TorusScheduleCheck, AcceptsAllSearchedSchedules) {
  const std::vector<TorusSchedule> all = searched();
  EXPECT_EQ(all.size(), 45U);
  for (const TorusSchedule& schedule : all) {
    const ScheduleVerdict verdict = check_schedule(schedule);
    EXPECT_TRUE(verdict.is_right())
        << text_of(schedule.sides) << ' ' << verdict.faults.front().text;
    EXPECT_EQ(verdict.duplicates, 0) << text_of(schedule.sides);
  }
}

/// Changes one message by one hop: it ends elsewhere.
void mutate(TorusSchedule& schedule, std::mt19937_64& random) {
  std::vector<TorusMessage*> messages;
  for (TorusStep& step : schedule.steps) {
    for (TorusMessage& message : step) messages.push_back(&message);
  }
  Hops& hops = messages[random() % messages.size()]->hops;
  hops[random() % hops.size()] += random() % 2 == 0 ? 1 : -1;
}

// Where every node gets the text once, a message that ends elsewhere leaves its node out.
TEST(TorusScheduleCheck, Rejects400MutationsOfOneHop) {
  constexpr std::uint64_t kSeed = 7;
  std::mt19937_64 random(kSeed);
  const std::vector<TorusSchedule> all = searched();
  for (int round = 0; round < 400; ++round) {
    TorusSchedule schedule = all[random() % all.size()];
    mutate(schedule, random);
    ASSERT_FALSE(check_schedule(schedule).is_right())
        << "seed " << kSeed << ", round " << round << ", " << text_of(schedule.sides);
  }
}

}  // namespace
}  // namespace flitwise::theory::torus_schedule_check_test
