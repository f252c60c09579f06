#include "tb/check/fat_tree/leaf_scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::data_flit;
using testing_support::ScriptedNetwork;

// Leaves 0 and 1 below switch 2; two flits of leaf 0's are due at leaf 1, one of leaf 1's at 0.
class LeafScoreboardTest : public testing::Test {
 protected:
  // The flit crosses the leaf's link and is delivered.
  void deliver(Step step, Node leaf, RawFlit flit) {
    network.show(board, step, {{2, leaf, flit}}, {{leaf, flit}});
  }

  LeafScoreboard board{2, {{1, 0, 2}, {0, 1, 1}}};
  ScriptedNetwork network;
  const RawFlit first = data_flit(1, 0, 1, 2);
  const RawFlit second = data_flit(1, 0, 2, 2);
  const RawFlit other = data_flit(0, 1, 1, 1);
};

TEST_F(LeafScoreboardTest, IsContentWithEveryFlitOnceInAnyOrder) {
  deliver(2, 1, second);
  deliver(3, 0, other);
  deliver(5, 1, first);
  board.close();

  EXPECT_EQ(board.delivered(), 3);
  EXPECT_EQ(board.expected(), 3);
  EXPECT_EQ(board.flit_errors(), 0);
  EXPECT_THAT(board.problems(), IsEmpty());
}

TEST_F(LeafScoreboardTest, MissesFlitsThatNeverCome) {
  deliver(2, 1, first);
  board.close();

  EXPECT_EQ(board.flit_errors(), 2);
  EXPECT_THAT(board.problems(),
              ElementsAre("leaf 0 never receives 1 of the 1 flits of leaf 1's message",
                          "leaf 1 never receives 1 of the 2 flits of leaf 0's message"));
}

TEST_F(LeafScoreboardTest, RefusesAFlitTheSecondTime) {
  deliver(2, 1, first);
  deliver(3, 1, first);

  EXPECT_EQ(board.flit_errors(), 1);
  EXPECT_THAT(board.problems(),
              ElementsAre("step 3: leaf 1 receives flit 1 of leaf 0's message a second time"));
}

TEST_F(LeafScoreboardTest, RefusesFlitsThatAreNotDue) {
  deliver(2, 1, data_flit(1, 1, 1, 1));
  deliver(3, 1, data_flit(1, 0, 3, 3));
  deliver(4, 1, data_flit(1, 7, 1, 1));

  EXPECT_EQ(board.flit_errors(), 3);
  EXPECT_THAT(
      board.problems(),
      ElementsAre(
          "step 2: leaf 1 receives flit 1 of leaf 1's message, of which nothing is due there",
          "step 3: leaf 1 receives flit 3 of leaf 0's message, which is not that long",
          "step 4: leaf 1 receives flit 1 of leaf 7's message, of which nothing is due there"));
}

TEST_F(LeafScoreboardTest, HoldsWhatALeafDeliversAgainstItsLink) {
  network.show(board, 2, {{2, 1, first}});
  network.show(board, 3, {}, {{1, second}});

  EXPECT_THAT(board.problems(),
              ElementsAre("step 2: leaf 1 does not deliver flit 1 of leaf 0's message",
                          "step 3: leaf 1 delivers flit 2 of leaf 0's message, which no link "
                          "brought"));
}

// What goes up into a switch, or comes down to a leaf that it is not for, is not delivered.
TEST_F(LeafScoreboardTest, ExpectsOfALeafWhatIsForItAlone) {
  network.show(board, 2, {{0, 2, first}, {2, 0, first}, {2, 1, first}}, {{1, first}});

  EXPECT_EQ(board.delivered(), 1);
  EXPECT_THAT(board.problems(), IsEmpty());
}

TEST_F(LeafScoreboardTest, CountsWhatRoutersReport) {
  Violation waited;
  waited.step = 4;
  waited.node = 2;
  waited.kind = ViolationKind::kWaited;
  waited.place = "switch 1.0";
  Violation collision = waited;
  collision.kind = ViolationKind::kCollision;
  network.show(board, 4, {}, {}, {waited, collision});

  EXPECT_EQ(board.router_errors(), 1);
  EXPECT_EQ(board.collisions(), 1);
  EXPECT_EQ(board.problems().size(), 2U);
}

}  // namespace
}  // namespace flitwise::check
