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

Arrival end_mark(Step step, Node from, Node message, Flits index) {
  return {step, FlitKind::kEnd, from, message, index, true, 0, 0};
}

// PE 3, child of 1, expects three flits.
ScatterReceiver receiver() { return ScatterReceiver({3, 1, {}, 3}); }

TEST(ScatterComplaints, NameWhatNoPeOfAScatterExpects) {
  expect_complaints({
      {"root expects nothing", after(ScatterRoot({0, 1}, {{kNoNode, {1}}}), {data(4, 1, 2, 1, 1)}),
       "PE 0, step 4: flit 1 of message 2 from PE 1: the root of a scatter expects nothing"},
      {"receiver expects data only", after(receiver(), {control(5, FlitKind::kToken, 1, 3)}),
       "PE 3, step 5: token from PE 1: a PE of a scatter expects data only"},
      {"flit of another PE", after(receiver(), {data(5, 1, 4, 1, 3)}),
       "PE 3, step 5: flit 1 of message 4 from PE 1: meant for another PE"},
      {"flit from below", after(receiver(), {data(5, 2, 3, 1, 3)}),
       "PE 3, step 5: flit 1 of message 3 from PE 2: did not come from the parent"},
      {"one flit too many",
       after(ScatterReceiver({3, 1, {}, 1}), {data(5, 1, 3, 1, 1), data(6, 1, 3, 2, 2)}),
       "PE 3, step 6: flit 2 of message 3 from PE 1: expected 1 flit in all"},
      {"lost first flit", after(receiver(), {data(6, 1, 3, 2, 3)}),
       "PE 3, step 6: flit 2 of message 3 from PE 1: expected flit 1 of this message"},
      {"lost flit in the middle", after(receiver(), {data(5, 1, 3, 1, 3), data(7, 1, 3, 3, 3)}),
       "PE 3, step 7: flit 3 of message 3 from PE 1: expected flit 2 of message 3"},
  });
}

TEST(ScatterComplaints, DuplicatedLastFlit) {
  EXPECT_THAT(after(ScatterReceiver({3, 1, {}, 2}), {data(5, 1, 3, 2, 2), data(6, 1, 3, 2, 2)}),
              ElementsAre("PE 3, step 5: flit 2 of message 3 from PE 1: expected flit 1 of this "
                          "message",
                          "PE 3, step 6: flit 2 of message 3 from PE 1: this message was "
                          "complete"));
}

TEST(ScatterComplaints, NameTailsAtTheWrongPlace) {
  expect_complaints({
      {"tail too early", after(receiver(), {data(5, 1, 3, 1, 1)}),
       "PE 3, step 5: flit 1 of message 3 from PE 1: marked as the last one of 3"},
      {"no tail", after(ScatterReceiver({3, 1, {}, 1}), {data(5, 1, 3, 1, 2)}),
       "PE 3, step 5: flit 1 of message 3 from PE 1: not marked as the last one of 1"},
  });
}

// PE 2 of the path 0-1-2-3 with two flits.
ShoulderTapPe tapped_pe() {
  return ShoulderTapPe({2, 1, {3}, 2}, EndMark::kAbsent, Ports::kSingle);
}
ShoulderTapRoot tap_root(EndMark end_mark) {
  return ShoulderTapRoot({0, kNoNode, {1}, 0}, end_mark, Ports::kSingle);
}

TEST(ShoulderTapComplaints, NameWhatNoPeOnThePathExpects) {
  expect_complaints({
      {"PE expects a tap only", after(tapped_pe(), {control(2, FlitKind::kOrder, 1, 2, 1)}),
       "PE 2, step 2: order from PE 1: a PE on the path expects a tap only"},
      {"second tap",
       after(tapped_pe(),
             {control(2, FlitKind::kTap, 1, 2, 1), control(4, FlitKind::kTap, 1, 2, 1)}),
       "PE 2, step 4: tap from PE 1: tapped before, in step 2"},
      {"tap from below", after(tapped_pe(), {control(2, FlitKind::kTap, 3, 2, 1)}),
       "PE 2, step 2: tap from PE 3: only PE 1 may tap"},
      {"tap for another PE", after(tapped_pe(), {control(2, FlitKind::kTap, 1, 3, 1)}),
       "PE 2, step 2: tap from PE 1: meant for PE 3"},
      {"tap that says zero", after(tapped_pe(), {control(2, FlitKind::kTap, 1, 2, 0)}),
       "PE 2, step 2: tap from PE 1: s = 0 must be at least 1"},
  });
}

TEST(ShoulderTapComplaints, RefusedTapWakesNobody) {
  ShoulderTapPe pe = tapped_pe();

  EXPECT_THAT(feed(pe, {control(2, FlitKind::kTap, 1, 2, 0)}), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDormant);
}

TEST(ShoulderTapComplaints, NameWhatItsRootDoesNotExpect) {
  expect_complaints({
      {"root expects data only",
       after(tap_root(EndMark::kSent), {control(3, FlitKind::kTap, 1, 0, 1)}),
       "PE 0, step 3: tap from PE 1: the root of a gather by taps does not expect it"},
      {"end mark that was not agreed", after(tap_root(EndMark::kAbsent), {end_mark(3, 1, 1, 1)}),
       "PE 0, step 3: END mark of message 1 from PE 1: the root of a gather by taps does not "
       "expect it"},
      {"flit behind the end mark",
       after(tap_root(EndMark::kSent), {end_mark(3, 1, 1, 1), data(4, 1, 2, 1, 1)}),
       "PE 0, step 4: flit 1 of message 2 from PE 1: came after the END mark"},
      {"farther message first",
       after(tap_root(EndMark::kAbsent), {data(3, 1, 2, 1, 1), data(4, 1, 1, 1, 1)}),
       "PE 0, step 4: flit 1 of message 1 from PE 1: a farther PE's message came before it"},
      {"message cut by another",
       after(tap_root(EndMark::kAbsent), {data(3, 1, 1, 1, 2), data(4, 1, 2, 1, 1)}),
       "PE 0, step 4: flit 1 of message 2 from PE 1: expected flit 2 of message 1"},
  });
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

TEST(CertificationComplaints, NameWrongTokensAndOrders) {
  expect_complaints({
      {"PE expects no data", after(leaf_pe(), {data(1, 1, 2, 1, 1)}),
       "PE 2, step 1: flit 1 of message 2 from PE 1: only token, certificates and order are meant "
       "for a PE below the root"},
      {"token from below", after(inner_pe(), {control(1, FlitKind::kToken, 3, 2)}),
       "PE 2, step 1: token from PE 3: only PE 1 may send it"},
      {"token for another PE", after(inner_pe(), {control(1, FlitKind::kToken, 1, 3)}),
       "PE 2, step 1: token from PE 1: meant for PE 3"},
      {"second token", after(inner_pe(), {token(1), token(2)}),
       "PE 2, step 2: token from PE 1: polled before"},
      {"order before the certificate", after(inner_pe(), {token(1), order(2, 9)}),
       "PE 2, step 2: order from PE 1: it has not certified yet"},
      {"second order", after(leaf_pe(), {token(1), order(3, 1), order(4, 1)}),
       "PE 2, step 4: order from PE 1: ordered before, in step 3"},
      {"order that is too early for the certified lag", after(leaf_pe(), {token(1), order(3, 0)}),
       "PE 2, step 3: order from PE 1: s = 0 is below its certified lag 1"},
      {"order that is too early for the children",
       after(CertificationPe({2, 1, {3}, 0}, sequential(LagRule::kTight), {}),
             {token(1), certificate(3, 3, 1, 1), order(5, 2)}),
       "PE 2, step 5: order from PE 1: s = 2 is below its certified lag 3"},
  });
}

TEST(CertificationComplaints, RefusedOrderSendsNothing) {
  CertificationPe pe = leaf_pe();

  EXPECT_THAT(feed(pe, {token(1), order(3, 0)}), SizeIs(1));  // its certificate
  EXPECT_EQ(pe.state(), PeState::kCertified);
}

TEST(CertificationComplaints, NameWrongCertificates) {
  expect_complaints({
      {"certificate that nobody asked for", after(inner_pe(), {certificate(1, 3, 1, 1)}),
       "PE 2, step 1: certificate from PE 3: no child was asked for one"},
      {"certificate of a child out of turn", after(inner_pe(), {token(1), certificate(3, 4, 1, 1)}),
       "PE 2, step 3: certificate from PE 4: PE 3 was asked"},
      {"certificate of the right child over the wrong link",
       after(inner_pe(), {token(1), control(3, FlitKind::kCertificate, 4, 3, 1, 1)}),
       "PE 2, step 3: certificate from PE 4: PE 3 was asked"},
      {"certificate of another PE over the right link",
       after(inner_pe(), {token(1), control(3, FlitKind::kCertificate, 3, 9, 1, 1)}),
       "PE 2, step 3: certificate from PE 3: tells of PE 9, not of PE 3"},
      {"certificate with a lag of zero", after(inner_pe(), {token(1), certificate(3, 3, 0, 1)}),
       "PE 2, step 3: certificate from PE 3: lag 0 must be at least 1"},
      {"certificate of a negative stream", after(inner_pe(), {token(1), certificate(3, 3, 1, -1)}),
       "PE 2, step 3: certificate from PE 3: stream of -1 flits must not be negative"},
  });
}

// PE 0 with the one child 1, which certifies (1, 2) in step 2: the stream is due in 4 and 5.
CertificationRoot gather_root() {
  return CertificationRoot({0, kNoNode, {1}, 0}, sequential(LagRule::kTight), {});
}

TEST(CertificationComplaints, NameWhatTheRootDoesNotExpect) {
  expect_complaints({
      {"root expects no token", after(gather_root(), {control(2, FlitKind::kToken, 1, 0)}),
       "PE 0, step 2: token from PE 1: only certificates and data are meant for the root"},
      {"root gets a second certificate",
       after(gather_root(), {certificate(2, 1, 1, 2), certificate(3, 1, 1, 2)}),
       "PE 0, step 3: certificate from PE 1: no child was asked for one"},
      {"data before any order", after(gather_root(), {data(2, 1, 1, 1, 2)}),
       "PE 0, step 2: flit 1 of message 1 from PE 1: nobody has been ordered to send"},
      {"stream that begins too early",
       after(gather_root(), {certificate(2, 1, 1, 2), data(3, 1, 1, 1, 2), data(4, 1, 1, 2, 2)}),
       "PE 0, step 3: flit 1 of message 1 from PE 1: the stream's next flit was due in step 4"},
      {"gap in the stream",
       after(gather_root(), {certificate(2, 1, 1, 2), data(4, 1, 1, 1, 2), data(6, 1, 1, 2, 2)}),
       "PE 0, step 6: flit 2 of message 1 from PE 1: the stream's next flit was due in step 5"},
      {"more flits than certified",
       after(gather_root(), {certificate(2, 1, 1, 1), data(4, 1, 1, 1, 1), data(5, 1, 2, 1, 1)}),
       "PE 0, step 5: flit 1 of message 2 from PE 1: expected 1 flit in all"},
      {"flit out of order at the root",
       after(gather_root(), {certificate(2, 1, 1, 2), data(4, 1, 1, 2, 3)}),
       "PE 0, step 4: flit 2 of message 1 from PE 1: expected flit 1 of this message"},
  });
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
