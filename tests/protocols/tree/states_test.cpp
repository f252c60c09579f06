// What a PE shows while it works: its state, step by step, and what it waits for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/protocols/tree/certification.h"
#include "systemc/protocols/tree/scatter.h"
#include "systemc/protocols/tree/shoulder_tap.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ScatterState, RootDispatchesUntilItsLastFlitHasLeft) {
  ScatterRoot root({0, 2, 3}, {{kNoNode, {2, 1}}});
  feed(root, {});

  EXPECT_EQ(root.state(), PeState::kDispatching);
  EXPECT_EQ(root.state_at(4), PeState::kDispatching);
  EXPECT_EQ(root.state_at(5), PeState::kDone);
}

TEST(ScatterState, ReceiverIsDoneWithItsLastFlit) {
  ScatterReceiver pe({3, 1, {}, 2});
  SentList list;

  EXPECT_EQ(pe.state(), PeState::kDormant);
  pe.receive(data(4, 1, 3, 1, 2), list);
  EXPECT_EQ(pe.state(), PeState::kCollecting);
  pe.receive(data(5, 1, 3, 2, 2), list);
  EXPECT_EQ(pe.state(), PeState::kDone);
}

TEST(ScatterState, ReceiverCountsTheFlitsItWaitsFor) {
  ScatterReceiver pe({4, 1, {}, 3});
  SentList list;

  pe.receive(data(4, 1, 4, 1, 3), list);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("2 more flits of the message of PE 4"));
  pe.receive(data(5, 1, 4, 2, 3), list);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("1 more flit of the message of PE 4"));
  pe.receive(data(6, 1, 4, 3, 3), list);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
}

TEST(ScatterState, ReceiverOfANullMessageWaitsForNothing) {
  ScatterReceiver pe({4, 1, {}, 0});

  EXPECT_THAT(pe.waiting_for(), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDone);
}

TEST(ShoulderTapState, PeIsScheduledUntilItsMessageHasLeftAndThenRelays) {
  ShoulderTapPe pe({2, 1, {3}, 2}, EndMark::kAbsent, Ports::kSingle);
  EXPECT_EQ(pe.state(), PeState::kDormant);
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 3)});  // sends in steps 5 and 6

  EXPECT_EQ(pe.state(), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(5), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(6), PeState::kRelaying);
}

TEST(ShoulderTapState, LastPeIsDoneWhenItsMessageHasLeft) {
  ShoulderTapPe pe({2, 1, {}, 1}, EndMark::kSent, Ports::kSingle);
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 1)});  // sends in step 3, END in 4

  EXPECT_EQ(pe.state_at(3), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(4), PeState::kDone);
}

TEST(ShoulderTapState, PeWithoutMessageRelaysOnceTapped) {
  ShoulderTapPe pe({2, 1, {3}, 0}, EndMark::kAbsent, Ports::kSingle);
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 1)});

  EXPECT_EQ(pe.state(), PeState::kRelaying);
}

TEST(ShoulderTapState, PeWaitsForItsTap) {
  ShoulderTapPe pe({2, 1, {3}, 0}, EndMark::kAbsent, Ports::kSingle);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("tap from PE 1"));
  feed(pe, {control(2, FlitKind::kTap, 1, 2, 1)});

  EXPECT_THAT(pe.waiting_for(), IsEmpty());
}

TEST(ShoulderTapState, RootWithoutEndMarkCollectsForEverAndWaitsForNothing) {
  ShoulderTapRoot root({0, kNoNode, {1}, 0}, EndMark::kAbsent, Ports::kSingle);
  feed(root, {data(3, 1, 1, 1, 1)});

  EXPECT_EQ(root.state(), PeState::kCollecting);
  EXPECT_THAT(root.waiting_for(), IsEmpty());
}

TEST(ShoulderTapState, RootWaitsForTheEndMark) {
  ShoulderTapRoot root({0, kNoNode, {1}, 0}, EndMark::kSent, Ports::kSingle);
  feed(root, {});
  EXPECT_THAT(root.waiting_for(), ElementsAre("END mark of the last PE"));
  feed(root, {{3, FlitKind::kEnd, 1, 1, 1, true, 0, 0}});

  EXPECT_THAT(root.waiting_for(), IsEmpty());
  EXPECT_EQ(root.state(), PeState::kDone);
}

TEST(ShoulderTapState, RootAloneIsDone) {
  ShoulderTapRoot root({0, kNoNode, {}, 0}, EndMark::kSent, Ports::kSingle);

  EXPECT_THAT(feed(root, {}), IsEmpty());
  EXPECT_EQ(root.state(), PeState::kDone);
  EXPECT_THAT(root.waiting_for(), IsEmpty());
}

TEST(CertificationState, PeGoesThroughAllPhases) {
  CertificationPe pe({2, 1, {3}, 2}, sequential(LagRule::kTight), {});
  SentList list;

  EXPECT_EQ(pe.state(), PeState::kDormant);
  pe.receive(control(2, FlitKind::kToken, 1, 2), list);
  EXPECT_EQ(pe.state(), PeState::kPolling);
  pe.receive(control(4, FlitKind::kCertificate, 3, 3, 1, 4), list);
  EXPECT_EQ(pe.state(), PeState::kCertified);
  pe.receive(control(9, FlitKind::kOrder, 1, 2, 3), list);  // own in 12, 13; the child's in 14-17
  EXPECT_EQ(pe.state(), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(12), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(13), PeState::kRelaying);
  EXPECT_EQ(pe.state_at(16), PeState::kRelaying);
  EXPECT_EQ(pe.state_at(17), PeState::kDone);
}

TEST(CertificationState, PeNamesWhatItWaitsForInEachPhase) {
  CertificationPe pe({2, 1, {3, 5}, 2}, sequential(LagRule::kTight), {});
  SentList list;

  EXPECT_THAT(pe.waiting_for(), ElementsAre("token from PE 1"));
  pe.receive(control(2, FlitKind::kToken, 1, 2), list);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("certificate of PE 3"));
  pe.receive(control(4, FlitKind::kCertificate, 3, 3, 1, 0), list);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("certificate of PE 5"));
  pe.receive(control(6, FlitKind::kCertificate, 5, 5, 1, 0), list);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("order from PE 1"));
  pe.receive(control(9, FlitKind::kOrder, 1, 2, 3), list);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
}

TEST(CertificationState, PeOfNullSubtreeRelaysUntilItsOrdersAreOut) {
  CertificationPe pe({2, 1, {3, 5}, 0}, sequential(LagRule::kTight), {});
  feed(pe, {control(2, FlitKind::kToken, 1, 2), control(4, FlitKind::kCertificate, 3, 3, 1, 0),
            control(6, FlitKind::kCertificate, 5, 5, 1, 0), control(9, FlitKind::kOrder, 1, 2, 4)});

  EXPECT_EQ(pe.state_at(10), PeState::kRelaying);
  EXPECT_EQ(pe.state_at(11), PeState::kDone);
}

TEST(CertificationState, RootPollsThenCollectsThenIsDone) {
  CertificationRoot root({0, kNoNode, {1}, 0}, sequential(LagRule::kTight), {});
  SentList list;

  root.start(list);
  EXPECT_EQ(root.state(), PeState::kPolling);
  EXPECT_THAT(root.waiting_for(), ElementsAre("certificate of PE 1"));
  root.receive(control(2, FlitKind::kCertificate, 1, 1, 1, 2), list);
  EXPECT_EQ(root.state(), PeState::kCollecting);
  EXPECT_THAT(root.waiting_for(), ElementsAre("2 more flits of the stream"));
  root.receive(data(4, 1, 1, 1, 2), list);
  EXPECT_THAT(root.waiting_for(),
              ElementsAre("1 more flit of the stream, the next of the message of PE 1"));
  root.receive(data(5, 1, 1, 2, 2), list);
  EXPECT_EQ(root.state(), PeState::kDone);
  EXPECT_THAT(root.waiting_for(), IsEmpty());
}

}  // namespace
}  // namespace flitwise::protocols::test
