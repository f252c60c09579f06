// The star router's promises one by one, each also against the reference at every edge, on RTL, on
// RTL with checkers and on netlists.
#include <algorithm>

#include "tests/rtl/star/star_harness.h"

namespace flitwise::rtl_test {
namespace {

template <class Case>
class StarRouting : public StarTest<Case> {
 protected:
  using Base = StarTest<Case>;
  static constexpr std::size_t kPorts = Base::kPorts;
  static constexpr std::size_t kFlits = Base::kFlits;

  /// A relative address and a tree in which a packet comes in over `port`.
  struct Arrival {
    Permutation u;
    unsigned tree = 0;  // from 0
    std::set<int> children;
  };

  /// Every one, or an even sample of `most`.
  static std::vector<Arrival> arrivals(TreeRule rule, std::size_t port, std::size_t most) {
    std::vector<Arrival> all;
    for (const Permutation& u : all_permutations(Base::kOrder))
      for (int tree = 2; !is_identity(u) && tree <= Base::kOrder; ++tree)
        if (parent_dimension(rule, u, tree) == static_cast<int>(port) + 2)
          all.push_back({u, static_cast<unsigned>(tree) - 2, child_dimensions(rule, u, tree)});
    std::vector<Arrival> some;
    const std::size_t stride = std::max<std::size_t>(1, all.size() / most);
    for (std::size_t k = 0; k < all.size(); k += stride) some.push_back(all[k]);
    return some;
  }

  static Packet packet_of(const Arrival& arrival, std::uint32_t number) {
    return broadcast_packet(kFlits, address_bits(arrival.u), arrival.tree, number);
  }

  /// Which a router of this order can do with a route from a link: the ways are three at least.
  static unsigned other_port(std::size_t port) { return static_cast<unsigned>(port == 0 ? 1 : 0); }
};
TYPED_TEST_SUITE(StarRouting, StarCases, StarCaseNames);

TYPED_TEST(StarRouting, ABroadcastGoesToThePeAndToAllChildrenAtOnce) {
  std::uint32_t copies = 0;
  for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ}) {
    StarSetup setup = this->usual_setup();
    setup.rule = rule;
    setup.is_scheduled = true;
    typename TestFixture::TheRouter router(setup);
    ReferenceStarRouter reference(setup);
    for (std::size_t port = 0; port < this->kPorts; ++port) {
      for (const auto& arrival : this->arrivals(rule, port, 60)) {
        const Packet packet = this->packet_of(arrival, copies & 0xFFF);
        const auto seen = this->run(router, reference, {{this->link(port), packet}}, this->kFlits);
        const std::size_t tail = this->kFlits - 1;
        ASSERT_EQ(this->seen_on(seen, port, tail), packet);
        for (std::size_t out = 0; out < this->kPorts; ++out) {
          const bool is_child = arrival.children.count(static_cast<int>(out) + 2) != 0;
          const Packet sent = this->seen_on(seen, this->link(out), tail);
          ASSERT_EQ(sent, is_child ? after_hop(packet, static_cast<unsigned>(out))
                                   : Packet(this->kFlits, 0));
          copies += is_child ? 1 : 0;
        }
        ASSERT_FALSE(this->clock(router, reference, {}).busy);
      }
    }
    EXPECT_EQ(router.assertion_failures(), 0);
  }
  EXPECT_GT(copies, 4U);
}

TYPED_TEST(StarRouting, BackToBackBroadcastsOnAllPortsFlowAtFullRateInOneSlot) {
  StarSetup setup = this->usual_setup();
  setup.is_scheduled = true;
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  std::size_t packets = 0;
  std::vector<RouterOutputs> all;
  // One address at a time, in all trees: each link brings another tree, no child is shared.
  std::vector<Permutation> nodes = all_permutations(this->kOrder);
  for (std::size_t k = 1; k < nodes.size(); k += 1 + nodes.size() / 200) {
    typename TestFixture::Traffic traffic;
    for (int tree = 2; tree <= this->kOrder; ++tree, ++packets) {
      const auto port =
          static_cast<std::size_t>(parent_dimension(TreeRule::kQ, nodes[k], tree) - 2);
      traffic[this->link(port)] =
          broadcast_packet(this->kFlits, address_bits(nodes[k]), static_cast<unsigned>(tree) - 2,
                           static_cast<std::uint32_t>(k & 0xFFF));
    }
    ASSERT_EQ(traffic.size(), this->kPorts);
    for (const RouterOutputs& outputs : this->run(router, reference, traffic, 0))
      all.push_back(outputs);
  }
  for (std::size_t edge = this->kFlits; edge < all.size(); ++edge)
    for (std::size_t port = 0; port < this->kPorts; ++port)
      ASSERT_TRUE(is_valid(all[edge].lanes[port])) << "edge " << edge << " port " << port;
  EXPECT_EQ(reference.counters().max_stored, std::vector<std::uint32_t>(this->kPorts, 1));
  EXPECT_GT(packets, 4U);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(StarRouting, ARouteIsPoppedByEverySenderAndEndsAtThePe) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  const std::size_t tail = this->kFlits - 1;
  for (unsigned from = 0; from < this->kPorts; ++from) {
    for (unsigned to = 0; to < this->kPorts; ++to) {
      if (from == to) continue;
      const std::vector<unsigned> route{to, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
      const Packet packet = routed_packet(this->kFlits, route, 77, 1);
      const auto seen =
          this->run(router, reference, {{this->link(from), packet}}, this->kFlits + 1);
      ASSERT_EQ(this->seen_on(seen, this->link(to), tail),
                routed_packet(this->kFlits, {route.begin() + 1, route.end()}, 77, 1)[0] == 0
                    ? Packet{}
                    : after_hop(packet, to));
      ASSERT_EQ(
          star_content(seen[tail].lanes[this->link(to)]),
          star_content(routed_packet(this->kFlits, {route.begin() + 1, route.end()}, 77, 1)[0]));
    }
    const Packet last = routed_packet(this->kFlits, {}, 78);
    const auto seen = this->run(router, reference, {{this->link(from), last}}, this->kFlits + 1);
    ASSERT_EQ(this->seen_on(seen, from, tail), last);
  }
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(StarRouting, OwnPacketsLeaveByTheirPort) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  const std::size_t tail = this->kFlits - 1;
  typename TestFixture::Traffic traffic;
  for (unsigned port = 0; port < this->kPorts; ++port)
    traffic[port] = port % 2 == 0 ? routed_packet(this->kFlits, {port}, port)
                                  : broadcast_packet(this->kFlits, 06543210, port, port);
  const auto seen = this->run(router, reference, traffic, this->kFlits + 1);
  for (unsigned port = 0; port < this->kPorts; ++port)
    EXPECT_EQ(this->seen_on(seen, this->link(port), tail), after_hop(traffic[port], port));
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(StarRouting, DropsBroadcastsThatComeOverAnotherPortThanTheirTrees) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  std::uint32_t dropped = 0;
  for (std::size_t port = 0; port < this->kPorts; ++port) {
    for (const auto& arrival : this->arrivals(TreeRule::kQ, port, 10)) {
      for (std::size_t wrong = 0; wrong < this->kPorts; ++wrong) {
        if (wrong == port) continue;
        const auto seen =
            this->run(router, reference, {{this->link(wrong), this->packet_of(arrival, 3)}}, 1);
        ASSERT_EQ(seen[this->kFlits - 1].violation, kNoRouteBit);
        ++dropped;
      }
    }
  }
  EXPECT_EQ(reference.counters().misdirected, dropped);
  EXPECT_EQ(router.assertion_failures(), this->kAsserts ? static_cast<int>(dropped) : 0);
}

TYPED_TEST(StarRouting, DropsHeadsThatNameNoWay) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  const std::uint32_t source = address_bits(all_permutations(this->kOrder).front());
  const auto unknown_kind = [&](unsigned kind) {
    Packet packet = routed_packet(this->kFlits, {}, 1);
    packet[0] = with_crc((packet[0] & ~(RawFlit{0xF} << 59)) | RawFlit{kind} << 59);
    return packet;
  };
  const std::size_t lane = this->link(0);
  std::vector<std::pair<std::size_t, Packet>> bad{
      {lane, broadcast_packet(this->kFlits, source, 0, 1)},           // back to the source
      {lane, broadcast_packet(this->kFlits, 0, 0, 1)},                // no permutation
      {lane, broadcast_packet(this->kFlits, source ^ 7, 0, 1)},       // a symbol too large
      {lane, broadcast_packet(this->kFlits, 0201, this->kPorts, 1)},  // no such tree
      {lane, broadcast_packet(this->kFlits, 0201, 7, 1)},             // no such tree
      {lane, routed_packet(this->kFlits, {0, 1}, 1)},                 // back over its link
      {lane, routed_packet(this->kFlits, {6}, 1)},                    // 7 is no port
      {0, routed_packet(this->kFlits, {1, 0}, 1)},                    // own lane of another port
      {0, routed_packet(this->kFlits, {}, 1)},                        // to itself
      {lane, unknown_kind(0)},
      {lane, unknown_kind(2)},
      {lane, unknown_kind(8)},
      {0, unknown_kind(15)}};
  for (const auto& [from, packet] : bad) {
    const auto seen = this->run(router, reference, {{from, packet}}, 1);
    ASSERT_EQ(seen[this->kFlits - 1].violation, kNoRouteBit) << std::oct << packet[0];
    ASSERT_EQ(seen[this->kFlits - 1].involved_in, std::set<std::size_t>{from});
  }
  EXPECT_EQ(reference.counters().misdirected, bad.size());
  EXPECT_EQ(router.assertion_failures(), this->kAsserts ? static_cast<int>(bad.size()) : 0);
}

TYPED_TEST(StarRouting, DropsAndCountsAPacketWithAnErrorInAnyBitOfAnyFlit) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  const auto arrival = this->arrivals(TreeRule::kQ, 0, 1).front();
  std::uint32_t dropped = 0;
  for (const std::size_t lane : {this->link(0), std::size_t{0}}) {
    for (std::size_t k = 0; k < this->kFlits; ++k) {
      for (int bit = 0; bit < 63; ++bit) {
        Packet packet =
            lane == 0 ? routed_packet(this->kFlits, {0}, 9) : this->packet_of(arrival, 9);
        packet[k] ^= RawFlit{1} << bit;
        for (const RouterOutputs& outputs : this->run(router, reference, {{lane, packet}}, 1))
          ASSERT_EQ(outputs.flit_count(), 0U) << "flit " << k << " bit " << bit;
        ASSERT_EQ(router.counters().crc_errors, ++dropped) << "flit " << k << " bit " << bit;
      }
    }
  }
  EXPECT_EQ(dropped, 2 * 63 * this->kFlits);
  // The next packet is not touched.
  const auto seen = this->run(router, reference, {{this->link(0), this->packet_of(arrival, 9)}}, 1);
  EXPECT_EQ(seen[this->kFlits - 1].lanes[0], this->packet_of(arrival, 9)[0]);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(StarRouting, ReportsPacketsOfAnotherLengthAndTakesTheNext) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  Packet headless = routed_packet(this->kFlits + 1, {}, 4);
  headless[0] = 0;
  Packet twice = routed_packet(this->kFlits + 1, {}, 5);
  const auto violations = [&](const Packet& packet) {
    unsigned all = 0;
    for (const auto& outputs : this->run(router, reference, {{this->link(1), packet}}, 1)) {
      all |= outputs.violation;
      EXPECT_EQ(outputs.flit_count(), 0U);
    }
    return all;
  };
  EXPECT_EQ(violations(headless), kBrokenWormBit);
  EXPECT_EQ(violations(twice), kBrokenWormBit);
  if (this->kFlits > 1) {
    EXPECT_EQ(violations(routed_packet(this->kFlits - 1, {}, 6)), kBrokenWormBit);
    Packet cut = routed_packet(this->kFlits, {}, 7);
    cut.resize(1);
    EXPECT_EQ(violations(cut), 0U);
  }
  const Packet good = routed_packet(this->kFlits, {}, 8);
  const auto seen = this->run(router, reference, {{this->link(1), good}}, this->kFlits);
  EXPECT_EQ(this->seen_on(seen, 1, this->kFlits - 1), good);
  EXPECT_EQ(seen[0].violation, this->kFlits > 1 ? kBrokenWormBit : 0U);
}

TYPED_TEST(StarRouting, APacketThatMeetsAnotherWaitsAndIsReportedWhereTheScheduleLetsNoneWait) {
  for (const bool is_scheduled : {false, true}) {
    StarSetup setup = this->usual_setup();
    setup.is_scheduled = is_scheduled;
    typename TestFixture::TheRouter router(setup);
    ReferenceStarRouter reference(setup);
    const Packet transit = routed_packet(this->kFlits, {0}, 1);
    const Packet own = routed_packet(this->kFlits, {0}, 2);
    const auto seen =
        this->run(router, reference, {{this->link(1), transit}, {0, own}}, 2 * this->kFlits);
    const std::size_t tail = this->kFlits - 1;
    EXPECT_EQ(this->seen_on(seen, this->link(0), tail), after_hop(transit, 0));
    EXPECT_EQ(this->seen_on(seen, this->link(0), tail + this->kFlits), after_hop(own, 0));
    EXPECT_EQ(seen[tail].violation, is_scheduled ? kWaitedBit : 0U);
    EXPECT_EQ(seen[tail].involved_in,
              is_scheduled ? std::set<std::size_t>{0} : std::set<std::size_t>{});
    EXPECT_EQ(seen[tail].involved_out,
              is_scheduled ? std::set<std::size_t>{this->link(0)} : std::set<std::size_t>{});
    EXPECT_EQ(router.assertion_failures(), this->kAsserts && is_scheduled ? 1 : 0);
  }
}

// Three packets of a link that come behind each other: the first waits for its port, so that the
// second goes to the PE an edge late, and the third meets it there.
TYPED_TEST(StarRouting, APacketThatMeetsAnotherOfItsLinkAtThePeIsReportedWithTheOwnLane) {
  // It goes at once, or is lost, or there is no third port.
  if (this->kFlits == 1 || this->kSlots == 1 || this->kPorts == 2) return;
  StarSetup setup = this->usual_setup();
  setup.is_scheduled = true;
  for (std::size_t port = 1; port < this->kPorts; ++port) {
    typename TestFixture::TheRouter router(setup);
    router.mute_assertions();
    ReferenceStarRouter reference(setup);
    const unsigned out = port == 1 ? 2 : 1;
    const Packet transit = routed_packet(this->kFlits, {out}, 1);
    this->run(router, reference, {{this->link(0), transit}, {this->link(port), transit}}, 0);
    this->run(router, reference, {{this->link(port), routed_packet(this->kFlits, {}, 2)}}, 0);
    const Packet last = routed_packet(this->kFlits, {}, 3);
    const auto seen = this->run(router, reference, {{this->link(port), last}}, this->kFlits + 1);
    const RouterOutputs& met = seen[this->kFlits - 1];
    EXPECT_EQ(met.violation, kWaitedBit);
    EXPECT_EQ(met.involved_in, std::set<std::size_t>{this->link(port)});
    EXPECT_EQ(met.involved_out, std::set<std::size_t>{port});
    EXPECT_EQ(this->seen_on(seen, port, this->kFlits), last);
  }
}

TYPED_TEST(StarRouting, HoldsAsManyPacketsAsItHasSlotsAndLosesTheNext) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  // Own lane 0 and link 1 both want port 0 all the time, and links go first: the own lane fills up.
  const std::size_t rounds = this->kSlots + 3;
  std::size_t own_sent = 0;
  unsigned violation = 0;
  std::size_t lost_at = 0;
  for (std::size_t k = 0; k < rounds; ++k) {
    const auto number = static_cast<std::uint32_t>(k);
    const auto seen = this->run(router, reference,
                                {{this->link(1), routed_packet(this->kFlits, {0}, number)},
                                 {0, routed_packet(this->kFlits, {0}, 100 + number)}},
                                0);
    for (const auto& outputs : seen) violation |= outputs.violation;
    if (violation == 0) lost_at = k + 1;
  }
  EXPECT_EQ(violation, kOverflowBit);
  EXPECT_EQ(lost_at, this->kSlots);
  for (std::size_t k = 0; k < (rounds + 2) * this->kFlits; ++k) {
    const RawFlit flit = this->clock(router, reference, {}).lanes[this->link(0)];
    if (is_valid(flit) && (flit >> 58 & 1) != 0) ++own_sent;
  }
  EXPECT_EQ(own_sent, this->kSlots + (this->kFlits > 1 ? 0U : 0U));
  EXPECT_EQ(router.assertion_failures(),
            this->kAsserts ? static_cast<int>(rounds - this->kSlots) : 0);
}

TYPED_TEST(StarRouting, ADeadRouterTakesAndSendsNothing) {
  StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  const Packet packet = routed_packet(this->kFlits, {0}, 1);
  this->run(router, reference, {{this->link(1), packet}, {0, packet}}, 0);
  router.set_faults(true, {});
  reference.set_faults(true, {});
  for (const auto& outputs : this->run(router, reference, {{this->link(1), packet}}, 3)) {
    EXPECT_EQ(outputs.flit_count(), 0U);
    EXPECT_FALSE(outputs.busy);
  }
  router.set_faults(false, {});
  reference.set_faults(false, {});
  const auto seen = this->run(router, reference, {{this->link(1), packet}}, this->kFlits + 1);
  EXPECT_EQ(this->seen_on(seen, this->link(0), this->kFlits - 1), after_hop(packet, 0));
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(StarRouting, ADeadLinkPassesNothingEitherWay) {
  StarSetup setup = this->usual_setup();
  setup.dead_links = {1};
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  const Packet out = routed_packet(this->kFlits, {1}, 1);
  const Packet in = routed_packet(this->kFlits, {}, 2);
  const Packet alive = routed_packet(this->kFlits, {0}, 3);
  const auto seen = this->run(router, reference,
                              {{1, out}, {this->link(0), out}, {this->link(1), in}, {0, alive}},
                              2 * this->kFlits);
  for (const auto& outputs : seen) {
    EXPECT_EQ(outputs.lanes[this->link(1)], 0U);
    EXPECT_EQ(outputs.lanes[1], 0U);
  }
  EXPECT_EQ(this->seen_on(seen, this->link(0), this->kFlits - 1), after_hop(alive, 0));
  EXPECT_FALSE(this->clock(router, reference, {}).busy);
  EXPECT_EQ(router.assertion_failures(), 0);
}

TYPED_TEST(StarRouting, APacketThatComesInIsForgottenWhenItsLinkOrTheRouterDiesBetweenItsFlits) {
  if (this->kFlits == 1) return;  // nothing lies between
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  router.mute_assertions();
  ReferenceStarRouter reference(setup);
  const Packet packet = routed_packet(this->kFlits, {0}, 1);
  for (const bool router_dies : {false, true}) {
    this->clock(router, reference, {{this->link(1), packet[0]}});
    std::set<std::size_t> dead_links;
    if (!router_dies) dead_links.insert(1);
    router.set_faults(router_dies, dead_links);
    reference.set_faults(router_dies, dead_links);
    EXPECT_FALSE(this->clock(router, reference, {}).busy);
    router.set_faults(false, {});
    reference.set_faults(false, {});
    EXPECT_NE(this->clock(router, reference, {{this->link(1), packet[1]}}).violation, 0U);
    EXPECT_FALSE(this->clock(router, reference, {}).busy);
  }
}

TYPED_TEST(StarRouting, CountsADamagedPacketWhoseTailIsMarkedWrong) {
  if (this->kFlits == 1) return;  // the damage covers the only mark
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  router.mute_assertions();
  ReferenceStarRouter reference(setup);
  Packet packet = routed_packet(this->kFlits, {}, 1);
  packet[0] ^= 1;
  packet[1] = with_crc(packet[1] ^ RawFlit{1} << 57);
  this->run(router, reference, {{this->link(0), packet}}, 0);
  EXPECT_EQ(router.counters().crc_errors, 1U);
}

TYPED_TEST(StarRouting, ResetForgetsPacketsAndCounts) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  Packet bad = routed_packet(this->kFlits, {}, 1);
  bad[0] ^= 1;
  this->run(router, reference,
            {{this->link(0), bad}, {this->link(1), routed_packet(this->kFlits, {}, 1)}}, 0);
  this->run(router, reference, {{this->link(1), routed_packet(this->kFlits, {1}, 1)}}, 0);
  ASSERT_GT(reference.counters().crc_errors, 0U);
  ASSERT_GT(reference.counters().misdirected, 0U);
  ASSERT_GT(reference.counters().max_stored[1], 0U);
  router.reset_again();
  EXPECT_EQ(router.counters(), ReferenceStarRouter(setup).counters());
  EXPECT_FALSE(router.clock_and_read().busy);
}

TYPED_TEST(StarRouting, ResetForgetsCountsOfARouterThatHasLongBeenIdleToo) {
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  Packet bad = routed_packet(this->kFlits, {}, 1);
  bad[0] ^= 1;
  this->run(router, reference, {{this->link(0), bad}}, 0);
  for (int step = 0; step < 8; ++step) this->clock(router, reference, {});
  ASSERT_GT(reference.counters().crc_errors, 0U);
  router.reset_again();
  EXPECT_EQ(router.counters(), ReferenceStarRouter(setup).counters());
}

}  // namespace
}  // namespace flitwise::rtl_test
