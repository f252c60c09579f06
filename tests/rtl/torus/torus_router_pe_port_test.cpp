// The torus router with one port of its PE, each way: by which channels messages leave, who goes to
// the PE in what order, and that worms of one lane do not mix there.
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "tests/rtl/torus/torus_harness.h"

namespace flitwise::rtl_test {
namespace {

using Queue = std::pair<std::size_t, int>;

template <class Model>
class TorusRouterPePort : public TorusRouterTest<Model> {
 protected:
  static constexpr int kLanes = TorusRouterTest<Model>::kShape.lanes;
  static constexpr std::size_t kPe = 0;

  // Two that come by different channels at once, on one lane: what the PE gets, in that order.
  static RawFlit first_of(int channel, int lane = 0) {
    return torus_head({}, false, lane, static_cast<std::uint32_t>(20 + channel));
  }
  static RawFlit last_of(int channel, int lane = 0) {
    return torus_body(2, true, lane, static_cast<std::uint32_t>(20 + channel));
  }
};
TYPED_TEST_SUITE(TorusRouterPePort, OnePePortModels, TorusModelNames);

TYPED_TEST(TorusRouterPePort, InjectedHeadsLeaveByTheChannelOfTheirFirstHop) {
  for (int c = 0; c < this->kChannels; ++c) {
    for (int hops = 1; hops < 8; ++hops) {
      typename TestFixture::TheRouter router(this->middle());
      Hops way = this->hops_along(c, hops);
      if (c < 2 && this->kChannels > 2) way[1] = -3;  // later

      const TorusOutputs outputs = router.clock({{{this->kPe, torus_head(way)}}, {}});

      const RawFlit flit = this->only_flit(outputs, this->outgoing(c));
      way[static_cast<std::size_t>(c / 2)] = this->hops_along(c, hops - 1)[c / 2 == 0 ? 0 : c / 2];
      EXPECT_EQ(hops_in(flit), way) << "channel " << c;
      EXPECT_EQ(outputs.credits, (std::set<Queue>{{this->kPe, 0}}));
      router.clock({});
      EXPECT_EQ(router.assertion_failures(), 0);
    }
  }
}

TYPED_TEST(TorusRouterPePort, HeadsWithoutAHopToMakeAreDroppedAndReported) {
  const auto refuses = [&](const Hops& hops) {
    typename TestFixture::TheRouter router(this->middle());
    const TorusOutputs outputs = router.clock({{{this->kPe, torus_head(hops, true)}}, {}});
    EXPECT_EQ(outputs.router.flit_count(), 0U);
    EXPECT_EQ(outputs.router.violation, kNoRouteBit);
    EXPECT_EQ(outputs.router.involved_in, std::set<std::size_t>{this->kPe});
    EXPECT_EQ(outputs.credits, (std::set<Queue>{{this->kPe, 0}}));
    router.clock({});
    EXPECT_EQ(router.assertion_failures(), kHasAssertions<TypeParam> ? 1 : 0);
  };

  refuses({});
  for (int c = 0; c < this->kChannels; ++c) refuses(this->hops_along(c, 8));
  if (this->kShape.dimensions < kMaxDimensions) refuses({0, 0, 0, 1});
}

// A message whose channel takes nothing holds up those behind it, for whatever channel.
TYPED_TEST(TorusRouterPePort, MessagesLeaveThePeInTheirOrder) {
  typename TestFixture::TheRouter router(this->middle());
  std::uint32_t number = 1;
  for (int k = 0; k < this->kShape.depth; ++k, ++number)
    router.clock(
        {{{this->kPe, number == 1 ? torus_head(this->hops_along(0, 2)) : torus_body(number)}}, {}});
  EXPECT_EQ(this->only_flit(router.clock({{{this->kPe, torus_body(number, true)}}, {}}),
                            this->outgoing(0)),
            0U)
      << "no credit is left";
  if (this->kShape.depth > 1) {
    const RawFlit other = torus_head(this->hops_along(1, 1), true);
    EXPECT_EQ(router.clock({{{this->kPe, other}}, {}}).router.flit_count(), 0U);
    EXPECT_NE(this->only_flit(router.clock({{}, {{this->outgoing(0), 0}}}), this->outgoing(0)), 0U);
    EXPECT_NE(this->only_flit(router.clock({}), this->outgoing(1)), 0U);
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

// Heads of all channels at once, one flit each: one leaves at an edge, and they take turns.
TYPED_TEST(TorusRouterPePort, OneFlitAnEdgeGoesToThePeAndAllChannelsTakeTurns) {
  typename TestFixture::TheRouter router(this->middle());
  for (int round = 0; round < 3; ++round) {
    std::set<RawFlit> due;
    TorusInputs inputs;
    for (int c = 0; c < this->kChannels; ++c) {
      const RawFlit flit =
          torus_head({}, true, c % this->kLanes, static_cast<std::uint32_t>(20 + c));
      inputs.flits[this->incoming(c)] = flit;
      due.insert(flit);
    }
    for (int c = 0; c < this->kChannels; ++c) {
      const TorusOutputs outputs = router.clock(c == 0 ? inputs : TorusInputs{});
      EXPECT_EQ(due.erase(this->only_flit(outputs, this->kPe)), 1U) << "edge " << c;
      EXPECT_EQ(outputs.credits.size(), 1U);
    }
    EXPECT_TRUE(due.empty());
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

// The second worm waits, and counts as blocked, though the first one's tail is late.
TYPED_TEST(TorusRouterPePort, AWormKeepsItsLaneOfThePortToItself) {
  for (int lane = 0; lane < this->kLanes; ++lane) {
    typename TestFixture::TheRouter router(this->middle());
    const RawFlit head = this->first_of(1, lane);
    EXPECT_EQ(this->only_flit(router.clock({{{this->incoming(1), head}}, {}}), this->kPe), head);
    const RawFlit other = this->first_of(0, lane);
    EXPECT_EQ(this->only_flit(router.clock({{{this->incoming(0), other}}, {}}), this->kPe), 0U);
    EXPECT_EQ(this->only_flit(router.clock({}), this->kPe), 0U);
    const RawFlit tail = this->last_of(1, lane);
    const TorusOutputs outputs = router.clock({{{this->incoming(1), tail}}, {}});
    EXPECT_EQ(this->only_flit(outputs, this->kPe), tail);
    EXPECT_EQ(outputs.blocked, 3U);
    EXPECT_EQ(outputs.stalled, 3U);
    EXPECT_EQ(this->only_flit(router.clock({}), this->kPe), other);
    EXPECT_EQ(router.clock({}).blocked, 3U);
    EXPECT_EQ(router.assertion_failures(), 0);
  }
}

TYPED_TEST(TorusRouterPePort, WormsOfOtherLanesGoOnBetweenItsFlits) {
  if (this->kLanes == 1) return;
  typename TestFixture::TheRouter router(this->middle());
  const RawFlit head = this->first_of(1);
  EXPECT_EQ(this->only_flit(router.clock({{{this->incoming(1), head}}, {}}), this->kPe), head);
  for (const RawFlit other : {this->first_of(0, 1), this->last_of(0, 1)})
    EXPECT_EQ(this->only_flit(router.clock({{{this->incoming(0), other}}, {}}), this->kPe), other);
  EXPECT_EQ(router.assertion_failures(), 0);
}

// Each channel has a worm of two flits there at any time, all on one lane: no channel waits for
// more than one worm of each of the others.
TYPED_TEST(TorusRouterPePort, WormsOfAllChannelsTakeTurnsOnALane) {
  typename TestFixture::TheRouter router(this->middle());
  std::map<int, int> room;
  std::map<int, int> sent;
  for (int c = 0; c < this->kChannels; ++c) room[c] = this->kShape.depth;
  std::vector<int> heads;
  for (int t = 0; t < 200; ++t) {
    TorusInputs inputs;
    for (int c = 0; c < this->kChannels; ++c) {
      if (room[c] == 0) continue;
      inputs.flits[this->incoming(c)] = sent[c]++ % 2 == 0 ? this->first_of(c) : this->last_of(c);
      --room[c];
    }
    const TorusOutputs outputs = router.clock(inputs);
    const RawFlit flit = this->only_flit(outputs, this->kPe);
    ASSERT_NE(flit, 0U) << "edge " << t;
    const int channel = static_cast<int>(unpack(flit).tag) - 20;
    EXPECT_EQ(unpack(flit).head, t % 2 == 0);
    if (t % 2 == 0)
      heads.push_back(channel);
    else
      EXPECT_EQ(channel, heads.back());
    for (const Queue& from : outputs.credits)
      ++room[static_cast<int>(from.first) - this->kShape.pe_ports()];
  }
  const auto round = static_cast<std::size_t>(this->kChannels);
  for (std::size_t k = round; k < heads.size(); ++k) EXPECT_EQ(heads[k], heads[k - round]);
  EXPECT_EQ(std::set<int>(heads.begin(), heads.begin() + this->kChannels).size(), round);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(TorusRouterPePort, AStalledPortHoldsWhatComesOverAnyChannelAndNothingElse) {
  for (int c = 0; c < this->kChannels; ++c) {
    typename TestFixture::TheRouter router(this->middle());
    TorusInputs inputs;
    inputs.stalls = {this->kPe};
    const RawFlit flit = torus_head({}, true);
    inputs.flits[this->incoming(c)] = flit;
    inputs.flits[this->incoming(c ^ 1)] = torus_head(this->hops_along(c ^ 1, 1), true);
    TorusOutputs outputs = router.clock(inputs);
    EXPECT_NE(this->only_flit(outputs, this->outgoing(c ^ 1)), 0U);
    EXPECT_EQ(outputs.blocked, 1U);
    outputs = router.clock({{}, {{this->outgoing(c ^ 1), 0}}, {this->kPe}});
    EXPECT_EQ(outputs.router.flit_count(), 0U);
    EXPECT_EQ(outputs.blocked, 2U);
    EXPECT_EQ(this->only_flit(router.clock({}), this->kPe), flit);
    EXPECT_EQ(router.assertion_failures(), 0);
  }
}

// The injected head waits for 15 of those in transit, as with a port for each channel. Further
// lanes would let it in at once.
TYPED_TEST(TorusRouterPePort, AnInjectedHeadIsLetInAfterFifteenInTransit) {
  if (this->kLanes > 1) return;
  typename TestFixture::TheRouter router(this->middle());
  TorusInputs inputs;
  inputs.flits[this->kPe] = torus_head(this->hops_along(0, 1), true, 0, 99);
  int before = 0;
  for (int t = 0; t < 40; ++t) {
    inputs.flits[this->incoming(0)] = torus_head(this->hops_along(0, 2), true);
    const TorusOutputs outputs = router.clock(inputs);
    inputs = {};
    const RawFlit flit = outputs.router.lanes[this->outgoing(0)];
    ASSERT_NE(flit, 0U) << "edge " << t;
    inputs.credits = {{this->outgoing(0), lane_in(flit)}};
    if (unpack(flit).tag == 99) break;
    ++before;
  }
  EXPECT_EQ(before, 15);
}

}  // namespace
}  // namespace flitwise::rtl_test
