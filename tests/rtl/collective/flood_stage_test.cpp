// The stage that floods against its contract, written down as words by round and link: neighbours
// that keep to the rules, others that do not, every output at every edge.
#include <Vflood_stage_1_0.h>
#include <Vflood_stage_2_1_netlist.h>
#include <Vflood_stage_3_3.h>
#include <Vflood_stage_4_0.h>
#include <Vflood_stage_4_1.h>
#include <Vflood_stage_narrow.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bitset>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "tests/rtl/collective/reference_combine_stage.h"
#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

template <>
inline constexpr Flavour kFlavour<Vflood_stage_2_1_netlist> = Flavour::kNetlist;

namespace flood_stage_test {
namespace {

constexpr unsigned kSeed = 20261127;
constexpr std::uint32_t kRounds = 3;  // of a barrier
constexpr unsigned kNoRouteBit = 1U << 3;

struct Shape {
  std::size_t links;
  int adder;
  int width = 31;
  std::vector<CombineOp> ops{CombineOp::kMin, CombineOp::kMax, CombineOp::kAnd, CombineOp::kOr};
};
template <class Model>
Shape shape_of();
template <>
Shape shape_of<Vflood_stage_1_0>() {
  return {1, 0};
}
template <>
Shape shape_of<Vflood_stage_4_0>() {
  return {4, 0};
}
template <>
Shape shape_of<Vflood_stage_4_1>() {
  return {4, 1};
}
template <>
Shape shape_of<Vflood_stage_3_3>() {
  return {3, 3};
}
template <>
Shape shape_of<Vflood_stage_narrow>() {
  return {2, 0, 8, {CombineOp::kMax, CombineOp::kAnd}};
}
template <>
Shape shape_of<Vflood_stage_2_1_netlist>() {
  return {2, 1};
}

class Reference {
 public:
  explicit Reference(Shape shape, std::uint32_t rounds = kRounds)
      : shape_(std::move(shape)), rounds_(rounds) {}

  RouterOutputs clock(const std::map<std::size_t, RawFlit>& inputs) {
    RouterOutputs out(1 + shape_.links);
    bool starts = false;
    for (const auto& [lane, flit] : inputs)
      if (const unsigned wrong = take(lane, flit, starts); wrong != 0) report(out, wrong, {lane});
    std::optional<std::uint32_t> told;
    const bool was_idle = !combining_;
    if (combining_ && --combining_->second == 0) {
      told = combining_->first;
      combining_.reset();
    }
    if (starts) told = own_->word;
    if (!starts && own_ && was_idle && has_all()) pass_round(out, told);
    if (told) tell(out, *told);
    out.busy = told || out.violation != 0 || combining_ || (own_ && has_all());
    return out;
  }

  bool has_started() const { return own_.has_value(); }
  // What link `link` may send next by the rules; empty: it is two rounds ahead.
  std::optional<std::uint32_t> due_from(std::size_t link) const {
    for (const std::uint32_t round : {round_, next(round_)})
      if (came_.count(round) == 0 || came_.at(round).count(link) == 0) return round;
    return std::nullopt;
  }

 private:
  static std::uint32_t next(std::uint32_t round) { return (round + 1) % kCombineNumbers; }

  bool has_all() const {
    const auto found = came_.find(round_);
    return found != came_.end() && found->second.size() == shape_.links;
  }

  static void report(RouterOutputs& out, unsigned what, const std::set<std::size_t>& lanes) {
    out.violation |= what;
    out.involved_in.insert(lanes.begin(), lanes.end());
  }

  // What is wrong with it.
  unsigned take(std::size_t lane, RawFlit raw, bool& starts) {
    CombineFlit flit = combine_flit(raw);
    flit.word &= static_cast<std::uint32_t>((std::uint64_t{1} << shape_.width) - 1);
    if (unpack(raw).kind != FlitKind::kCombine || flit.tree != 0) return kNoRouteBit;
    if (std::find(shape_.ops.begin(), shape_.ops.end(), flit.op) == shape_.ops.end())
      return kMismatchBit;
    if (lane == 0) {
      if (own_) return kOverflowBit;
      own_ = flit;
      left_ = rounds_;
      starts = true;
      return 0;
    }
    if (flit.number != round_ && flit.number != next(round_)) return kMismatchBit;
    auto& round = came_[flit.number];
    if (round.count(lane) != 0) return kOverflowBit;
    if (!round.empty() && round.begin()->second.op != flit.op) return kMismatchBit;
    round[lane] = flit;
    return 0;
  }

  void pass_round(RouterOutputs& out, std::optional<std::uint32_t>& told) {
    const auto round = came_.at(round_);
    came_.erase(round_);
    if (round.begin()->second.op != own_->op) {
      std::set<std::size_t> links;
      for (const auto& [link, flit] : round) links.insert(link);
      return report(out, kMismatchBit, links);
    }
    std::uint32_t word = own_->word;
    for (const auto& [link, flit] : round) word = combined(own_->op, shape_.width, word, flit.word);
    round_ = next(round_);
    --left_;
    if (shape_.adder == 0)
      told = word;
    else
      combining_ = {word, shape_.adder};
  }

  void tell(RouterOutputs& out, std::uint32_t word) {
    if (left_ == 0) {
      out.lanes[0] = to_raw(CombineFlit{FlitKind::kResult, own_->op, 0, 0, word});
      own_.reset();
      return;
    }
    for (std::size_t link = 1; link <= shape_.links; ++link)
      out.lanes[link] = to_raw(CombineFlit{FlitKind::kCombine, own_->op, 0, round_, word});
  }

  const Shape shape_;
  const std::uint32_t rounds_;
  std::optional<CombineFlit> own_;
  std::uint32_t left_ = 0;
  std::uint32_t round_ = 0;
  std::map<std::uint32_t, std::map<std::size_t, CombineFlit>> came_;  // by round and lane
  std::optional<std::pair<std::uint32_t, int>> combining_;            // and edges that it takes yet
};

template <class Model>
class Stage : public VerilatedRouter<Model> {
 public:
  explicit Stage(std::uint32_t rounds = kRounds)
      : VerilatedRouter<Model>(
            [rounds](Model& model) { model.rounds_i = static_cast<SData>(rounds); }) {}
  RouterOutputs clock_with(const std::map<std::size_t, RawFlit>& inputs) {
    for (const auto& [lane, flit] : inputs) this->put(lane, flit);
    return this->clock_and_read();
  }
};

class Traffic {
 public:
  Traffic(Shape shape, std::mt19937& random)
      : shape_(std::move(shape)), random_(random), op_(shape_.ops[below(shape_.ops.size())]) {}

  std::map<std::size_t, RawFlit> inputs(const Reference& reference, unsigned load,
                                        unsigned faults) {
    std::map<std::size_t, RawFlit> inputs;
    for (std::size_t lane = 0; lane <= shape_.links; ++lane) {
      if (below(100) >= load) continue;
      CombineFlit flit{FlitKind::kCombine, op_, 0, 0, word()};
      if (faults > 0 && below(faults) == 0) {
        spoil(flit);
      } else if (faults > 0 && below(faults) == 0) {
        inputs[lane] = garbage();
        continue;
      } else if (lane == 0) {
        if (reference.has_started()) continue;
        flit.number = static_cast<std::uint32_t>(below(kCombineNumbers));  // not looked at
      } else {
        const auto due = reference.due_from(lane);
        if (!due) continue;
        flit.number = *due;
      }
      inputs[lane] = to_raw(flit);
    }
    return inputs;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::uint32_t word() {
    return static_cast<std::uint32_t>(random_() & ((std::uint64_t{1} << shape_.width) - 1));
  }
  RawFlit garbage() { return RawFlit{random_()} << 32U | RawFlit{random_()} | RawFlit{1} << 63U; }
  void spoil(CombineFlit& flit) {
    flit.number = static_cast<std::uint32_t>(below(6));
    switch (below(4)) {
      case 0:
        flit.kind = FlitKind::kResult;
        break;
      case 1:
        flit.tree = 1 + static_cast<std::uint32_t>(below(15));
        break;
      case 2:
        flit.op = static_cast<CombineOp>(below(8));
        break;
      default:
        break;  // the number alone
    }
  }

  const Shape shape_;
  std::mt19937& random_;
  const CombineOp op_;
};

template <class Model>
class FloodStage : public ::testing::Test {};
using Models = ::testing::Types<Vflood_stage_1_0, Vflood_stage_4_0, Vflood_stage_4_1,
                                Vflood_stage_3_3, Vflood_stage_narrow, Vflood_stage_2_1_netlist>;
TYPED_TEST_SUITE(FloodStage, Models);

TYPED_TEST(FloodStage, EqualsItsContractAtEveryEdge) {
  std::mt19937 random(kSeed);
  std::map<unsigned, int> reports;
  int results = 0;
  testing::internal::CaptureStdout();  // what assertions print
  for (int place = 0; place < 200; ++place) {
    Stage<TypeParam> stage;
    Reference reference(shape_of<TypeParam>());
    Traffic traffic(shape_of<TypeParam>(), random);
    const auto load = static_cast<unsigned>(20 + random() % 81);
    const unsigned faults = place % 2 == 0 ? 0 : 25;
    int reported = 0;
    for (int edge = 0; edge < 200; ++edge) {
      const auto inputs = traffic.inputs(reference, load, faults);
      const RouterOutputs expected = reference.clock(inputs);
      const RouterOutputs outputs = stage.clock_with(inputs);
      ASSERT_EQ(outputs, expected) << "seed " << kSeed << " place " << place << " edge " << edge;
      for (unsigned bit = 0; bit < 8; ++bit) reports[bit] += outputs.violation >> bit & 1;
      reported += static_cast<int>(std::bitset<8>(outputs.violation).count());
      results += outputs.lanes[0] != 0 ? 1 : 0;
    }
    if (faults == 0) {
      ASSERT_EQ(reported, 0) << "place " << place;
    }
    if (kHasAssertions<TypeParam>) {
      ASSERT_EQ(stage.assertion_failures(), reported) << "place " << place;
    }
  }
  testing::internal::GetCapturedStdout();
  EXPECT_GT(results, 500);
  for (const unsigned bit : {3U, 6U, 7U}) EXPECT_GT(reports[bit], 100) << bit;
}

// More rounds than numbers count from one on: they begin anew.
TYPED_TEST(FloodStage, CountsRoundsOverAllTheirNumbers) {
  std::mt19937 random(kSeed);
  constexpr std::uint32_t kMany = kCombineNumbers - 1;
  Stage<TypeParam> stage(kMany);
  Reference reference(shape_of<TypeParam>(), kMany);
  Traffic traffic(shape_of<TypeParam>(), random);
  int results = 0;
  for (int edge = 0; results < 2; ++edge) {
    ASSERT_LT(edge, 100000);
    const auto inputs = traffic.inputs(reference, 100, 0);
    const RouterOutputs expected = reference.clock(inputs);
    const RouterOutputs outputs = stage.clock_with(inputs);
    ASSERT_EQ(outputs, expected) << "edge " << edge;
    results += outputs.lanes[0] != 0 ? 1 : 0;
  }
  if (kHasAssertions<TypeParam>) {
    EXPECT_EQ(stage.assertion_failures(), 0);
  }
}

// Words of all nodes up to i links away after round i: on a path of four, ends take three rounds.
TEST(FloodStageExample, TellsAllNodesOfAPathWhatAllOfThemHave) {
  Stage<Vflood_stage_1_0> end;
  const auto own = to_raw(CombineFlit{FlitKind::kCombine, CombineOp::kMin, 0, 0, 9});
  EXPECT_EQ(end.clock_with({{0, own}}).lanes[1], own);
  for (std::uint32_t round = 0; round < 2; ++round) {
    const auto told = to_raw(CombineFlit{FlitKind::kCombine, CombineOp::kMin, 0, round, 8 - round});
    const auto sent =
        to_raw(CombineFlit{FlitKind::kCombine, CombineOp::kMin, 0, round + 1, 8 - round});
    EXPECT_EQ(end.clock_with({{1, told}}).lanes[1], sent);
  }
  const auto last = to_raw(CombineFlit{FlitKind::kCombine, CombineOp::kMin, 0, 2, 5});
  EXPECT_EQ(end.clock_with({{1, last}}).lanes[0],
            to_raw(CombineFlit{FlitKind::kResult, CombineOp::kMin, 0, 0, 5}));
}

}  // namespace
}  // namespace flood_stage_test
}  // namespace flitwise::rtl_test
