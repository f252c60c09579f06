// Algorithms in MSCCL's XML in which two steps use a chunk in no order.
#include <gtest/gtest.h>

#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/import/mistakes.h"
#include "tests/sim/import/msccl_texts.h"

namespace flitwise {
namespace {

using test::algo;
using test::block;
using test::gpu;
using test::Mistake;
using test::one;
using test::step;

class MscclRaces : public testing::TestWithParam<Mistake> {};

TEST_P(MscclRaces, AreRefused) {
  EXPECT_EQ(test::message_of(GetParam().text, ScheduleFormat::kMsccl), GetParam().message);
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
}  // namespace flitwise
