// Random traffic with faults: the stage that combines against its reference, every output at every
// edge, and left out of the clock where it says that it may be.
#include <bitset>
#include <random>

#include "tests/rtl/collective/combine_harness.h"
#include "tests/rtl/collective/surroundings.h"

namespace flitwise::rtl_test {
namespace {

constexpr unsigned kSeed = 20261126;

template <class Model>
class CombineStageTraffic : public ::testing::Test {};
using TrafficModels =
    ::testing::Types<Vcombine_stage_3_1_1_0, Vcombine_stage_3_1_2_1_netlist, Vcombine_stage_4_1_0_0,
                     Vcombine_stage_4_1_0_3, Vcombine_stage_4_1_1_2, Vcombine_stage_4_1_2_0,
                     Vcombine_stage_4_1_2_3, Vcombine_stage_4_3_0_1, Vcombine_stage_4_3_2_1,
                     Vcombine_stage_narrow, Vcombine_stage_without_edges>;
TYPED_TEST_SUITE(CombineStageTraffic, TrafficModels);

// One assertion fails for every violation reported and no other: in a checked model this also says
// that the bound checkers stay silent.
TYPED_TEST(CombineStageTraffic, EqualsTheReferenceAtEveryEdge) {
  constexpr CombineShape kShape = kCombineShape<TypeParam>;
  std::mt19937 random(kSeed);
  std::map<unsigned, int> violations;
  std::size_t operands = 0;
  std::size_t results = 0;

  for (int place = 0; place < 150; ++place) {
    Surroundings around(kShape, random);
    VerilatedCombineStage<TypeParam> stage(around.seats());
    ReferenceCombineStage reference(kShape, around.seats());
    const auto load = static_cast<unsigned>(30 + random() % 71);
    const unsigned faults = place % 3 == 0 ? 0 : 20;
    int reported = 0;
    Quiet quiet;
    for (int edge = 0; edge < 300 && !around.has_collided(); ++edge) {
      const auto inputs = around.inputs(load, faults);
      const auto credits = around.credits();
      const CombineOutputs expected = reference.clock(inputs, credits);
      const CombineOutputs outputs = stage.clock_with(inputs, credits);
      ASSERT_EQ(outputs, expected)
          << "seed " << kSeed << " place " << place << " edge " << edge << quiet.text();
      around.note(outputs);
      for (unsigned bit = 0; bit < 8; ++bit) violations[bit] += outputs.violation >> bit & 1;
      reported += static_cast<int>(std::bitset<8>(outputs.violation).count());
      for (const RawFlit flit : outputs.lanes) {
        operands += flit != 0 && unpack(flit).kind == FlitKind::kCombine ? 1 : 0;
        results += flit != 0 && unpack(flit).kind == FlitKind::kResult ? 1 : 0;
      }
    }
    // The checkers look at the last outputs.
    reported += static_cast<int>(std::bitset<8>(stage.clock_with({}, {}).violation).count());
    if (kHasAssertions<TypeParam>) {
      ASSERT_EQ(stage.assertion_failures(), reported) << "place " << place << quiet.text();
    }
  }

  EXPECT_GT(operands, 1'000U);
  EXPECT_GT(results, 1'000U);
  EXPECT_GT(violations[3], 100) << "no route";
  EXPECT_GT(violations[7], 100) << "mismatch";
  if (kShape.depth > 0) {
    EXPECT_GT(violations[6], 50) << "overflow";
  }
  if (kShape.trees > 1) {
    EXPECT_GT(violations[0], 10) << "collision";
  }
}

TYPED_TEST(CombineStageTraffic, IsLeftOutUnnoticedWhereItIsNotBusyAndNothingComes) {
  constexpr CombineShape kShape = kCombineShape<TypeParam>;
  std::mt19937 random(kSeed);
  int skipped = 0;

  for (int place = 0; place < 40; ++place) {
    Surroundings around(kShape, random);
    VerilatedCombineStage<TypeParam> always(around.seats());
    VerilatedCombineStage<TypeParam> skipping(around.seats());
    always.mute_assertions();
    skipping.mute_assertions();
    CombineOutputs last(kShape.trees + kShape.links);
    for (int edge = 0; edge < 400 && !around.has_collided(); ++edge) {
      const bool is_pause = random() % 24 != 0;
      const auto inputs = is_pause ? std::map<std::size_t, RawFlit>{} : around.inputs(90, 10);
      const auto credits = around.credits();
      const CombineOutputs expected = always.clock_with(inputs, credits);
      if (last.busy || !inputs.empty() || !credits.empty())
        last = skipping.clock_with(inputs, credits);
      else
        ++skipped;
      ASSERT_EQ(last, expected) << "place " << place << " edge " << edge;
      around.note(expected);
    }
  }

  EXPECT_GT(skipped, 500);
}

}  // namespace
}  // namespace flitwise::rtl_test
