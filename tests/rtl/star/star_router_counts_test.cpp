// How far the star router's counts go: packets in its most slots, and packets dropped.
#include <Vstar_router_7_1_64_0.h>

#include "tests/rtl/star/star_harness.h"

namespace flitwise::rtl_test {
namespace {

class StarSlots : public StarTest<StarCase<Vstar_router_7_1_64_0, 7, 1, 64>> {};

// A link goes before links of higher ports and before own lanes: while it sends over the same port,
// what comes in by them stays. Nothing goes before link 0.
TEST_F(StarSlots, EveryLaneButTheFirstLinkHoldsAsManyPacketsAsThereAreSlotsInTheirOrder) {
  const StarSetup setup = usual_setup();
  for (std::size_t lane = 0; lane < 2 * kPorts; ++lane) {
    if (lane == link(0)) continue;
    SCOPED_TRACE("lane " + std::to_string(lane));
    TheRouter router(setup);
    router.mute_assertions();
    ReferenceStarRouter reference(setup);
    const bool is_link = lane > link(0);
    const unsigned out = !is_link ? static_cast<unsigned>(lane) : lane == link(1) ? 2 : 1;
    const std::size_t first = link(out == 0 ? 1 : 0);
    const auto send = [&](std::uint32_t number) {
      return clock(router, reference,
                   {{first, routed_packet(1, {out}, number, 1)[0]},
                    {lane, routed_packet(1, {out}, number, 2)[0]}});
    };
    for (std::uint32_t number = 0; number < kSlots; ++number) {
      ASSERT_EQ(send(number).lanes[link(out)],
                after_hop(routed_packet(1, {out}, number, 1), out)[0]);
      ASSERT_EQ(router.counters().max_stored[first - kPorts], 1U);
      if (is_link) {
        ASSERT_EQ(router.counters().max_stored[lane - kPorts], number + 1);
      }
    }
    const RouterOutputs full = send(kSlots);
    EXPECT_EQ(full.violation, kOverflowBit);
    EXPECT_EQ(full.involved_in, std::set<std::size_t>{lane});
    for (std::uint32_t number = 0; number < kSlots; ++number)
      ASSERT_EQ(clock(router, reference, {}).lanes[link(out)],
                after_hop(routed_packet(1, {out}, number, 2), out)[0]);
    EXPECT_FALSE(clock(router, reference, {}).busy);
  }
}

TEST_F(StarSlots, EveryLinkDeliversFromEverySlot) {
  const StarSetup setup = usual_setup();
  TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  for (std::uint32_t number = 0; number < kSlots; ++number) {
    const RawFlit flit = routed_packet(1, {}, number)[0];
    std::map<std::size_t, RawFlit> inputs;
    for (std::size_t port = 0; port < kPorts; ++port) inputs[link(port)] = flit;
    const RouterOutputs outputs = clock(router, reference, inputs);
    for (std::size_t port = 0; port < kPorts; ++port) ASSERT_EQ(outputs.lanes[port], flit);
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

class StarCounts : public StarTest<StarCase<Vstar_router_3_1_1_0, 3, 1, 1>> {
 protected:
  static constexpr std::uint32_t kEdges = 1U << 18;

  /// The counters after the same flit has come in by every lane at so many edges.
  static StarCounters counters_after_every_lane_takes(RawFlit flit) {
    TheRouter router(usual_setup());
    router.mute_assertions();
    for (std::uint32_t edge = 0; edge < kEdges; ++edge) {
      for (std::size_t lane = 0; lane < 2 * kPorts; ++lane) router.put(lane, flit);
      router.clock();
    }
    return router.counters();
  }
};

TEST_F(StarCounts, CountAMillionPacketsWithErrors) {
  const StarCounters counters = counters_after_every_lane_takes(routed_packet(1, {}, 1)[0] ^ 1);
  EXPECT_EQ(counters.crc_errors, kEdges * 2 * kPorts);
  EXPECT_EQ(counters.misdirected, 0U);
}

TEST_F(StarCounts, CountAMillionPacketsWithoutAWay) {
  const RawFlit nowhere = routed_packet(1, {6}, 1)[0];  // an order-3 router has no such port
  const StarCounters counters = counters_after_every_lane_takes(nowhere);
  EXPECT_EQ(counters.crc_errors, 0U);
  EXPECT_EQ(counters.misdirected, kEdges * 2 * kPorts);
}

}  // namespace
}  // namespace flitwise::rtl_test
