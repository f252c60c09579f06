// The PEs of a gather by timetable, one at a time.
#include "systemc/protocols/cover/timetable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/protocols/cover/cover_protocols.h"
#include "systemc/topology/cover/cover_shapes.h"
#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// PE 5 below PE 2, to root 0 from step 4 on.
TimetableSender sender(Flits length) {
  LocalFacts facts;
  facts.self = 5;
  facts.parent = 2;
  facts.length = length;
  return {facts, 4};
}

// 5's message over the link from 2 in steps 5 to 7, 1's over that from 1 in step 5.
TimetableRoot root() { return {0, {{5, {2, 5, 3}}, {1, {1, 5, 1}}}}; }

TEST(TimetableSender, SendsInItsStepUncalled) {
  TimetableSender pe = sender(3);
  const std::vector<Transmission> sent = feed(pe, {});

  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].kind, FlitKind::kData);
  EXPECT_EQ(sent[0].destination, 0);
  EXPECT_EQ(sent[0].via, 2);
  EXPECT_EQ(sent[0].message, 5);
  EXPECT_EQ(sent[0].length, 3);
  EXPECT_EQ(sent[0].after, 4);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
}

TEST(TimetableSender, ShowsWhatItIsDoing) {
  const TimetableSender pe = sender(3);
  EXPECT_EQ(pe.state(), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(3), PeState::kScheduled);
  EXPECT_EQ(pe.state_at(4), PeState::kDispatching);
  EXPECT_EQ(pe.state_at(5), PeState::kDispatching);
  EXPECT_EQ(pe.state_at(6), PeState::kDone);
}

TEST(TimetableSender, SaysNothingWithoutAMessage) {
  TimetableSender pe = sender(0);
  EXPECT_THAT(feed(pe, {}), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kDone);
}

TEST(TimetableSender, ComplainsOfWhateverReachesIt) {
  TimetableSender pe = sender(1);
  feed(pe, {data(3, 6, 6, 1, 1)});
  EXPECT_THAT(pe.complaints(), ElementsAre("PE 5, step 3: flit 1 of message 6 from PE 6: in a "
                                           "gather by timetable only the root expects anything"));
}

TEST(TimetableRoot, TakesInWhatItsTimetableSays) {
  TimetableRoot pe = root();
  EXPECT_EQ(pe.state(), PeState::kDormant);
  EXPECT_THAT(feed(pe, {data(5, 2, 5, 1, 3), data(5, 1, 1, 1, 1)}), IsEmpty());
  EXPECT_EQ(pe.state(), PeState::kCollecting);
  EXPECT_THAT(pe.waiting_for(), ElementsAre("2 more flits of the message of PE 5"));
  feed(pe, {data(6, 2, 5, 2, 3), data(7, 2, 5, 3, 3)});
  EXPECT_EQ(pe.state(), PeState::kDone);
  EXPECT_THAT(pe.waiting_for(), IsEmpty());
  EXPECT_THAT(pe.complaints(), IsEmpty());
}

TEST(TimetableRoot, ComplainsOfWhatIsNotInIt) {
  TimetableRoot pe = root();
  feed(pe, {data(4, 2, 5, 1, 3), data(5, 2, 5, 1, 3), data(5, 2, 1, 1, 1), data(6, 2, 5, 2, 2),
            data(7, 2, 5, 4, 4), data(8, 2, 7, 1, 1), control(9, FlitKind::kToken, 1, 0)});

  EXPECT_THAT(
      pe.complaints(),
      ElementsAre(
          "PE 0, step 4: flit 1 of message 5 from PE 2: due in step 5",
          "PE 0, step 5: flit 1 of message 5 from PE 2: has come before",
          "PE 0, step 5: flit 1 of message 1 from PE 2: due from PE 1",
          "PE 0, step 6: flit 2 of message 5 from PE 2: marked as the last one of 3",
          "PE 0, step 7: flit 4 of message 5 from PE 2: expected 3 flits in all",
          "PE 0, step 8: flit 1 of message 7 from PE 2: no such message is in the timetable",
          "PE 0, step 9: token from PE 1: the root of a gather by timetable expects data "
          "only"));
}

TEST(TimetableRoot, ComplainsOfAMessageThatDoesNotEnd) {
  TimetableRoot pe = root();
  feed(pe, {data(7, 2, 5, 3, 4)});
  EXPECT_THAT(pe.complaints(),
              ElementsAre("PE 0, step 7: flit 3 of message 5 from PE 2: not marked as the last one "
                          "of 3"));
}

// Root 4 of a 3 x 3 mesh. As a scatter 5's two flits leave in steps 1 and 2 by 3-0-1-2-5, and 2's
// three from step 5 on by 1-2, home in step 8: T. Backwards 2 begins in step 1, and 5's last flit,
// which was the first to leave, is home in step 8.
TEST(CoverTimetable, RunsTheScatterBackwards) {
  const Cover cover = mesh_cover_shared(3, 3, 1, 1);
  const std::vector<Flits> lengths{0, 0, 3, 0, 0, 2, 0, 0, 0};
  const Allocation allocation{2, 0, 0, 2, kNoTree, 2, 2, 2, 2};
  EXPECT_EQ(starts_of_timetable(cover, lengths, allocation),
            (std::vector<Step>{0, 0, 1, 0, 0, 3, 0, 0, 0}));

  const Protocols all = make_cover_timetable(cover, lengths, allocation);
  const std::vector<Transmission> of_2 = feed(*all[2], {});
  const std::vector<Transmission> of_5 = feed(*all[5], {});
  ASSERT_EQ(of_2.size(), 1U);
  EXPECT_EQ(of_2[0].via, 1);
  EXPECT_EQ(of_2[0].tree, 0);
  EXPECT_EQ(of_2[0].after, 1);
  ASSERT_EQ(of_5.size(), 1U);
  EXPECT_EQ(of_5[0].via, 2);
  EXPECT_EQ(of_5[0].tree, 2);
  EXPECT_EQ(of_5[0].after, 3);
  EXPECT_THAT(feed(*all[4], {}), IsEmpty());
  EXPECT_THAT(all[4]->waiting_for(), ElementsAre("3 more flits of the message of PE 2 (tree 0)",
                                                 "2 more flits of the message of PE 5 (tree 2)"));
}

TEST(CoverTimetable, RefusesLengthsAndAllocationsThatDoNotFit) {
  const Cover path = mesh_cover_shared(1, 3, 0, 1);  // a tree for each side
  EXPECT_THROW(make_cover_timetable(path, {1, 1, 1}, {0, kNoTree, 1}), std::invalid_argument);
  EXPECT_THROW(make_cover_timetable(path, {1, 0, 1}, {0, kNoTree}), std::invalid_argument);
  EXPECT_THROW(make_cover_timetable(path, {1, 0, 1}, {1, kNoTree, 1}), std::invalid_argument);
  EXPECT_THROW(make_cover_timetable(path, {1, 0, 1}, {0, kNoTree, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::protocols::test
