// The checkers of the stage that floods alone: the test plays the stage, and what is wrong is named
// by the right assertion. Every assertion of tb/sva/flood_stage_sva.sv has a test here.
#include <Vflood_stage_sva.h>
#include <gmock/gmock.h>

#include "tests/rtl/checkers.h"
#include "tests/rtl/collective/reference_combine_stage.h"

namespace flitwise::rtl_test::flood_stage_sva_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Model = Vflood_stage_sva;

constexpr std::size_t kOwnLane = 0;
constexpr std::size_t kLaneCount = 3;

RawFlit told(std::uint32_t round, std::uint32_t word, CombineOp op = CombineOp::kMax) {
  return to_raw(CombineFlit{FlitKind::kCombine, op, 0, round, word});
}
RawFlit result(std::uint32_t word) {
  return to_raw(CombineFlit{FlitKind::kResult, CombineOp::kMax, 0, 0, word});
}

RouterOutputs nothing() { return RouterOutputs(kLaneCount); }
RouterOutputs busy() {
  RouterOutputs outputs(kLaneCount);
  outputs.busy = true;
  return outputs;
}
RouterOutputs tells(RawFlit flit) {
  RouterOutputs outputs = busy();
  outputs.lanes[1] = outputs.lanes[2] = flit;
  return outputs;
}
RouterOutputs tells_the_pe(RawFlit flit) {
  RouterOutputs outputs = busy();
  outputs.lanes[kOwnLane] = flit;
  return outputs;
}
RouterOutputs reports(unsigned violation, std::set<std::size_t> lanes) {
  RouterOutputs outputs = busy();
  outputs.violation = violation;
  outputs.involved_in = std::move(lanes);
  return outputs;
}

/// A stage of two links; combining takes a step, and a barrier one round.
class FloodCheckers : public Checkers<Model> {
 public:
  FloodCheckers()
      : Checkers([](Model& model) {
          model.rounds_i = 1;
          show(model, nothing());
          std::memset(bytes_of(model.in_lane_i), 0, sizeof model.in_lane_i);
        }) {}

  /// Names of the assertions that fire at the edge at which `inputs` come and the stage shows
  /// `outputs` of the edge before.
  Names step(const Lanes& inputs, const RouterOutputs& outputs) {
    return listen([&] {
      put(inputs);
      show(model_, outputs);
      clock_cycle<Model>(&model_);
    });
  }

 private:
  static void show(Model& model, const RouterOutputs& outputs) {
    std::memcpy(bytes_of(model.out_lane_o), outputs.lanes.data(), sizeof model.out_lane_o);
    model.busy_o = outputs.busy;
    model.violation_o = static_cast<CData>(outputs.violation);
    set_lanes(model.violation_in_o, outputs.involved_in);
    set_lanes(model.violation_out_o, outputs.involved_out);
  }
};

const Lanes kOwn{{kOwnLane, told(0, 5)}};
const Lanes kRound{{1, told(0, 9)}, {2, told(0, 7)}};

TEST(FloodCheckers, AreSilentWhenABarrierPasses) {
  FloodCheckers checkers;
  EXPECT_THAT(checkers.objections_in_reset(), IsEmpty());
  EXPECT_THAT(checkers.step(kOwn, nothing()), IsEmpty());
  EXPECT_THAT(checkers.step(kRound, tells(told(0, 5))), IsEmpty());
  EXPECT_THAT(checkers.step({}, busy()), IsEmpty());
  EXPECT_THAT(checkers.step(kOwn, tells_the_pe(result(9))), IsEmpty());
  EXPECT_THAT(checkers.step({}, tells(told(1, 5))), IsEmpty());  // numbers count on
}

TEST(FloodCheckers, NameAResultThatIsWrongEarlyOrMissing) {
  for (const RawFlit sent : {result(7), RawFlit{0}}) {
    FloodCheckers checkers;
    checkers.step(kOwn, nothing());
    checkers.step(kRound, tells(told(0, 5)));
    checkers.step({}, busy());
    EXPECT_THAT(checkers.step({}, tells_the_pe(sent)), ElementsAre("a_result"));
  }
  FloodCheckers checkers;
  checkers.step(kOwn, nothing());
  checkers.step(kRound, tells(told(0, 5)));
  EXPECT_THAT(checkers.step({}, tells_the_pe(result(9))), ElementsAre("a_result"));
}

TEST(FloodCheckers, NameANeighbourThatIsToldSomethingElseOrNothingOrTwice) {
  FloodCheckers checkers;
  checkers.step(kOwn, nothing());
  RouterOutputs one_alone = tells(told(0, 5));
  one_alone.lanes[2] = 0;
  EXPECT_THAT(checkers.step({}, one_alone), ElementsAre("a_neighbours"));
  EXPECT_THAT(checkers.step({}, tells(told(0, 5))), ElementsAre("a_neighbours", "a_busy"));
}

TEST(FloodCheckers, NameAReportThatIsMissingOrOfSomethingElse) {
  FloodCheckers checkers;
  checkers.step({{1, result(3)}}, nothing());
  EXPECT_THAT(checkers.step({{1, told(2, 3)}}, reports(kOverflowBit, {1})),
              ElementsAre("a_reported"));
  EXPECT_THAT(checkers.step({}, reports(0, {1})), ElementsAre("a_reported"));
  RouterOutputs with_output = nothing();
  with_output.involved_out = {1};
  EXPECT_THAT(checkers.step({}, with_output), ElementsAre("a_reported"));
}

TEST(FloodCheckers, NameAReportThatNamesAnotherInput) {
  FloodCheckers checkers;
  checkers.step({{1, told(0, 3)}}, nothing());
  checkers.step({{1, told(0, 4)}, {2, told(0, 4, CombineOp::kMin)}}, nothing());
  EXPECT_THAT(checkers.step({}, reports(kOverflowBit | kMismatchBit, {1})), ElementsAre("a_named"));
}

TEST(FloodCheckers, NameAStageThatRestsWhileItHasWork) {
  FloodCheckers checkers;
  checkers.step(kOwn, nothing());
  checkers.step(kRound, tells(told(0, 5)));
  EXPECT_THAT(checkers.step({}, nothing()), ElementsAre("a_busy"));
}

}  // namespace
}  // namespace flitwise::rtl_test::flood_stage_sva_test
