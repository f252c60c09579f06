// What is measured of traffic: window and latencies, undisturbed packets, stalled receivers.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <vector>

#include "tb/check/torus/traffic_meter.h"
#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing_support::data_flit;
using testing_support::ScriptedNetwork;

ExpectedPacket packet(Node from, Node to, Step born, Flits flits) {
  ExpectedPacket packet;
  packet.from = from;
  packet.to = to;
  packet.born = born;
  packet.flits = flits;
  return packet;
}

PacketLife life(Step born, Step departed, Step arrived) {
  PacketLife life;
  life.packet = packet(0, 1, born, 2);
  life.departed = departed;
  life.crossed = 3;
  life.arrived = arrived;
  return life;
}

// Corners of a range: 0 and each power of two below `end`, and what lies beside them.
std::vector<std::int64_t> corners(std::int64_t end) {
  std::vector<std::int64_t> all{0};
  for (std::int64_t power = 1; power <= end; power *= 2)
    for (const std::int64_t corner : {power - 1, power, power + 1})
      if (corner > all.back() && corner < end) all.push_back(corner);
  return all;
}

TEST(NamesOfPackets, AreDistinctOnLargeNetworks) {
  std::set<std::uint64_t> names;
  std::size_t packets = 0;
  for (const std::int64_t from : corners(std::int64_t{1} << 24))
    for (const std::int64_t number : corners(std::int64_t{1} << 40)) {
      ExpectedPacket one = packet(static_cast<Node>(from), 0, 1, 1);
      one.number = number;
      names.insert(name_of(one));
      ++packets;
    }
  EXPECT_EQ(names.size(), packets);
}

TEST(NamesOfWays, AreDistinctOnLargeNetworks) {
  std::set<std::uint64_t> names;
  std::size_t ways = 0;
  for (const std::int64_t from : corners(std::int64_t{1} << 28))
    for (const std::int64_t to : corners(std::int64_t{1} << 28))
      for (const RouterHops& hops : {RouterHops{1, 1, 1, 1}, RouterHops{-1, 1, 1, 1},
                                     RouterHops{0, -3, 2, 0}, RouterHops{1, -1, -1, -1}}) {
        ExpectedPacket one = packet(static_cast<Node>(from), static_cast<Node>(to), 1, 1);
        one.hops = hops;
        names.insert(way_name(one));
        ++ways;
      }
  EXPECT_EQ(names.size(), ways);
}

TEST(NamesOfWays, DependOnDirectionsAndNotOnDistances) {
  ExpectedPacket one = packet(3, 5, 1, 1);
  one.hops = {2, -1};
  ExpectedPacket other = one;
  other.hops = {3, -2};
  other.number = 7;
  EXPECT_EQ(way_name(one), way_name(other));
  other.hops = {2, 1};
  EXPECT_NE(way_name(one), way_name(other));
}

// Steps 11 to 30.
class TrafficMeterTest : public testing::Test {
 protected:
  TrafficMeter meter{{10, 20}};
  ScriptedNetwork network;
};

TEST_F(TrafficMeterTest, CountsBirthsAndArrivalsOfTheWindowAlone) {
  for (const Step born : {1, 10, 11, 30, 31}) meter.on_born(packet(0, 1, born, 2));
  EXPECT_EQ(meter.offered(), 4);
  // An edge's deliveries cross into the PE one step later.
  for (const Step edge : {9, 10, 20, 29, 30})
    network.show(meter, edge, {}, {{1, data_flit(1, 0, 1, 2)}});
  EXPECT_EQ(meter.accepted(), 3);
  EXPECT_EQ(meter.backlog(), 4 * 2 - 4);
}

TEST_F(TrafficMeterTest, TakesPacketsToTheNodeItselfForDelivered) {
  meter.on_born(packet(1, 1, 15, 2));
  EXPECT_EQ(meter.offered(), 2);
  EXPECT_EQ(meter.accepted(), 2);
  EXPECT_EQ(meter.backlog(), 0);
}

TEST_F(TrafficMeterTest, MeasuresPacketsBornInTheWindowWheneverTheyArrive) {
  meter.on_arrived(life(10, 10, 20));
  meter.on_arrived(life(11, 13, 40));
  meter.on_arrived(life(30, 31, 41));
  EXPECT_EQ(meter.latency().count(), 2);
  EXPECT_DOUBLE_EQ(meter.latency().mean(), (30 + 12) / 2.0);
  EXPECT_DOUBLE_EQ(meter.network_latency().mean(), (28 + 11) / 2.0);
  EXPECT_EQ(meter.hops(), 6);
  EXPECT_EQ(meter.flits(), 4);
  EXPECT_EQ(meter.finish(), 41);
}

TEST_F(TrafficMeterTest, SeesTheLastLink) {
  network.show(meter, 7, {{0, 1, data_flit(1, 0, 1, 1)}, {1, 2, data_flit(1, 0, 1, 1)}});
  network.show(meter, 8, {});
  EXPECT_EQ(meter.quiesce(), 7);
  EXPECT_EQ(meter.flit_hops(), 2);
}

TEST(LatencyHistogram, GivesMeanAndNearestRanks) {
  LatencyHistogram histogram;
  for (Step latency = 1; latency <= 200; ++latency) histogram.add(latency);
  EXPECT_EQ(histogram.count(), 200);
  EXPECT_DOUBLE_EQ(histogram.mean(), 100.5);
  EXPECT_EQ(histogram.percentile(50), 100);
  EXPECT_EQ(histogram.percentile(95), 190);
  EXPECT_EQ(histogram.percentile(99), 198);
  EXPECT_EQ(histogram.most(), 200);
}

TEST(LatencyHistogram, OfNothingIsZero) {
  EXPECT_EQ(LatencyHistogram().percentile(50), 0);
  EXPECT_EQ(LatencyHistogram().mean(), 0);
}

TEST(LatencyHistogram, RefusesWhatArrivesBeforeItIsSent) {
  EXPECT_THROW(LatencyHistogram().add(-1), std::invalid_argument);
}

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

using testing_support::data_flit;
using testing_support::ScriptedNetwork;

// What an edge delivers crosses the link into the PE one step later.
TEST(StalledReceivers, CountWhatComesInAStepInWhichTheyTakeNothing) {
  StalledReceivers receivers(
      [](Node node, Step step) { return node == 1 && step == 5 ? 0b10U : 0U; });
  ScriptedNetwork network;
  const RawFlit flit = data_flit(1, 0, 1, 1);
  for (const Step edge : {3, 5}) network.show(receivers, edge, {}, {{1, flit, 1}});
  network.show(receivers, 4, {}, {{1, flit, 0}, {0, flit, 1}});
  EXPECT_EQ(receivers.unwanted(), 0);
  network.show(receivers, 4, {}, {{1, flit, 1}, {1, flit, 0}});
  EXPECT_EQ(receivers.unwanted(), 1);
  EXPECT_EQ(receivers.delivered(), 6);
}

TEST(StalledReceivers, TakeEverythingWhereNobodySaysOtherwise) {
  StalledReceivers receivers({});
  ScriptedNetwork network;
  network.show(receivers, 4, {}, {{1, data_flit(1, 0, 1, 1), 1}});
  EXPECT_EQ(receivers.unwanted(), 0);
  EXPECT_EQ(receivers.delivered(), 1);
}

}  // namespace

}  // namespace flitwise::check
