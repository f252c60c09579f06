// Schedules that cannot be used are refused with their place, key and rule.
#include <gtest/gtest.h>

#include <string>

#include "sim/import/schedule_file.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

struct Mistake {
  const char* name;
  std::string text;
  std::string message;  ///< behind the file's name
};
void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.name; }

std::string message_of(const std::string& text, ScheduleFormat format,
                       const std::string& file_name = "schedule") {
  const test::TemporaryDirectory directory;
  const std::string file = directory.path(file_name);
  test::write_text(file, text);
  try {
    read_schedule(file, format, {});
  } catch (const ConfigError& error) {
    return std::string(error.what()).substr(file.size() + 1);
  }
  return "";
}

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
        Mistake{"OpenComment", "num_ranks 2\n/* rank 0",
                "2:1: error: '/*' begins a comment that does not end"},
        Mistake{"CircleOfOne", two_ranks("a: calc 1\na requires a"),
                "3:4: error: operations wait for each other in a circle, so that none ever begins: "
                "rank 0: a (line 3), which waits for the first"}),
    [](const auto& instance) { return instance.param.name; });

std::string refusal(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos);
  return message_of(text.substr(0, at) + to + text.substr(at + from.size()),
                    ScheduleFormat::kMsccl);
}

TEST(Msccl, TakesNothingThatItDoesNotReadWithoutALook) {
  const std::string text = test::read_text(FLITWISE_TEST_DATA "/import/allgather_ring.xml");
  EXPECT_EQ(refusal(text, "<step s=\"0\"", "<step s=\"0\" s=\"1\""),
            "5:8: error: step.s: '0' stands there twice");
  EXPECT_EQ(refusal(text, "dstbuf=\"o\"", "dstbuf=\"x\""),
            "5:8: error: step.dstbuf: 'x' must be i, o or s");
  EXPECT_EQ(refusal(text, "dstoff=\"0\"", "dstoff=\"o\""),
            "5:8: error: step.dstoff: 'o' must be a number from -1 to 1048576");
  EXPECT_EQ(refusal(text, "nchannels=\"1\"", "nchannels=\"one\""),
            "2:2: error: algo.nchannels: 'one' must be a number from 0 to 256");
  EXPECT_EQ(refusal(text, "<algo", "key: 1\n<algo"),
            "2:1: error: 'key: 1' stands outside of any element");
}

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

class MscclMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(MscclMistakes, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kMsccl), GetParam().message);
}

std::string algo(const std::string& body, const std::string& coll = "custom",
                 const std::string& more = "") {
  return "<algo ngpus=\"2\" nchunksperloop=\"2\" coll=\"" + coll + "\"" + more + ">\n" + body +
         "</algo>\n";
}
std::string gpu(int id, const std::string& body, int input = 2, int output = 2) {
  return "<gpu id=\"" + std::to_string(id) + "\" i_chunks=\"" + std::to_string(input) +
         "\" o_chunks=\"" + std::to_string(output) + "\" s_chunks=\"0\">\n" + body + "</gpu>\n";
}
std::string block(const std::string& body, const std::string& peers = "send=\"1\" recv=\"1\"",
                  int id = 0) {
  return "<tb id=\"" + std::to_string(id) + "\" " + peers + " chan=\"0\">\n" + body + "</tb>\n";
}
std::string step(const std::string& type, int s = 0, const std::string& cells = "",
                 const std::string& order = "depid=\"-1\" deps=\"-1\"") {
  const std::string all =
      cells.empty() ? "srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"" : cells;
  return "<step s=\"" + std::to_string(s) + "\" type=\"" + type + "\" " + all + " " + order +
         "/>\n";
}
constexpr const char* kFromOutput = "srcbuf=\"o\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"";
// Of a first gpu that does this, and a second that does nothing.
std::string one(const std::string& body) { return algo(gpu(0, body) + gpu(1, "")); }

INSTANTIATE_TEST_SUITE_P(
    All, MscclMistakes,
    testing::Values(
        Mistake{"NoXml", "num_ranks 2\n", "2:1: error: not XML: No document element found"},
        Mistake{"TwoRoots", "<algo/>\n<algo/>\n",
                "2:2: error: 'algo' a file holds one element algo"},
        Mistake{"OpenElement", "<algo>\n<gpu>\n</algo>\n",
                "3:3: error: not XML: Start-end tags mismatch"},
        Mistake{"OtherRoot", "<plan/>\n", "1:2: error: 'plan' a file holds one element algo"},
        Mistake{"NoGpus", "<algo coll=\"custom\"/>\n",
                "1:2: error: algo: lacks the attribute ngpus"},
        Mistake{"UnknownCollective", algo("", "alltoal"),
                "1:2: error: algo.coll: 'alltoal' must be one of allgather, allreduce, alltoall, "
                "reduce_scatter, broadcast, reduce, scatter, gather, custom (did you mean "
                "'alltoall'?)"},
        Mistake{"UnknownAttribute", algo("", "custom", " speed=\"1\""),
                "1:2: error: algo.speed: '1' unknown attribute; known here: name, nchunksperloop, "
                "nchannels, ngpus, coll, proto, inplace, outofplace, minBytes, maxBytes, redop, "
                "root"},
        Mistake{"RootOfAll", algo("", "allgather", " root=\"0\""),
                "1:2: error: algo.root: '0' belongs to broadcast, reduce, scatter and gather"},
        Mistake{"RootBeyond", algo("", "gather", " root=\"2\""),
                "1:2: error: algo.root: '2' must be a number from 0 to 1"},
        Mistake{"GpuMissing", algo(gpu(1, "")), "1:2: error: algo: lacks gpu 0"},
        Mistake{"GpuTwice", algo(gpu(1, "") + gpu(1, "")),
                "4:2: error: gpu.id: '1' is the id of another gpu too"},
        Mistake{"OtherElement", algo("<node/>\n"),
                "2:2: error: algo: 'node' has no place here: algo holds elements gpu only"},
        Mistake{"TextInside", algo("gpus\n"),
                "2:1: error: algo: 'gpus' has no place here: algo holds elements gpu only"},
        Mistake{"CopyElement", one("<copy i_off=\"0\" o_off=\"0\"/>\n"),
                "3:2: error: gpu: 'copy' has no place here: gpu holds elements tb only"},
        Mistake{"InsideAStep",
                one(block("<step s=\"0\" type=\"nop\" depid=\"-1\" deps=\"-1\"><x/></step>\n")),
                "4:46: error: step: 'x' has no place here: step holds elements of no kind only"},
        Mistake{"OwnPeer", one(block("", "send=\"0\" recv=\"1\"")),
                "3:2: error: tb.send: '0' is the gpu itself"},
        Mistake{"SendTwice",
                one(block("", "send=\"1\" recv=\"-1\"") + block("", "send=\"1\" recv=\"-1\"", 1)),
                "5:2: error: tb.send: '1' is served by another thread block over the same channel"},
        Mistake{"ReceiveTwice",
                one(block("", "send=\"-1\" recv=\"1\"") + block("", "send=\"-1\" recv=\"1\"", 1)),
                "5:2: error: tb.recv: '1' is served by another thread block over the same channel"},
        Mistake{"BlockTwice",
                one(block("", "send=\"-1\" recv=\"1\"") + block("", "send=\"1\" recv=\"-1\"")),
                "5:2: error: tb.id: '0' is the id of another thread block too"},
        Mistake{"StepsOutOfOrder", one(block(step("nop", 1))),
                "4:2: error: step.s: '1' must be 0: steps count from 0"},
        Mistake{"UnknownType", one(block(step("rs"))),
                "4:2: error: step.type: 'rs' must be one of s, r, rcs, rrc, rrs, rrcs, cpy, re, "
                "nop"},
        Mistake{"NoSendPeer", one(block(step("s"), "send=\"-1\" recv=\"1\"")),
                "4:2: error: step.type: 's' sends, and its thread block has no send peer"},
        Mistake{"NoReceivePeer", one(block(step("r"), "send=\"1\" recv=\"-1\"")),
                "4:2: error: step.type: 'r' receives, and its thread block has no recv peer"},
        Mistake{"OtherBuffer",
                one(block(step("cpy", 0,
                               "srcbuf=\"x\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" "
                               "cnt=\"1\""))),
                "4:2: error: step.srcbuf: 'x' must be i, o or s"},
        Mistake{"BeyondTheBuffer",
                one(block(step("cpy", 0,
                               "srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" "
                               "cnt=\"2\""))),
                "4:2: error: step.srcoff: '1' and cnt 2 go beyond the 2 chunks of buffer i"},
        Mistake{"NoBlockBefore", one(block(step("nop", 0, "", "depid=\"3\" deps=\"0\""))),
                "4:2: error: step.depid: '3' is no thread block of this gpu"},
        Mistake{"NoStepBefore", one(block(step("nop", 0, "", "depid=\"0\" deps=\"4\""))),
                "4:2: error: step.deps: '4' is no step of thread block 0"},
        Mistake{"NoSuchReceive", one(block(step("s"))),
                "4:2: error: rank 0: 'tb 0 step 0 s (line 4)' has no receive in rank 1"},
        Mistake{"GatherOutput", algo(gpu(0, "", 1, 3) + gpu(1, ""), "allgather"),
                "2:2: error: gpu: does not fit coll: o_chunks must be a multiple of the 2 ranks"},
        Mistake{"GatherInput", algo(gpu(0, "", 2, 2) + gpu(1, ""), "allgather"),
                "2:2: error: gpu: does not fit coll: i_chunks must be 1, a rank's share"},
        Mistake{
            "NothingToGather", algo(gpu(0, "", 0, 0) + gpu(1, "", 0, 0), "gather", " root=\"1\""),
            "2:2: error: gpu: does not fit coll: i_chunks must be the chunks of a rank, at least "
            "1"},
        Mistake{"ReduceOutput", algo(gpu(0, "", 2, 1) + gpu(1, ""), "allreduce"),
                "2:2: error: gpu: does not fit coll: o_chunks must be 2, as i_chunks"},
        Mistake{"NothingToReduce", algo(gpu(0, "", 0, 0) + gpu(1, ""), "allreduce"),
                "2:2: error: gpu: does not fit coll: i_chunks must be at least 1"},
        Mistake{"NothingToReduceAtOne", algo(gpu(0, "", 0, 0) + gpu(1, ""), "reduce"),
                "2:2: error: gpu: does not fit coll: i_chunks must be at least 1"},
        Mistake{"AlltoallInput", algo(gpu(0, "", 3, 3) + gpu(1, ""), "alltoall"),
                "2:2: error: gpu: does not fit coll: i_chunks must be a multiple of the 2 ranks"},
        Mistake{"NothingToBroadcast", algo(gpu(0, "", 0, 0) + gpu(1, ""), "broadcast"),
                "2:2: error: gpu: does not fit coll: a broadcast needs at least 1 chunk"},
        Mistake{"ScatterInput", algo(gpu(0, "", 3, 1) + gpu(1, ""), "scatter"),
                "2:2: error: gpu: does not fit coll: i_chunks must be a multiple of the 2 ranks"},
        Mistake{"ScatterOutput", algo(gpu(0, "", 2, 2) + gpu(1, ""), "reduce_scatter"),
                "2:2: error: gpu: does not fit coll: o_chunks must be 1, a rank's share"},
        Mistake{
            "NothingScattered", algo(gpu(0, "", 0, 0) + gpu(1, ""), "scatter", " root=\"1\""),
            "2:2: error: gpu: does not fit coll: o_chunks must be the chunks of a rank, at least "
            "1"},
        Mistake{"OtherShareOfABroadcast", algo(gpu(0, "", 4, 4) + gpu(1, "", 0, 1), "broadcast"),
                "4:2: error: gpu: does not fit the other gpus: by its chunks a rank's share is 1, "
                "and by those of gpu 0 it is 4"},
        Mistake{"OtherShareOfAGather", algo(gpu(0, "", 1, 2) + gpu(1, "", 3, 0), "gather"),
                "4:2: error: gpu: does not fit the other gpus: by its chunks a rank's share is 3, "
                "and by those of gpu 0 it is 1"},
        Mistake{"SendOfNothing",
                algo(gpu(0, block(step("s", 0, kFromOutput))) +
                     gpu(1, block(step("r"), "send=\"0\" recv=\"0\""))),
                "4:2: error: rank 0: 'tb 0 step 0 s (line 4)' reads o[1], and need not wait for "
                "anything that puts data there"},
        Mistake{"CopyOfNothing", one(block(step("cpy", 0, kFromOutput))),
                "4:2: error: rank 0: 'tb 0 step 0 cpy (line 4)' reads o[1], and need not wait for "
                "anything that puts data there"},
        Mistake{"ReducedIntoNothing", one(block(step("re"))),
                "4:2: error: rank 0: 'tb 0 step 0 re (line 4)' reads o[0], and need not wait for "
                "anything that puts data there"},
        Mistake{"ReceivedIntoNothing",
                algo(gpu(0, block(step("rrc", 0, kFromOutput))) +
                     gpu(1, block(step("s"), "send=\"0\" recv=\"0\""))),
                "4:2: error: rank 0: 'tb 0 step 0 rrc (line 4)' reads o[1], and need not wait for "
                "anything that puts data there"},
        Mistake{"ReadBeforeItsWrite", one(block(step("re") + step("cpy", 1))),
                "4:2: error: rank 0: 'tb 0 step 0 re (line 4)' reads o[0], and need not wait for "
                "anything that puts data there"},
        Mistake{"NoneButTheRootHasWhatIsBroadcast",
                algo(gpu(0, "") + gpu(1, block(step("cpy"), "send=\"0\" recv=\"0\"")), "broadcast"),
                "6:2: error: rank 1: 'tb 0 step 0 cpy (line 6)' reads i[0], and need not wait for "
                "anything that puts data there"},
        Mistake{"ReadBehindItsWrite", one(block(step("cpy") + step("re", 1))), ""},
        Mistake{"CustomInPlace", algo(gpu(0, "") + gpu(1, ""), "custom", " inplace=\"1\""),
                "2:2: error: gpu: does not fit coll: inplace has no meaning for coll custom"}),
    [](const auto& instance) { return instance.param.name; });

class TecclMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(TecclMistakes, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kTeccl), GetParam().message);
}

std::string flows(const std::string& list) { return "{\n\"7-Flows\": [\n" + list + "\n]\n}\n"; }

INSTANTIATE_TEST_SUITE_P(
    All, TecclMistakes,
    testing::Values(
        Mistake{"NoMap", "[1, 2]\n",
                "1:1: error: '[...]' must be a map like {7-Flows: "
                "[...]}, not a list"},
        Mistake{"NoFlows", "{\"7-Flows\": []}\n",
                " error: holds no flows: a list 6-Flows or 7-Flows must have one at least"},
        Mistake{"UnknownKey", "{\"9-Switches\": 3}\n",
                "1:2: error: 9-Switches: unknown key; read are N-Flows, N-Chunk paths, "
                "N-Collective and the solver's figures"},
        Mistake{"FlowsNoList", "{\"7-Flows\": 3}\n",
                "1:13: error: 7-Flows: '3' must be a list like [\"Chunk 0 from 0 traveled "
                "over 0->1 in epoch 0\"], not a single value"},
        Mistake{"NoFlow", flows("\"Chunk 0 goes to 1\""),
                "3:1: error: 7-Flows[0]: 'Chunk 0 goes to 1' is no flow: 'Chunk C from S traveled "
                "over A->B in epoch K', with 'with volume 1.0' before and 'via switches X' behind "
                "the epoch if need be"},
        Mistake{"HalfAChunk",
                flows("\"Chunk 0 from 0 traveled over 0->1 with volume 0.5 in epoch "
                      "0\""),
                "3:1: error: 7-Flows[0]: 'Chunk 0 from 0 traveled over 0->1 with volume 0.5 in "
                "epoch 0' "
                "must have volume 1: only whole chunks can be sent"},
        Mistake{"HugeNumber", flows("\"Chunk 99999999999 from 0 traveled over 0->1 in epoch 0\""),
                "3:1: error: 7-Flows[0]: 'Chunk 99999999999 from 0 traveled over 0->1 in epoch 0' "
                "names a number above 1000000000"},
        Mistake{
            "NotThereYet",
            flows("\"Chunk 0 from 0 traveled over 0->1 in epoch 1\",\n\"Chunk 0 from 0 "
                  "traveled over 1->2 in epoch 1\""),
            "4:1: error: Flows: node 1 sends chunk 0 of 0 in epoch 1, and does not have it from "
            "an earlier one"},
        Mistake{"NoDemand",
                "{\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"],\n"
                "\"8-Chunk paths\": {\"Demand at 1\": []}}\n",
                "2:19: error: 8-Chunk paths: 'Demand at 1' is no demand: 'Demand at D for chunk C "
                "from S met by epoch K'"},
        Mistake{"NoWay",
                "{\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"],\n"
                "\"8-Chunk paths\": {\"Demand at 1 for chunk 0 from 0 met by epoch 0\":\n"
                "[\"0 to 1\"]}}\n",
                "3:2: error: 8-Chunk paths.Demand at 1 for chunk 0 from 0 met by epoch 0[0]: '0 to "
                "1' is no hop of a way: 'A->B in epoch K', with 'via switches X' behind it if need "
                "be"},
        Mistake{"WayIsAText",
                "{\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"],\n"
                "\"8-Chunk paths\": {\"Demand at 1 for chunk 0 from 0 met by epoch 0\":\n"
                "\"0->1\"}}\n",
                "3:1: error: 8-Chunk paths.Demand at 1 for chunk 0 from 0 met by epoch 0: '0->1' "
                "must be a list like [\"0->1 in epoch 0\"], not a text in quotes"},
        Mistake{"ToItself", flows("\"Chunk 0 from 0 traveled over 0->0 in epoch 0\""),
                "3:1: error: rank 0: 'chunk 0 of 0 to 0 in epoch 0 (line 3)' names its own rank: a "
                "message must go to another one"}),
    [](const auto& instance) { return instance.param.name; });

// Flows from 0 to 1 and 2, and demands of a collective that they would fit.
std::string wants(const std::string& word, const std::string& demands) {
  return "{\n\"0-Collective\": \"" + word +
         "\",\n\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\",\n"
         "\"Chunk 1 from 0 traveled over 0->2 in epoch 0\"],\n\"8-Chunk paths\": {" +
         demands + "}}\n";
}
std::string demand(int at, int chunk, int source) {
  return "\"Demand at " + std::to_string(at) + " for chunk " + std::to_string(chunk) + " from " +
         std::to_string(source) + " met by epoch 0\": []";
}

INSTANTIATE_TEST_SUITE_P(
    Collectives, TecclMistakes,
    testing::Values(
        Mistake{"NoCollective", wants("banana", ""),
                "2:17: error: 0-Collective: 'banana' must be one of allgather, alltoall, "
                "broadcast, scatter, gather"},
        Mistake{"Reduction", wants("AllReduce", ""),
                "2:17: error: 0-Collective: 'AllReduce' must be one of allgather, alltoall, "
                "broadcast, scatter, gather"},
        Mistake{"TwoCollectives",
                "{\"0-Collective\": gather,\n\"1-Collective\": scatter,\n\"7-Flows\": []}\n",
                "2:17: error: 1-Collective: 'scatter' stands in the file twice"},
        Mistake{"CollectiveWithoutDemands", wants("gather", ""),
                "2:17: error: 0-Collective: 'gather' must have its demands in N-Chunk paths"},
        Mistake{"GatherAtTwoNodes", wants("gather", demand(1, 0, 0) + ", " + demand(2, 1, 0)),
                "2:17: error: 0-Collective: 'gather' must have one destination, and its demands "
                "have 2"},
        Mistake{"ScatterFromTwoNodes", wants("Scatter", demand(1, 0, 0) + ", " + demand(2, 0, 1)),
                "2:17: error: 0-Collective: 'Scatter' must have one source, and its demands have "
                "2"},
        Mistake{"ScatterToSome", wants("scatter", demand(1, 0, 0)),
                "2:17: error: 0-Collective: 'scatter' must bring node 2 as many chunks of node 0 "
                "as node 1 of node 0, 1, and its demands have 0"},
        Mistake{"ScatterOfOneChunk", wants("scatter", demand(1, 0, 0) + ", " + demand(2, 0, 0)),
                "2:17: error: 0-Collective: 'scatter' must bring chunk 0 of node 0 to one node, "
                "and its demands name 1 and 2"},
        Mistake{"BroadcastOfDifferentChunks",
                wants("broadcast", demand(1, 0, 0) + ", " + demand(2, 1, 0)),
                "2:17: error: 0-Collective: 'broadcast' must bring nodes 1 and 2 the same chunks"},
        Mistake{"AlltoallOfOne", wants("alltoall", demand(1, 0, 0) + ", " + demand(2, 1, 0)),
                "2:17: error: 0-Collective: 'alltoall' must bring node 0 as many chunks of node 1 "
                "as node 1 of node 0, 1, and its demands have 0"}),
    [](const auto& instance) { return instance.param.name; });

TEST(Msccl, HasNoMoreChunksThanFitIntoMemory) {
  std::string gpus;
  for (int id = 0; id < 2; ++id)
    gpus += "<gpu id=\"" + std::to_string(id) +
            "\" i_chunks=\"1000000\" o_chunks=\"1000000\" s_chunks=\"1000000\"/>\n";
  EXPECT_EQ(message_of(algo(gpus), ScheduleFormat::kMsccl),
            "3:2: error: gpu: brings the chunks of all gpus above 4194304");
  std::string many = "<algo ngpus=\"4000\" nchunksperloop=\"1\" coll=\"allreduce\">\n";
  for (int id = 0; id < 1000; ++id)
    many +=
        "<gpu id=\"" + std::to_string(id) + "\" i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\"/>\n";
  EXPECT_EQ(message_of(many + "</algo>\n", ScheduleFormat::kMsccl),
            "526:2: error: gpu: brings the chunks that all gpus must reduce above 4194304");
}

TEST(Teccl, HasNoMoreChunksThanFitIntoMemory) {
  std::string list;
  for (int chunk = 0; chunk < 5000; ++chunk)
    list += "\"Chunk " + std::to_string(chunk) + " from 0 traveled over 0->" +
            std::to_string(1 + chunk % 4095) + " in epoch 0\",\n";
  EXPECT_EQ(message_of(flows(list), ScheduleFormat::kTeccl),
            " error: names 5000 chunks for 4096 ranks, 20480000 in all; at most 16777216 are "
            "possible");
  EXPECT_EQ(message_of(flows("\"Chunk 0 from 0 traveled over 5000->1 in epoch 0\",\n" +
                             [] {
                               std::string more;
                               for (int node = 0; node < 4096; ++node)
                                 more += "\"Chunk 0 from 7000 traveled over 7000->" +
                                         std::to_string(node) + " in epoch 0\",\n";
                               return more;
                             }()),
                       ScheduleFormat::kTeccl),
            " error: names 4098 nodes; at most 4096 ranks are possible");
}

TEST(Teccl, RefusesFlowsTooLongForAnyRoute) {
  std::string flow = "Chunk 0 from 0 traveled over 0->1 in epoch 0 via switches 1";
  for (int i = 0; i < 10'000; ++i) flow += ", 1";
  const std::string text = R"({"7-Flows": [")" + flow + "\"]}";
  const std::string message = message_of(text, ScheduleFormat::kTeccl);
  EXPECT_NE(message.find("is no flow"), std::string::npos) << message.substr(0, 200);
}

TEST(Teccl, HasNoEpochBeyondTheEndOfTime) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"),
                   flows("\"Chunk 0 from 0 traveled over 0->1 in epoch 900000000\""));
  ScheduleUnits units;
  units.epoch_steps = 1 << 20;
  try {
    read_schedule(directory.path("f"), ScheduleFormat::kTeccl, units);
    FAIL() << "is read";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.rule(), "epoch 900000000 begins after step 1099511627776");
  }
}

TEST(ScheduleFile, ThatIsNotThereIsRefused) {
  for (const ScheduleFormat format :
       {ScheduleFormat::kGoal, ScheduleFormat::kMsccl, ScheduleFormat::kTeccl}) {
    try {
      read_schedule("no/such.file", format, {});
      FAIL() << "is read";
    } catch (const ConfigError& error) {
      EXPECT_EQ(error.rule(), "cannot be read: No such file or directory");
    }
  }
}

TEST(ScheduleFile, IsText) {
  EXPECT_EQ(message_of("num_ranks 2\x01\n", ScheduleFormat::kGoal),
            " error: must be UTF-8 text: line 1 holds the byte 0x01");
}

TEST(RankMap, HoldsNumbersOnly) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("map"), "# the PEs\n0 2 # of two ranks\n  1\n");
  EXPECT_EQ(read_rank_map(directory.path("map")), (std::vector<Node>{0, 2, 1}));

  test::write_text(directory.path("map"), "0\n 1 two\n");
  try {
    read_rank_map(directory.path("map"));
    FAIL() << "is read";
  } catch (const ConfigError& error) {
    EXPECT_EQ(std::string(error.what()),
              directory.path("map") + ":2:4: error: 'two' must be the number of a PE");
  }
}

}  // namespace
}  // namespace flitwise
