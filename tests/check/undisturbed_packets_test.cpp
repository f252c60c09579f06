#include "tb/check/torus/traffic_meter.h"

#include <gtest/gtest.h>

namespace flitwise::check {
namespace {

class UndisturbedPacketsTest : public testing::Test {
 protected:
  // A packet of one flit, `hops` along x_0 and none along x_1.
  static ExpectedPacket packet(std::int64_t number, Node from, int hops, Step born = 1) {
    ExpectedPacket packet;
    packet.number = number;
    packet.from = from;
    packet.to = (from + hops + 8) % 8;
    packet.born = born;
    packet.hops[0] = hops;
    return packet;
  }
  void arrive(const ExpectedPacket& packet, Step late = 0) {
    PacketLife life;
    life.packet = packet;
    life.departed = packet.born;
    life.arrived = packet.born + total_hops(packet.hops) + late;
    packets.on_arrived(life);
  }

  UndisturbedPackets packets{
      TorusWiring(Torus({8, 1}), {}),
      [](const ExpectedPacket& packet, Step) { return total_hops(packet.hops) + packet.flits; }};
};

TEST_F(UndisturbedPacketsTest, HaveNoChannelInCommonWithAnother) {
  const ExpectedPacket a = packet(0, 0, 3);
  const ExpectedPacket b = packet(0, 3, 2);   // goes on where the first ends
  const ExpectedPacket c = packet(0, 2, -2);  // the other direction
  for (const ExpectedPacket& p : {a, b, c}) packets.on_born(p);
  for (const ExpectedPacket& p : {a, b, c}) arrive(p);
  EXPECT_EQ(packets.count(), 3);
  EXPECT_EQ(packets.late(), 0);
}

TEST_F(UndisturbedPacketsTest, AreNotThoseThatMeet) {
  const ExpectedPacket a = packet(0, 0, 3);
  const ExpectedPacket b = packet(0, 2, 2);
  packets.on_born(a);
  packets.on_born(b);
  arrive(a);
  arrive(b);
  EXPECT_EQ(packets.count(), 0);
}

TEST_F(UndisturbedPacketsTest, MeetAlsoThoseBehindOneThatHasLeft) {
  const ExpectedPacket a = packet(0, 0, 3);
  const ExpectedPacket b = packet(0, 1, 2);
  const ExpectedPacket c = packet(0, 2, 1);
  packets.on_born(a);
  packets.on_born(b);
  arrive(b);
  packets.on_born(c);
  arrive(a);
  arrive(c);
  EXPECT_EQ(packets.count(), 0);
}

TEST_F(UndisturbedPacketsTest, AreCountedWhereTheyAreLate) {
  const ExpectedPacket a = packet(0, 0, 3);
  packets.on_born(a);
  arrive(a, 1);
  EXPECT_EQ(packets.count(), 1);
  EXPECT_EQ(packets.late(), 1);
  EXPECT_EQ(packets.too_fast(), 0);
}

TEST_F(UndisturbedPacketsTest, NoPacketMayBeFasterThanAlone) {
  const ExpectedPacket a = packet(0, 0, 3);
  const ExpectedPacket b = packet(1, 0, 3);
  packets.on_born(a);
  packets.on_born(b);
  arrive(a, -1);
  arrive(b, 4);
  EXPECT_EQ(packets.too_fast(), 1);
}

// The latency alone depends on the step in which the packet begins: born in step 1 it would take
// six steps, begun in step 2 only five.
TEST(UndisturbedPacketsOfLateReceivers, AreHeldAgainstTheStepInWhichTheyBegin) {
  const auto count_of = [](Step departed, Step arrived) {
    UndisturbedPackets packets(TorusWiring(Torus({8, 1}), {}),
                               [](const ExpectedPacket&, Step first) { return 7 - first; });
    ExpectedPacket packet;
    packet.from = 0;
    packet.to = 3;
    packet.born = 1;
    packet.hops[0] = 3;
    packets.on_born(packet);
    PacketLife life;
    life.packet = packet;
    life.departed = departed;
    life.arrived = arrived;
    packets.on_arrived(life);
    return std::pair(packets.late(), packets.too_fast());
  };
  EXPECT_EQ(count_of(1, 6), std::pair(0L, 0L));
  EXPECT_EQ(count_of(2, 6), std::pair(0L, 0L));
  EXPECT_EQ(count_of(1, 7), std::pair(1L, 0L));
  EXPECT_EQ(count_of(1, 5), std::pair(1L, 1L));
  EXPECT_EQ(count_of(3, 5), std::pair(1L, 1L)) << "three steps from the third are too few";
}

TEST(RouterHopsOfPackets, NameThePortOverWhichTheyCome) {
  EXPECT_EQ(last_port({3, 0, 0, 0}), 0U);
  EXPECT_EQ(last_port({-3, 0, 0, 0}), 1U);
  EXPECT_EQ(last_port({3, 0, -1, 0}), 5U);
  EXPECT_EQ(last_port({-3, 1, 0, 2}), 6U);
}

}  // namespace
}  // namespace flitwise::check
