#include "tb/check/undisturbed_packets.h"

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

  UndisturbedPackets packets{TorusWiring(Torus({8, 1}), {}),
                             [](int hops, Flits flits) { return hops + flits; }};
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

}  // namespace
}  // namespace flitwise::check
