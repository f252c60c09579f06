// Schedules in GOAL that cannot be used are refused with their place, key and rule.
#include <gtest/gtest.h>

#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/import/mistakes.h"

namespace flitwise {
namespace {

using test::message_of;
using test::Mistake;

class GoalMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(GoalMistakes, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kGoal), GetParam().message);
}

std::string two_ranks(const std::string& zero, const std::string& one = "") {
  return "num_ranks 2\nrank 0 {\n" + zero + "\n}\nrank 1 {\n" + one + "\n}\n";
}

INSTANTIATE_TEST_SUITE_P(
    All, GoalMistakes,
    testing::Values(
        Mistake{"NoText", "",
                "1:1: error: 'end of the file' stands where num_ranks must: a "
                "schedule begins with it"},
        Mistake{"NoRanks", "rank 0 { }\n",
                "1:1: error: 'rank' stands where num_ranks must: a "
                "schedule begins with it"},
        Mistake{"TooManyRanks", "num_ranks 5000\n",
                "1:11: error: '5000' must be the number of ranks, 1 to 4096"},
        Mistake{"NoNumberOfRanks", "num_ranks many\n",
                "1:11: error: 'many' must be the number of ranks, 1 to 4096"},
        Mistake{"StrayWord", "num_ranks 2\nrun\n",
                "2:1: error: 'run' stands where rank must: behind num_ranks stands one block for "
                "each rank"},
        Mistake{"RankBeyond", "num_ranks 2\nrank 2 {\n}\n",
                "2:6: error: '2' must be a rank, 0 to 1"},
        Mistake{"RankTwice", "num_ranks 2\nrank 1 {\n}\nrank 1 {\n}\n",
                "4:6: error: rank: '1' has a block already"},
        Mistake{"NoBrace", "num_ranks 2\nrank 0 send\n",
                "2:8: error: rank 0: 'send' stands where '{' must"},
        Mistake{"OpenBlock", "num_ranks 2\nrank 0 {\ncalc 1\n",
                "4:1: error: rank 0: 'end of the file' stands where a label, send, recv or calc "
                "must"},
        Mistake{"OpenStatement", "num_ranks 2\nrank 0 {\ncalc 1",
                "3:7: error: rank 0: 'end of the file' stands where '}' must"},
        Mistake{"NumberFirst", two_ranks("7: calc 1"),
                "3:1: error: rank 0: '7' stands where a label, send, recv or calc must"},
        Mistake{"UnknownOperation", two_ranks("l1: put 8b to 1"),
                "3:5: error: rank 0: 'put' must be send, recv or calc"},
        Mistake{"LabelAlone", two_ranks("l1 before l2"),
                "3:4: error: rank 0: 'before' stands where ':', requires or irequires must"},
        Mistake{"NoLabelRequired", two_ranks("l1 requires 3"),
                "3:13: error: rank 0: '3' stands where a label must"},
        Mistake{"UnknownLabel", two_ranks("a: calc 1\na requires b"),
                "4:12: error: rank 0: 'b' is no label of this rank"},
        Mistake{"LabelTwice", two_ranks("a: calc 1\na: calc 2"),
                "4:1: error: rank 0: 'a' is a label already"},
        Mistake{"TwoStatements", two_ranks("calc 1 calc 2"),
                "3:8: error: rank 0: 'calc' stands behind the end of the statement"},
        Mistake{"NoBytes", two_ranks("send 8 to 1"),
                "3:8: error: rank 0: 'to' stands where b must: sizes are in bytes"},
        Mistake{"NoSize", two_ranks("send to 1"),
                "3:6: error: rank 0: 'to' must be a number of bytes, 0 to 1099511627776"},
        Mistake{"WrongDirection", two_ranks("send 8b from 1"),
                "3:9: error: rank 0: 'from' stands where to must: the other rank follows"},
        Mistake{"AnySource", two_ranks("recv 8b from -1"),
                "3:14: error: rank 0: '-' begins a wildcard: a receive must name its rank"},
        Mistake{"AnyTag", two_ranks("recv 8b from 1 tag -1"),
                "3:20: error: rank 0: '-' begins a wildcard: a receive must name its tag"},
        Mistake{"OtherInterface", two_ranks("send 8b to 1 nic 1"),
                "3:18: error: rank 0: '1' must be network interface 0, the only one of a PE, 0 to "
                "0"},
        Mistake{"PeerBeyond", two_ranks("send 8b to 2"),
                "3:12: error: rank 0: '2' must be a rank, 0 to 1"},
        Mistake{"ToItself", two_ranks("send 8b to 0"),
                "3:1: error: rank 0: 'send (line 3)' names its own rank: a message must go to "
                "another one"},
        Mistake{"NoReceive", two_ranks("l1: send 8b to 1"),
                "3:5: error: rank 0: 'l1 (line 3)' has no receive in rank 1"},
        Mistake{"OtherTag", two_ranks("send 8b to 1 tag 1", "recv 8b from 0 tag 2"),
                "3:1: error: rank 0: 'send (line 3)' has no receive in rank 1"},
        Mistake{"NoSend", two_ranks("", "recv 8b from 0"),
                "6:1: error: rank 1: 'recv (line 6)' has no send in rank 0"},
        Mistake{"OtherSize", two_ranks("send 8b to 1", "recv 17b from 0"),
                "6:1: error: rank 1: 'recv (line 6)' expects 3 flits, and its send in rank 0, send "
                "(line 3), has 1"},
        Mistake{"NoCharacter", two_ranks("# calc 1"), "3:1: error: '#' has no meaning in GOAL"},
        Mistake{"NoLetter", two_ranks("\xc3\xa4: calc 1"),
                "3:1: error: '\xc3\xa4' has no meaning in GOAL"},
        Mistake{"OpenComment", "num_ranks 2\n/* rank 0",
                "2:1: error: '/*' begins a comment that does not end"},
        Mistake{"CircleOfOne", two_ranks("a: calc 1\na requires a"),
                "3:4: error: operations wait for each other in a circle, so that none ever begins: "
                "rank 0: a (line 3), which waits for the first"}),
    [](const auto& instance) { return instance.param.name; });

TEST(Goal, NamesTheCircleOfADeadlock) {
  try {
    read_schedule(FLITWISE_TEST_DATA "/import/deadlock.goal", ScheduleFormat::kGoal, {});
    FAIL() << "is read";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.rule(),
              "operations wait for each other in a circle, so that none ever begins: rank 0: in "
              "(line 4), which waits for rank 1: out (line 10), which waits for rank 1: in (line "
              "9), which waits for rank 0: out (line 5), which waits for the first");
    EXPECT_EQ(error.line(), 4);
  }
}

}  // namespace
}  // namespace flitwise
