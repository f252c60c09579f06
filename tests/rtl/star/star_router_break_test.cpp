// Packets that find no slot, are damaged and then broken off: three faults of one packet, which
// random traffic hardly ever brings together. Against the reference at every edge.
#include "tests/rtl/star/star_harness.h"

namespace flitwise::rtl_test {
namespace {

constexpr RawFlit kTailMark = RawFlit{1} << 57;

template <class Case>
class StarBreaks : public StarTest<Case> {
 protected:
  using Base = StarTest<Case>;
  static constexpr std::size_t kFlits = Base::kFlits;

  // Link 1 and own lane 0 want port 0, and links go first: own lane 0 has no slot left.
  void fill_own_lane() {
    router.mute_assertions();
    for (std::size_t k = 0; k < Base::kSlots; ++k)
      this->run(router, reference, {{Base::link(1), to_port_0()}, {0, to_port_0()}}, 0);
  }
  static Packet to_port_0() { return routed_packet(kFlits, {0}, 1); }
  // A head and a flit with a bad CRC: too short to have ended.
  static Packet damaged_begin() {
    Packet packet = to_port_0();
    packet.resize(2);
    packet[1] ^= 1;
    return packet;
  }
  // After them, a good flit whose mark of a tail is wrong for its place.
  static RawFlit misplaced_tail() { return with_crc(to_port_0()[2] ^ kTailMark); }

  // What own lane 0 reports at the edges, one set of bits each.
  std::vector<unsigned> violations(const Packet& packet) {
    std::vector<unsigned> all;
    for (const RouterOutputs& outputs : this->run(router, reference, {{0, packet}}, 0)) {
      EXPECT_EQ(outputs.involved_in,
                outputs.violation != 0 ? std::set<std::size_t>{0} : std::set<std::size_t>{});
      all.push_back(outputs.violation);
    }
    return all;
  }

  StarSetup setup = Base::usual_setup();
  typename Base::TheRouter router{setup};
  ReferenceStarRouter reference{setup};
};

// In two flits a damaged packet is whole: nothing is left to break off.
using LongPackets = ::testing::Types<StarCase<Vstar_router_4_3_2_1_checked, 4, 3, 2>,
                                     StarCase<Vstar_router_6_4_2_0, 6, 4, 2>,
                                     StarCase<Vstar_router_5_16_1_0_checked, 5, 16, 1>>;
TYPED_TEST_SUITE(StarBreaks, LongPackets, StarCaseNames);

TYPED_TEST(StarBreaks, ALostAndDamagedPacketIsAnOverflowAloneWhenANewHeadBreaksItOff) {
  this->fill_own_lane();
  Packet packet = this->damaged_begin();
  packet.push_back(this->to_port_0()[0]);

  const std::vector<unsigned> seen = this->violations(packet);

  EXPECT_EQ(seen, (std::vector<unsigned>{kOverflowBit, 0, kBrokenWormBit | kOverflowBit}));
  EXPECT_EQ(this->router.counters().crc_errors, 0U);
}

TYPED_TEST(StarBreaks, ALostAndDamagedPacketIsAnOverflowAloneWhenATailElsewhereBreaksItOff) {
  this->fill_own_lane();
  Packet packet = this->damaged_begin();
  packet.push_back(this->misplaced_tail());

  const std::vector<unsigned> seen = this->violations(packet);

  EXPECT_EQ(seen, (std::vector<unsigned>{kOverflowBit, 0, kBrokenWormBit}));
  EXPECT_EQ(this->router.counters().crc_errors, 0U);
}

}  // namespace
}  // namespace flitwise::rtl_test
