// The checkers of a switch behind a stage that adds what meets alone: the test plays the stage, and
// what is wrong is named by the right assertion.
#include <Vmerging_fat_tree_switch_sva_2_1_1.h>
#include <gmock/gmock.h>

#include "tests/rtl/checkers.h"
#include "tests/rtl/collective/merge_harness.h"

namespace flitwise::rtl_test::merging_switch_sva_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Model = Vmerging_fat_tree_switch_sva_2_1_1;
using LaneNumbers = std::set<std::size_t>;

constexpr std::size_t kUp = 0;
constexpr std::size_t kLeft = 1;  // leaves 4 and 5
constexpr std::size_t kRight = 2;

/// Before a switch above leaves 4 to 7, whose words have 16 bits.
class MergeCheckers : public Checkers<Model> {
 public:
  MergeCheckers()
      : Checkers([](Model& model) {
          model.leaf_base_i = 4;
          model.leaf_span_i = 2;
          std::memset(bytes_of(model.in_lane_i), 0, sizeof model.in_lane_i);
          std::memset(bytes_of(model.switch_lane), 0, sizeof model.switch_lane);
          model.switch_ready = 0;
          model.ready_o = 0;
        }) {}

  /// Names of the assertions that fire when `inputs` come, the switch sees `seen` and takes lanes
  /// `ready` of it, and `taken` is told.
  Names objections(const Lanes& inputs, const Lanes& seen, const LaneNumbers& ready = {},
                   const LaneNumbers& taken = {}) {
    return listen([&] {
      put(inputs);
      std::memset(bytes_of(model_.switch_lane), 0, sizeof model_.switch_lane);
      for (const auto& [lane, flit] : seen)
        std::memcpy(bytes_of(model_.switch_lane) + lane * sizeof flit, &flit, sizeof flit);
      set_lanes(model_.switch_ready, ready);
      set_lanes(model_.ready_o, taken);
      clock_cycle<Model>(&model_);
    });
  }
};

const Lanes kPair{{kLeft, flit_for(0, 5)}, {kRight, flit_for(0, 6)}};

TEST(MergeCheckers, AreSilentWhereTheSwitchSeesSums) {
  MergeCheckers checkers;
  EXPECT_THAT(checkers.objections_in_reset(), IsEmpty());
  EXPECT_THAT(checkers.objections(kPair, {{kLeft, flit_for(0, 11)}}, {kLeft}, {kLeft, kRight}),
              IsEmpty());
  EXPECT_THAT(checkers.objections({{kLeft, single_to(7)}}, {{kLeft, single_to(7)}}), IsEmpty());
  const Lanes others{{kUp, flit_for(5, 1)}, {kRight, flit_for(4, 2)}};
  EXPECT_THAT(checkers.objections(others, others, {kUp}, {kUp}), IsEmpty());
  const Lanes back{{kUp, flit_for(5, 1)}, {kLeft, flit_for(5, 1)}};
  EXPECT_THAT(checkers.objections(back, back), IsEmpty());
}

TEST(MergeCheckers, NameAWrongSum) {
  MergeCheckers checkers;
  EXPECT_THAT(checkers.objections(kPair, {{kLeft, flit_for(0, 5)}}), ElementsAre("a_seen"));
  EXPECT_THAT(checkers.objections(kPair, {{kLeft, flit_for(0, 16)}}), ElementsAre("a_seen"));
  EXPECT_THAT(checkers.objections(kPair, {{kRight, flit_for(0, 11)}}),
              ElementsAre("a_seen", "a_seen"));
}

TEST(MergeCheckers, NameAFlitThatIsLostOrMadeOrSeenTwice) {
  MergeCheckers checkers;
  EXPECT_THAT(checkers.objections({{kLeft, flit_for(6, 1)}}, {}), ElementsAre("a_seen"));
  EXPECT_THAT(checkers.objections({}, {{kUp, flit_for(4, 0)}}), ElementsAre("a_seen"));
  EXPECT_THAT(checkers.objections(kPair, {{kLeft, flit_for(0, 11)}, {kRight, flit_for(0, 6)}}),
              ElementsAre("a_seen"));
}

TEST(MergeCheckers, NameFlitsThatAreAddedThoughTheyDiffer) {
  MergeCheckers checkers;
  EXPECT_THAT(checkers.objections({{kLeft, flit_for(0, 5, 1)}, {kRight, flit_for(0, 6, 2)}},
                                  {{kLeft, flit_for(0, 11, 1)}}),
              ElementsAre("a_seen", "a_seen"));
}

TEST(MergeCheckers, NameAFlitThatIsTakenWithoutTheOneThatHasItsWord) {
  MergeCheckers checkers;
  const Lanes sum{{kLeft, flit_for(0, 11)}};
  EXPECT_THAT(checkers.objections(kPair, sum, {kRight}, {kRight}), ElementsAre("a_ready"));
  EXPECT_THAT(checkers.objections(kPair, sum, {kLeft}, {kLeft}), ElementsAre("a_ready"));
}

TEST(MergeCheckers, NameAWordThatIsTooWide) {
  MergeCheckers checkers;
  const Lanes wide{{kLeft, flit_for(6, 0x10000)}};
  EXPECT_THAT(checkers.objections(wide, wide), ElementsAre("a_word_fits"));
}

}  // namespace
}  // namespace flitwise::rtl_test::merging_switch_sva_test
