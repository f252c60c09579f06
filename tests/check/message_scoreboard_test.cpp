// Each rule of the scoreboard, kept and broken. PE p has address p; message 1 goes to PE 0.
#include "tb/check/message_scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::data_flit;
using testing_support::ScriptedNetwork;

class MessageScoreboardTest : public testing::Test {
 protected:
  // The flit crosses the link from PE 1 to PE 0 and is delivered.
  void arrive(Step step, RawFlit flit) { network.show(board, step, {{1, 0, flit}}, {{0, flit}}); }

  MessageScoreboard board{{{}, {1, 0, 2, false}, {2, 0, 0, false}}, {0, 1, 2}};
  ScriptedNetwork network;
};

TEST_F(MessageScoreboardTest, IsContentWhenEveryFlitArrivesOnceInOrder) {
  arrive(3, data_flit(0, 1, 1, 2));
  arrive(4, data_flit(0, 1, 2, 2));
  board.close();

  EXPECT_THAT(board.problems(), IsEmpty());
  EXPECT_EQ(board.delivered(), 2);
  EXPECT_EQ(board.expected(), 2);
  EXPECT_EQ(board.flit_errors(), 0);
}

TEST_F(MessageScoreboardTest, MissesAFlitThatNeverArrives) {
  arrive(3, data_flit(0, 1, 1, 2));
  board.close();

  EXPECT_EQ(board.flit_errors(), 1);
  EXPECT_THAT(board.problems(), Contains("PE 0 never receives 1 of the 2 flits of message 1"));
}

TEST_F(MessageScoreboardTest, NoticesAFlitThatArrivesTwice) {
  arrive(3, data_flit(0, 1, 1, 2));
  arrive(4, data_flit(0, 1, 1, 2));

  EXPECT_EQ(board.flit_errors(), 1);
  EXPECT_THAT(board.problems(),
              Contains("step 4: PE 0 receives flit 1 of message 1, but flit 2 is due"));
}

TEST_F(MessageScoreboardTest, NoticesAGapWithinAMessage) {
  arrive(3, data_flit(0, 1, 1, 2));
  arrive(5, data_flit(0, 1, 2, 2));

  EXPECT_THAT(board.problems(), Contains(HasSubstr("2 steps after the flit before it")));
}

// A message of 5 flits in packets of 2, or at one flit every 3 steps.
class MessageScoreboardPaceTest : public testing::Test {
 protected:
  std::vector<std::string> after(ExpectedMessage message,
                                 const std::vector<std::pair<Step, RawFlit>>& flits) {
    MessageScoreboard board({{}, message}, {0, 1});
    ScriptedNetwork network;
    for (const auto& [step, flit] : flits) network.show(board, step, {{1, 0, flit}}, {{0, flit}});
    board.close();
    return board.problems();
  }
  static RawFlit flit(std::uint32_t index, bool head, bool tail) {
    FlitFields fields = unpack(data_flit(0, 1, index, 9));
    fields.head = head;
    fields.tail = tail;
    return pack(fields);
  }

  const ExpectedMessage packets{1, 0, 5, false, 2, 1};
  const ExpectedMessage slow{1, 0, 2, false, 0, 3};
};

TEST_F(MessageScoreboardPaceTest, AllowsGapsBetweenPacketsOnly) {
  EXPECT_THAT(after(packets, {{1, flit(1, true, false)},
                              {2, flit(2, false, true)},
                              {5, flit(3, true, false)},
                              {6, flit(4, false, true)},
                              {9, flit(5, true, true)}}),
              IsEmpty());
  EXPECT_THAT(after(packets, {{1, flit(1, true, false)}, {3, flit(2, false, true)}}),
              Contains(HasSubstr("2 steps after the flit before it")));
}

TEST_F(MessageScoreboardPaceTest, WantsAHeadAndATailOfEveryPacket) {
  const std::vector<std::pair<Step, RawFlit>> whole{{1, flit(1, true, false)},
                                                    {2, flit(2, false, false)}};
  EXPECT_THAT(after(packets, whole), Contains(HasSubstr("with a wrong head or tail mark")));
  EXPECT_THAT(
      after(packets,
            {{1, flit(1, true, false)}, {2, flit(2, false, true)}, {3, flit(3, false, false)}}),
      Contains(HasSubstr("with a wrong head or tail mark")));
}

TEST_F(MessageScoreboardPaceTest, WantsTheStepsBetweenFlits) {
  const RawFlit first = data_flit(0, 1, 1, 2);
  const RawFlit second = data_flit(0, 1, 2, 2);
  EXPECT_THAT(after(slow, {{4, first}, {7, second}}), IsEmpty());
  EXPECT_THAT(after(slow, {{4, first}, {5, second}}),
              Contains(HasSubstr("1 steps after the flit before it")));
}

TEST_F(MessageScoreboardTest, NoticesAMessageThatWasNeverToBeSent) {
  arrive(3, data_flit(0, 2, 1, 1));

  EXPECT_THAT(board.problems(), Contains(HasSubstr("a message that was never to be sent")));
}

TEST_F(MessageScoreboardTest, NoticesAFlitAtTheWrongPe) {
  const RawFlit flit = data_flit(2, 1, 1, 2);
  network.show(board, 3, {{1, 2, flit}}, {{2, flit}});

  EXPECT_THAT(board.problems(), Contains(HasSubstr("which is for PE 0")));
}

TEST_F(MessageScoreboardTest, NoticesAWrongTailMark) {
  arrive(3, data_flit(0, 1, 1, 1));

  EXPECT_THAT(board.problems(), Contains(HasSubstr("with a wrong head or tail mark")));
}

TEST_F(MessageScoreboardTest, NoticesAnEndMarkWhereNoneBelongs) {
  arrive(3, data_flit(0, 1, 1, 2, FlitKind::kEnd));

  EXPECT_THAT(board.problems(), Contains(HasSubstr("END mark is wrong or missing")));
}

TEST_F(MessageScoreboardTest, NoticesAMissingEndMark) {
  MessageScoreboard marked({{}, {1, 0, 1, true}}, {0, 1});
  network.show(marked, 3, {{1, 0, data_flit(0, 1, 1, 1)}}, {{0, data_flit(0, 1, 1, 1)}});

  EXPECT_THAT(marked.problems(), Contains(HasSubstr("END mark is wrong or missing")));
}

TEST_F(MessageScoreboardTest, NoticesARouterThatDoesNotDeliver) {
  network.show(board, 3, {{1, 0, data_flit(0, 1, 1, 2)}}, {});

  EXPECT_THAT(board.problems(),
              Contains("step 3: the router of PE 0 does not deliver flit 1 of message 1"));
}

TEST_F(MessageScoreboardTest, NoticesARouterThatDeliversWhatNoLinkBrought) {
  network.show(board, 3, {}, {{0, data_flit(0, 1, 1, 2)}});

  EXPECT_THAT(board.problems(), Contains(HasSubstr("which no link brought")));
}

TEST_F(MessageScoreboardTest, NoticesARouterThatChangesAFlit) {
  network.show(board, 3, {{1, 0, data_flit(0, 1, 2, 2)}}, {{0, data_flit(0, 1, 1, 2)}});

  EXPECT_THAT(board.problems(), Contains(HasSubstr("which no link brought")));
}

TEST_F(MessageScoreboardTest, NoticesAPortViolationThatNoRouterReports) {
  network.show(board, 3, {{1, 0, data_flit(0, 1, 1, 2)}, {2, 0, data_flit(1, 2, 1, 1)}},
               {{0, data_flit(0, 1, 1, 2)}});
  board.close();

  EXPECT_THAT(board.problems(), Contains("the links show 1 single-port violations, the routers "
                                         "report 0: step 3: PE 0 receives twice"));
  EXPECT_GT(board.router_errors(), 0);
}

TEST_F(MessageScoreboardTest, NoticesAReportOfAPortViolationThatTheLinksDoNotShow) {
  network.show(board, 3, {}, {}, {{3, 1, ViolationKind::kSecondSend, {"own"}, {"parent"}}});
  board.close();

  EXPECT_EQ(board.port_violations(), 1);
  EXPECT_GT(board.router_errors(), 0);
}

TEST_F(MessageScoreboardTest, OfSomeNodesFindsWithThatOfTheOthersWhatOneOfAllFinds) {
  const std::vector<ExpectedMessage> messages{{}, {1, 0, 2, false}, {0, 2, 1, false}};
  const std::vector<LinkTransfer> to_lower{{1, 0, data_flit(0, 1, 1, 2)},
                                           {2, 0, data_flit(0, 1, 2, 2)}};
  MessageScoreboard all(messages, {0, 1, 2});
  network.show(all, 3, to_lower, {{0, data_flit(0, 1, 1, 2)}});
  all.close();

  MessageScoreboard lower(messages, {0, 1, 2}, PortRule::kOnePerPe, {0, 1});
  MessageScoreboard higher(messages, {0, 1, 2}, PortRule::kOnePerPe, {1, 3});
  network.show(lower, 3, to_lower, {{0, data_flit(0, 1, 1, 2)}});
  lower.close();
  higher.close();
  std::string bytes;
  lower.write_to(bytes);
  bytes::Reader reader(bytes);
  higher.add_from(reader);
  higher.close_ports();

  EXPECT_EQ(higher.problems(), all.problems());
  EXPECT_THAT(all.problems(), Contains(HasSubstr("PE 0 receives twice")));
  EXPECT_EQ(higher.delivered(), 1);
  EXPECT_EQ(higher.missing_flits(), 2);
}

TEST_F(MessageScoreboardTest, CountsTheRoutersReportsByKind) {
  network.show(board, 3, {}, {},
               {{3, 1, ViolationKind::kCollision, {"own", "child 0 (PE 2)"}, {"parent (PE 0)"}},
                {3, 2, ViolationKind::kNoRoute, {"own"}, {"parent (none)"}},
                {3, 2, ViolationKind::kBrokenWorm, {"own"}, {}}});

  EXPECT_EQ(board.collisions(), 1);
  EXPECT_EQ(board.port_violations(), 0);
  EXPECT_EQ(board.router_errors(), 2);
  EXPECT_EQ(board.problems().size(), 3U);
}

TEST_F(MessageScoreboardTest, ListsTheFirstProblemsAndCountsTheRest) {
  for (Step step = 1; step <= 30; ++step) network.show(board, step, {}, {{0, 1}});

  ASSERT_EQ(board.problems().size(), MessageScoreboard::kMaxProblems + 1);
  EXPECT_EQ(board.problems().back(), "and 10 more");
}

// PE p of 2^width has address p; the message of the last PE but one goes to the last.
class MessageScoreboardOfManyPesTest : public testing::TestWithParam<int> {
 protected:
  static std::vector<ExpectedMessage> messages(std::uint32_t last) {
    std::vector<ExpectedMessage> all(last + 1);
    all[last - 1] = {static_cast<Node>(last - 1), static_cast<Node>(last), 2, true};
    return all;
  }
  void arrive(Step step, Node at, RawFlit flit) {
    network_.show(board_, step, {{static_cast<Node>(last_ - 1), at, flit}}, {{at, flit}});
  }
  RawFlit flit(std::uint32_t to, std::uint32_t message, std::uint32_t index, FlitKind kind) const {
    return data_flit(to, message, index, 2, kind, format_);
  }

  const FlitFormat format_ = format_of_addresses(std::int64_t{1} << GetParam());
  const std::uint32_t last_ = format_.largest_address();
  const Node end_ = static_cast<Node>(last_);
  MessageScoreboard board_{messages(last_), AddressBook::of_numbers(end_ + 1)};
  ScriptedNetwork network_;
};

TEST_P(MessageScoreboardOfManyPesTest, IsContentWithRightFlitsAndNamesWrongTagsNumbersAndPes) {
  const std::string message = std::to_string(last_ - 1);
  arrive(1, end_, flit(last_, last_ - 2, 1, FlitKind::kData));
  arrive(2, end_, flit(last_, last_ - 1, 2, FlitKind::kEnd));
  arrive(3, 1, flit(1, last_ - 1, 1, FlitKind::kData));
  EXPECT_EQ(board_.flit_errors(), 3);
  EXPECT_THAT(
      board_.problems(),
      testing::ElementsAre(HasSubstr("flit 1 of message " + std::to_string(last_ - 2) +
                                     ", a message that was never to be sent"),
                           HasSubstr("flit 2 of message " + message + ", but flit 1 is due"),
                           HasSubstr("PE 1 receives flit 1 of message " + message +
                                     ", which is for PE " + std::to_string(last_))));
  arrive(4, end_, flit(last_, last_ - 1, 1, FlitKind::kData));
  arrive(5, end_, flit(last_, last_ - 1, 2, FlitKind::kEnd));
  board_.close();
  EXPECT_EQ(board_.flit_errors(), 3);
  EXPECT_EQ(board_.delivered(), 2);
}

TEST_P(MessageScoreboardOfManyPesTest, NoticesAFlitThatARouterKeeps) {
  const RawFlit lost = flit(last_, last_ - 1, 1, FlitKind::kData);
  network_.show(board_, 1, {{end_ - 1, end_, lost}});
  FlitFields order{FlitKind::kOrder, true, true, last_, 0, 0};
  say(order, 77, format_);
  network_.show(board_, 2, {{end_ - 1, end_, pack(order, format_)}});

  const std::string pe = std::to_string(last_);
  EXPECT_THAT(
      board_.problems(),
      testing::ElementsAre("step 1: the router of PE " + pe +
                               " does not deliver flit 1 of message " + std::to_string(last_ - 1),
                           "step 2: the router of PE " + pe + " does not deliver " +
                               (GetParam() == 13 ? "order of PE 0" : "order")));
}

INSTANTIATE_TEST_SUITE_P(Widths, MessageScoreboardOfManyPesTest, testing::Values(13, 14, 16, 20),
                         [](const auto& width) { return std::to_string(width.param); });

}  // namespace
}  // namespace flitwise::check
