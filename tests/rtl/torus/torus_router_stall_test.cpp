// The torus router before a PE that takes nothing for a while: what waits, what goes on, in what
// order it leaves, and every short sequence of arrivals and stalls against the reference.
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/rtl/torus/torus_harness.h"

namespace flitwise::rtl_test {
namespace {

using Queue = std::pair<std::size_t, int>;

template <class Model>
class TorusRouterStall : public TorusRouterTest<Model> {
 protected:
  static constexpr int kLanes = TorusRouterTest<Model>::kShape.lanes;
  static constexpr int kDepth = TorusRouterTest<Model>::kShape.depth;

  /// Flit `number` of a worm of `length` flits that ends here.
  static RawFlit flit_of(int lane, std::uint32_t number, std::uint32_t length) {
    const bool is_tail = number == length;
    const auto source = static_cast<std::uint32_t>(40 + lane);
    return number == 1 ? torus_head({}, is_tail, lane, source)
                       : torus_body(number, is_tail, lane, source);
  }

  static TorusInputs stalled(std::size_t port, TorusInputs inputs = {}) {
    inputs.stalls = {port};
    return inputs;
  }
};
TYPED_TEST_SUITE(TorusRouterStall, TorusModels, TorusModelNames);

TYPED_TEST(TorusRouterStall, HoldsAFlitUntilTheFirstEdgeThatIsFree) {
  for (int c = 0; c < this->kChannels; ++c) {
    for (std::uint32_t wait = 1; wait <= 3; ++wait) {
      typename TestFixture::TheRouter router(this->middle());
      const RawFlit flit = torus_head({}, true, this->kLanes - 1);
      const std::size_t port = this->ejection(c);
      for (std::uint32_t waited = 1; waited <= wait; ++waited) {
        TorusInputs inputs;
        if (waited == 1) inputs.flits[this->incoming(c)] = flit;
        const TorusOutputs outputs = router.clock(this->stalled(port, inputs));
        EXPECT_EQ(this->only_flit(outputs, port), 0U);
        EXPECT_TRUE(outputs.credits.empty());
        EXPECT_TRUE(outputs.router.busy);
        EXPECT_EQ(outputs.stalled, waited);
        EXPECT_EQ(outputs.blocked, waited);
      }
      const TorusOutputs outputs = router.clock({});
      EXPECT_EQ(this->only_flit(outputs, port), flit);
      EXPECT_EQ(outputs.credits, (std::set<Queue>{{this->incoming(c), this->kLanes - 1}}));
      EXPECT_EQ(outputs.blocked, wait);
      EXPECT_EQ(router.clock({}).router.flit_count(), 0U);
      EXPECT_EQ(router.assertion_failures(), 0);
    }
  }
}

// Worms of all lanes of a channel come in behind each other until their queues are full.
TYPED_TEST(TorusRouterStall, HoldsWormsOfAllLanesAndLetsThemOutInOrderByTurns) {
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t in = this->incoming(0);
  const std::size_t port = this->ejection(0);
  const auto length = static_cast<std::uint32_t>(this->kDepth + 1);
  std::uint32_t standing = 0;
  for (int k = 0; k < this->kDepth; ++k)
    for (int lane = 0; lane < this->kLanes; ++lane) {
      const RawFlit flit = this->flit_of(lane, static_cast<std::uint32_t>(k + 1), length);
      const TorusOutputs outputs = router.clock(this->stalled(port, {{{in, flit}}, {}}));
      EXPECT_EQ(this->only_flit(outputs, port), 0U);
      EXPECT_TRUE(outputs.credits.empty());
      standing += static_cast<std::uint32_t>(k == 0 ? lane + 1 : this->kLanes);
      EXPECT_EQ(outputs.stalled, standing);
      EXPECT_EQ(outputs.blocked, standing);
    }

  std::map<int, std::uint32_t> next;
  std::vector<int> turns;
  std::set<int> due;  // lanes whose worm's last flit may come in, since a credit has
  for (int t = 0; t < this->kLanes * (this->kDepth + 1); ++t) {
    TorusInputs inputs;
    if (!due.empty()) {
      inputs.flits[in] = this->flit_of(*due.begin(), length, length);
      due.erase(due.begin());
    }
    const TorusOutputs outputs = router.clock(inputs);
    const RawFlit flit = this->only_flit(outputs, port);
    ASSERT_NE(flit, 0U) << "edge " << t;
    const int lane = lane_in(flit);
    EXPECT_EQ(flit, this->flit_of(lane, ++next[lane], length)) << "edge " << t;
    EXPECT_EQ(outputs.credits, (std::set<Queue>{{in, lane}}));
    if (next[lane] == 1) due.insert(lane);
    turns.push_back(lane);
  }
  for (std::size_t t = 1; this->kLanes > 1 && t < turns.size() - 2; ++t)
    EXPECT_NE(turns[t], turns[t - 1]) << "edge " << t;
  EXPECT_FALSE(router.clock({}).router.busy);
  EXPECT_EQ(router.assertion_failures(), 0);
}

// All queues of all channels are full for long enough that the counts of first flits that wait need
// more than 16 bits, and 21 where there are 32 lanes.
TYPED_TEST(TorusRouterStall, HoldsFullQueuesOfAllChannelsAndCountsWhatWaitsInEveryCycle) {
  typename TestFixture::TheRouter router(this->middle());
  const auto length = static_cast<std::uint32_t>(this->kDepth);
  TorusInputs stalls;
  for (int c = 0; c < this->kChannels; ++c) stalls.stalls.insert(this->ejection(c));
  std::uint32_t waiting = 0;
  std::uint32_t count = 0;
  for (std::uint32_t number = 1; number <= length; ++number)
    for (int lane = 0; lane < this->kLanes; ++lane) {
      TorusInputs inputs = stalls;
      for (int c = 0; c < this->kChannels; ++c)
        inputs.flits[this->incoming(c)] = this->flit_of(lane, number, length);
      if (number == 1) waiting += static_cast<std::uint32_t>(this->kChannels);
      count += waiting;
      EXPECT_EQ(router.clock(inputs).stalled, count);
    }
  for (int cycle = 0; cycle < 65536; ++cycle) {
    const TorusOutputs outputs = router.clock(stalls);
    count += waiting;
    ASSERT_EQ(outputs.stalled, count) << "cycle " << cycle;
    ASSERT_EQ(outputs.blocked, count) << "cycle " << cycle;
  }
  EXPECT_GE(count, 2U * 65536U);

  std::map<std::pair<int, int>, std::uint32_t> next;  // flit by channel and lane
  for (int left = this->kLanes * this->kDepth; left > 0; --left) {
    const TorusOutputs outputs = router.clock({});
    for (int c = 0; c < this->kChannels; ++c) {
      const RawFlit flit = outputs.router.lanes[this->ejection(c)];
      const int lane = lane_in(flit);
      ASSERT_EQ(flit, this->flit_of(lane, ++next[{c, lane}], length)) << "channel " << c;
    }
  }
  EXPECT_EQ(router.clock({}).router.flit_count(), 0U);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(TorusRouterStall, DoesNotTouchAFlitThatLiesOnThePort) {
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t port = this->ejection(0);
  const RawFlit first = torus_head({});
  const RawFlit second = torus_body(2, true);
  EXPECT_EQ(this->only_flit(router.clock({{{this->incoming(0), first}}, {}}), port), first);
  const TorusOutputs outputs =
      router.clock(this->stalled(port, {{{this->incoming(0), second}}, {}}));
  EXPECT_EQ(this->only_flit(outputs, port), 0U) << "the first one has been taken";
  EXPECT_EQ(this->only_flit(router.clock({}), port), second);
  EXPECT_EQ(router.assertion_failures(), 0);
}

// All other ports, and the channel that the stalled port belongs to.
TYPED_TEST(TorusRouterStall, StopsNothingButItsPort) {
  typename TestFixture::TheRouter router(this->middle());
  for (int stall = 0; stall < this->kChannels; ++stall) {
    TorusInputs inputs = this->stalled(this->ejection(stall));
    std::map<std::size_t, RawFlit> expected;
    for (int c = 0; c < this->kChannels; ++c) {
      const bool is_through = c == stall;
      const RawFlit flit = torus_head(is_through ? this->hops_along(c, 1) : Hops{}, true);
      inputs.flits[this->incoming(c)] = flit;
      expected[is_through ? this->outgoing(c) : this->ejection(c)] =
          is_through ? torus_head({}, true) : flit;
    }
    const TorusOutputs outputs = router.clock(inputs);
    for (const auto& [port, flit] : expected) EXPECT_EQ(outputs.router.lanes[port], flit) << port;
    EXPECT_EQ(outputs.router.flit_count(), expected.size());
    EXPECT_EQ(outputs.stalled, 0U);
    router.clock({{}, {{this->outgoing(stall), 0}}});
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

template <class Model>
class TorusRouterStallTurns : public TorusRouterStall<Model> {};
TYPED_TEST_SUITE(TorusRouterStallTurns, TwoLaneModels, TorusModelNames);

TYPED_TEST(TorusRouterStallTurns, KeepTheirOrderOverAStall) {
  for (int stalls = 0; stalls <= 3; ++stalls) {
    typename TestFixture::TheRouter router(this->middle());
    const std::size_t in = this->incoming(1);
    const std::size_t port = this->ejection(1);
    for (const int lane : {0, 1, 0, 1})
      router.clock(this->stalled(port, {{{in, torus_head({}, true, lane)}}, {}}));
    const int first = lane_in(this->only_flit(router.clock({}), port));
    for (int t = 0; t < stalls; ++t) router.clock(this->stalled(port));
    for (const int lane : {1 - first, first, 1 - first})
      EXPECT_EQ(this->only_flit(router.clock({}), port), torus_head({}, true, lane)) << stalls;
    EXPECT_EQ(router.assertion_failures(), 0);
  }
}

/// Tries every sequence of so many steps: what comes in over channel 0, if anything, and whether
/// its ejection port is stalled; then the port stays free until all has left.
template <class Model>
class EverySequence {
 public:
  EverySequence(TorusPlace place, int steps)
      : router_(place), place_(place), choices_(static_cast<std::size_t>(steps)) {}

  /// Number of sequences; stops at the first that differs from the reference.
  int run() {
    int sequences = 0;
    do {
      if (!run_one()) return sequences;
      ++sequences;
    } while (next());
    EXPECT_EQ(router_.assertion_failures(), 0);
    return sequences;
  }

 private:
  static constexpr TorusShape kShape = kTorusShape<Model>;
  // Nothing, or the next flit of a worm of two on the first or the last lane, by a stall or none.
  static constexpr int kArrivals = kShape.lanes > 1 ? 3 : 2;
  static constexpr int kChoices = 2 * kArrivals;

  bool next() {
    for (int& choice : choices_) {
      if (++choice < kChoices) return true;
      choice = 0;
    }
    return false;
  }

  bool run_one() {
    router_.reset_again();
    ReferenceTorusRouter reference(kShape, place_);
    const auto in = static_cast<std::size_t>(kShape.channels());
    std::map<int, std::uint32_t> sent;
    std::map<int, int> inside;
    int left = 0;
    for (std::size_t step = 0; step < choices_.size() || left > 0; ++step) {
      TorusInputs inputs;
      const int choice = step < choices_.size() ? choices_[step] : 0;
      const int lane = choice / 2 == 1 ? 0 : kShape.lanes - 1;
      if (choice / 2 > 0 && inside[lane] < kShape.depth) {
        const std::uint32_t number = ++sent[lane];
        inputs.flits[in] =
            number % 2 == 1 ? torus_head({}, false, lane) : torus_body(2, true, lane);
        ++inside[lane];
        ++left;
      }
      if (choice % 2 == 1) inputs.stalls = {0};
      const TorusOutputs expected = reference.clock(inputs);
      const TorusOutputs seen = router_.clock(inputs);
      EXPECT_EQ(seen, expected) << text(step);
      if (!(seen == expected) || step > 100) return false;
      for (const auto& [port, from] : seen.credits) --inside[from];
      left -= static_cast<int>(seen.router.flit_count());
    }
    return true;
  }

  std::string text(std::size_t step) const {
    std::string text = "choices";
    for (const int choice : choices_) text += " " + std::to_string(choice);
    return text + ", step " + std::to_string(step);
  }

  TorusRouter<Model> router_;
  const TorusPlace place_;
  std::vector<int> choices_;
};

TYPED_TEST(TorusRouterStall, EverySequenceOfSixStepsEqualsTheReference) {
  constexpr int kSteps = 6;
  int expected = 1;
  for (int step = 0; step < kSteps; ++step) expected *= this->kLanes > 1 ? 6 : 4;
  EXPECT_EQ(EverySequence<TypeParam>(this->middle(), kSteps).run(), expected);
}

}  // namespace
}  // namespace flitwise::rtl_test
