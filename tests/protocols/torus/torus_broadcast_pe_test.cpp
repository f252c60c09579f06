#include "systemc/protocols/torus/torus_broadcast_pe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "systemc/protocols/torus/torus_broadcast.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/torus/worm_network.h"

namespace flitwise::protocols::test::torus_broadcast_pe_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// 0 sends to 2 and 4; 2 to 1 in step 1 and, in step 2, to 3; on a ring of 5.
TorusSchedule relay_schedule() {
  TorusSchedule schedule;
  schedule.sides = {5};
  schedule.steps = {{{0, {2}}, {0, {-1}}}, {{2, {-1}}}, {{2, {1}}}};
  return schedule;
}

const BroadcastTiming kThreeFlits{3, 1, 2, {}};

WormPe pe_of(Node v, BroadcastPace pace = BroadcastPace::kOwn,
             const TorusSchedule& schedule = relay_schedule()) {
  return WormPe(roles_of(schedule, pace, kThreeFlits)[static_cast<std::size_t>(v)]);
}

// Flit `index` of the text from `sender`, its message number `packet`.
Arrival flit(Step step, Node sender, Flits index, Flits length = 3, std::uint32_t packet = 0) {
  Arrival arrival = data(step, 1, sender, index, length);
  arrival.packet = packet;
  return arrival;
}

std::vector<Arrival> text(Step head, Node sender, std::uint32_t packet = 0) {
  return {flit(head, sender, 1, 3, packet), flit(head + 1, sender, 2, 3, packet),
          flit(head + 2, sender, 3, 3, packet)};
}

TEST(WormPe, TheSourceSendsAtOnceByTheRightPorts) {
  WormPe pe = pe_of(0);
  const std::vector<Transmission> sent = feed(pe, {});

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].port, 0U);
  EXPECT_EQ(sent[0].route, 2U);
  EXPECT_EQ(sent[0].destination, 2);
  EXPECT_EQ(sent[0].message, 0);
  EXPECT_EQ(sent[0].after, 2);
  EXPECT_EQ(sent[0].length, 3);
  EXPECT_EQ(sent[1].port, 1U);
  EXPECT_EQ(sent[1].route, 0x7FU);
  EXPECT_EQ(sent[1].packet, 1U);
  EXPECT_EQ(sent[1].after, 2);
}

TEST(WormPe, ARelaySendsItsActiveStepsOneBehindTheOther) {
  WormPe pe = pe_of(2);
  const std::vector<Transmission> sent = feed(pe, text(4, 0));

  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].after, 2 + 1 + 1);            // orv, os, next step
  EXPECT_EQ(sent[1].after, 2 + 1 + 1 + (1 + 3));  // and os + L
  EXPECT_THAT(pe.complaints(), IsEmpty());
  EXPECT_EQ(pe.informed_at(), 6);
}

TEST(WormPe, WithABarrierItWaitsForItsStep) {
  WormPe pe = pe_of(2, BroadcastPace::kBarrier);
  const std::vector<Transmission> sent = feed(pe, text(4, 0));

  // Steps last 1 + 3 + 2 and the longest path: they begin at 0, 8 and 15.
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(6 + sent[0].after, 8 + 2);
  EXPECT_EQ(6 + sent[1].after, 15 + 2);
}

TEST(WormPe, GivenCyclesAreKept) {
  TorusSchedule schedule = relay_schedule();
  schedule.starts = {1, 20, 21};
  WormPe source = pe_of(0, BroadcastPace::kGiven, schedule);
  WormPe relay = pe_of(2, BroadcastPace::kGiven, schedule);

  EXPECT_EQ(feed(source, {}).front().after, 1);
  const std::vector<Transmission> sent = feed(relay, text(4, 0));
  EXPECT_EQ(6 + sent[0].after, 20);
  EXPECT_EQ(6 + sent[1].after, 21);
  EXPECT_THAT(relay.complaints(), IsEmpty());
}

TEST(WormPe, ComplainsOfATextTooLateForItsStepAndSendsAtOnce) {
  WormPe pe = pe_of(2, BroadcastPace::kBarrier);
  const std::vector<Transmission> sent = feed(pe, text(7, 0));

  EXPECT_EQ(9 + sent[0].after, 9 + 2 + 1 + 1);
  EXPECT_THAT(
      pe.complaints(),
      ElementsAre("PE 2, step 9: flit 3 of message 0 from PE 1: came too late to be sent on "
                  "in step 10"));
}

TEST(WormPe, ComplainsOnceOfASecondCopy) {
  WormPe pe = pe_of(4);
  feed(pe, text(3, 0, 1));
  feed(pe, text(9, 0, 1));

  ASSERT_EQ(pe.complaints().size(), 1U);
  EXPECT_THAT(pe.complaints()[0], HasSubstr("step 9: flit 1 of message 0 from PE 1: sends the text "
                                            "a second time"));
}

TEST(WormPe, ComplainsOnceOfAWrongSender) {
  WormPe pe = pe_of(4);
  const std::vector<Transmission> sent = feed(pe, text(3, 2));

  EXPECT_THAT(sent, IsEmpty());
  ASSERT_EQ(pe.complaints().size(), 1U);
  EXPECT_THAT(pe.complaints()[0], HasSubstr("the schedule has no message from there"));
  EXPECT_THAT(pe.waiting_for(), ElementsAre("3 flits of the text from PE 0"));
}

TEST(WormPe, ComplainsOfWhatIsNoData) {
  WormPe pe = pe_of(4);
  feed(pe, {control(3, FlitKind::kToken, 0, 4)});

  ASSERT_EQ(pe.complaints().size(), 1U);
  EXPECT_THAT(pe.complaints()[0], HasSubstr("expects data only"));
}

TEST(WormPe, ComplainsOfALostFlitAndDoesNotSendOn) {
  WormPe pe = pe_of(2);
  const std::vector<Transmission> sent = feed(pe, {flit(4, 0, 1), flit(6, 0, 3)});

  EXPECT_THAT(sent, IsEmpty());
  ASSERT_EQ(pe.complaints().size(), 1U);
  EXPECT_THAT(pe.complaints()[0], HasSubstr("expected flit 2 of this message"));
  EXPECT_EQ(pe.waiting_for().size(), 1U);
}

TEST(WormPe, ComplainsOfAWrongLength) {
  WormPe pe = pe_of(2);
  feed(pe, {flit(4, 0, 1, 2), flit(5, 0, 2, 2)});
  EXPECT_THAT(pe.complaints(), ElementsAre(HasSubstr("marked as the last one of 3")));

  WormPe other = pe_of(2);
  feed(other, {flit(4, 0, 1, 4), flit(5, 0, 2, 4), flit(6, 0, 3, 4)});
  EXPECT_THAT(other.complaints(), ElementsAre(HasSubstr("not marked as the last one of 3")));
}

TEST(WormPe, WaitsForEveryCopyThatTheScheduleSends) {
  TorusSchedule schedule = relay_schedule();
  schedule.steps[1].push_back({4, {-1}});  // 3 gets it from 4 before 2 sends it
  WormPe pe = pe_of(3, BroadcastPace::kOwn, schedule);

  feed(pe, {flit(9, 4, 1)});
  EXPECT_THAT(pe.waiting_for(),
              ElementsAre("3 flits of the text from PE 2", "2 flits of the text from PE 4"));
  feed(pe, {flit(10, 4, 2), flit(10, 2, 1, 3, 1), flit(11, 2, 2, 3, 1), flit(11, 4, 3),
            flit(12, 2, 3, 3, 1)});
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
  EXPECT_THAT(pe.complaints(), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDone);
}

TEST(WormPe, ShowsWhatItIsDoing) {
  WormPe pe = pe_of(2);
  SentList list;
  EXPECT_EQ(pe.state(), PeState::kDormant);
  pe.receive(flit(4, 0, 1), list);
  EXPECT_EQ(pe.state(), PeState::kCollecting);
  pe.receive(flit(5, 0, 2), list);
  pe.receive(flit(6, 0, 3), list);
  EXPECT_EQ(pe.state(), PeState::kDispatching);
  EXPECT_EQ(pe.state_at(15), PeState::kDispatching);  // heads in 10 and 14, the last tail in 16
  EXPECT_EQ(pe.state_at(16), PeState::kDone);
}

TEST(TorusRoles, RefuseSchedulesThatCannotBeActedOut) {
  const auto refusal = [](const TorusSchedule& schedule, BroadcastPace pace) -> std::string {
    try {
      roles_of(schedule, pace, kThreeFlits);
    } catch (const TopologyError& error) {
      return error.what();
    }
    return "none";
  };
  TorusSchedule schedule = relay_schedule();
  EXPECT_EQ(refusal(schedule, BroadcastPace::kOwn), "none");
  EXPECT_THAT(refusal(schedule, BroadcastPace::kGiven), HasSubstr("each of its 3 steps, got 0"));
  schedule.steps[0][0].hops = {0};
  EXPECT_THAT(refusal(schedule, BroadcastPace::kOwn), HasSubstr("hops in some dimension"));
  schedule.steps[0][0].hops = {5};
  EXPECT_THAT(refusal(schedule, BroadcastPace::kOwn), HasSubstr("hops[0] must be from -4 to 4"));
  schedule = relay_schedule();
  schedule.source = 5;
  EXPECT_THAT(refusal(schedule, BroadcastPace::kOwn), HasSubstr("got 5"));
  schedule = relay_schedule();
  schedule.steps[0][0].from = -2;
  EXPECT_THAT(refusal(schedule, BroadcastPace::kOwn), HasSubstr("got -2"));
}

TEST(TorusRoles, RefuseATimingOutOfRange) {
  const auto refusal = [](const BroadcastTiming& timing) -> std::string {
    try {
      make_torus_broadcast(relay_schedule(), BroadcastPace::kOwn, timing);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal({1, 0, 0, {}}), "none");
  EXPECT_EQ(refusal({0, 0, 0, {}}), "the length of the text must be at least 1, got 0");
  EXPECT_EQ(refusal({1, -1, 0, {}}), "the overhead of sending must be at least 0, got -1");
  EXPECT_EQ(refusal({1, 0, -1, {}}), "the overhead of receiving must be at least 0, got -1");
  EXPECT_THROW(refusal({1, 0, 0, {{}, {2, 3}, 1}}), TopologyError);  // of a ring
}

TEST(TorusBroadcastRun, NumbersMessagesModulo1024) {
  TorusSchedule schedule;
  schedule.sides = {2};
  schedule.steps.assign(1030, {{0, {1}}});
  const WormRecord run = run_broadcast(schedule, BroadcastPace::kOwn, {});
  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.messages, 1030);
  EXPECT_EQ(roles_of(schedule, BroadcastPace::kOwn, {})[0].active[1025].sends[0].packet, 1U);
}

// What a schedule leaves out shows at the PEs that get nothing.
TEST(TorusBroadcastRun, NamesEveryPeThatTheScheduleCannotReach) {
  TorusSchedule schedule = relay_schedule();
  schedule.steps[0].erase(schedule.steps[0].begin());  // 2 gets nothing and sends nothing
  const WormRecord run = run_broadcast(schedule, BroadcastPace::kOwn, kThreeFlits);

  EXPECT_EQ(run.faults(),
            "PE 1 waits for 3 flits of the text from PE 2\n"
            "PE 3 waits for 3 flits of the text from PE 2\n");
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_broadcast_pe_test
