#include "tb/check/torus/traffic_meter.h"

#include <gtest/gtest.h>

#include <stdexcept>

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
  EXPECT_EQ(histogram.least(), 1);
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

}  // namespace
}  // namespace flitwise::check
