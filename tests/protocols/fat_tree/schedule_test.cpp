// What holds of every schedule, and the sentence for each way to break it.
#include "systemc/protocols/fat_tree/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <tuple>

namespace flitwise::protocols::test::schedule_test {
namespace {

std::string refusal_of(const Schedule& schedule, int ports = 1) {
  try {
    check_schedule(schedule, ports);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// Leaf 1 of four sends this and nothing else is sent.
Schedule only(const std::vector<Dispatch>& list) { return {{}, list, {}, {}}; }

constexpr Dispatch kGood = {3, FlitKind::kData, 2, 0, 1, 2};

Schedule with(const Dispatch& dispatch) { return only({dispatch}); }

TEST(Schedule, MayBeEmpty) { EXPECT_EQ(refusal_of(Schedule(4)), ""); }

TEST(Schedule, TakesDataFloodAndCopiesBackToBack) {
  Schedule schedule(4);
  add_data(schedule, 1, 2, 1, 3);
  add_flood(schedule, 1, 4);
  add_copies(schedule, 1, 0x3, 5);
  add_data(schedule, 1, 0, 6);
  EXPECT_EQ(refusal_of(schedule), "");
}

TEST(Schedule, RefusesTwoFlitsOfALeafInOneStep) {
  Dispatch next = kGood;
  next.step = 4;
  EXPECT_EQ(refusal_of(only({kGood, next})),
            "schedule of leaf 1, step 4: must not send two flits in one step: the message before "
            "leaves until step 4");
  EXPECT_EQ(refusal_of(only({kGood, kGood})),
            "schedule of leaf 1, step 3: must not send two flits in one step: the message before "
            "leaves until step 4");
  next.step = 5;
  EXPECT_EQ(refusal_of(only({kGood, next})), "");
}

TEST(Schedule, RefusesAListThatIsNotByStep) {
  Dispatch next = kGood;
  next.step = 1;
  EXPECT_EQ(refusal_of(only({kGood, next})),
            "schedule of leaf 1, step 1: the list must be by increasing step");
  EXPECT_EQ(refusal_of(by_step(only({kGood, next}))), "");
}

TEST(Schedule, TakesAFlitAStepOverEachPort) {
  Schedule schedule(4);
  add_back_to_back(schedule, 2, 1, 2, 1, 0, 3);
  add_back_to_back(schedule, 2, 1, 3, 1, 3, 2);
  EXPECT_EQ(refusal_of(schedule, 2), "");
  std::vector<std::tuple<Step, std::uint32_t, Flits, bool>> sent;
  for (const Dispatch& d : schedule[1]) sent.emplace_back(d.step, d.port, d.first, d.has_tail);
  EXPECT_THAT(sent, testing::ElementsAre(std::tuple(1, 0U, 1, false), std::tuple(1, 1U, 2, false),
                                         std::tuple(2, 0U, 3, true), std::tuple(2, 1U, 1, false),
                                         std::tuple(3, 0U, 2, true)));
}

TEST(Schedule, PutsWhatLeavesInOneStepOverDifferentPorts) {
  Schedule schedule(4);
  for (const Node to : {0, 2, 3}) add_data(schedule, 1, to, 4);
  add_data(schedule, 1, 2, 5);
  std::vector<std::uint32_t> ports;
  for (const Dispatch& d : over_ports(schedule)[1]) ports.push_back(d.port);
  EXPECT_THAT(ports, testing::ElementsAre(0, 1, 2, 0));
}

TEST(Schedule, RefusesTwoFlitsOfAPortInOneStepAndPortsThatAreNotThere) {
  Dispatch second = kGood;
  second.port = 1;
  EXPECT_EQ(refusal_of(only({kGood, second}), 2), "");
  EXPECT_EQ(refusal_of(only({kGood, second, second}), 2),
            "schedule of leaf 1, step 3: must not send two flits in one step over port 1: the "
            "message before leaves until step 4");
  EXPECT_EQ(refusal_of(only({second})), "schedule of leaf 1, step 3: port 1 is none of 1");
  second.first = 0;
  EXPECT_EQ(refusal_of(only({second}), 2), "schedule of leaf 1, step 3: flits count from 1, got 0");
}

TEST(Schedule, RefusesStepsAndMessagesBelowOne) {
  Dispatch bad = kGood;
  bad.step = 0;
  EXPECT_EQ(refusal_of(with(bad)), "schedule of leaf 1, step 0: a step must be at least 1");
  bad = kGood;
  bad.flits = 0;
  EXPECT_EQ(refusal_of(with(bad)),
            "schedule of leaf 1, step 3: a message must have at least 1 flit, got 0");
}

TEST(Schedule, RefusesMessagesOfNoLeaf) {
  Dispatch bad = kGood;
  bad.message = 4;
  EXPECT_EQ(refusal_of(with(bad)), "schedule of leaf 1, step 3: message 4 is no leaf's");
}

TEST(Schedule, RefusesDataWithoutAnotherLeafToGoTo) {
  for (const Node destination : {-1, 1, 4}) {
    Dispatch bad = kGood;
    bad.destination = destination;
    EXPECT_EQ(refusal_of(with(bad)),
              "schedule of leaf 1, step 3: data must go to another leaf, not to " +
                  std::to_string(destination));
  }
}

TEST(Schedule, RefusesFieldsThatTheKindDoesNotHave) {
  const std::string place = "schedule of leaf 1, step 3: ";
  EXPECT_EQ(refusal_of(with({3, FlitKind::kData, 2, 1, 1, 1})),
            place + "data must not have digits for copies");
  EXPECT_EQ(refusal_of(with({3, FlitKind::kFlood, 2, 0, 1, 1})),
            place + "flood must not have a destination");
  EXPECT_EQ(refusal_of(with({3, FlitKind::kFlood, kNoNode, 1, 1, 1})),
            place + "flood must not have digits for copies");
  EXPECT_EQ(refusal_of(with({3, FlitKind::kCopies, 2, 1, 1, 1})),
            place + "copies must not have a destination");
  EXPECT_EQ(refusal_of(with({3, FlitKind::kCopies, kNoNode, 0, 1, 1})),
            place + "copies must have a digit for at least one level");
  EXPECT_EQ(refusal_of(with({3, FlitKind::kToken, 2, 0, 1, 1})),
            place + "a schedule sends data, flood and copies only, not token");
}

}  // namespace
}  // namespace flitwise::protocols::test::schedule_test
