// What a stage that combines promises, one promise a test: operations, times, reports.
#include <algorithm>
#include <random>

#include "tests/rtl/collective/combine_harness.h"

namespace flitwise::rtl_test {
namespace {

using Inputs = std::map<std::size_t, RawFlit>;
using Links = std::set<std::size_t>;

// A stage in tree 0 with the PE's operand, a child at link 0 and the parent at link 1.
CombineSeat inner_seat() {
  CombineSeat seat;
  seat.parent = 1;
  seat.children = {0};
  seat.operand = true;
  seat.results = {0};
  seat.own_result = true;
  return seat;
}

CombineSeat root_seat() {
  CombineSeat seat = inner_seat();
  seat.parent.reset();
  seat.children = {0, 1};
  seat.results = {0, 1};
  return seat;
}

template <class Model>
class CombineStage : public ::testing::Test {
 protected:
  static constexpr CombineShape kShape = kCombineShape<Model>;
  static constexpr bool kIsAligned = kShape.depth == 0;
  using Stage = VerilatedCombineStage<Model>;

  static std::size_t lane_of_link(std::size_t link) { return kShape.trees + link; }

  /// In tree 0; nobody is in the others.
  static std::unique_ptr<Stage> stage_with(const CombineSeat& seat) {
    std::vector<CombineSeat> seats(kShape.trees);
    seats[0] = seat;
    return std::make_unique<Stage>(seats);
  }

  static bool is_built(CombineOp op) { return (kShape.ops >> static_cast<int>(op) & 1U) != 0; }

  static std::uint32_t in_width(std::uint64_t word) {
    return static_cast<std::uint32_t>(word & ((std::uint64_t{1} << kShape.width) - 1));
  }

  /// What a stage shows after the edge with these flits and as many more as combining takes. The
  /// parent gives a place back for what it has got before.
  CombineOutputs combined_from(Stage& stage, const Inputs& inputs) {
    CombineOutputs outputs = stage.clock_with(inputs, owed_ ? Links{1} : Links{});
    owed_ = false;
    for (std::size_t k = 0; k < kShape.adder; ++k) outputs = stage.clock_with({}, {});
    const RawFlit up = outputs.lanes[lane_of_link(1)];
    owed_ = kShape.depth > 0 && up != 0 && unpack(up).kind == FlitKind::kCombine;
    return outputs;
  }

  bool owed_ = false;

  static void expect_no_failed_assertion(Stage& stage) { EXPECT_EQ(stage.assertion_failures(), 0); }
};

using CombineModels =
    ::testing::Types<Vcombine_stage_3_1_1_0, Vcombine_stage_3_1_2_1_netlist, Vcombine_stage_4_1_0_0,
                     Vcombine_stage_4_1_0_1, Vcombine_stage_4_1_0_2, Vcombine_stage_4_1_0_3,
                     Vcombine_stage_4_1_1_0, Vcombine_stage_4_1_1_2, Vcombine_stage_4_1_2_0,
                     Vcombine_stage_4_1_2_1, Vcombine_stage_4_1_2_2, Vcombine_stage_4_1_2_3,
                     Vcombine_stage_4_3_0_1, Vcombine_stage_4_3_2_1, Vcombine_stage_narrow,
                     Vcombine_stage_without_edges>;

struct CombineNames {
  template <class Model>
  static std::string GetName(int) {
    constexpr CombineShape kShape = kCombineShape<Model>;
    return flavour_name<Model>() + "_l" + std::to_string(kShape.links) + "_t" +
           std::to_string(kShape.trees) + "_d" + std::to_string(kShape.depth) + "_a" +
           std::to_string(kShape.adder) + "_w" + std::to_string(kShape.width) +
           (kShape.has_edges ? "" : "_without_edges");
  }
};
TYPED_TEST_SUITE(CombineStage, CombineModels, CombineNames);

TYPED_TEST(CombineStage, CombinesTwoWordsByEveryOperationBitForBit) {
  auto stage = this->stage_with(inner_seat());
  const std::uint64_t sign = std::uint64_t{1} << (this->kShape.width - 1);
  std::vector<std::uint32_t> words;
  for (const std::uint64_t word : {std::uint64_t{0}, std::uint64_t{1}, sign - 1, sign, sign + 1,
                                   2 * sign - 1, std::uint64_t{0x55555555}})
    words.push_back(this->in_width(word));
  std::mt19937 random(1);
  for (int k = 0; k < 13; ++k) words.push_back(this->in_width(random()));

  std::uint32_t number = 0;
  for (int k = 0; k < kCombineOps; ++k) {
    const auto op = static_cast<CombineOp>(k);
    if (!this->is_built(op)) continue;
    for (const std::uint32_t a : words) {
      for (const std::uint32_t b : words) {
        number = (number + 1) % kCombineNumbers;
        const CombineOutputs outputs =
            this->combined_from(*stage, {{0, operand_flit(number, a, op)},
                                         {this->lane_of_link(0), operand_flit(number, b, op)}});
        ASSERT_EQ(outputs.lanes[this->lane_of_link(1)],
                  operand_flit(number, combined(op, this->kShape.width, a, b), op))
            << "operation " << k << " of " << a << " and " << b;
      }
    }
  }
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, TakesItsStepsAndThenAFlitAStep) {
  auto stage = this->stage_with(inner_seat());
  const std::size_t adder = this->kShape.adder;

  for (std::uint32_t k = 0; k < 20; ++k) {
    Inputs inputs;
    if (k < 10) inputs = {{0, operand_flit(k, k)}, {this->lane_of_link(0), operand_flit(k, 100)}};
    // The far end takes at once what has come: its credit is here two edges after the flit left.
    const bool gives_place = this->kShape.depth > 1 && k > adder && k <= adder + 10;
    const CombineOutputs outputs = stage->clock_with(inputs, gives_place ? Links{1} : Links{});
    if (this->kShape.depth == 1) break;  // the PE may not send every step
    RawFlit expected = 0;
    if (k >= adder && k < adder + 10)
      expected =
          operand_flit(static_cast<std::uint32_t>(k - adder), this->in_width(k - adder + 100));
    ASSERT_EQ(outputs.lanes[this->lane_of_link(1)], expected) << "edge " << k;
  }
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, ALeafPassesItsOperandOnInOneStep) {
  CombineSeat seat = inner_seat();
  seat.children = {};
  auto stage = this->stage_with(seat);

  EXPECT_EQ(stage->clock_with({{0, operand_flit(3, 7)}}, {}).lanes[this->lane_of_link(1)],
            operand_flit(3, 7));
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, ANodeWithoutOperandPassesTheOneOfItsOnlyChildOnInOneStep) {
  CombineSeat seat = inner_seat();
  seat.operand = false;
  auto stage = this->stage_with(seat);

  EXPECT_EQ(stage->clock_with({{this->lane_of_link(0), operand_flit(3, 7)}}, {})
                .lanes[this->lane_of_link(1)],
            operand_flit(3, 7));
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, CopiesAResultWhereItIsWanted) {
  CombineSeat seat = inner_seat();
  auto everywhere = this->stage_with(seat);
  seat.own_result = false;
  auto below = this->stage_with(seat);
  const Inputs from_parent{{this->lane_of_link(1), result_flit(5, 9)}};
  CombineOutputs expected(this->kShape.trees + this->kShape.links);
  expected.busy = true;
  expected.lanes[this->lane_of_link(0)] = result_flit(5, 9);

  EXPECT_EQ(below->clock_with(from_parent, {}), expected);
  expected.lanes[0] = result_flit(5, 9);
  EXPECT_EQ(everywhere->clock_with(from_parent, {}), expected);
  this->expect_no_failed_assertion(*everywhere);
  this->expect_no_failed_assertion(*below);
}

TYPED_TEST(CombineStage, TheRootTurnsASumIntoAResult) {
  auto stage = this->stage_with(root_seat());
  const std::uint32_t sum = this->in_width(1 + 2 + 4);

  const CombineOutputs outputs =
      this->combined_from(*stage, {{0, operand_flit(8, 1)},
                                   {this->lane_of_link(0), operand_flit(8, 2)},
                                   {this->lane_of_link(1), operand_flit(8, 4)}});

  EXPECT_EQ(outputs.lanes[0], result_flit(8, sum));
  EXPECT_EQ(outputs.lanes[this->lane_of_link(0)], result_flit(8, sum));
  EXPECT_EQ(outputs.lanes[this->lane_of_link(1)], result_flit(8, sum));
}

TYPED_TEST(CombineStage, ARootOfAReductionKeepsTheResultToItself) {
  CombineSeat seat = root_seat();
  seat.results = {};
  auto stage = this->stage_with(seat);

  const CombineOutputs outputs =
      this->combined_from(*stage, {{0, operand_flit(8, 1)},
                                   {this->lane_of_link(0), operand_flit(8, 2)},
                                   {this->lane_of_link(1), operand_flit(8, 4)}});

  EXPECT_EQ(outputs.flit_count(), 1U);
  EXPECT_EQ(outputs.lanes[0], result_flit(8, 7));
}

TYPED_TEST(CombineStage, ARootWithoutOperandsPassesResultsOfItsPeOn) {
  CombineSeat seat;
  seat.results = {0, 1};
  auto stage = this->stage_with(seat);

  const CombineOutputs outputs = stage->clock_with({{0, result_flit(2, 3)}}, {});

  EXPECT_EQ(outputs.flit_count(), 2U);
  EXPECT_EQ(outputs.lanes[this->lane_of_link(0)], result_flit(2, 3));
  EXPECT_EQ(outputs.lanes[this->lane_of_link(1)], result_flit(2, 3));
  EXPECT_EQ(outputs.credits, Links{0});
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, TheOnlyNodeOfATreeHasItsResultAfterTheEdgeThatCapturesItsOperand) {
  CombineSeat seat;
  seat.operand = true;
  seat.own_result = true;
  auto stage = this->stage_with(seat);

  EXPECT_EQ(stage->clock_with({{0, operand_flit(0, 77)}}, {}).lanes[0],
            result_flit(0, this->in_width(77)));
}

TYPED_TEST(CombineStage, ReportsOperandsThatDoNotFitAndDropsThem) {
  const auto other_number = operand_flit(4, 1);
  const auto other_op = operand_flit(3, 1, CombineOp::kXor);
  for (const RawFlit other : {other_number, other_op}) {
    auto stage = this->stage_with(inner_seat());

    const CombineOutputs outputs =
        stage->clock_with({{0, operand_flit(3, 1)}, {this->lane_of_link(0), other}}, {});
    EXPECT_EQ(outputs.violation, kMismatchBit);
    EXPECT_EQ(outputs.involved_in, (Links{0, this->lane_of_link(0)}));
    EXPECT_EQ(outputs.flit_count(), 0U);
    for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(stage->clock_with({}, {}).flit_count(), 0U);
    EXPECT_EQ(stage->assertion_failures(), kHasAssertions<TypeParam> ? 1 : 0);
  }
}

TYPED_TEST(CombineStage, ReportsAnOperationThatIsNotBuilt) {
  for (unsigned op = 0; op < 8; ++op) {
    if (op < static_cast<unsigned>(kCombineOps) && this->is_built(static_cast<CombineOp>(op)))
      continue;
    auto stage = this->stage_with(inner_seat());
    const RawFlit operand = operand_flit(3, 1, static_cast<CombineOp>(op));

    EXPECT_EQ(stage->clock_with({{0, operand}, {this->lane_of_link(0), operand}}, {}).violation,
              kMismatchBit)
        << "operation " << op;
  }
}

TYPED_TEST(CombineStage, AlignedStagesMissAnOperandAndOthersWaitForIt) {
  auto stage = this->stage_with(inner_seat());

  const CombineOutputs outputs = stage->clock_with({{0, operand_flit(3, 1)}}, {});
  EXPECT_EQ(outputs.violation, this->kIsAligned ? kMismatchBit : 0U);
  EXPECT_EQ(outputs.involved_in, this->kIsAligned ? Links{0} : Links{});
  if (this->kIsAligned) return;
  EXPECT_EQ(outputs.flit_count(), 0U);
  EXPECT_TRUE(outputs.busy);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(stage->clock_with({}, {}).flit_count(), 0U);
  EXPECT_EQ(this->combined_from(*stage, {{this->lane_of_link(0), operand_flit(3, 5)}})
                .lanes[this->lane_of_link(1)],
            operand_flit(3, 6));
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, ReportsWhatHasNoPlaceInTheTable) {
  const std::size_t parent = this->lane_of_link(1);
  const std::size_t child = this->lane_of_link(0);
  const auto unknown_tree = static_cast<std::uint32_t>(this->kShape.trees);
  const std::pair<std::size_t, RawFlit> strays[] = {
      {parent, operand_flit(0, 1)},
      {child, result_flit(0, 1)},
      {0, result_flit(0, 1)},
      {child, operand_flit(0, 1, CombineOp::kSum, unknown_tree)},
      {parent, result_flit(0, 1, CombineOp::kSum, 15)},
  };
  for (const auto& [lane, flit] : strays) {
    auto stage = this->stage_with(inner_seat());

    const CombineOutputs outputs = stage->clock_with({{lane, flit}}, {});
    EXPECT_EQ(outputs.violation, kNoRouteBit);
    EXPECT_EQ(outputs.involved_in, Links{lane});
    EXPECT_EQ(outputs.flit_count(), 0U);
    EXPECT_TRUE(outputs.credits.empty());
    EXPECT_FALSE(stage->clock_with({}, {}).busy);
  }
}

TYPED_TEST(CombineStage, KeepsAsManyOperandsAsItHasPlacesAndReportsMore) {
  if (this->kIsAligned) return;
  auto stage = this->stage_with(inner_seat());
  std::uint32_t number = 0;
  for (std::size_t k = 0; k < this->kShape.depth; ++k) {
    EXPECT_EQ(stage->clock_with({{this->lane_of_link(0), operand_flit(number, 1)}}, {}).violation,
              0U);
    ++number;
  }

  const CombineOutputs outputs =
      stage->clock_with({{this->lane_of_link(0), operand_flit(number, 1)}}, {});
  EXPECT_EQ(outputs.violation, kOverflowBit);
  EXPECT_EQ(outputs.involved_in, Links{this->lane_of_link(0)});
  // Those that had places are there.
  for (std::uint32_t k = 0; k < this->kShape.depth; ++k) {
    EXPECT_EQ(this->combined_from(*stage, {{0, operand_flit(k, 1)}}).lanes[this->lane_of_link(1)],
              operand_flit(k, 2));
  }
}

TYPED_TEST(CombineStage, SendsNoMoreThanTheParentHasPlacesFor) {
  if (this->kIsAligned) return;
  CombineSeat seat = inner_seat();
  seat.children = {};
  auto stage = this->stage_with(seat);
  std::size_t sent = 0;
  std::size_t room = this->kShape.depth;
  std::uint32_t number = 0;
  const auto step = [&](const Links& credits) {
    Inputs inputs;
    if (room > 0) {
      inputs[0] = operand_flit(number++, 1);
      --room;
    }
    const CombineOutputs outputs = stage->clock_with(inputs, credits);
    room += outputs.credits.count(0);
    sent += outputs.flit_count();
  };

  for (std::size_t k = 0; k < 20; ++k) step({});
  EXPECT_EQ(sent, this->kShape.depth);
  step({1});
  EXPECT_EQ(sent, this->kShape.depth + 1) << "a credit is used at the edge at which it comes";
  for (std::size_t k = 0; k < 20; ++k) step({});
  EXPECT_EQ(sent, this->kShape.depth + 1);
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, ReportsACreditThatWasNotSpentAndDoesNotUseIt) {
  if (this->kIsAligned) return;
  CombineSeat seat = inner_seat();
  seat.children = {};
  auto stage = this->stage_with(seat);
  Quiet quiet;

  stage->clock_with({}, {1});
  std::size_t sent = 0;
  for (std::uint32_t k = 0; k <= this->kShape.depth; ++k)
    sent += stage->clock_with({{0, operand_flit(k, 1)}}, {}).flit_count();

  EXPECT_EQ(sent, this->kShape.depth);
  EXPECT_EQ(stage->assertion_failures(), kHasAssertions<TypeParam> ? 1 : 0);
  if (kHasAssertions<TypeParam>) {
    EXPECT_NE(quiet.text().find("a credit came back that was not spent: "), std::string::npos);
  }
}

TYPED_TEST(CombineStage, DoesNotLookAtLanesOfFlits) {
  auto stage = this->stage_with(inner_seat());
  constexpr RawFlit kLane = RawFlit{0x3f} << 51U;  // all of a destination but operation and tree

  EXPECT_EQ(this->combined_from(*stage, {{0, operand_flit(3, 1) | kLane},
                                         {this->lane_of_link(0), operand_flit(3, 2) | kLane}})
                .lanes[this->lane_of_link(1)],
            operand_flit(3, 3));
  EXPECT_EQ(stage->clock_with({{this->lane_of_link(1), result_flit(3, 7) | kLane}}, {}).lanes[0],
            result_flit(3, 7));
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, WithoutEdgesTheOtherEndIsAParent) {
  if (this->kShape.has_edges) return;
  CombineSeat seat = inner_seat();
  seat.is_edge = true;
  auto stage = this->stage_with(seat);
  const std::size_t other = this->lane_of_link(1);

  EXPECT_EQ(stage->clock_with({{other, result_flit(3, 7)}}, {}).lanes[0], result_flit(3, 7));
  EXPECT_EQ(stage->clock_with({{other, operand_flit(3, 7)}}, {}).violation, kNoRouteBit);
}

TYPED_TEST(CombineStage, TheEndsOfARootEdgeCombineWhatTheyExchange) {
  if (!this->kShape.has_edges) return;
  CombineSeat seat = inner_seat();
  seat.is_edge = true;
  auto stage = this->stage_with(seat);
  const std::size_t other = this->lane_of_link(1);

  const CombineOutputs half = this->combined_from(
      *stage, {{0, operand_flit(3, 1)}, {this->lane_of_link(0), operand_flit(3, 2)}});
  EXPECT_EQ(half.lanes[other], operand_flit(3, 3));
  EXPECT_EQ(half.flit_count(), 1U);
  const CombineOutputs whole = this->combined_from(*stage, {{other, operand_flit(3, 4)}});

  EXPECT_EQ(whole.lanes[0], result_flit(3, 7));
  EXPECT_EQ(whole.lanes[this->lane_of_link(0)], result_flit(3, 7));
  EXPECT_EQ(whole.flit_count(), 2U);
  this->expect_no_failed_assertion(*stage);
}

TYPED_TEST(CombineStage, ReportsHalvesOfARootEdgeThatDoNotFit) {
  if (!this->kShape.has_edges) return;
  CombineSeat seat = inner_seat();
  seat.is_edge = true;
  auto stage = this->stage_with(seat);
  const std::size_t other = this->lane_of_link(1);
  this->combined_from(*stage,
                      {{0, operand_flit(3, 1)}, {this->lane_of_link(0), operand_flit(3, 2)}});

  const CombineOutputs outputs = stage->clock_with({{other, operand_flit(4, 4)}}, {});

  EXPECT_EQ(outputs.violation, kMismatchBit);
  EXPECT_EQ(outputs.involved_in, Links{other});
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(stage->clock_with({}, {}).flit_count(), 0U);
}

TYPED_TEST(CombineStage, AlignedEndsOfARootEdgeMissWhatDoesNotComeInTheSameStep) {
  if (!this->kIsAligned) return;
  CombineSeat seat = inner_seat();
  seat.is_edge = true;
  const std::size_t other = this->lane_of_link(1);
  auto late = this->stage_with(seat);
  auto early = this->stage_with(seat);
  this->combined_from(*late,
                      {{0, operand_flit(3, 1)}, {this->lane_of_link(0), operand_flit(3, 2)}});

  EXPECT_EQ(late->clock_with({}, {}).violation, kMismatchBit);
  EXPECT_EQ(early->clock_with({{other, operand_flit(3, 4)}}, {}).violation, kMismatchBit);
}

// Before it the registers hold anything.
TYPED_TEST(CombineStage, ShowsNothingOutOfReset) {
  auto stage = this->stage_with(inner_seat());
  EXPECT_EQ(stage->shown(), CombineOutputs(this->kShape.trees + this->kShape.links));
}

TYPED_TEST(CombineStage, ForgetsEverythingInReset) {
  auto stage = this->stage_with(inner_seat());
  stage->mute_assertions();
  stage->clock_with({{0, operand_flit(3, 1)}}, {});

  stage->reset_again();

  EXPECT_EQ(this->combined_from(
                    *stage, {{0, operand_flit(5, 1)}, {this->lane_of_link(0), operand_flit(5, 2)}})
                .lanes[this->lane_of_link(1)],
            operand_flit(5, 3));
}

TYPED_TEST(CombineStage, TreesShareAStageAndNothingElse) {
  if (this->kShape.trees < 2) return;
  std::vector<CombineSeat> seats(this->kShape.trees);
  seats[0] = inner_seat();
  seats[1] = inner_seat();
  seats[1].parent = 0;
  seats[1].children = {1};
  seats[1].results = {1};
  VerilatedCombineStage<TypeParam> stage(seats);
  const auto second = [](std::uint32_t number, std::uint32_t word) {
    return operand_flit(number, word, CombineOp::kSum, 1);
  };

  const CombineOutputs outputs =
      this->combined_from(stage, {{0, operand_flit(3, 1)},
                                  {1, second(9, 10)},
                                  {this->lane_of_link(0), operand_flit(3, 2)},
                                  {this->lane_of_link(1), second(9, 20)}});

  EXPECT_EQ(outputs.lanes[this->lane_of_link(1)], operand_flit(3, 3));
  EXPECT_EQ(outputs.lanes[this->lane_of_link(0)], second(9, 30));
  EXPECT_EQ(stage.assertion_failures(), 0);
}

TYPED_TEST(CombineStage, ReportsTreesThatMeetOnALinkAndSendsTheLowerOnesFlit) {
  if (this->kShape.trees < 2) return;
  std::vector<CombineSeat> seats(this->kShape.trees, inner_seat());
  for (CombineSeat& seat : seats) seat.children = {};
  VerilatedCombineStage<TypeParam> stage(seats);

  const CombineOutputs outputs =
      stage.clock_with({{0, operand_flit(3, 1)}, {1, operand_flit(3, 2, CombineOp::kSum, 1)}}, {});

  EXPECT_EQ(outputs.violation, kCollisionBit);
  EXPECT_EQ(outputs.involved_out, Links{this->lane_of_link(1)});
  EXPECT_EQ(outputs.lanes[this->lane_of_link(1)], operand_flit(3, 1));
}

}  // namespace
}  // namespace flitwise::rtl_test
