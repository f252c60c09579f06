// Every way in which a flit can go against a protocol is said aloud, and changes nothing else.
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
using ::testing::SizeIs;

template <typename Pe>
std::vector<std::string> after(Pe pe, const std::vector<Arrival>& arrivals) {
  feed(pe, arrivals);
  return pe.complaints();
}

Arrival end_mark(Step step, Node from, Node message, Flits index) {
  return {step, FlitKind::kEnd, from, message, index, true, 0, 0};
}

// PE 3, child of 1, expects three flits.
ScatterReceiver receiver() { return ScatterReceiver({3, 1, {}, 3}); }

TEST(ScatterComplaints, RootExpectsNothing) {
  EXPECT_THAT(after(ScatterRoot({0, 1}, {{kNoNode, {1}}}), {data(4, 1, 2, 1, 1)}),
              ElementsAre("PE 0, step 4: flit 1 of message 2 from PE 1: the root of a scatter "
                          "expects nothing"));
}

TEST(ScatterComplaints, ReceiverExpectsDataOnly) {
  EXPECT_THAT(after(receiver(), {control(5, FlitKind::kToken, 1, 3)}),
              ElementsAre("PE 3, step 5: token from PE 1: a PE of a scatter expects data only"));
}

TEST(ScatterComplaints, FlitOfAnotherPe) {
  EXPECT_THAT(after(receiver(), {data(5, 1, 4, 1, 3)}),
              ElementsAre("PE 3, step 5: flit 1 of message 4 from PE 1: meant for another PE"));
}

TEST(ScatterComplaints, FlitFromBelow) {
  EXPECT_THAT(
      after(receiver(), {data(5, 2, 3, 1, 3)}),
      ElementsAre("PE 3, step 5: flit 1 of message 3 from PE 2: did not come from the parent"));
}

TEST(ScatterComplaints, OneFlitTooMany) {
  EXPECT_THAT(after(ScatterReceiver({3, 1, {}, 1}), {data(5, 1, 3, 1, 1), data(6, 1, 3, 2, 2)}),
              ElementsAre("PE 3, step 6: flit 2 of message 3 from PE 1: expected 1 flit in all"));
}

TEST(ScatterComplaints, LostFirstFlit) {
  EXPECT_THAT(after(receiver(), {data(6, 1, 3, 2, 3)}),
              ElementsAre("PE 3, step 6: flit 2 of message 3 from PE 1: expected flit 1 of this "
                          "message"));
}

TEST(ScatterComplaints, LostFlitInTheMiddle) {
  EXPECT_THAT(after(receiver(), {data(5, 1, 3, 1, 3), data(7, 1, 3, 3, 3)}),
              ElementsAre("PE 3, step 7: flit 3 of message 3 from PE 1: expected flit 2 of message "
                          "3"));
}

TEST(ScatterComplaints, DuplicatedLastFlit) {
  EXPECT_THAT(after(ScatterReceiver({3, 1, {}, 2}), {data(5, 1, 3, 2, 2), data(6, 1, 3, 2, 2)}),
              ElementsAre("PE 3, step 5: flit 2 of message 3 from PE 1: expected flit 1 of this "
                          "message",
                          "PE 3, step 6: flit 2 of message 3 from PE 1: this message was "
                          "complete"));
}

TEST(ScatterComplaints, TailTooEarly) {
  EXPECT_THAT(after(receiver(), {data(5, 1, 3, 1, 1)}),
              ElementsAre("PE 3, step 5: flit 1 of message 3 from PE 1: marked as the last one of "
                          "3"));
}

TEST(ScatterComplaints, NoTail) {
  EXPECT_THAT(after(ScatterReceiver({3, 1, {}, 1}), {data(5, 1, 3, 1, 2)}),
              ElementsAre("PE 3, step 5: flit 1 of message 3 from PE 1: not marked as the last one "
                          "of 1"));
}

// PE 2 of the path 0-1-2-3 with two flits.
ShoulderTapPe tapped_pe() {
  return ShoulderTapPe({2, 1, {3}, 2}, EndMark::kAbsent, Ports::kSingle);
}
ShoulderTapRoot tap_root(EndMark end_mark) {
  return ShoulderTapRoot({0, kNoNode, {1}, 0}, end_mark, Ports::kSingle);
}

TEST(ShoulderTapComplaints, PeExpectsATapOnly) {
  EXPECT_THAT(after(tapped_pe(), {control(2, FlitKind::kOrder, 1, 2, 1)}),
              ElementsAre("PE 2, step 2: order from PE 1: a PE on the path expects a tap only"));
}

TEST(ShoulderTapComplaints, SecondTap) {
  EXPECT_THAT(after(tapped_pe(),
                    {control(2, FlitKind::kTap, 1, 2, 1), control(4, FlitKind::kTap, 1, 2, 1)}),
              ElementsAre("PE 2, step 4: tap from PE 1: tapped before, in step 2"));
}

TEST(ShoulderTapComplaints, TapFromBelow) {
  EXPECT_THAT(after(tapped_pe(), {control(2, FlitKind::kTap, 3, 2, 1)}),
              ElementsAre("PE 2, step 2: tap from PE 3: only PE 1 may tap"));
}

TEST(ShoulderTapComplaints, TapForAnotherPe) {
  EXPECT_THAT(after(tapped_pe(), {control(2, FlitKind::kTap, 1, 3, 1)}),
              ElementsAre("PE 2, step 2: tap from PE 1: meant for PE 3"));
}

TEST(ShoulderTapComplaints, TapThatSaysZero) {
  EXPECT_THAT(after(tapped_pe(), {control(2, FlitKind::kTap, 1, 2, 0)}),
              ElementsAre("PE 2, step 2: tap from PE 1: s = 0 must be at least 1"));
}

TEST(ShoulderTapComplaints, RefusedTapWakesNobody) {
  ShoulderTapPe pe = tapped_pe();

  EXPECT_THAT(feed(pe, {control(2, FlitKind::kTap, 1, 2, 0)}), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDormant);
}

TEST(ShoulderTapComplaints, RootExpectsDataOnly) {
  EXPECT_THAT(after(tap_root(EndMark::kSent), {control(3, FlitKind::kTap, 1, 0, 1)}),
              ElementsAre("PE 0, step 3: tap from PE 1: the root of a gather by taps does not "
                          "expect it"));
}

TEST(ShoulderTapComplaints, EndMarkThatWasNotAgreed) {
  EXPECT_THAT(after(tap_root(EndMark::kAbsent), {end_mark(3, 1, 1, 1)}),
              ElementsAre("PE 0, step 3: END mark of message 1 from PE 1: the root of a gather by "
                          "taps does not expect it"));
}

TEST(ShoulderTapComplaints, FlitBehindTheEndMark) {
  EXPECT_THAT(after(tap_root(EndMark::kSent), {end_mark(3, 1, 1, 1), data(4, 1, 2, 1, 1)}),
              ElementsAre("PE 0, step 4: flit 1 of message 2 from PE 1: came after the END mark"));
}

TEST(ShoulderTapComplaints, FartherMessageFirst) {
  EXPECT_THAT(
      after(tap_root(EndMark::kAbsent), {data(3, 1, 2, 1, 1), data(4, 1, 1, 1, 1)}),
      ElementsAre("PE 0, step 4: flit 1 of message 1 from PE 1: a farther PE's message came "
                  "before it"));
}

TEST(ShoulderTapComplaints, MessageCutByAnother) {
  EXPECT_THAT(after(tap_root(EndMark::kAbsent), {data(3, 1, 1, 1, 2), data(4, 1, 2, 1, 1)}),
              ElementsAre("PE 0, step 4: flit 1 of message 2 from PE 1: expected flit 2 of message "
                          "1"));
}

// PE 2 with parent 1, children 3 and 4, two flits.
CertificationPe inner_pe() {
  return CertificationPe({2, 1, {3, 4}, 2}, sequential(LagRule::kTight), {});
}
CertificationPe leaf_pe() {
  return CertificationPe({2, 1, {}, 2}, sequential(LagRule::kTight), {});
}
Arrival token(Step step) { return control(step, FlitKind::kToken, 1, 2); }
Arrival order(Step step, std::int64_t s) { return control(step, FlitKind::kOrder, 1, 2, s); }
Arrival certificate(Step step, Node child, std::int64_t lag, Flits stream) {
  return control(step, FlitKind::kCertificate, child, child, lag, stream);
}

TEST(CertificationComplaints, PeExpectsNoData) {
  EXPECT_THAT(after(leaf_pe(), {data(1, 1, 2, 1, 1)}),
              ElementsAre("PE 2, step 1: flit 1 of message 2 from PE 1: only token, certificates "
                          "and order are meant for a PE below the root"));
}

TEST(CertificationComplaints, TokenFromBelow) {
  EXPECT_THAT(after(inner_pe(), {control(1, FlitKind::kToken, 3, 2)}),
              ElementsAre("PE 2, step 1: token from PE 3: only PE 1 may send it"));
}

TEST(CertificationComplaints, TokenForAnotherPe) {
  EXPECT_THAT(after(inner_pe(), {control(1, FlitKind::kToken, 1, 3)}),
              ElementsAre("PE 2, step 1: token from PE 1: meant for PE 3"));
}

TEST(CertificationComplaints, SecondToken) {
  EXPECT_THAT(after(inner_pe(), {token(1), token(2)}),
              ElementsAre("PE 2, step 2: token from PE 1: polled before"));
}

TEST(CertificationComplaints, OrderBeforeTheCertificate) {
  EXPECT_THAT(after(inner_pe(), {token(1), order(2, 9)}),
              ElementsAre("PE 2, step 2: order from PE 1: it has not certified yet"));
}

TEST(CertificationComplaints, SecondOrder) {
  EXPECT_THAT(after(leaf_pe(), {token(1), order(3, 1), order(4, 1)}),
              ElementsAre("PE 2, step 4: order from PE 1: ordered before, in step 3"));
}

TEST(CertificationComplaints, OrderThatIsTooEarlyForTheCertifiedLag) {
  EXPECT_THAT(after(leaf_pe(), {token(1), order(3, 0)}),
              ElementsAre("PE 2, step 3: order from PE 1: s = 0 is below its certified lag 1"));
}

TEST(CertificationComplaints, OrderThatIsTooEarlyForTheChildren) {
  EXPECT_THAT(after(CertificationPe({2, 1, {3}, 0}, sequential(LagRule::kTight), {}),
                    {token(1), certificate(3, 3, 1, 1), order(5, 2)}),
              ElementsAre("PE 2, step 5: order from PE 1: s = 2 is below its certified lag 3"));
}

TEST(CertificationComplaints, RefusedOrderSendsNothing) {
  CertificationPe pe = leaf_pe();

  EXPECT_THAT(feed(pe, {token(1), order(3, 0)}), SizeIs(1));  // its certificate
  EXPECT_EQ(pe.state(), PeState::kCertified);
}

TEST(CertificationComplaints, CertificateThatNobodyAskedFor) {
  EXPECT_THAT(after(inner_pe(), {certificate(1, 3, 1, 1)}),
              ElementsAre("PE 2, step 1: certificate from PE 3: no child was asked for one"));
}

TEST(CertificationComplaints, CertificateOfAChildOutOfTurn) {
  EXPECT_THAT(after(inner_pe(), {token(1), certificate(3, 4, 1, 1)}),
              ElementsAre("PE 2, step 3: certificate from PE 4: PE 3 was asked"));
}

TEST(CertificationComplaints, CertificateOfTheRightChildOverTheWrongLink) {
  EXPECT_THAT(after(inner_pe(), {token(1), control(3, FlitKind::kCertificate, 4, 3, 1, 1)}),
              ElementsAre("PE 2, step 3: certificate from PE 4: PE 3 was asked"));
}

TEST(CertificationComplaints, CertificateOfAnotherPeOverTheRightLink) {
  EXPECT_THAT(after(inner_pe(), {token(1), control(3, FlitKind::kCertificate, 3, 9, 1, 1)}),
              ElementsAre("PE 2, step 3: certificate from PE 3: tells of PE 9, not of PE 3"));
}

TEST(CertificationComplaints, CertificateWithALagOfZero) {
  EXPECT_THAT(after(inner_pe(), {token(1), certificate(3, 3, 0, 1)}),
              ElementsAre("PE 2, step 3: certificate from PE 3: lag 0 must be at least 1"));
}

TEST(CertificationComplaints, CertificateOfANegativeStream) {
  EXPECT_THAT(after(inner_pe(), {token(1), certificate(3, 3, 1, -1)}),
              ElementsAre("PE 2, step 3: certificate from PE 3: stream of -1 flits must not be "
                          "negative"));
}

// PE 0 with the one child 1, which certifies (1, 2) in step 2: the stream is due in 4 and 5.
CertificationRoot gather_root() {
  return CertificationRoot({0, kNoNode, {1}, 0}, sequential(LagRule::kTight), {});
}

TEST(CertificationComplaints, RootExpectsNoToken) {
  EXPECT_THAT(after(gather_root(), {control(2, FlitKind::kToken, 1, 0)}),
              ElementsAre("PE 0, step 2: token from PE 1: only certificates and data are meant for "
                          "the root"));
}

TEST(CertificationComplaints, RootGetsASecondCertificate) {
  EXPECT_THAT(after(gather_root(), {certificate(2, 1, 1, 2), certificate(3, 1, 1, 2)}),
              ElementsAre("PE 0, step 3: certificate from PE 1: no child was asked for one"));
}

TEST(CertificationComplaints, DataBeforeAnyOrder) {
  EXPECT_THAT(after(gather_root(), {data(2, 1, 1, 1, 2)}),
              ElementsAre("PE 0, step 2: flit 1 of message 1 from PE 1: nobody has been ordered to "
                          "send"));
}

TEST(CertificationComplaints, StreamThatBeginsTooEarly) {
  EXPECT_THAT(
      after(gather_root(), {certificate(2, 1, 1, 2), data(3, 1, 1, 1, 2), data(4, 1, 1, 2, 2)}),
      ElementsAre("PE 0, step 3: flit 1 of message 1 from PE 1: the stream's next flit was due in "
                  "step 4"));
}

TEST(CertificationComplaints, GapInTheStream) {
  EXPECT_THAT(
      after(gather_root(), {certificate(2, 1, 1, 2), data(4, 1, 1, 1, 2), data(6, 1, 1, 2, 2)}),
      ElementsAre("PE 0, step 6: flit 2 of message 1 from PE 1: the stream's next flit was due in "
                  "step 5"));
}

TEST(CertificationComplaints, MoreFlitsThanCertified) {
  EXPECT_THAT(
      after(gather_root(), {certificate(2, 1, 1, 1), data(4, 1, 1, 1, 1), data(5, 1, 2, 1, 1)}),
      ElementsAre("PE 0, step 5: flit 1 of message 2 from PE 1: expected 1 flit in all"));
}

TEST(CertificationComplaints, FlitOutOfOrderAtTheRoot) {
  EXPECT_THAT(after(gather_root(), {certificate(2, 1, 1, 2), data(4, 1, 1, 2, 3)}),
              ElementsAre("PE 0, step 4: flit 2 of message 1 from PE 1: expected flit 1 of this "
                          "message"));
}

TEST(ComplaintBook, CountsWhatItDoesNotKeep) {
  ComplaintBook book(7);
  for (Step step = 1; step <= 25; ++step) book.about(token(step), "unexpected");

  const std::vector<std::string> all = book.all();
  ASSERT_THAT(all, SizeIs(ComplaintBook::kKept + 1));
  EXPECT_EQ(all.back(), "PE 7: 5 more complaints");
}

}  // namespace
}  // namespace flitwise::protocols::test
