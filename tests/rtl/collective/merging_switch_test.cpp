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

/// Where a switch is and how it chooses.
struct Place {
  std::uint32_t leaf_base = 4;
  std::uint32_t leaf_span = 2;
  unsigned level = 2;
  unsigned limit = 4;
  unsigned policy = 0;
  unsigned seed = 1;
};

template <class Model>
class MergingSwitch : public VerilatedRouter<Model> {
 public:
  explicit MergingSwitch(bool backpressure = false, const Place& place = {})
      : VerilatedRouter<Model>([=](Model& model) {
          model.leaf_base_i = static_cast<SData>(place.leaf_base);
          model.leaf_span_i = static_cast<SData>(place.leaf_span);
          model.level_i = static_cast<CData>(place.level);
          model.limit_i = static_cast<SData>(place.limit);
          model.policy_i = static_cast<CData>(place.policy);
          model.seed_i = static_cast<SData>(place.seed);
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
  EXPECT_EQ(node.clock_with({{4, flit_for(0, 6)}}).lanes, lanes(6, {{0, flit_for(0, 6)}}));
  EXPECT_EQ(node.assertion_failures(), 0);
}

TEST(MergingSwitch, ReportsWhatTheSwitchReports) {
  MergingSwitch<Vmerging_fat_tree_switch_2_2_2> node;
  node.mute_assertions();
  const std::vector<std::uint32_t> behind{0, 0, 4, 4, 6, 6};  // by lane, a leaf there
  for (std::size_t lane = 0; lane < behind.size(); ++lane) {
    const RouterOutputs outputs = node.clock_with({{lane, flit_for(behind[lane], 1)}});
    EXPECT_EQ(outputs.violation, kNoRouteBit) << lane;
    EXPECT_EQ(outputs.involved_in, std::set<std::size_t>{lane}) << lane;
    EXPECT_EQ(outputs.lanes, lanes(6, {})) << lane;
  }
  // Two flits a link towards a branch, on the links of the two others: a queue of four is full.
  for (std::size_t branch = 0; branch < 3; ++branch) {
    MergingSwitch<Vmerging_fat_tree_switch_2_2_2> full;
    full.mute_assertions();
    unsigned violation = 0;
    std::set<std::size_t> involved;
    for (int step = 0; step < 6; ++step) {
      std::map<std::size_t, RawFlit> inputs;
      for (std::size_t lane = 0; lane < behind.size(); ++lane) {
        if (lane / 2 != branch)
          inputs[lane] = flit_for(behind[2 * branch], 1, static_cast<std::uint32_t>(lane));
      }
      const RouterOutputs outputs = full.clock_with(inputs);
      violation |= outputs.violation;
      involved.insert(outputs.involved_out.begin(), outputs.involved_out.end());
    }
    EXPECT_EQ(violation, kOverflowBit) << branch;
    EXPECT_EQ(involved, (std::set<std::size_t>{2 * branch, 2 * branch + 1})) << branch;
  }
}

// Words that come and words that leave are the same as one, whatever meets and whatever waits.
template <class Model>
int held_without_loss(std::uint32_t arity, const Place& place, CombineOp op, std::mt19937& random) {
  constexpr int kSteps = 500, kComing = 400;
  const std::size_t lane_count = arity + 1;
  MergingSwitch<Model> node(true, place);
  std::map<std::uint32_t, std::uint32_t> came, left;  // by leaf, as one
  std::map<std::size_t, RawFlit> offered;
  int held = 0;
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  const auto add = [&](std::map<std::uint32_t, std::uint32_t>& words, std::uint32_t leaf,
                       std::uint32_t word) {
    const auto [there, is_new] = words.emplace(leaf, word);
    if (!is_new) there->second = combined(op, 31, there->second, word);
  };
  const auto take = [&](const RouterOutputs& shown, const std::set<std::size_t>& gone) {
    for (const std::size_t lane : gone) {
      if (shown.lanes[lane] == 0) continue;
      const MergeFlit flit = merge_flit(shown.lanes[lane]);
      add(left, flit.leaf, flit.word);
    }
  };
  RouterOutputs shown(lane_count);
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t lane = 0; step < kComing && lane < lane_count; ++lane) {
      if (offered.count(lane) != 0 || below(3) == 0) continue;
      const std::uint32_t child = below(arity + 1);  // the last: none, and up
      if ((child < arity ? child + 1 : 0) == lane) continue;
      const std::uint32_t leaf =
          (place.leaf_base + child * place.leaf_span + below(2) * (place.leaf_span - 1)) % 8192;
      const std::uint32_t word = static_cast<std::uint32_t>(random()) & 0x7fffffff;
      offered[lane] = flit_for(leaf, word, leaf * 5 % kMergeNumbers, op);
      add(came, leaf, word);
    }
    std::set<std::size_t> gone;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      if (step >= kComing || below(2) == 0) gone.insert(lane);
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
  EXPECT_EQ(node.assertion_failures(), 0);
  return held;
}

template <class Model>
void expect_no_word_is_lost(std::uint32_t arity) {
  std::mt19937 random(20261126);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  int held = 0;
  for (int k = 0; k < 40; ++k) {
    Place place;
    place.level = 1 + below(12);
    place.leaf_span = 1U << (place.level - 1);
    place.leaf_base = below(8192 / place.leaf_span - arity) * place.leaf_span;
    place.limit = 1 + below(4);
    place.policy = below(4);
    place.seed = below(1U << 16);
    SCOPED_TRACE(::testing::Message() << "place " << k);
    held += held_without_loss<Model>(arity, place, static_cast<CombineOp>(k % kCombineOps), random);
  }
  EXPECT_GT(held, 1'000);
}

TEST(MergingSwitch, LosesNoWordWhateverMeetsAndWaitsAtAnyPlace) {
  expect_no_word_is_lost<Vmerging_fat_tree_switch_2_1_1>(2);
  expect_no_word_is_lost<Vmerging_fat_tree_switch_3_1_1>(3);
}

}  // namespace
}  // namespace flitwise::rtl_test::merging_switch_test
