// The checkers of the stage that combines alone: the test plays the stage, and what is wrong is
// named by the right assertion.
#include <Vcombine_stage_sva_aligned.h>
#include <Vcombine_stage_sva_own_pace.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "tests/rtl/checkers.h"
#include "tests/rtl/collective/combine_harness.h"

namespace flitwise::rtl_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr std::size_t kOwnLane = 0;
constexpr std::size_t kChild = 1;
constexpr std::size_t kUp = 2;
constexpr std::size_t kLaneCount = 4;

/// A stage of one tree with an operand of its PE, a child at link 0 and its parent at link 1;
/// combining takes a step.
template <class Model>
class StageCheckers : public Checkers<Model> {
 public:
  explicit StageCheckers(bool is_edge = false, unsigned parent = 1, unsigned children = 1)
      : Checkers<Model>([&](Model& model) {
          model.parent_i = static_cast<CData>(parent);
          model.edge_i = is_edge;
          model.children_i = static_cast<CData>(children);
          model.operand_i = 1;
          model.result_i = 1;
          model.own_result_i = 1;
          model.credit_i = 0;
          show(model, CombineOutputs(kLaneCount));
          std::memset(bytes_of(model.in_lane_i), 0, sizeof model.in_lane_i);
        }) {}

  /// Names of the assertions that fire at the edge at which `inputs` and a credit of the parent
  /// come and the stage shows `outputs` of the edge before.
  Names step(const Lanes& inputs, const CombineOutputs& outputs, bool has_credit = false) {
    return this->listen([&] {
      this->put(inputs);
      this->model_.credit_i = has_credit ? 2 : 0;
      show(this->model_, outputs);
      clock_cycle<Model>(&this->model_);
    });
  }

  Names change_table() {
    return this->listen([&] {
      this->put({});
      show(this->model_, CombineOutputs(kLaneCount));
      this->model_.operand_i = 0;
      clock_cycle<Model>(&this->model_);
    });
  }

 private:
  static void show(Model& model, const CombineOutputs& outputs) {
    std::memcpy(bytes_of(model.out_lane_o), outputs.lanes.data(), sizeof model.out_lane_o);
    model.busy_o = outputs.busy;
    model.violation_o = static_cast<CData>(outputs.violation);
    Checkers<Model>::set_lanes(model.violation_in_o, outputs.involved_in);
    Checkers<Model>::set_lanes(model.violation_out_o, outputs.involved_out);
    Checkers<Model>::set_lanes(model.credit_o, outputs.credits);
  }
};

using Aligned = StageCheckers<Vcombine_stage_sva_aligned>;
using OwnPace = StageCheckers<Vcombine_stage_sva_own_pace>;

CombineOutputs nothing() { return CombineOutputs(kLaneCount); }
CombineOutputs busy() {
  CombineOutputs outputs(kLaneCount);
  outputs.busy = true;
  return outputs;
}
CombineOutputs shows(std::size_t lane, RawFlit flit, CombineOutputs outputs = busy()) {
  outputs.lanes[lane] = flit;
  return outputs;
}
CombineOutputs credits(std::set<std::size_t> lanes, CombineOutputs outputs = busy()) {
  outputs.credits = std::move(lanes);
  return outputs;
}
CombineOutputs reports(unsigned violation, std::set<std::size_t> lanes,
                       CombineOutputs outputs = busy()) {
  outputs.violation = violation;
  outputs.involved_in = std::move(lanes);
  return outputs;
}

const Lanes kPair{{kOwnLane, operand_flit(4, 1)}, {kChild, operand_flit(4, 2)}};

TEST(CombineCheckers, AreSilentWhenASumComesInTime) {
  Aligned aligned;
  EXPECT_THAT(aligned.objections_in_reset(), IsEmpty());
  EXPECT_THAT(aligned.step(kPair, nothing()), IsEmpty());
  EXPECT_THAT(aligned.step({}, credits({kOwnLane})), IsEmpty());
  EXPECT_THAT(aligned.step({}, shows(kUp, operand_flit(4, 3))), IsEmpty());
  EXPECT_THAT(aligned.step({}, nothing()), IsEmpty());
  OwnPace own_pace;
  EXPECT_THAT(own_pace.step(kPair, nothing()), IsEmpty());
  EXPECT_THAT(own_pace.step({}, credits({kOwnLane, kChild})), IsEmpty());
  EXPECT_THAT(own_pace.step({}, shows(kUp, operand_flit(4, 3))), IsEmpty());
  EXPECT_THAT(own_pace.step({}, nothing(), true), IsEmpty());
}

TEST(CombineCheckers, NameAWrongSum) {
  Aligned checkers;
  checkers.step(kPair, nothing());
  checkers.step({}, credits({kOwnLane}));
  EXPECT_THAT(checkers.step({}, shows(kUp, operand_flit(4, 1))), ElementsAre("a_shown"));
}

TEST(CombineCheckers, NameASumThatIsEarlyOrLate) {
  Aligned checkers;
  checkers.step(kPair, nothing());
  EXPECT_THAT(checkers.step({}, shows(kUp, operand_flit(4, 3), credits({kOwnLane}))),
              ElementsAre("a_shown"));
  EXPECT_THAT(checkers.step({}, busy()), ElementsAre("a_shown"));
  OwnPace own_pace;
  own_pace.step(kPair, nothing());
  EXPECT_THAT(own_pace.step({}, shows(kUp, operand_flit(4, 3), credits({kOwnLane, kChild}))),
              ElementsAre("a_shown"));
}

TEST(CombineCheckers, NameAFlitThatNobodyHasSent) {
  Aligned checkers;
  EXPECT_THAT(checkers.step({}, shows(kUp, operand_flit(0, 0))), ElementsAre("a_shown"));
  EXPECT_THAT(checkers.step({}, shows(kChild, result_flit(0, 0))), ElementsAre("a_shown"));
}

TEST(CombineCheckers, NameAResultThatIsNotCopied) {
  Aligned checkers;
  checkers.step({{kUp, result_flit(4, 3)}}, nothing());
  EXPECT_THAT(checkers.step({}, shows(kChild, result_flit(4, 3))), ElementsAre("a_shown"));
}

TEST(CombineCheckers, NameAMissingReport) {
  Aligned checkers;
  checkers.step({{kOwnLane, operand_flit(4, 1)}}, nothing());
  EXPECT_THAT(checkers.step({}, credits({kOwnLane})),
              UnorderedElementsAre("a_reported", "a_named"));
  checkers.step({{kUp, operand_flit(4, 1)}}, nothing());
  EXPECT_THAT(checkers.step({}, nothing()), UnorderedElementsAre("a_reported", "a_named"));
}

TEST(CombineCheckers, NameAReportWithoutReason) {
  Aligned checkers;
  EXPECT_THAT(checkers.step({}, reports(kMismatchBit, {})), ElementsAre("a_reported"));
  EXPECT_THAT(checkers.step({}, reports(0, {kChild})), ElementsAre("a_named"));
}

TEST(CombineCheckers, NameAnOverflowThatIsNotReported) {
  OwnPace checkers;
  for (std::uint32_t k = 0; k < 2; ++k)
    EXPECT_THAT(checkers.step({{kChild, operand_flit(k, 1)}}, k == 0 ? nothing() : busy()),
                IsEmpty());
  EXPECT_THAT(checkers.step({{kChild, operand_flit(2, 1)}}, busy()), IsEmpty());
  EXPECT_THAT(checkers.step({}, busy()), UnorderedElementsAre("a_reported", "a_named"));
  EXPECT_THAT(checkers.step({{kChild, operand_flit(2, 1)}}, busy()), IsEmpty());
  EXPECT_THAT(checkers.step({}, reports(kOverflowBit, {kChild})), IsEmpty());
}

TEST(CombineCheckers, NameAnOperandThatGoesWithoutCredit) {
  OwnPace checkers;
  for (std::uint32_t k = 0; k < 3; ++k) {
    checkers.step({{kOwnLane, operand_flit(k, 1)}, {kChild, operand_flit(k, 2)}}, busy());
    checkers.step({}, credits({kOwnLane, kChild}));
    EXPECT_THAT(checkers.step({}, shows(kUp, operand_flit(k, 3))),
                k < 2 ? Names{} : Names{"a_with_credit"});
  }
}

TEST(CombineCheckers, NameACreditForNothing) {
  OwnPace checkers;
  EXPECT_THAT(checkers.step({}, credits({kOwnLane})), ElementsAre("a_credit_of_operand"));
}

TEST(CombineCheckers, NameOperandsThatAreTakenAlone) {
  OwnPace checkers;
  checkers.step(kPair, nothing());
  EXPECT_THAT(checkers.step({}, credits({kChild})), ElementsAre("a_taken_together"));
}

TEST(CombineCheckers, NameAMissingCreditOfThePe) {
  Aligned checkers;
  checkers.step(kPair, nothing());
  EXPECT_THAT(checkers.step({}, busy()), ElementsAre("a_credit_at_once"));
}

TEST(CombineCheckers, NameWhatIsForgotten) {
  OwnPace checkers;
  checkers.step({{kChild, operand_flit(0, 1)}}, nothing());
  EXPECT_THAT(checkers.step({}, nothing()), UnorderedElementsAre("a_busy", "a_none_lost"));
}

TEST(CombineCheckers, NameHalvesOfARootEdgeThatAreNotCombined) {
  Aligned checkers(true);
  checkers.step(kPair, nothing());
  checkers.step({}, credits({kOwnLane}));
  EXPECT_THAT(checkers.step({{kUp, operand_flit(4, 5)}}, shows(kUp, operand_flit(4, 3))),
              IsEmpty());
  EXPECT_THAT(checkers.step({}, busy()), IsEmpty());
  EXPECT_THAT(checkers.step({}, shows(kChild, result_flit(4, 8))), ElementsAre("a_shown"));
}

TEST(CombineCheckers, NameAHalfOfARootEdgeThatIsTakenBeforeTheOther) {
  OwnPace checkers(true);
  checkers.step({{kUp, operand_flit(4, 5)}}, nothing());
  EXPECT_THAT(checkers.step({}, reports(kMismatchBit, {kUp}, credits({kUp}))),
              ElementsAre("a_half_in_time"));
}

TEST(CombineCheckers, NameAWordThatIsTooWide) {
  Aligned checkers;
  EXPECT_THAT(checkers.step({{kUp, result_flit(4, 1U << 20)}}, nothing()),
              ElementsAre("a_word_fits"));
}

TEST(CombineCheckers, NameTablesThatCannotBe) {
  EXPECT_THAT(Aligned(false, 7).objections_in_reset(), ElementsAre("a_parent"));
  EXPECT_THAT(Aligned(true, 0xff).objections_in_reset(), ElementsAre("a_edge"));
  EXPECT_THAT(Aligned(false, 0).objections_in_reset(), ElementsAre("a_parent_is_no_child"));
}

TEST(CombineCheckers, NameATableThatChanges) {
  Aligned checkers;
  EXPECT_THAT(checkers.change_table(), ElementsAre("a_table_stays"));
}

}  // namespace
}  // namespace flitwise::rtl_test
