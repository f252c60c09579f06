// The torus router, directed: ways, dateline, turns, refusals, credits, fairness, counters.
#include <map>
#include <set>
#include <vector>

#include "tests/rtl/torus/torus_harness.h"

namespace flitwise::rtl_test {
namespace {

TYPED_TEST_SUITE(TorusRouterTest, TorusModels, TorusModelNames);

TYPED_TEST(TorusRouterTest, InjectedHeadsLeaveByTheirChannelWithOneHopLess) {
  for (int c = 0; c < this->kChannels; ++c) {
    for (int hops = 1; hops < 8; ++hops) {
      typename TestFixture::TheRouter router(this->middle());

      const TorusOutputs outputs =
          router.clock({{{this->injection(c), torus_head(this->hops_along(c, hops))}}, {}});

      const RawFlit flit = this->only_flit(outputs, this->outgoing(c));
      EXPECT_EQ(hops_in(flit), this->hops_along(c, hops - 1)) << "channel " << c;
      EXPECT_EQ(flit >> 31 & 0x7FFFF, (RawFlit{3} << 13 | 9) & 0x7FFFF) << "packet and source";
      EXPECT_EQ(outputs.credits, (std::set<std::pair<std::size_t, int>>{{this->injection(c), 0}}));
      router.clock({});
      EXPECT_EQ(router.assertion_failures(), 0);
    }
  }
}

TYPED_TEST(TorusRouterTest, HeadsGoStraightOnOrTurnToAHigherDimensionOrAreEjected) {
  for (int from = 0; from < this->kChannels; ++from) {
    for (int to = 0; to < this->kChannels; ++to) {
      if (to != from && to / 2 <= from / 2) continue;
      typename TestFixture::TheRouter router(this->middle());
      const TorusOutputs outputs =
          router.clock({{{this->incoming(from), torus_head(this->hops_along(to, 2))}}, {}});
      EXPECT_EQ(hops_in(this->only_flit(outputs, this->outgoing(to))), this->hops_along(to, 1))
          << from << " to " << to;
    }
    typename TestFixture::TheRouter router(this->middle());
    const RawFlit last = torus_head({}, true, this->kShape.lanes - 1);
    EXPECT_EQ(
        this->only_flit(router.clock({{{this->incoming(from), last}}, {}}), this->ejection(from)),
        last);
    EXPECT_EQ(router.clock({}).router.flit_count(), 0U);
    EXPECT_EQ(router.assertion_failures(), 0);
  }
}

TYPED_TEST(TorusRouterTest, HeadsWithoutAHopToMakeAreDroppedAndReported) {
  const auto refuses = [&](std::size_t port, const Hops& hops) {
    typename TestFixture::TheRouter router(this->middle());
    const TorusOutputs outputs = router.clock({{{port, torus_head(hops, true)}}, {}});
    EXPECT_EQ(outputs.router.flit_count(), 0U) << "input " << port;
    EXPECT_EQ(outputs.router.violation, kNoRouteBit) << "input " << port;
    EXPECT_EQ(outputs.router.involved_in, std::set<std::size_t>{port});
    EXPECT_EQ(outputs.credits.size(), 1U);
    EXPECT_TRUE(outputs.router.busy);
    router.clock({});
    EXPECT_EQ(router.assertion_failures(), kHasAssertions<TypeParam> ? 1 : 0);
  };

  for (int c = 0; c < this->kChannels; ++c) {
    refuses(this->injection(c), {});
    refuses(this->injection(c), this->hops_along(c ^ 1, 1));
    refuses(this->incoming(c), this->hops_along(c ^ 1, 1));
    refuses(this->injection(c), this->hops_along(c, 8));
    refuses(this->incoming(c), this->hops_along(c, 8));
    for (int lower = 0; lower < c / 2; ++lower)
      refuses(this->incoming(c), this->hops_along(2 * lower, 1));
    if (fields_of(kFormat<TypeParam>, this->kShape.dimensions) > this->kShape.dimensions)
      refuses(this->incoming(c), {0, 0, 0, 1});
  }
}

TYPED_TEST(TorusRouterTest, BodiesWithoutHeadAndHeadsInsideMessagesAreDroppedAndReported) {
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t in = this->incoming(0);
  const auto expect_refused = [&](RawFlit flit) {
    const TorusOutputs outputs = router.clock({{{in, flit}}, {}});
    EXPECT_EQ(outputs.router.violation, kBrokenWormBit);
    EXPECT_EQ(outputs.router.involved_in, std::set<std::size_t>{in});
    EXPECT_EQ(outputs.router.flit_count(), 0U);
    EXPECT_EQ(outputs.credits, (std::set<std::pair<std::size_t, int>>{{in, 0}}));
  };

  expect_refused(torus_body(2));
  EXPECT_NE(this->only_flit(router.clock({{{in, torus_head({})}}, {}}), this->ejection(0)), 0U);
  expect_refused(torus_head({}));
  EXPECT_NE(this->only_flit(router.clock({{{in, torus_body(2, true)}}, {}}), this->ejection(0)),
            0U);
  expect_refused(torus_body(3));
  router.clock({});
  EXPECT_EQ(router.assertion_failures(), kHasAssertions<TypeParam> ? 3 : 0);
}

TYPED_TEST(TorusRouterTest, CreditsRunOutAfterDepthFlitsAndComeBackOneByOne) {
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t in = this->injection(0);
  const std::size_t out = this->outgoing(0);
  const Hops two = this->hops_along(0, 2);

  std::uint32_t number = 1;
  for (int k = 0; k < this->kShape.depth; ++k, ++number) {
    const RawFlit flit = number == 1 ? torus_head(two) : torus_body(number);
    EXPECT_NE(this->only_flit(router.clock({{{in, flit}}, {}}), out), 0U) << number;
  }
  const RawFlit next = torus_body(number);
  for (std::uint32_t waited = 1; waited <= 3; ++waited) {
    const TorusOutputs outputs =
        router.clock({waited == 1 ? TorusInputs{{{in, next}}, {}} : TorusInputs{}});
    EXPECT_EQ(this->only_flit(outputs, out), 0U);
    EXPECT_EQ(outputs.stalled, waited);
    EXPECT_EQ(outputs.blocked, waited);
    EXPECT_TRUE(outputs.router.busy);
  }
  const int lane = 0;
  const TorusOutputs outputs = router.clock({{}, {{out, lane}}});
  EXPECT_EQ(this->only_flit(outputs, out), on_lane(next, lane));
  EXPECT_EQ(outputs.stalled, 3U);
  router.clock({});
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(TorusRouterTest, AFlitWithoutCreditIsLostAndReported) {
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t in = this->incoming(0);
  // Nothing leaves any more: the downstream credits go to a worm that is never closed.
  const int depth = this->kShape.depth;
  std::uint32_t number = 1;
  for (int k = 0; k < 2 * depth; ++k, ++number) {
    const TorusOutputs outputs = router.clock(
        {{{in, number == 1 ? torus_head(this->hops_along(0, 2)) : torus_body(number)}}, {}});
    ASSERT_EQ(outputs.router.violation, 0U) << number;
  }
  const TorusOutputs full = router.clock({{{in, torus_body(number)}}, {}});
  EXPECT_EQ(full.router.violation, kOverflowBit);
  EXPECT_EQ(full.router.involved_in, std::set<std::size_t>{in});

  const TorusOutputs no_lane = router.clock({{{in, torus_body(1, false, 7)}}, {}});
  EXPECT_EQ(no_lane.router.violation, kOverflowBit);
  router.clock({});
  EXPECT_EQ(router.assertion_failures(), kHasAssertions<TypeParam> ? 2 : 0);
}

TYPED_TEST(TorusRouterTest, ACreditTooManyIsReportedInItsStepOnly) {
  typename TestFixture::TheRouter router(this->middle());
  ::testing::internal::CaptureStdout();
  router.clock({{}, {{this->outgoing(0), 0}}});
  router.clock({});
  const int failures = router.assertion_failures();
  for (int k = 0; k < 3; ++k) router.clock({});
  const std::string printed = ::testing::internal::GetCapturedStdout();
  EXPECT_EQ(failures > 0, kHasAssertions<TypeParam>) << printed;
  EXPECT_EQ(router.assertion_failures(), failures) << printed;
}

TYPED_TEST(TorusRouterTest, AFreeChannelCarriesOneFlitACycleWhenCreditsReturnInTwo) {
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t in = this->injection(1);
  const std::size_t out = this->outgoing(1);
  // The far end forwards at once: its credit is usable two edges after the flit was sent.
  std::vector<int> sent_at;
  std::map<int, std::set<std::pair<std::size_t, int>>> due;
  int room = this->kShape.depth;
  std::uint32_t number = 1;
  for (int t = 0; t < 40; ++t) {
    TorusInputs inputs;
    inputs.credits = due[t];
    if (room > 0) {
      inputs.flits[in] = number == 1 ? torus_head(this->hops_along(1, 3)) : torus_body(number);
      ++number;
      --room;
    }
    const TorusOutputs outputs = router.clock(inputs);
    room += static_cast<int>(outputs.credits.size());
    const RawFlit flit = this->only_flit(outputs, out);
    if (flit == 0) continue;
    sent_at.push_back(t);
    due[t + 2] = {{out, lane_in(flit)}};
  }

  const std::size_t expected = this->kShape.depth == 1 ? 20 : 40;
  EXPECT_EQ(sent_at.size(), expected);
}

TYPED_TEST(TorusRouterTest, EveryInputWithAFlitForAnOutputIsServedWithinAsManyGrants) {
  constexpr int kLast = TestFixture::kChannels - 1;  // all dimensions may turn here
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t out = this->outgoing(kLast);
  std::set<std::pair<std::size_t, int>> sources;
  sources.insert({this->injection(kLast), 0});
  for (int c = 0; c < this->kChannels; ++c)
    for (int lane = 0; lane < this->kShape.lanes; ++lane)
      if (c == kLast || c / 2 < kLast / 2) sources.insert({this->incoming(c), lane});

  std::map<std::pair<std::size_t, int>, int> room;
  for (const auto& source : sources) room[source] = this->kShape.depth;
  std::map<std::uint32_t, int> served;
  std::map<std::uint32_t, int> last;
  std::set<std::pair<std::size_t, int>> credits;
  int grants = 0;
  for (int t = 0; t < 600; ++t) {
    TorusInputs inputs;
    inputs.credits = credits;
    std::set<std::size_t> used;
    for (const auto& [port, lane] : sources) {
      if (room[{port, lane}] == 0 || used.count(port) != 0) continue;
      used.insert(port);
      --room[{port, lane}];
      const auto name = static_cast<std::uint32_t>(port * 8 + static_cast<std::size_t>(lane));
      inputs.flits[port] = torus_head(this->hops_along(kLast, 2), true, lane, name);
    }
    const TorusOutputs outputs = router.clock(inputs);
    for (const auto& source : outputs.credits) ++room[source];
    credits.clear();
    const RawFlit flit = outputs.router.lanes[out];
    if (flit == 0) continue;
    credits.insert({out, lane_in(flit)});
    const std::uint32_t name = unpack(flit).tag;
    ++grants;
    // Two lanes are two turns: each lane of the channel serves everybody in turn. Before an
    // injected head gets a lane, 15 in transit may, and then whoever has one may go before it once.
    const auto all = static_cast<int>(sources.size());
    const bool is_injected = name / 8 == static_cast<std::uint32_t>(this->injection(kLast));
    const int turn = is_injected ? 16 + all : all * this->kShape.lanes + this->kShape.depth * 2;
    if (last.count(name) != 0) {
      EXPECT_LE(grants - last[name], turn) << "from " << name / 8;
    }
    last[name] = grants;
    ++served[name];
  }

  EXPECT_EQ(served.size(), sources.size());
  EXPECT_EQ(grants, 600);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(TorusRouterTest, TwoWormsForOneChannelNeverInterleaveOnALane) {
  constexpr int kLast = TestFixture::kChannels - 1;
  typename TestFixture::TheRouter router(this->middle());
  const std::size_t out = this->outgoing(kLast);
  std::map<std::size_t, std::uint32_t> next{{this->injection(kLast), 1},
                                            {this->incoming(kLast), 1}};
  std::map<std::size_t, int> room;
  for (const auto& [port, number] : next) room[port] = this->kShape.depth;
  std::map<int, std::uint32_t> owner;
  std::set<std::pair<std::size_t, int>> credits;
  int tails = 0;
  for (int t = 0; t < 200; ++t) {
    TorusInputs inputs;
    inputs.credits = credits;
    for (auto& [port, number] : next) {
      if (room[port] == 0) continue;
      --room[port];
      const auto name = static_cast<std::uint32_t>(port);
      inputs.flits[port] = number == 1 ? torus_head(this->hops_along(kLast, 2), false, 0, name)
                                       : torus_body(number, number == 4, 0, name);
      number = number == 4 ? 1 : number + 1;
    }
    const TorusOutputs outputs = router.clock(inputs);
    for (const auto& source : outputs.credits) ++room[source.first];
    credits.clear();
    const RawFlit flit = outputs.router.lanes[out];
    if (flit == 0) continue;
    const int lane = lane_in(flit);
    credits.insert({out, lane});
    const FlitFields fields = unpack(flit);
    if (fields.head) {
      EXPECT_EQ(owner.count(lane), 0U) << "edge " << t;
      owner[lane] = fields.tag;
    }
    EXPECT_EQ(owner[lane], fields.tag) << "edge " << t;
    if (fields.tail) owner.erase(lane);
    tails += fields.tail ? 1 : 0;
  }
  EXPECT_GE(tails, 48);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(TorusRouterTest, ALostArbitrationIsAStallButNoBlock) {
  typename TestFixture::TheRouter router(this->middle());
  const Hops two = this->hops_along(0, 2);
  const TorusOutputs outputs = router.clock(
      {{{this->injection(0), torus_head(two, true)}, {this->incoming(0), torus_head(two, true)}},
       {}});
  EXPECT_EQ(outputs.router.flit_count(), 1U);
  EXPECT_EQ(outputs.stalled, 1U);
  EXPECT_EQ(outputs.blocked, 0U);
}

TYPED_TEST(TorusRouterTest, TheResetForgetsEverything) {
  typename TestFixture::TheRouter router(this->middle());
  const Hops two = this->hops_along(0, 2);
  for (int k = 0; k < 2; ++k)
    router.clock({{{this->injection(0), k == 0 ? torus_head(two) : torus_body(2)},
                   {this->incoming(0), k == 0 ? torus_head(two) : torus_body(2)}},
                  {}});
  router.reset_again();

  EXPECT_EQ(router.outputs(), RouterOutputs(static_cast<std::size_t>(this->kShape.ports())));
  const TorusOutputs outputs = router.clock({{{this->incoming(0), torus_head(two)}}, {}});
  EXPECT_NE(this->only_flit(outputs, this->outgoing(0)), 0U);
  EXPECT_EQ(outputs.stalled, 0U);
}

// Which lanes the dateline leaves a head: seen by which of them it takes when the other is held.
template <class Model>
class TorusRouterDateline : public TorusRouterTest<Model> {
 protected:
  /// Lanes that a head may take, of two: it is tried with each other lane's credit spent.
  std::set<int> lanes_for(const TorusPlace& place, std::size_t port, int lane, int channel,
                          int hops) {
    std::set<int> lanes;
    for (const int spent : {0, 1}) {
      typename TorusRouterTest<Model>::TheRouter router(place);
      router.mute_assertions();
      spend(router, channel, spent);
      const TorusOutputs outputs =
          router.clock({{{port, torus_head(this->hops_along(channel, hops), true, lane)}}, {}});
      const RawFlit flit = outputs.router.lanes[this->outgoing(channel)];
      if (flit != 0) lanes.insert(lane_in(flit));
    }
    return lanes;
  }

 private:
  // Empties one lane's credits: by an injected head, which takes lane 0 of equals, or by one that
  // comes straight on over lane 1.
  void spend(typename TorusRouterTest<Model>::TheRouter& router, int channel, int lane) {
    const std::size_t port = lane == 1 ? this->incoming(channel) : this->injection(channel);
    for (int k = 0; k < this->kShape.depth; ++k) {
      const RawFlit flit =
          k == 0 ? torus_head(this->hops_along(channel, 1), false, lane)
                 : torus_body(static_cast<std::uint32_t>(k + 1), k + 1 == this->kShape.depth, lane);
      const RawFlit sent = router.clock({{{port, flit}}, {}}).router.lanes[this->outgoing(channel)];
      EXPECT_EQ(lane_in(sent), lane);
      EXPECT_NE(sent, 0U);
    }
  }
};
TYPED_TEST_SUITE(TorusRouterDateline, TwoLaneModels, TorusModelNames);

using Lanes = std::set<int>;

TYPED_TEST(TorusRouterDateline, WormsThatWillCrossUseTheLowLaneUpToAndWithTheWrapLink) {
  for (int c = 0; c < this->kChannels; ++c) {
    TorusPlace place = this->middle();
    const auto d = static_cast<std::size_t>(c / 2);
    for (const int x : {2, 5, c % 2 == 0 ? 7 : 0}) {
      place.coordinate[d] = x;
      const int to_wrap = c % 2 == 0 ? 8 - x : x + 1;
      EXPECT_EQ(this->lanes_for(place, this->injection(c), 0, c, to_wrap), Lanes{0}) << c << x;
      EXPECT_EQ(this->lanes_for(place, this->incoming(c), 0, c, to_wrap), Lanes{0}) << c << x;
      if (c >= 2) {
        EXPECT_EQ(this->lanes_for(place, this->incoming(0), 1, c, to_wrap), Lanes{0}) << c << x;
      }
    }
  }
}

TYPED_TEST(TorusRouterDateline, WormsThatHaveCrossedUseTheHighLane) {
  for (int c = 0; c < this->kChannels; ++c) {
    TorusPlace place = this->middle();
    const auto d = static_cast<std::size_t>(c / 2);
    place.coordinate[d] = c % 2 == 0 ? 0 : 7;
    EXPECT_EQ(this->lanes_for(place, this->incoming(c), 0, c, 2), Lanes{1}) << c;
    place.coordinate[d] = 3;
    EXPECT_EQ(this->lanes_for(place, this->incoming(c), 1, c, 2), Lanes{1}) << c;
  }
}

TYPED_TEST(TorusRouterDateline, OtherWormsUseEitherLaneUnlessTheRuleIsStrict) {
  for (int c = 0; c < this->kChannels; ++c) {
    TorusPlace place = this->middle();
    EXPECT_EQ(this->lanes_for(place, this->injection(c), 0, c, 2), (Lanes{0, 1})) << c;
    EXPECT_EQ(this->lanes_for(place, this->incoming(c), 0, c, 2), (Lanes{0, 1})) << c;
    if (c >= 2) {
      EXPECT_EQ(this->lanes_for(place, this->incoming(1), 1, c, 2), (Lanes{0, 1})) << c;
    }
    place.strict = true;
    EXPECT_EQ(this->lanes_for(place, this->injection(c), 0, c, 2), Lanes{0}) << c;
    EXPECT_EQ(this->lanes_for(place, this->incoming(c), 0, c, 2), Lanes{0}) << c;
  }
}

}  // namespace
}  // namespace flitwise::rtl_test
