// What the star router promises where it cuts through: heads leave before their tails have come,
// and what is wrong behind them goes on marked. Each also against the reference at every edge.
#include "tests/rtl/star/star_harness.h"

namespace flitwise::rtl_test {
namespace {

const RawFlit kNothing = marked(RawFlit{1} << 63);

template <class Case>
class StarCutThrough : public StarTest<Case> {
 protected:
  using Base = StarTest<Case>;
  static constexpr std::size_t kFlits = Base::kFlits;
  static constexpr std::size_t kStages = Base::kStages;

  /// From link 1 over port 0.
  static Packet passing(std::uint32_t number = 1) { return routed_packet(kFlits, {0}, number); }
  static Packet sent(const Packet& packet) { return after_hop(packet, 0); }

  /// The packet that port 0 shows from the edge of the input's head on.
  Packet on_port_0(const std::vector<RouterOutputs>& seen, std::size_t from = 0) {
    return this->seen_on(seen, this->link(0), from + kStages);
  }
  std::vector<RouterOutputs> pass(const Packet& packet) {
    return this->run(router, reference, {{this->link(1), packet}}, kFlits + kStages + 1);
  }

  StarSetup setup = Base::usual_setup();
  typename Base::TheRouter router{setup};
  ReferenceStarRouter reference{setup};
};
TYPED_TEST_SUITE(StarCutThrough, CutThroughStarCases, StarCaseNames);

TYPED_TEST(StarCutThrough, AHeadLeavesAtTheEdgeAtWhichItComesAndItsPacketFollows) {
  EXPECT_EQ(this->on_port_0(this->pass(this->passing())), this->sent(this->passing()));
  EXPECT_EQ(this->router.assertion_failures(), 0);
}

TYPED_TEST(StarCutThrough, PacketsFollowEachOtherAtOnce) {
  Packet two = this->passing(1);
  const Packet second = this->passing(2);
  two.insert(two.end(), second.begin(), second.end());
  const auto seen = this->pass(two);
  EXPECT_EQ(this->on_port_0(seen), this->sent(this->passing(1)));
  EXPECT_EQ(this->on_port_0(seen, this->kFlits), this->sent(second));
  EXPECT_EQ(this->router.counters().max_stored[1], 1U);
  EXPECT_EQ(this->router.assertion_failures(), 0);
}

TYPED_TEST(StarCutThrough, APacketThatWaitsForItsPortLeavesWhole) {
  const Packet own = routed_packet(this->kFlits, {0}, 5);
  const auto seen =
      this->run(this->router, this->reference, {{this->link(1), this->passing()}, {0, own}},
                2 * this->kFlits + this->kStages);
  EXPECT_EQ(this->on_port_0(seen), this->sent(this->passing()));
  EXPECT_EQ(this->on_port_0(seen, this->kFlits), this->sent(own));
}

TYPED_TEST(StarCutThrough, EveryBitErrorBehindAHeadGoesOnMarkedAndIsCountedHereAlone) {
  // The router behind it takes what this one has sent.
  typename TestFixture::TheRouter next(this->setup);
  ReferenceStarRouter next_reference(this->setup);
  for (unsigned bit = 0; bit < 63; ++bit) {
    SCOPED_TRACE(bit);
    Packet packet = routed_packet(this->kFlits, {0, 1}, 1);
    packet[1] ^= RawFlit{1} << bit;
    const Packet left = this->on_port_0(this->pass(packet));
    Packet expected = after_hop(packet, 0);
    expected[1] = marked(packet[1]);
    ASSERT_EQ(left, expected);
    ASSERT_EQ(this->router.counters().crc_errors, bit + 1);
    const auto behind =
        this->run(next, next_reference, {{this->link(0), left}}, this->kFlits + this->kStages + 1);
    ASSERT_EQ(this->seen_on(behind, this->link(1), this->kStages), after_hop(left, 1));
    ASSERT_EQ(next.counters().crc_errors, 0U);
  }
  EXPECT_EQ(this->router.assertion_failures() + next.assertion_failures(), 0);
}

TYPED_TEST(StarCutThrough, ADamagedHeadGoesNowhere) {
  Packet packet = this->passing();
  packet[0] ^= 1;
  for (const RouterOutputs& outputs : this->pass(packet)) EXPECT_EQ(outputs.flit_count(), 0U);
  EXPECT_EQ(this->router.counters().crc_errors, 1U);
}

TYPED_TEST(StarCutThrough, ABrokenPacketEndsInMarkedFlitsWithoutContent) {
  this->router.mute_assertions();
  Packet expected(this->kFlits, kNothing);
  expected[0] = this->sent(this->passing())[0];
  // Nothing more comes; a new head; a wrong mark for its place.
  EXPECT_EQ(this->on_port_0(this->pass({this->passing()[0]})), expected);
  const Packet other = routed_packet(this->kFlits, {}, 9);
  Packet packet{this->passing()[0]};
  packet.insert(packet.end(), other.begin(), other.end());
  EXPECT_EQ(this->on_port_0(this->pass(packet)), expected);
  packet = this->passing();
  packet[1] = with_crc(packet[1] ^ RawFlit{1} << 57);
  packet.resize(2);
  const auto seen = this->pass(packet);
  EXPECT_EQ(this->on_port_0(seen), expected);
  EXPECT_EQ(seen[1].violation, kBrokenWormBit);
  EXPECT_EQ(this->router.counters().crc_errors, 0U);
}

TYPED_TEST(StarCutThrough, APacketWhoseLinkDiesEndsInMarkedFlitsWithoutAReport) {
  std::vector<RouterOutputs> seen;
  const Packet packet = this->passing();
  for (std::size_t k = 0; k < this->kFlits + this->kStages; ++k) {
    const std::set<std::size_t> dead = k == 0 ? std::set<std::size_t>{} : std::set<std::size_t>{1};
    this->router.set_faults(false, dead);
    this->reference.set_faults(false, dead);
    std::map<std::size_t, RawFlit> inputs;
    if (k < this->kFlits) inputs[this->link(1)] = packet[k];
    seen.push_back(this->clock(this->router, this->reference, inputs));
    EXPECT_EQ(seen.back().violation, 0U);
  }
  Packet expected(this->kFlits, kNothing);
  expected[0] = this->sent(packet)[0];
  EXPECT_EQ(this->on_port_0(seen), expected);
}

TYPED_TEST(StarCutThrough, AWrongPacketGivesUpTheWaysThatItHasNotBegun) {
  // Port 0 sends the link's packet when the PE's shows its error.
  Packet own = routed_packet(this->kFlits, {0}, 5);
  own[1] ^= 1;
  const auto seen =
      this->run(this->router, this->reference, {{this->link(1), this->passing()}, {0, own}},
                2 * this->kFlits + this->kStages);
  EXPECT_EQ(this->on_port_0(seen), this->sent(this->passing()));
  EXPECT_EQ(this->on_port_0(seen, this->kFlits), Packet(this->kFlits, 0));
  EXPECT_FALSE(seen.back().busy);
}

}  // namespace
}  // namespace flitwise::rtl_test
