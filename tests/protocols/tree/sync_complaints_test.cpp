// Complaints and states of certification beyond sequential polling: broadcast tokens, slots, PEs
// without an order, several streams at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/protocols/tree/certification.h"
#include "tests/protocols/one_pe.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test::sync_complaints_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const CertificationVariant kSlotPos{LagRule::kPos, Sync::kSlot, SortCost::kZero, Ports::kSingle};
const CertificationVariant kMirrorPos{LagRule::kPos, Sync::kMirror, SortCost::kZero,
                                      Ports::kSingle};

// PE 2 with parent 1, children 3 and 4 (4 gets its token first), two flits, certificate 5 steps
// after its token.
CertificationPe slot_pe(const CertificationVariant& variant = kSlotPos) {
  return CertificationPe({2, 1, {3, 4}, 2}, variant, {{4, 3}, 5, 0});
}
CertificationPe mirror_pe() {
  return CertificationPe({2, 1, {3, 4}, 2}, kMirrorPos, {{4, 3}, 0, 0});
}
// PE 0 with children 1 and 2 and a link of its own to each.
CertificationRoot multiport_root() {
  return CertificationRoot({0, kNoNode, {1, 2}, 0}, multiport(LagRule::kPos), {{1, 2}, 0, 0});
}
// PE 2 with nothing to say and no children.
CertificationPe silent_leaf() { return CertificationPe({2, 1, {}, 0}, kSlotPos, {{}, 3, 0}); }

Arrival token(Step step, std::int64_t x = 0) { return control(step, FlitKind::kToken, 1, 2, x); }
Arrival order(Step step, std::int64_t s) { return control(step, FlitKind::kOrder, 1, 2, s); }
Arrival certificate(Step step, Node child, std::int64_t lag, Flits stream) {
  return control(step, FlitKind::kCertificate, child, child, lag, stream);
}

TEST(BroadcastPolling, SendsOneTokenAStepInTheConfiguredOrder) {
  CertificationPe pe = slot_pe();
  const auto sent = feed(pe, {token(7)});

  ASSERT_THAT(sent, SizeIs(2));
  EXPECT_EQ(sent[0].destination, 4);
  EXPECT_EQ(sent[0].after, 1);
  EXPECT_EQ(sent[1].destination, 3);
  EXPECT_EQ(sent[1].after, 2);
}

TEST(BroadcastPolling, OfAMultiportPeSendsAllTokensInTheNextStepByTheirLinks) {
  CertificationPe pe({2, 1, {3, 4}, 2}, multiport(LagRule::kPos), {{3, 4}, 0, 0});
  const auto sent = feed(pe, {token(7)});

  ASSERT_THAT(sent, SizeIs(2));
  for (const Transmission& one : sent) {
    EXPECT_EQ(one.after, 1);
    EXPECT_EQ(one.via, one.destination);
  }
}

TEST(BroadcastPolling, TakesTheCertificatesInAnyOrder) {
  CertificationPe pe = slot_pe();
  const auto sent = feed(pe, {token(1), certificate(3, 4, 1, 1), certificate(4, 3, 1, 2)});

  EXPECT_THAT(pe.complaints(), IsEmpty());
  EXPECT_EQ(sent.back().kind, FlitKind::kCertificate);
  EXPECT_EQ(sent.back().stream, 5);
}

TEST(BroadcastComplaints, NameWrongCertificates) {
  expect_complaints({
      {"certificate before the token", after(slot_pe(), {certificate(1, 3, 1, 1)}),
       "PE 2, step 1: certificate from PE 3: no child was asked for one"},
      {"certificate from above", after(slot_pe(), {token(1), certificate(3, 1, 1, 1)}),
       "PE 2, step 3: certificate from PE 1: PE 1 is no child"},
      {"certificate of another PE",
       after(slot_pe(), {token(1), control(3, FlitKind::kCertificate, 3, 4, 1, 1)}),
       "PE 2, step 3: certificate from PE 3: tells of PE 4, not of PE 3"},
      {"certificate with a lag of zero", after(slot_pe(), {token(1), certificate(3, 3, 0, 1)}),
       "PE 2, step 3: certificate from PE 3: lag 0 must be at least 1"},
      {"certificate of a negative stream", after(slot_pe(), {token(1), certificate(3, 3, 1, -1)}),
       "PE 2, step 3: certificate from PE 3: stream of -1 flits must not be negative"},
      {"second certificate of the same child",
       after(slot_pe(), {token(1), certificate(3, 3, 1, 1), certificate(4, 3, 1, 1)}),
       "PE 2, step 4: certificate from PE 3: PE 3 certified before"},
  });
}

TEST(CertificateSlot, IsTheConfiguredNumberOfStepsAfterTheToken) {
  CertificationPe pe = slot_pe();
  const auto sent = feed(pe, {token(10), certificate(12, 4, 1, 1), certificate(13, 3, 1, 1)});

  EXPECT_EQ(13 + sent.back().after, 10 + 5);
}

TEST(CertificateSlot, OfAMirrorIsTwiceTheTokensValueAndOneAfterIt) {
  CertificationPe pe = mirror_pe();
  const auto sent = feed(pe, {token(10, 4), certificate(13, 4, 1, 1), certificate(14, 3, 1, 1)});

  EXPECT_EQ(sent[0].value, 3);
  EXPECT_EQ(sent[1].value, 2);
  EXPECT_EQ(14 + sent.back().after, 10 + 2 * 4 + 1);
}

TEST(CertificateSlotComplaints, CertificateThatIsTooLateForTheSlot) {
  EXPECT_THAT(after(slot_pe(), {token(10), certificate(14, 4, 1, 1), certificate(15, 3, 1, 1)}),
              ElementsAre("PE 2, step 15: certificate from PE 3: too late: this PE certifies in "
                          "step 15"));
}

TEST(CertificateSlotComplaints, CertificateThatLeavesNoStepForTheArithmetic) {
  CertificationVariant variant = kSlotPos;
  variant.sort_cost = SortCost::kDegree;  // two steps
  EXPECT_THAT(after(slot_pe(variant), {token(10), certificate(12, 4, 1, 1)}), IsEmpty());
  EXPECT_THAT(after(slot_pe(variant), {token(10), certificate(13, 4, 1, 1)}),
              ElementsAre("PE 2, step 13: certificate from PE 4: too late: this PE certifies in "
                          "step 15"));
}

TEST(CertificateSlotComplaints, LateCertificateIsStillOwed) {
  CertificationPe pe = slot_pe();
  feed(pe, {token(10), certificate(12, 4, 1, 1), certificate(15, 3, 1, 1)});

  EXPECT_THAT(pe.waiting_for(), ElementsAre("certificate of PE 3"));
}

TEST(MirrorComplaints, TokenThatLeavesTooFewStepsForTheChildren) {
  EXPECT_THAT(after(mirror_pe(), {token(10, 1)}),
              ElementsAre("PE 2, step 10: token from PE 1: x = 1 leaves too few steps for the "
                          "tokens of 2 children"));
}

TEST(MirrorComplaints, RefusedTokenWakesNobody) {
  CertificationPe pe = mirror_pe();

  EXPECT_THAT(feed(pe, {token(10, 1)}), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDormant);
}

TEST(MirrorComplaints, RootThatIsConfiguredWithTooFewStepsDoesNotStart) {
  CertificationRoot root({0, kNoNode, {1, 2}, 0}, kMirrorPos, {{1, 2}, 0, 1});
  SentList list;

  EXPECT_THROW(root.start(list), std::logic_error);
}

TEST(OrderComplaints, OrderBeforeTheCertificateHasLeft) {
  // All certificates are in by step 12; its own leaves in step 15.
  const std::vector<Arrival> certified{token(10), certificate(12, 4, 1, 1),
                                       certificate(12, 3, 1, 1)};
  std::vector<Arrival> arrivals = certified;
  arrivals.push_back(order(15, 9));
  EXPECT_THAT(after(slot_pe(), arrivals),
              ElementsAre("PE 2, step 15: order from PE 1: it has not certified yet"));
  arrivals.back() = order(16, 9);
  EXPECT_THAT(after(slot_pe(), arrivals), IsEmpty());
}

TEST(OrderComplaints, OrderForAPeWithoutAnythingToSend) {
  EXPECT_THAT(after(silent_leaf(), {token(1), order(9, 1)}),
              ElementsAre("PE 2, step 9: order from PE 1: nobody below has anything to send"));
}

TEST(PassedOverPe, WaitsForNoOrderAndIsDoneWhenItsCertificateHasLeft) {
  CertificationPe pe = silent_leaf();
  feed(pe, {token(1)});

  EXPECT_THAT(pe.waiting_for(), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kCertified);
  EXPECT_EQ(pe.state_at(3), PeState::kCertified);
  EXPECT_EQ(pe.state_at(4), PeState::kDone);
}

TEST(PassedOverPe, WaitsForItsOrderUnderARuleThatOrdersEverybody) {
  CertificationVariant variant = kSlotPos;
  variant.rule = LagRule::kTight;
  CertificationPe pe({2, 1, {}, 0}, variant, {{}, 3, 0});
  feed(pe, {token(1)});

  EXPECT_THAT(pe.waiting_for(), ElementsAre("order from PE 1"));
}

TEST(BroadcastState, PeNamesAllCertificatesThatItWaitsFor) {
  CertificationPe pe = slot_pe();
  feed(pe, {token(1)});

  EXPECT_THAT(pe.waiting_for(), ElementsAre("certificate of PE 3", "certificate of PE 4"));
}

// Certificates (2, 2) of PE 1 and (1, 1) of PE 2 in step 4: orders in step 5, streams due in steps
// 7 and 8 over one link, 6 over the other.
std::vector<Arrival> certified_in_step_4() {
  return {certificate(4, 1, 2, 2), certificate(4, 2, 1, 1)};
}

std::vector<Arrival> then(std::vector<Arrival> arrivals, const std::vector<Arrival>& more) {
  arrivals.insert(arrivals.end(), more.begin(), more.end());
  return arrivals;
}

TEST(MultiportRoot, OrdersEveryChildInTheNextStepWithItsOwnLag) {
  CertificationRoot root = multiport_root();
  const auto sent = feed(root, certified_in_step_4());

  ASSERT_THAT(sent, SizeIs(4));  // two tokens before
  EXPECT_EQ(sent[2].value, 2);
  EXPECT_EQ(sent[3].value, 1);
  for (const Transmission& one : sent) {
    EXPECT_EQ(one.after, 1);
    EXPECT_EQ(one.via, one.destination);
  }
}

TEST(MultiportRoot, TakesAStreamOverEachLinkAtOnce) {
  CertificationRoot root = multiport_root();
  feed(root, then(certified_in_step_4(),
                  {data(6, 2, 2, 1, 1), data(7, 1, 1, 1, 1), data(8, 1, 3, 1, 1)}));

  EXPECT_THAT(root.complaints(), IsEmpty());
  EXPECT_THAT(root.waiting_for(), IsEmpty());
  EXPECT_EQ(root.state(), PeState::kDone);
}

TEST(MultiportRoot, WaitsForEachStreamByItself) {
  CertificationRoot root = multiport_root();
  feed(root, then(certified_in_step_4(), {data(7, 1, 1, 1, 2)}));

  EXPECT_THAT(root.waiting_for(),
              ElementsAre("1 more flit of the stream from PE 1, the next of the message of PE 1",
                          "1 more flit of the stream from PE 2"));
  EXPECT_EQ(root.state(), PeState::kCollecting);
}

TEST(MultiportRootComplaints, NameWrongStreams) {
  expect_complaints({
      {"gap in one stream",
       after(multiport_root(),
             then(certified_in_step_4(), {data(7, 1, 1, 1, 2), data(9, 1, 1, 2, 2)})),
       "PE 0, step 9: flit 2 of message 1 from PE 1: the stream's next flit was due in step 8"},
      {"more flits over a link than certified",
       after(multiport_root(),
             then(certified_in_step_4(), {data(6, 2, 2, 1, 1), data(7, 2, 4, 1, 1)})),
       "PE 0, step 7: flit 1 of message 4 from PE 2: expected 1 flit in all"},
      {"data before any order", after(multiport_root(), {data(3, 1, 1, 1, 1)}),
       "PE 0, step 3: flit 1 of message 1 from PE 1: nobody has been ordered to send"},
      {"data of a child that got no order",
       after(multiport_root(),
             {certificate(4, 1, 2, 2), certificate(4, 2, 1, 0), data(6, 2, 2, 1, 1)}),
       "PE 0, step 6: flit 1 of message 2 from PE 2: PE 2 was not ordered to send"},
  });
}

}  // namespace
}  // namespace flitwise::protocols::test::sync_complaints_test
