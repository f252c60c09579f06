// The stage that adds what meets against its reference: everything that can come to a small one,
// and random flits.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/rtl/collective/merge_harness.h"

namespace flitwise::rtl_test::merge_stage_test {
namespace {

constexpr unsigned kSeed = 20261126;

constexpr std::size_t kUp = 0;
constexpr std::size_t kLeft = 1;   // leaves 4 and 5
constexpr std::size_t kRight = 2;  // leaves 6 and 7

template <class Model>
class MergeStage : public ::testing::Test {};
using SmallModels = ::testing::Types<Vmerge_stage_2_1, Vmerge_stage_2_1_netlist>;
TYPED_TEST_SUITE(MergeStage, SmallModels);

TYPED_TEST(MergeStage, EqualsTheReferenceForAllThatCanComeInAStep) {
  constexpr MergeShape kShape = kMergeShape<TypeParam>;
  const std::uint32_t left = kShape.leaf_base, right = left + kShape.leaf_span;
  std::vector<RawFlit> flits{0, single_to(left), flit_for(left, 3, 0, static_cast<CombineOp>(6))};
  for (const std::uint32_t leaf : {left, right, std::uint32_t{0}, right + kShape.leaf_span})
    for (const std::uint32_t number : {0U, 1023U}) flits.push_back(flit_for(leaf, 7, number));
  flits.push_back(flit_for(left, 9, 0, CombineOp::kMax));
  VerilatedMergeStage<TypeParam> stage;
  int steps = 0, merges = 0;
  for (const RawFlit up : flits)
    for (const RawFlit a : flits)
      for (const RawFlit b : flits)
        for (unsigned ready = 0; ready < 8; ++ready) {
          std::map<std::size_t, RawFlit> inputs;
          if (up != 0) inputs[kUp] = up;
          if (a != 0) inputs[kLeft] = a;
          if (b != 0) inputs[kRight] = b;
          std::set<std::size_t> taken;
          for (std::size_t lane = 0; lane < 3; ++lane) {
            if ((ready >> lane & 1U) != 0) taken.insert(lane);
          }
          const MergeOutputs expected = merged(kShape, inputs, taken);
          ASSERT_EQ(stage.show(inputs, taken), expected) << "step " << steps;
          merges += expected.flits.size() < inputs.size() ? 1 : 0;
          ++steps;
        }
  EXPECT_EQ(steps, 12 * 12 * 12 * 8);
  EXPECT_GT(merges, 100);
}

TEST(MergeStageExample, AddsWhatTwoChildrenSendUpAndPassesTheRest) {
  using Flits = std::map<std::size_t, RawFlit>;
  VerilatedMergeStage<Vmerge_stage_2_1> stage;
  EXPECT_EQ(stage.show({{kLeft, flit_for(0, 5)}, {kRight, flit_for(0, 6)}}, {}).flits,
            (Flits{{kLeft, flit_for(0, 11)}}));
  EXPECT_EQ(
      stage
          .show({{kUp, flit_for(5, 1, 5)}, {kLeft, flit_for(6, 2, 6)}, {kRight, flit_for(5, 4, 5)}},
                {})
          .flits,
      (Flits{{kUp, flit_for(5, 5, 5)}, {kLeft, flit_for(6, 2, 6)}}));
}

TEST(MergeStageExample, AddsByEveryOperation) {
  VerilatedMergeStage<Vmerge_stage_2_1> stage;
  const std::uint32_t low = 0x40000001, high = 0x3fffffff;  // of 31 bits: the first is negative
  const std::vector<std::uint32_t> results{0, low, high, 1, 0x7fffffff, 0x7ffffffe};
  for (int op = 0; op < kCombineOps; ++op) {
    const auto name = static_cast<CombineOp>(op);
    const MergeOutputs outputs =
        stage.show({{kLeft, flit_for(0, low, 3, name)}, {kRight, flit_for(0, high, 3, name)}}, {});
    EXPECT_EQ(outputs.flits.at(kLeft), flit_for(0, results[static_cast<std::size_t>(op)], 3, name));
  }
}

template <class Model>
class MergeStageTraffic : public ::testing::Test {};
using TrafficModels =
    ::testing::Types<Vmerge_stage_2_0, Vmerge_stage_2_1, Vmerge_stage_2_1_netlist, Vmerge_stage_3_0,
                     Vmerge_stage_4_1, Vmerge_stage_8_1, Vmerge_stage_narrow>;
TYPED_TEST_SUITE(MergeStageTraffic, TrafficModels);

RawFlit of_kind(std::uint32_t kind, RawFlit flit) {
  FlitFields fields = unpack(flit);
  fields.kind = static_cast<FlitKind>(kind);
  return pack(fields);
}

/// Flits most of which are for few leaves, so that they meet, with faults in a few of 1000.
std::map<std::size_t, RawFlit> random_flits(const MergeShape& shape, std::mt19937& random,
                                            unsigned load, unsigned faults) {
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  const auto leaves = static_cast<std::uint32_t>(shape.arity) * shape.leaf_span;
  std::vector<std::uint32_t> chosen;  // a leaf a child, and one elsewhere
  for (std::uint32_t child = 0; child < shape.arity; ++child)
    chosen.push_back(shape.leaf_base + child * shape.leaf_span + below(shape.leaf_span));
  if (shape.has_up) chosen.push_back((shape.leaf_base + leaves + below(100)) % 8192);
  const CombineOp op =
      (shape.ops & 2U) == 0 ? CombineOp::kXor : static_cast<CombineOp>(below(kCombineOps));
  const std::uint32_t number = below(kMergeNumbers);
  std::map<std::size_t, RawFlit> flits;
  for (std::size_t lane = 0; lane < shape.lanes(); ++lane) {
    if (below(100) >= load) continue;
    const std::uint32_t word =
        static_cast<std::uint32_t>(random()) & ((std::uint32_t{1} << shape.width) - 1);
    std::uint32_t leaf = chosen[below(static_cast<std::uint32_t>(chosen.size()))];
    const std::size_t own = lane - (shape.has_up ? 1 : 0);  // its child; none: the link up
    while (below(1000) >= faults &&
           (own < shape.arity ? leaf == chosen[own] : leaf == chosen.back() && shape.has_up))
      leaf = chosen[below(static_cast<std::uint32_t>(chosen.size()))];
    MergeFlit flit{op, leaf, number, word};
    if (below(1000) < faults) flit.number = below(kMergeNumbers);
    if (below(1000) < faults) flit.op = static_cast<CombineOp>(below(8));
    if (below(1000) < faults) flit.leaf = below(8192);
    flits[lane] = below(1000) < faults ? of_kind(below(16), to_raw(flit)) : to_raw(flit);
  }
  return flits;
}

TYPED_TEST(MergeStageTraffic, EqualsTheReferenceWhateverComes) {
  MergeShape shape = kMergeShape<TypeParam>;
  std::mt19937 random(kSeed);
  VerilatedMergeStage<TypeParam> stage;
  std::size_t in = 0, out = 0;
  for (int step = 0; step < 20'000; ++step) {
    if (step % 100 == 99) {
      const auto most = static_cast<std::uint32_t>(8192 / shape.arity);
      shape.leaf_span = step == 99 ? most : 1 + static_cast<std::uint32_t>(random() % most);
      shape.leaf_base =
          static_cast<std::uint32_t>(random() % (8193 - shape.arity * shape.leaf_span));
      stage.move_to(shape);
    }
    const auto inputs =
        random_flits(shape, random, step % 2 == 0 ? 95 : 40, step % 3 == 0 ? 60 : 0);
    std::set<std::size_t> ready;
    for (std::size_t lane = 0; lane < shape.lanes(); ++lane) {
      if (random() % 3 != 0) ready.insert(lane);
    }
    const MergeOutputs outputs = stage.show(inputs, ready);
    ASSERT_EQ(outputs, merged(shape, inputs, ready)) << "seed " << kSeed << " step " << step;
    in += inputs.size();
    out += outputs.flits.size();
  }
  if (shape.lanes() > 2) {  // of two, each has a lane for itself
    EXPECT_GT(in, out + 1000U);
  }
}

}  // namespace
}  // namespace flitwise::rtl_test::merge_stage_test
