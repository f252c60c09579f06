// Each rule of the scoreboard of transfers, kept and broken; and where messages wait.
#include "tb/check/collective/transfer_scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/check/collective/wait_watch.h"
#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::data_flit;
using testing_support::ScriptedNetwork;

std::optional<TransferFlit> by_tag(RawFlit flit) {
  const FlitFields f = unpack(flit);
  if (f.tag > 1) return std::nullopt;
  return TransferFlit{f.tag, static_cast<Flits>(f.payload)};
}

// Transfer 0 is of 2 flits from node 1 to node 0, transfer 1 of one from 2 to 0.
class TransferScoreboardTest : public testing::Test {
 protected:
  void arrive(Step step, RawFlit flit, Node at = 0) {
    network.show(board, step, {{1, at, flit}}, {{at, flit}});
    board.on_transfers(step + 1, {});
  }

  TransferScoreboard board{{{1, 0, 2, "first"}, {2, 0, 1, "second"}}, by_tag, 1, {"leaf 0"}};
  ScriptedNetwork network;
};

TEST_F(TransferScoreboardTest, IsContentWithEveryFlitOnceInAnyOrder) {
  arrive(3, data_flit(0, 0, 2, 2));
  arrive(4, data_flit(0, 1, 1, 1));
  arrive(5, data_flit(0, 0, 1, 2));
  board.close();

  EXPECT_THAT(board.problems(), IsEmpty());
  EXPECT_EQ(board.delivered(), 3);
  EXPECT_EQ(board.expected(), 3);
  EXPECT_EQ(board.complete(), 2);
  EXPECT_EQ(board.finish(), 6);  // a step after the edge
  EXPECT_EQ(board.quiesce(), 5);
  EXPECT_THAT(board.arrivals(), ElementsAre(6, 5));
}

// Which crosses into its PE in the step after the edge, if there is one.
TEST_F(TransferScoreboardTest, DoesNotCountAFlitThatTheRunEndsBefore) {
  network.show(board, 3, {}, {{0, data_flit(0, 0, 1, 2)}});
  board.close();
  EXPECT_EQ(board.delivered(), 0);
  EXPECT_EQ(board.missing_flits(), 3);
}

TEST_F(TransferScoreboardTest, CountsReportsBeyondThoseThatItKeeps) {
  const std::vector<Violation> reports(3, {1, 0, ViolationKind::kWaited, {}, {}, {}});
  for (std::int64_t k = 0; k < 4000; ++k) network.show(board, k + 1, {}, {}, reports);

  EXPECT_EQ(board.violation_count(), 12'000);
  EXPECT_EQ(board.violations().size(), 10'000U);
}

// A text that is not whole is missing; a flit of no text is wrong, however long one waits.
TEST_F(TransferScoreboardTest, TellsWhatHasNotComeFromWhatIsWrong) {
  arrive(3, data_flit(0, 0, 1, 2));
  arrive(4, data_flit(0, 7, 1, 1));
  board.close();

  EXPECT_EQ(board.flit_errors(), 3);
  EXPECT_EQ(board.missing_flits(), 2);
}

// Heads of routed packets say no number: they count, in any order.
TEST_F(TransferScoreboardTest, CountsFlitsThatSayNoNumber) {
  arrive(3, data_flit(0, 0, 0, 2));
  arrive(4, data_flit(0, 0, 0, 2));
  arrive(5, data_flit(0, 1, 1, 1));
  board.close();

  EXPECT_THAT(board.problems(), IsEmpty());
  EXPECT_THAT(board.arrivals(), ElementsAre(5, 6));
}

TEST_F(TransferScoreboardTest, NamesATransferThatDoesNotCome) {
  arrive(3, data_flit(0, 0, 1, 2));
  board.close();

  EXPECT_EQ(board.flit_errors(), 2);
  EXPECT_THAT(board.problems(),
              ElementsAre("transfer 0 (first) from PE 1 to leaf 0: 1 of 2 flits never came",
                          "transfer 1 (second) from PE 2 to leaf 0: 1 of 1 flits never came"));
}

TEST_F(TransferScoreboardTest, NoticesWhatComesTwiceOrElsewhere) {
  arrive(3, data_flit(0, 0, 1, 2));
  arrive(4, data_flit(0, 0, 1, 2));
  arrive(5, data_flit(0, 0, 3, 2));
  arrive(6, data_flit(0, 0, 2, 2), 2);
  arrive(7, data_flit(0, 5, 1, 1));
  arrive(8, data_flit(0, 0, 2, 2));
  arrive(9, data_flit(0, 0, 2, 2));

  EXPECT_THAT(board.problems(),
              ElementsAre("step 5: leaf 0 receives flit 1 of transfer 0 (first) once more",
                          "step 6: leaf 0 receives flit 3 of transfer 0 (first), which has 2",
                          "step 7: PE 2 receives a flit of transfer 0 (first), which is for leaf 0",
                          "step 8: leaf 0 receives a flit of no transfer",
                          "step 10: leaf 0 receives more than the 2 flits of transfer 0 (first)"));
  EXPECT_EQ(board.flit_errors(), 5);
}

// Flit 1 of transfer 0 enters node 1 at edge 2, crosses to node 2 in step 5 instead of 3, right
// behind transfer 1, and to node 0 in step 6, at once.
TEST(WaitWatch, SaysWhereHowLongAndBehindWhom) {
  WaitWatch watch(
      1, 0, [](RawFlit flit) -> std::optional<std::size_t> { return by_tag(flit)->transfer; },
      [](RawFlit flit) { return unpack(flit).head; });
  ScriptedNetwork network;
  network.show(watch, 2, {{4, 1, data_flit(0, 0, 1, 2)}}, {});
  network.show(watch, 4, {{1, 2, data_flit(0, 1, 2, 2)}}, {});
  network.show(watch, 5, {{1, 2, data_flit(0, 0, 1, 2)}}, {});
  network.show(watch, 6, {{2, 0, data_flit(0, 0, 1, 2)}}, {});

  ASSERT_EQ(watch.waits().size(), 1U);
  const Wait& wait = watch.waits().front();
  EXPECT_EQ(wait.step, 3);
  EXPECT_EQ(wait.steps, 2);
  EXPECT_EQ(wait.node, 1);
  EXPECT_EQ(wait.to, 2);
  EXPECT_EQ(wait.transfer, 0U);
  EXPECT_EQ(wait.behind, 1U);
  EXPECT_EQ(watch.waited(), 2);
}

// At other links, or earlier than the step before, others were not in the way.
TEST(WaitWatch, BlamesNobodyWhoWasNotBefore) {
  WaitWatch watch(
      1, 0, [](RawFlit flit) -> std::optional<std::size_t> { return by_tag(flit)->transfer; },
      [](RawFlit flit) { return unpack(flit).head; });
  ScriptedNetwork network;
  network.show(watch, 2, {{4, 1, data_flit(0, 0, 1, 2)}}, {});
  network.show(watch, 3, {{1, 3, data_flit(0, 1, 2, 2), 7}}, {});
  network.show(watch, 4, {{1, 2, data_flit(0, 0, 1, 2)}}, {});
  network.show(watch, 5, {{4, 1, data_flit(0, 0, 1, 2)}}, {});
  network.show(watch, 8, {{1, 3, data_flit(0, 0, 1, 2), 7}}, {});

  ASSERT_EQ(watch.waits().size(), 2U);
  for (const Wait& wait : watch.waits()) EXPECT_EQ(wait.behind, std::nullopt);
  EXPECT_EQ(watch.waits()[0].steps, 1);
  EXPECT_EQ(watch.waits()[1].steps, 2);
  EXPECT_EQ(watch.waited(), 3);
}

}  // namespace
}  // namespace flitwise::check
