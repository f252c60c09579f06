// One leaf on a bench: what it sends, what it complains about, what it waits for, what it shows.
#include "systemc/protocols/fat_tree/fat_tree_protocols.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Node kSwitch = 9;

// Leaf 2 that is owed three flits of leaf 5 and one of leaf 7.
ScheduledLeaf receiver() { return ScheduledLeaf(2, {}, {{7, 1}, {5, 3}, {6, 0}}); }

Arrival flit(Step step, Node message, Flits index, Flits length) {
  return data(step, kSwitch, message, index, length);
}

template <typename Pe>
std::vector<std::string> after(Pe pe, const std::vector<Arrival>& arrivals) {
  feed(pe, arrivals);
  return pe.complaints();
}

TEST(ScheduledLeaf, HandsOverItsWholeListInStepZero) {
  Schedule schedule(8);
  add_data(schedule, 2, 5, 1, 3);
  add_flood(schedule, 2, 4);
  add_copies(schedule, 2, 0x5, 9);
  ScheduledLeaf leaf(2, schedule[2], {});

  const std::vector<Transmission> sent = feed(leaf, {});

  ASSERT_EQ(sent.size(), 3U);
  EXPECT_EQ(sent[0].kind, FlitKind::kData);
  EXPECT_EQ(sent[0].destination, 5);
  EXPECT_EQ(sent[0].after, 1);
  EXPECT_EQ(sent[0].length, 3);
  EXPECT_EQ(sent[1].kind, FlitKind::kFlood);
  EXPECT_EQ(sent[1].destination, kNoNode);
  EXPECT_EQ(sent[1].after, 4);
  EXPECT_EQ(sent[2].kind, FlitKind::kCopies);
  EXPECT_EQ(sent[2].copies, 0x5U);
  EXPECT_EQ(sent[2].after, 9);
  for (const Transmission& transmission : sent) EXPECT_EQ(transmission.message, 2);
}

TEST(ScheduledLeaf, TakesInWhatIsDueInAnyOrderOfSources) {
  ScheduledLeaf leaf = receiver();
  feed(leaf, {flit(3, 5, 1, 3), flit(4, 7, 1, 1), flit(5, 5, 2, 3), flit(8, 5, 3, 3)});
  EXPECT_THAT(leaf.complaints(), IsEmpty());
  EXPECT_THAT(leaf.waiting_for(), IsEmpty());
}

TEST(ScheduledLeaf, NamesWhoseFlitsItWaitsFor) {
  ScheduledLeaf leaf = receiver();
  EXPECT_THAT(leaf.waiting_for(), ElementsAre("3 more flits of the message of PE 5",
                                              "1 more flit of the message of PE 7"));
  feed(leaf, {flit(3, 5, 1, 3), flit(4, 5, 2, 3), flit(5, 7, 1, 1)});
  EXPECT_THAT(leaf.waiting_for(), ElementsAre("1 more flit of the message of PE 5"));
}

TEST(ScheduledLeafComplaints, FlitOfALeafThatOwesNothing) {
  EXPECT_THAT(after(receiver(), {flit(4, 3, 1, 1), flit(5, 6, 1, 1)}),
              ElementsAre("PE 2, step 4: flit 1 of message 3 from PE 3: no message of PE 3 is due "
                          "here",
                          "PE 2, step 5: flit 1 of message 6 from PE 6: no message of PE 6 is due "
                          "here"));
}

TEST(ScheduledLeafComplaints, FlitThatComesTwice) {
  EXPECT_THAT(
      after(receiver(), {flit(4, 7, 1, 1), flit(6, 7, 1, 1)}),
      ElementsAre("PE 2, step 6: flit 1 of message 7 from PE 7: this flit has come before"));
}

TEST(ScheduledLeaf, WaitsForAFlitThatWasLost) {
  ScheduledLeaf leaf = receiver();
  feed(leaf, {flit(4, 5, 2, 3), flit(5, 5, 3, 3), flit(6, 7, 1, 1)});
  EXPECT_THAT(leaf.complaints(), IsEmpty());
  EXPECT_THAT(leaf.waiting_for(), ElementsAre("1 more flit of the message of PE 5"));
}

// Parallel links and queues let one pass another.
TEST(ScheduledLeaf, TakesFlitsInAnyOrder) {
  ScheduledLeaf leaf = receiver();
  feed(leaf, {flit(4, 5, 1, 3), flit(5, 5, 3, 3), flit(6, 5, 2, 3), flit(7, 7, 1, 1)});
  EXPECT_THAT(leaf.complaints(), IsEmpty());
  EXPECT_THAT(leaf.waiting_for(), IsEmpty());
}

TEST(ScheduledLeafComplaints, FlitBeyondTheMessage) {
  EXPECT_THAT(after(receiver(), {flit(4, 7, 1, 1), flit(5, 7, 2, 2), flit(6, 7, 0, 1)}),
              ElementsAre("PE 2, step 5: flit 2 of message 7 from PE 7: expected 1 flit of this "
                          "message in all",
                          "PE 2, step 6: flit 0 of message 7 from PE 7: expected 1 flit of this "
                          "message in all"));
}

TEST(ScheduledLeafComplaints, WrongMarkOfTheLastFlit) {
  EXPECT_THAT(
      after(receiver(), {flit(4, 7, 1, 2), flit(5, 5, 1, 1)}),
      ElementsAre("PE 2, step 4: flit 1 of message 7 from PE 7: not marked as the last one of 1",
                  "PE 2, step 5: flit 1 of message 5 from PE 5: marked as the last one of 3"));
}

TEST(ScheduledLeafComplaints, ControlFlit) {
  EXPECT_THAT(
      after(receiver(), {control(5, FlitKind::kToken, kSwitch, 7)}),
      ElementsAre("PE 2, step 5: token from PE 7: a leaf expects data, flood and copies only"));
}

TEST(ScheduledLeafComplaints, FloodAndCopiesCountAsDataDoes) {
  Arrival flood = flit(4, 7, 1, 1);
  flood.kind = FlitKind::kFlood;
  Arrival copies = flit(5, 7, 1, 1);
  copies.kind = FlitKind::kCopies;
  EXPECT_THAT(after(receiver(), {flood, copies}),
              ElementsAre("PE 2, step 5: copies from PE 7: this flit has come before"));
}

TEST(DueIntake, RefusesDuesThatCannotBe) {
  EXPECT_THROW(
      {
        try {
          DueIntake({{3, 1}, {4, 1}, {3, 2}});
        } catch (const std::invalid_argument& error) {
          EXPECT_STREQ(error.what(), "the message of PE 3 is due twice");
          throw;
        }
      },
      std::invalid_argument);
  EXPECT_THROW(
      {
        try {
          DueIntake({{3, -1}});
        } catch (const std::invalid_argument& error) {
          EXPECT_STREQ(error.what(), "the message of PE 3 must have at least 0 flits, got -1");
          throw;
        }
      },
      std::invalid_argument);
}

TEST(ScheduledLeafStates, OfALeafThatSendsAndTakesIn) {
  Schedule schedule(8);
  add_data(schedule, 2, 5, 3, 2);
  add_data(schedule, 2, 6, 8);
  ScheduledLeaf leaf(2, schedule[2], {{5, 1}});
  EXPECT_EQ(leaf.state(), PeState::kScheduled);
  EXPECT_EQ(leaf.state_at(2), PeState::kScheduled);
  EXPECT_EQ(leaf.state_at(3), PeState::kDispatching);
  EXPECT_EQ(leaf.state_at(7), PeState::kDispatching);
  EXPECT_EQ(leaf.state_at(8), PeState::kCollecting);
  feed(leaf, {flit(9, 5, 1, 1)});
  EXPECT_EQ(leaf.state(), PeState::kDone);
}

TEST(ScheduledLeafStates, OfALeafThatOnlyTakesIn) {
  ScheduledLeaf leaf = receiver();
  EXPECT_EQ(leaf.state_at(4), PeState::kDormant);
  feed(leaf, {flit(5, 5, 1, 3)});
  EXPECT_EQ(leaf.state(), PeState::kCollecting);
  feed(leaf, {flit(6, 5, 2, 3), flit(7, 5, 3, 3), flit(9, 7, 1, 1)});
  EXPECT_EQ(leaf.state(), PeState::kDone);
}

TEST(ScheduledLeafStates, OfALeafThatOnlySends) {
  Schedule schedule(8);
  add_data(schedule, 2, 5, 1, 4);
  const ScheduledLeaf leaf(2, schedule[2], {});
  EXPECT_EQ(leaf.state_at(0), PeState::kScheduled);
  EXPECT_EQ(leaf.state_at(3), PeState::kDispatching);
  EXPECT_EQ(leaf.state_at(4), PeState::kDone);
}

TEST(ScheduledLeafStates, OfALeafThatHasNoPart) {
  EXPECT_EQ(ScheduledLeaf(2, {}, {}).state(), PeState::kDone);
}

}  // namespace
}  // namespace flitwise::protocols::test
