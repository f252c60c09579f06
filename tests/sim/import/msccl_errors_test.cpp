// Algorithms in MSCCL's XML that cannot be used are refused with their place, key and rule; also
// those in which two steps use a chunk in no order.
#include <gtest/gtest.h>

#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/import/mistakes.h"
#include "tests/sim/support.h"

namespace flitwise::msccl_errors_test {
namespace {

using test::message_of;
using test::Mistake;

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
// Of a first gpu that does this, and a second that does nothing.
std::string one(const std::string& body) { return algo(gpu(0, body) + gpu(1, "")); }

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
  EXPECT_EQ(refusal(text, "name=\"", "name=\"&#27;[31m"),
            "2:2: error: algo.name: '\\x1b[31mring' must be a single line without control "
            "characters");
  EXPECT_EQ(refusal(text, "<algo", "key: 1\n<algo"),
            "2:1: error: 'key: 1' stands outside of any element");
}

class MscclMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(MscclMistakes, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kMsccl), GetParam().message);
}

constexpr const char* kFromOutput = "srcbuf=\"o\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"";

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

class MscclRaces : public testing::TestWithParam<Mistake> {};

TEST_P(MscclRaces, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kMsccl), GetParam().message);
}

std::string cells(const char* from, const char* to) {
  const auto end = [](const char* name, const char* cell) {
    return std::string(name) + "buf=\"" + cell[0] + "\" " + name + "off=\"" + cell[1] + "\" ";
  };
  return end("src", from) + end("dst", to) + "cnt=\"1\"";
}
constexpr const char* kAlone = "send=\"-1\" recv=\"-1\"";
constexpr const char* kBehindTheFirst = "depid=\"0\" deps=\"0\"";

// Two thread blocks of one gpu, which run beside each other; the first one copies i[0] to o[0]
// first.
std::string beside(const std::string& first, const std::string& second) {
  return one(block(step("cpy") + first, kAlone) + block(second, kAlone, 1));
}

INSTANTIATE_TEST_SUITE_P(
    All, MscclRaces,
    testing::Values(
        Mistake{"TwoWrites", beside("", step("cpy", 0, cells("i1", "o0"))),
                "7:2: error: rank 0: 'tb 1 step 0 cpy (line 7)' writes o[0], and nothing orders it "
                "with tb 0 step 0 cpy (line 4), which writes it"},
        Mistake{"ReadAndSum",
                beside(step("re", 1, cells("i1", "o0")),
                       step("cpy", 0, cells("o0", "o1"), kBehindTheFirst)),
                "8:2: error: rank 0: 'tb 1 step 0 cpy (line 8)' reads o[0], and nothing orders it "
                "with tb 0 step 1 re (line 5), which reduces into it"},
        Mistake{"ReadAndWrite",
                beside(step("cpy", 1, cells("i1", "o0")),
                       step("re", 0, cells("o0", "i0"), kBehindTheFirst)),
                "8:2: error: rank 0: 'tb 1 step 0 re (line 8)' reads o[0], and nothing orders it "
                "with tb 0 step 1 cpy (line 5), which writes it"},
        Mistake{"SumAndWrite",
                beside(step("cpy", 1, cells("i1", "o0")),
                       step("re", 0, cells("i1", "o0"), kBehindTheFirst)),
                "8:2: error: rank 0: 'tb 1 step 0 re (line 8)' reduces into o[0], and nothing "
                "orders it with tb 0 step 1 cpy (line 5), which writes it"},
        Mistake{"TwoSumsCommute",
                beside(step("re", 1, cells("i1", "o0")),
                       step("re", 0, cells("i1", "o0"), kBehindTheFirst)),
                ""},
        Mistake{"TwoReadsCommute",
                beside(step("cpy", 1, cells("o0", "o1")),
                       step("re", 0, cells("o0", "i1"), kBehindTheFirst)),
                ""},
        Mistake{"WritesOneBehindTheOther",
                beside("", step("cpy", 0, cells("i1", "o0"), kBehindTheFirst)), ""},
        // What is sent away is overwritten by the answer, which waits for it.
        Mistake{
            "OrderedByMessages",
            algo(gpu(0, block(step("s"), "send=\"1\" recv=\"-1\"") +
                            block(step("r", 0, cells("i0", "i0")), "send=\"-1\" recv=\"1\"", 1)) +
                 gpu(1, block(step("rcs", 0, cells("i0", "o0")), "send=\"0\" recv=\"0\""))),
            ""},
        Mistake{
            "NotOrderedByOtherMessages",
            algo(gpu(0, block(step("s"), "send=\"1\" recv=\"-1\"") +
                            block(step("r", 0, cells("i0", "i0")), "send=\"-1\" recv=\"1\"", 1)) +
                 gpu(1, block(step("r"), "send=\"-1\" recv=\"0\"") +
                            block(step("s"), "send=\"0\" recv=\"-1\"", 1))),
            "7:2: error: rank 0: 'tb 1 step 0 r (line 7)' writes i[0], and nothing orders it "
            "with tb 0 step 0 s (line 4), which reads it"}),
    [](const auto& instance) { return instance.param.name; });

}  // namespace

}  // namespace flitwise::msccl_errors_test
