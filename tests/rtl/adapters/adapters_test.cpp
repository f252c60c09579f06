// Each stream adapter alone: the test plays the other side, with stalls of both from printed seeds.
#include <Vaxis_to_flits_checked.h>
#include <Vaxis_to_flits_netlist.h>
#include <Vaxis_to_torus_d2_checked.h>
#include <Vaxis_to_torus_d2_netlist.h>
#include <Vaxis_to_torus_d3_checked.h>
#include <Vflits_to_axis_checked.h>
#include <Vflits_to_axis_d9_checked.h>
#include <Vflits_to_axis_netlist.h>
#include <Vtorus_to_axis_checked.h>
#include <Vtorus_to_axis_d8_checked.h>
#include <Vtorus_to_axis_netlist.h>

#include <array>
#include <optional>
#include <vector>

#include "tests/rtl/adapters/axis_harness.h"

namespace flitwise::rtl_test {
namespace {

constexpr int kCycles = 3000;
constexpr unsigned kSeeds = 4;

constexpr unsigned kIdBits = 8;  // of trees; on tori there are four
constexpr unsigned kUserBits = 4;

Beat random_beat(Dice& dice, unsigned id_bits, bool last) {
  return {dice.below(0xffffffff), last, 0, dice.below(1U << id_bits), dice.below(1U << kUserBits)};
}

/// Runs `cycles(dice, pace)` for several seeds and paces, and names them when something fails.
template <class Cycles>
void for_all_paces(const Cycles& cycles) {
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    for (const Pace& pace : kPaces) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", sender " << pace.sender
                                      << " %, taker " << pace.taker << " %");
      Dice dice(seed);
      cycles(dice, pace);
      if (testing::Test::HasFailure()) return;
    }
  }
}

template <class Model>
void put_beat(Model& model, const Beat* beat) {
  model.tvalid_i = beat != nullptr;
  if (beat == nullptr) return;
  set_bits(model.tdata_i, 0, 8 * sizeof model.tdata_i, beat->data);
  model.tlast_i = beat->last;
  set_bits(model.tdest_i, 0, 8 * sizeof model.tdest_i, beat->dest);
  model.tid_i = static_cast<CData>(beat->id);
  model.tuser_i = static_cast<CData>(beat->user);
}

template <class Model>
Beat shown_beat(const Model& model) {
  return {model.tdata_o, model.tlast_o != 0, 0, model.tid_o, model.tuser_o};
}

// Beats into a tree.

template <class Model>
class AxisToFlits : public testing::Test {};
using ToFlits = testing::Types<Vaxis_to_flits_checked, Vaxis_to_flits_netlist>;
TYPED_TEST_SUITE(AxisToFlits, ToFlits);

RawFlit flit_of(const Beat& beat, bool head) {
  return RawFlit{1} << 63 | RawFlit{1} << 59 | RawFlit{head} << 58 | RawFlit{beat.last} << 57 |
         beat.dest << 44 | (beat.id << (32 + kUserBits) | beat.user << 32 | beat.data);
}

TYPED_TEST(AxisToFlits, SendsEveryBeatOnceInOrderAndKeepsAFlitUntilItIsTaken) {
  for_all_paces([](Dice& dice, const Pace& pace) {
    Adapter<TypeParam> adapter([](auto& model) { model.tvalid_i = model.ready_i = 0; });
    auto& model = adapter.model;
    Sender sender;
    std::deque<RawFlit> expected;
    bool is_head = true;
    int sent = 0;
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      Beat beat = random_beat(dice, kIdBits, dice.percent(30));
      beat.dest = dice.below(8192);
      sender.append(beat);
      put_beat(model, sender.offer(dice, pace.sender));
      model.ready_i = dice.percent(pace.taker);
      ASSERT_EQ(model.lane_o, expected.empty() ? 0 : expected.front()) << "cycle " << cycle;
      const bool enters = model.tvalid_i && model.tready_o;
      if (model.ready_i && !expected.empty()) expected.pop_front(), ++sent;
      if (enters) {
        const Beat taken = sender.taken();
        expected.push_back(flit_of(taken, is_head));
        is_head = taken.last;
      }
      adapter.clock();
    }
    EXPECT_GT(sent, kCycles / 20);
    if (pace.sender == 100 && pace.taker == 100) {
      EXPECT_GE(sent, kCycles - 2);
    }
    EXPECT_EQ(adapter.failures(), 0);
  });
}

TYPED_TEST(AxisToFlits, NeverStopsTheSenderWhereFlitsAreAlwaysTaken) {
  Dice dice(1);
  Adapter<TypeParam> adapter([](auto& model) { model.tvalid_i = 0, model.ready_i = 1; });
  adapter.clock();
  for (int cycle = 0; cycle < 100; ++cycle) {
    const Beat beat = random_beat(dice, kIdBits, true);
    put_beat(adapter.model, dice.percent(80) ? &beat : nullptr);
    ASSERT_EQ(adapter.model.tready_o, 1);
    adapter.clock();
  }
}

TYPED_TEST(AxisToFlits, ForgetsInAReset) {
  Dice dice(1);
  Adapter<TypeParam> adapter([](auto& model) { model.tvalid_i = model.ready_i = 0; });
  const Beat beat = random_beat(dice, kIdBits, false);
  for (int cycle = 0; cycle < 4; ++cycle) {
    put_beat(adapter.model, &beat);
    adapter.clock();
  }
  EXPECT_NE(adapter.model.lane_o, 0);
  EXPECT_EQ(adapter.model.tready_o, 0);
  adapter.model.tvalid_i = 0;
  reset(adapter.model);
  EXPECT_EQ(adapter.model.lane_o, 0);
  adapter.model.ready_i = 1;
  adapter.clock();
  EXPECT_EQ(adapter.model.tready_o, 1);
  put_beat(adapter.model, &beat);
  adapter.clock();
  EXPECT_EQ(adapter.model.lane_o, flit_of(beat, true));
}

// Flits of a tree to beats.

template <class Model>
class FlitsToAxis : public testing::Test {};
using FromFlits =
    testing::Types<Vflits_to_axis_checked, Vflits_to_axis_d9_checked, Vflits_to_axis_netlist>;
TYPED_TEST_SUITE(FlitsToAxis, FromFlits);

template <class Model>
inline constexpr std::size_t kDepth = 3;
template <>
inline constexpr std::size_t kDepth<Vflits_to_axis_d9_checked> = 9;
template <>
inline constexpr std::size_t kDepth<Vtorus_to_axis_d8_checked> = 8;

TYPED_TEST(FlitsToAxis, OffersEveryFlitOnceInOrderAndReportsWhatFindsNoRoom) {
  int lost_in_all = 0;
  for_all_paces([&](Dice& dice, const Pace& pace) {
    Adapter<TypeParam> adapter([](auto& model) { model.lane_i = 0, model.tready_i = 0; });
    auto& model = adapter.model;
    std::deque<Beat> expected;
    bool was_lost = false;
    int taken = 0;
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      std::optional<Beat> beat;
      if (dice.percent(pace.sender)) beat = random_beat(dice, kIdBits, dice.percent(30));
      // Other fields may hold anything.
      model.lane_i =
          beat ? flit_of(*beat, dice.percent(50)) ^ RawFlit { dice.below(8192) } << 44 : 0;
      model.tready_i = dice.percent(pace.taker);
      ASSERT_EQ(model.tvalid_o, !expected.empty()) << "cycle " << cycle;
      ASSERT_EQ(model.overflow_o, was_lost) << "cycle " << cycle;
      if (!expected.empty()) {
        ASSERT_EQ(shown_beat(model), expected.front()) << "cycle " << cycle;
        if (model.tready_i) expected.pop_front(), ++taken;
      }
      was_lost = beat && expected.size() == kDepth<TypeParam>;
      if (beat && !was_lost) expected.push_back(*beat);
      if (was_lost) ++lost_in_all;
      adapter.clock();
    }
    EXPECT_GT(taken, kCycles / 20);
    if (pace.taker == 100) {
      EXPECT_FALSE(was_lost);
    }
    EXPECT_EQ(adapter.failures(), 0);
  });
  EXPECT_GT(lost_in_all, 0);
}

// Beats into a torus.

constexpr std::array<int, 3> kSides = {5, 4, 3};
constexpr std::array<int, 3> kHere = {1, 3, 0};

template <class Model>
struct TorusShapeOf {
  static constexpr int kDimensions = 2;
  static constexpr int kDepth = 2;
  static constexpr unsigned kDataBits = 32;
  static constexpr bool kHeader = true;
};
template <>
struct TorusShapeOf<Vaxis_to_torus_d3_checked> {
  static constexpr int kDimensions = 3;
  static constexpr int kDepth = 5;
  static constexpr unsigned kDataBits = 16;
  static constexpr bool kHeader = false;
};

template <class Model>
class AxisToTorus : public testing::Test {
 protected:
  using Shape = TorusShapeOf<Model>;
  static constexpr std::size_t kPorts = 2 * Shape::kDimensions;

  static void silence(Model& model) {
    model.tvalid_i = 0;
    model.credit_i = 0;
    for (unsigned d = 0; d < 4; ++d) {
      set_bits(model.coordinate_i, 8 * d, 8, d < 3 ? static_cast<unsigned>(kHere[d]) : 77);
      set_bits(model.side_i, 8 * d, 8, d < 3 ? static_cast<unsigned>(kSides[d]) : 0);
    }
  }

  /// Signed hops in each dimension: the shorter way, found by counting; half way round, upwards.
  static std::array<int, 3> hops_to(std::uint64_t dest) {
    std::array<int, 3> hops{};
    for (unsigned d = 0; d < Shape::kDimensions; ++d) {
      const int to = static_cast<int>(field(dest, 8 * d, 8));
      int up = 0;
      while ((kHere[d] + up) % kSides[d] != to) ++up;
      hops[d] = 2 * up <= kSides[d] ? up : up - kSides[d];
    }
    return hops;
  }
  static std::size_t port_of(const std::array<int, 3>& hops) {
    for (unsigned d = 0; d < Shape::kDimensions; ++d)
      if (hops[d] != 0) return 2 * d + (hops[d] < 0 ? 1 : 0);
    return 0;
  }
  static std::uint64_t random_place(Dice& dice) {
    std::uint64_t place = 0;
    for (unsigned d = 0; d < Shape::kDimensions; ++d)
      place |= std::uint64_t{dice.below(static_cast<std::uint32_t>(kSides[d]))} << (8 * d);
    return place;
  }
  /// The flits of a beat: where it is the first of its packet, the hops go with it or ahead of it.
  static std::vector<RawFlit> flits_of(const Beat& beat, bool is_first) {
    const RawFlit data = RawFlit{1} << 63 | RawFlit{1} << 59;
    RawFlit flit =
        beat.id << (Shape::kDataBits + kUserBits) | beat.user << Shape::kDataBits | beat.data;
    RawFlit way = 0;
    if (is_first) {
      const auto hops = hops_to(beat.dest);
      for (unsigned d = 0; d < Shape::kDimensions; ++d)
        way |= RawFlit(static_cast<unsigned>(hops[d]) & 0x7fU) << (7 * d);
    }
    if (!Shape::kHeader) flit = flit << 28 | way | RawFlit{is_first} << 58;
    flit |= data | RawFlit{beat.last} << 57;
    if (Shape::kHeader && is_first) return {data | RawFlit{1} << 58 | way, flit};
    return {flit};
  }
};
using ToTorus =
    testing::Types<Vaxis_to_torus_d2_checked, Vaxis_to_torus_d2_netlist, Vaxis_to_torus_d3_checked>;
TYPED_TEST_SUITE(AxisToTorus, ToTorus);

TYPED_TEST(AxisToTorus, SendsEveryBeatOnceInOrderOnThePortOfItsFirstHopAndOnlyWithCredit) {
  std::vector<int> used(TestFixture::kPorts, 0);
  for_all_paces([&](Dice& dice, const Pace& pace) {
    Adapter<TypeParam> adapter(TestFixture::silence);
    auto& model = adapter.model;
    Sender sender;
    struct Sent {
      std::size_t port;
      RawFlit flit;
    };
    std::deque<Sent> expected;
    std::vector<int> credit(TestFixture::kPorts, TestFixture::Shape::kDepth);
    std::vector<int> inside(TestFixture::kPorts, 0);  // of the router's queues
    bool is_head = true;
    bool is_first = true;
    std::uint64_t place = 0;
    std::size_t port = 0;
    int sent = 0;
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      Beat beat = random_beat(dice, 4, dice.percent(30));
      beat.data &= (std::uint64_t{1} << TestFixture::Shape::kDataBits) - 1;
      if (is_first) place = TestFixture::random_place(dice);
      beat.dest = place;
      is_first = beat.last;
      sender.append(beat);
      put_beat(model, sender.offer(dice, pace.sender));

      for (std::size_t p = 0; p < TestFixture::kPorts; ++p) {
        const RawFlit flit = bits_of(model.inject_o, 64 * p, 64);
        if (flit == 0) continue;
        ASSERT_FALSE(expected.empty()) << "cycle " << cycle;
        ASSERT_EQ(p, expected.front().port) << "cycle " << cycle;
        ASSERT_EQ(flit, expected.front().flit) << "cycle " << cycle;
        expected.pop_front();
        ++sent;
        ++used[p];
        ++inside[p];
        ASSERT_GE(--credit[p], 0) << "cycle " << cycle;
      }
      std::uint64_t returned = 0;
      for (std::size_t p = 0; p < TestFixture::kPorts; ++p) {
        // What has come in this cycle returns its credit in the next one at the earliest.
        const int there = inside[p] - (bits_of(model.inject_o, 64 * p, 64) != 0 ? 1 : 0);
        if (there > 0 && dice.percent(pace.taker)) {
          returned |= std::uint64_t{1} << p;
          --inside[p];
          ++credit[p];
        }
      }
      model.credit_i = static_cast<CData>(returned);
      if (model.tvalid_i && model.tready_o) {
        const Beat taken = sender.taken();
        if (is_head) port = TestFixture::port_of(TestFixture::hops_to(taken.dest));
        for (const RawFlit flit : TestFixture::flits_of(taken, is_head))
          expected.push_back({port, flit});
        is_head = taken.last;
      }
      adapter.clock();
    }
    // Credits of two are enough for a flit a cycle.
    if (pace.sender == 100 && pace.taker == 100) {
      EXPECT_GE(sent, kCycles - 3);
    }
    EXPECT_EQ(adapter.failures(), 0);
  });
  for (const int flits : used) EXPECT_GT(flits, kCycles / 20);
}

TYPED_TEST(AxisToTorus, SpendsItsCreditsAndThenWaits) {
  Dice dice(1);
  Adapter<TypeParam> adapter(TestFixture::silence);
  auto& model = adapter.model;
  Beat beat = random_beat(dice, 4, false);
  beat.data &= 0xffff;
  beat.dest = 2 | 3 << 8;
  int sent = 0;
  const auto clock = [&] {
    adapter.clock();
    sent += bits_of(model.inject_o, 63, 1) != 0 ? 1 : 0;
  };
  put_beat(model, &beat);
  for (int cycle = 0; cycle < 20; ++cycle) clock();
  EXPECT_EQ(sent, TestFixture::Shape::kDepth);
  EXPECT_EQ(model.tready_o, 0);
  model.credit_i = 1;
  clock();
  model.credit_i = 0;
  for (int cycle = 0; cycle < 20; ++cycle) clock();
  EXPECT_EQ(sent, TestFixture::Shape::kDepth + 1);
}

// Out of a torus.

template <class Model>
inline constexpr bool kHeader = true;
template <>
inline constexpr bool kHeader<Vtorus_to_axis_d8_checked> = false;

template <class Model>
class TorusToAxis : public testing::Test {};
using FromTorus =
    testing::Types<Vtorus_to_axis_checked, Vtorus_to_axis_d8_checked, Vtorus_to_axis_netlist>;
TYPED_TEST_SUITE(TorusToAxis, FromTorus);

TYPED_TEST(TorusToAxis, OffersEveryFlitOnceInOrderAndStallsThePortInTime) {
  int stalls = 0;
  for_all_paces([&](Dice& dice, const Pace& pace) {
    Adapter<TypeParam> adapter([](auto& model) { model.lane_i = 0, model.tready_i = 0; });
    auto& model = adapter.model;
    std::deque<Beat> expected;
    std::array<bool, 3> is_open{};
    bool was_stalled = false;  // at the last edge
    int taken = 0;
    int headers = 0;
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      model.lane_i = 0;
      bool arrives = false;
      if (!was_stalled && dice.percent(pace.sender)) {
        const unsigned lane = dice.below(3);
        const RawFlit data = RawFlit{1} << 63 | RawFlit{1} << 59 | RawFlit{lane} << 54;
        Beat beat = random_beat(dice, 4, dice.percent(30));
        arrives = is_open[lane] || !kHeader<TypeParam>;
        if (arrives) {
          const unsigned low = kHeader<TypeParam> ? 0 : 28;
          beat.data &= kHeader<TypeParam> ? 0xffffffff : 0xffff;
          const unsigned bits = kHeader<TypeParam> ? 32 : 16;
          model.lane_i = data | RawFlit{!is_open[lane]} << 58 | RawFlit{beat.last} << 57 |
                         (beat.id << (bits + 4) | beat.user << bits | beat.data) << low;
          is_open[lane] = !beat.last;
          beat.id |= lane << 4;
          expected.push_back(beat);
          ASSERT_LE(expected.size(), kDepth<TypeParam>) << "cycle " << cycle;
        } else {
          model.lane_i = data | RawFlit{1} << 58 | beat.data;  // a header: no beat
          is_open[lane] = true;
          ++headers;
        }
      }
      const bool is_shown = expected.size() > (arrives ? 1U : 0U);
      was_stalled = model.stall_o != 0;
      if (was_stalled) ++stalls;
      model.tready_i = dice.percent(pace.taker);
      ASSERT_EQ(model.tvalid_o, is_shown) << "cycle " << cycle;
      if (is_shown) {
        ASSERT_EQ(shown_beat(model), expected.front()) << "cycle " << cycle;
        if (model.tready_i) expected.pop_front(), ++taken;
      }
      adapter.clock();
    }
    EXPECT_GT(taken, kCycles / 20);
    if (pace.sender == 100 && pace.taker == 100) {
      EXPECT_GE(taken + headers, kCycles - 2);
    }
    EXPECT_EQ(adapter.failures(), 0);
  });
  EXPECT_GT(stalls, 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
