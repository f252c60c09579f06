// A switch behind a stage that adds what meets: what meets leaves as one, what does not waits and
// is not lost, and back pressure holds back all that has been added.
#include <Vmerging_fat_tree_switch_2_1_1.h>
#include <Vmerging_fat_tree_switch_2_2_2.h>
#include <Vmerging_fat_tree_switch_3_1_1.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/rtl/collective/merge_harness.h"

namespace flitwise::rtl_test::merging_switch_test {
namespace {

/// Above leaves from 4 on, two a child.
template <class Model>
class MergingSwitch : public VerilatedRouter<Model> {
 public:
  explicit MergingSwitch(bool backpressure = false)
      : VerilatedRouter<Model>([=](Model& model) {
          model.leaf_base_i = 4;
          model.leaf_span_i = 2;
          model.level_i = 2;
          model.limit_i = 4;
          model.policy_i = 0;
          model.seed_i = 1;
          model.scheduled_i = 0;
          model.backpressure_i = backpressure;
          model.store_forward_i = 0;
          std::memset(bytes_of(model.ready_i), 0xff, sizeof model.ready_i);
        }) {}

  RouterOutputs clock_with(const std::map<std::size_t, RawFlit>& inputs) {
    for (const auto& [lane, flit] : inputs) this->put(lane, flit);
    return this->clock_and_read();
  }
  /// Lanes whose flits are taken at the next edge.
  std::set<std::size_t> taken_of(const std::map<std::size_t, RawFlit>& inputs) {
    for (const auto& [lane, flit] : inputs) this->put(lane, flit);
    this->model().eval();
    std::set<std::size_t> taken;
    for (const auto& [lane, flit] : inputs) {
      if (bits_of(this->model().ready_o, lane, 1) != 0) taken.insert(lane);
    }
    return taken;
  }
  /// Which of its outputs the far ends take.
  void let_go(const std::set<std::size_t>& lanes) {
    std::memset(bytes_of(this->model().ready_i), 0, sizeof this->model().ready_i);
    for (const std::size_t lane : lanes)
      bytes_of(this->model().ready_i)[lane / 8] |= static_cast<unsigned char>(1U << lane % 8);
  }
};

std::vector<RawFlit> lanes(std::size_t count, const std::map<std::size_t, RawFlit>& flits) {
  std::vector<RawFlit> all(count);
  for (const auto& [lane, flit] : flits) all[lane] = flit;
  return all;
}

// One link a branch.
constexpr std::size_t kUp = 0, kLeft = 1, kRight = 2;
using Narrow = MergingSwitch<Vmerging_fat_tree_switch_2_1_1>;

TEST(MergingSwitch, SendsWhatMeetsAsOneFlitOneStepLater) {
  Narrow node;
  EXPECT_EQ(node.clock_with({{kLeft, flit_for(0, 5)}, {kRight, flit_for(0, 6)}}).lanes,
            lanes(3, {{kUp, flit_for(0, 11)}}));
  EXPECT_EQ(
      node.clock_with({{kUp, flit_for(5, 1)}, {kRight, flit_for(5, 6)}, {kLeft, flit_for(9, 1)}})
          .lanes,
      lanes(3, {{kLeft, flit_for(5, 7)}, {kUp, flit_for(9, 1)}}));
  EXPECT_EQ(node.clock_with({}), RouterOutputs(3));
  EXPECT_EQ(node.assertion_failures(), 0);
}

TEST(MergingSwitch, LetsWhatDoesNotMeetWaitForItsTurn) {
  Narrow node;
  EXPECT_EQ(node.clock_with({{kLeft, flit_for(0, 5, 0)}, {kRight, flit_for(1, 6, 1)}}).lanes,
            lanes(3, {{kUp, flit_for(0, 5, 0)}}));
  EXPECT_EQ(node.clock_with({{kLeft, flit_for(1, 7, 1)}}).lanes,
            lanes(3, {{kUp, flit_for(1, 6, 1)}}));
  EXPECT_EQ(node.clock_with({}).lanes, lanes(3, {{kUp, flit_for(1, 7, 1)}}));
  EXPECT_EQ(node.assertion_failures(), 0);
}

TEST(MergingSwitch, HoldsBackAllThatIsInAFlitWithoutRoom) {
  Narrow node(true);
  node.let_go({});
  const std::map<std::size_t, RawFlit> pair{{kLeft, flit_for(0, 1)}, {kRight, flit_for(0, 2)}};
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(node.taken_of(pair), (std::set<std::size_t>{kLeft, kRight})) << k;
    node.clock_with(pair);
  }
  EXPECT_EQ(node.taken_of(pair), std::set<std::size_t>{});
  node.clock_with(pair);
  node.let_go({kUp});
  int sums = 0;
  for (int k = 0; k < 8; ++k) sums += node.clock_with({}).lanes[kUp] == flit_for(0, 3) ? 1 : 0;
  EXPECT_EQ(sums, 3);  // and the one that was shown
  EXPECT_EQ(node.assertion_failures(), 0);
}

TEST(MergingSwitch, PassesFlitsOnOtherLinksAsTheyCome) {
  constexpr std::size_t kLeftOther = 3, kRightOther = 5;
  MergingSwitch<Vmerging_fat_tree_switch_2_2_2> node;
  EXPECT_EQ(node.clock_with({{kLeftOther, flit_for(0, 5)}, {kRightOther, flit_for(0, 6)}}).lanes,
            lanes(6, {{0, flit_for(0, 5)}, {1, flit_for(0, 6)}}));
  EXPECT_EQ(node.clock_with({{2, flit_for(0, 5)}, {4, flit_for(0, 6)}}).lanes,
            lanes(6, {{0, flit_for(0, 11)}}));
  EXPECT_EQ(node.assertion_failures(), 0);
}

// Sums of words that come and of words that leave are the same, whatever meets and whatever waits.
template <class Model>
void expect_no_word_is_lost(std::size_t lane_count) {
  std::mt19937 random(20261126);
  MergingSwitch<Model> node(true);
  std::map<std::uint32_t, std::uint32_t> came, left;  // by leaf, modulo 2^31
  std::map<std::size_t, RawFlit> offered;
  int held = 0;
  const auto take = [&](const RouterOutputs& shown, const std::set<std::size_t>& gone) {
    for (const std::size_t lane : gone) {
      if (shown.lanes[lane] == 0) continue;
      const MergeFlit flit = merge_flit(shown.lanes[lane]);
      left[flit.leaf] = (left[flit.leaf] + flit.word) & 0x7fffffff;
    }
  };
  RouterOutputs shown(lane_count);
  for (int step = 0; step < 5'000; ++step) {
    for (std::size_t lane = 0; step < 4'900 && lane < lane_count; ++lane) {
      if (offered.count(lane) != 0 || random() % 3 == 0) continue;
      const std::uint32_t leaf = 3 + static_cast<std::uint32_t>(random() % (2 * lane_count));
      const std::size_t child = leaf < 4 ? 0 : 1 + (leaf - 4) / 2;
      if (child == lane || (child >= lane_count && lane == 0)) continue;
      const auto word = static_cast<std::uint32_t>(random() & 0x7fffffff);
      offered[lane] = flit_for(leaf, word);
      came[leaf] = (came[leaf] + word) & 0x7fffffff;
    }
    std::set<std::size_t> gone;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (step >= 4'900 || random() % 2 == 0) gone.insert(lane);
    }
    node.let_go(gone);
    const std::set<std::size_t> taken = node.taken_of(offered);
    take(shown, gone);
    shown = node.clock_with(offered);
    held += static_cast<int>(offered.size() - taken.size());
    for (const std::size_t lane : taken) offered.erase(lane);
  }
  EXPECT_TRUE(offered.empty());
  EXPECT_EQ(left, came);
  EXPECT_GT(held, 1'000);
  EXPECT_EQ(node.assertion_failures(), 0);
}

TEST(MergingSwitch, LosesNoWordWhateverMeetsAndWaits) {
  expect_no_word_is_lost<Vmerging_fat_tree_switch_2_1_1>(3);
  expect_no_word_is_lost<Vmerging_fat_tree_switch_3_1_1>(4);
}

}  // namespace
}  // namespace flitwise::rtl_test::merging_switch_test
