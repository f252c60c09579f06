#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/check/recorder.h"
#include "tb/check/torus/torus_monitors.h"
#include "tests/check/scripted_network.h"

namespace flitwise::check::torus_monitors_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::ScriptedNetwork;

// Flit `index` of `of` of message `packet` of a node; a head's payload is its way.
RawFlit flit(std::uint32_t source, std::uint32_t packet, std::uint32_t index, std::uint32_t of,
             std::uint32_t lane = 0) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.head = index == 1;
  fields.tail = index == of;
  fields.destination = lane << kPacketBits | packet;
  fields.tag = source;
  fields.payload = index == 1 ? 77 : index;
  return pack(fields);
}

// Node 0 has a text of two flits for nodes 1 and 2, overhead 3.
class TorusMeterTest : public testing::Test {
 protected:
  TorusMeter meter{4, 0, 2, 3};
  ScriptedNetwork network;
};

TEST_F(TorusMeterTest, TakesArrivalsFromTailsThatCrossIntoPes) {
  network.show(meter, 4, {{0, 1, flit(0, 0, 1, 2)}}, {{1, flit(0, 0, 1, 2)}});
  network.show(meter, 5, {{0, 1, flit(0, 0, 2, 2)}}, {{1, flit(0, 0, 2, 2)}});
  network.show(meter, 6, {});

  EXPECT_THAT(meter.arrivals(), ElementsAre(0, 6 + 3, std::nullopt, std::nullopt));
  EXPECT_EQ(meter.finish(), 9);
  EXPECT_EQ(meter.quiesce(), 5);
  EXPECT_EQ(meter.flit_hops(), 2);
  EXPECT_EQ(meter.departures(), 1);
}

TEST_F(TorusMeterTest, WaitsForAllPacketsOfAText) {
  network.show(meter, 4, {}, {{1, flit(0, 0, 1, 1)}});
  EXPECT_EQ(meter.arrivals()[1], std::nullopt);
  network.show(meter, 7, {}, {{1, flit(0, 1, 1, 1)}});
  EXPECT_EQ(meter.arrivals()[1], 8 + 3);
}

TEST_F(TorusMeterTest, KeepsMessagesThatComeInTurnsApart) {
  network.show(meter, 4, {}, {{3, flit(0, 0, 1, 2)}, {3, flit(1, 0, 1, 2), 1}});
  network.show(meter, 5, {}, {{3, flit(1, 0, 2, 2), 1}});
  EXPECT_EQ(meter.arrivals()[3], 6 + 3);
  network.show(meter, 9, {}, {{3, flit(0, 0, 2, 2)}});
  EXPECT_EQ(meter.arrivals()[3], 6 + 3);
  EXPECT_EQ(meter.finish(), 10 + 3);
}

TEST_F(TorusMeterTest, CountsRoundsAlongTheTextsWay) {
  network.show(meter, 1, {{0, 1, flit(0, 0, 1, 1)}, {0, 3, flit(0, 1, 1, 1)}},
               {{1, flit(0, 0, 1, 1)}});
  network.show(meter, 2, {{1, 2, flit(0, 1, 1, 1)}}, {{1, flit(0, 9, 1, 1)}});
  EXPECT_EQ(meter.departures(), 1);
  network.show(meter, 5, {{1, 2, flit(1, 0, 1, 1)}});
  network.show(meter, 8, {{1, 0, flit(1, 1, 1, 1)}});
  EXPECT_EQ(meter.departures(), 3);
  EXPECT_EQ(meter.rounds(), 2);
}

class TorusScoreboardTest : public testing::Test {
 protected:
  void take(Step step, RawFlit delivered, Node node = 1) {
    network.show(board, step, {}, {{node, delivered}});
  }

  TorusScoreboard board{{{0, 1025, 1, 2}, {2, 0, 1, 1}}};
  ScriptedNetwork network;
};

TEST_F(TorusScoreboardTest, AcceptsMessagesThatAlternate) {
  take(1, flit(0, 1, 1, 2));
  take(2, flit(2, 0, 1, 1, 1));
  take(3, flit(0, 1, 2, 2));
  board.close();

  EXPECT_EQ(board.delivered(), 3);
  EXPECT_EQ(board.expected(), 3);
  EXPECT_EQ(board.flit_errors(), 0);
  EXPECT_THAT(board.problems(), ElementsAre());
}

TEST_F(TorusScoreboardTest, MissesWhatNeverCame) {
  take(1, flit(2, 0, 1, 1));
  board.close();

  EXPECT_EQ(board.flit_errors(), 2);
  EXPECT_THAT(board.problems(), ElementsAre("PE 1 never has all 2 flits of message 1 of PE 0"));
}

TEST_F(TorusScoreboardTest, SeesASecondCopyAWrongPeAndAnUnknownMessage) {
  take(1, flit(2, 0, 1, 1));
  take(2, flit(2, 0, 1, 1));
  take(3, flit(0, 1, 1, 2), 3);
  take(4, flit(0, 7, 1, 2));

  EXPECT_EQ(board.flit_errors(), 3);
  EXPECT_THAT(board.problems(),
              ElementsAre("step 3: PE 1 receives the head of message 0 of PE 2, which it is not to "
                          "have",
                          "step 4: PE 3 receives the head of message 1 of PE 0, which it is not to "
                          "have",
                          "step 5: PE 1 receives the head of message 7 of PE 0, which it is not to "
                          "have"));
}

TEST_F(TorusScoreboardTest, SeesFlitsOutOfOrderAndMessagesOfAnotherLength) {
  take(1, flit(0, 1, 2, 3));
  EXPECT_THAT(board.problems().back(), HasSubstr("flit 2 of message 1 of PE 0 before its head"));
  take(2, flit(0, 1, 4, 9));
  EXPECT_THAT(board.problems().back(), HasSubstr(", but flit 2 is due"));
  take(3, flit(0, 1, 1, 9));
  EXPECT_THAT(board.problems().back(), HasSubstr("before the tail of the last one"));
  take(4, flit(0, 1, 4, 4));
  EXPECT_EQ(board.problems().back(),
            "step 5: PE 1 receives 4 flits of message 1 of PE 0, which has 2");
  EXPECT_EQ(board.flit_errors(), 4);
}

TEST_F(TorusScoreboardTest, CountsWhatRoutersReport) {
  network.show(board, 3, {}, {},
               {{3, 1, ViolationKind::kCollision, {}, {}},
                {3, 1, ViolationKind::kSecondSend, {}, {}},
                {3, 1, ViolationKind::kOverflow, {}, {}}});

  EXPECT_EQ(board.collisions(), 1);
  EXPECT_EQ(board.port_violations(), 1);
  EXPECT_EQ(board.router_errors(), 1);
  EXPECT_EQ(board.problems().size(), 3U);
}

TEST_F(TorusScoreboardTest, CutsALongListOfProblemsShort) {
  for (Step step = 1; step <= 25; ++step) take(step, flit(0, 7, 1, 1));
  EXPECT_EQ(board.problems().size(), TorusScoreboard::kMaxProblems + 1);
  EXPECT_EQ(board.problems().back(), "and 5 more");
}

TEST(RecorderOfToriTest, NamesMessagesBySourceAndNumber) {
  Recorder recorder([](Step step, Node from, Node to, RawFlit flit) {
    return to_torus_event(step, from, to, flit, {});
  });
  ScriptedNetwork network;
  network.show(recorder, 4, {{5, 6, flit(3, 2, 1, 2, 1)}, {6, 7, flit(3, 2, 2, 2)}});

  EXPECT_THAT(recorder.events(), ElementsAre(LinkEvent{4, 5, 6, FlitKind::kData, 3, 1, 2, 0},
                                             LinkEvent{4, 6, 7, FlitKind::kData, 3, 2, 2, 0}));
}

}  // namespace
}  // namespace flitwise::check::torus_monitors_test
