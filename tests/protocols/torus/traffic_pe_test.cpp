// Sources and sinks of traffic, and the PEs that are both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "systemc/protocols/torus/torus_route.h"
#include "systemc/protocols/torus/traffic_pe.h"
#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::test::traffic_pe_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TorusTraffic uniform(double rate, std::uint64_t seed, Flits length = 1) {
  TrafficPlan plan;
  plan.rate = rate;
  plan.seed = seed;
  plan.lengths = {{length, 1}};
  return TorusTraffic(Torus({4, 4}), plan);
}

using Packets = std::vector<std::tuple<Step, Node, Flits, Hops>>;

Packets first_packets(const TorusTraffic& traffic, Node node, int count) {
  TrafficSource source(traffic, node);
  Packets packets;
  for (int i = 0; i < count; ++i) {
    const TrafficPacket packet = source.take();
    packets.emplace_back(packet.born, packet.to, packet.flits, packet.hops);
  }
  return packets;
}

// Flits of packets born in the first `steps` steps.
Flits flits_within(const TorusTraffic& traffic, Node node, Step steps) {
  TrafficSource source(traffic, node);
  Flits flits = 0;
  while (*source.next_step() <= steps) flits += source.take().flits;
  return flits;
}

TEST(TrafficSource, OffersTheRateThatIsAskedFor) {
  for (const double rate : {0.001, 0.1, 0.5, 0.95})
    for (const Flits length : {1, 5}) {
      const TorusTraffic traffic = uniform(rate, 7, length);
      Flits flits = 0;
      const Step steps = 20000;
      for (Node v = 0; v < 16; ++v) flits += flits_within(traffic, v, steps);
      const double trials = 16.0 * static_cast<double>(steps);
      const double p = rate / static_cast<double>(length);
      const double sigma = static_cast<double>(length) * std::sqrt(trials * p * (1 - p));
      EXPECT_NEAR(static_cast<double>(flits), trials * rate, 6 * sigma) << rate << " " << length;
    }
}

TEST(TrafficSource, MixedLengthsOfferTheSameRate) {
  TrafficPlan plan;
  plan.rate = 0.3;
  plan.lengths = {{1, 0.5}, {9, 0.5}};
  const TorusTraffic traffic(Torus({4, 4}), plan);
  Flits flits = 0;
  for (Node v = 0; v < 16; ++v) flits += flits_within(traffic, v, 20000);
  EXPECT_NEAR(static_cast<double>(flits) / (16 * 20000), 0.3, 0.01);
}

// P(gap = g) = p (1 - p)^(g - 1).
TEST(TrafficSource, GapsAreGeometric) {
  const TorusTraffic traffic = uniform(0.25, 3);
  TrafficSource source(traffic, 2);
  std::map<Step, int> gaps;
  const int count = 40000;
  Step last = 0;
  for (int i = 0; i < count; ++i) {
    const Step born = source.take().born;
    ASSERT_GT(born, last);
    ++gaps[born - last];
    last = born;
  }
  for (Step gap = 1; gap <= 8; ++gap) {
    const double p = 0.25 * std::pow(0.75, static_cast<double>(gap - 1));
    EXPECT_NEAR(gaps[gap], count * p, 6 * std::sqrt(count * p * (1 - p))) << gap;
  }
}

TEST(TrafficSource, AtFullRateAPacketBeginsInEveryStep) {
  const TorusTraffic traffic = uniform(1, 3);
  TrafficSource source(traffic, 0);
  for (Step step = 1; step <= 100; ++step) EXPECT_EQ(source.take().born, step);
}

TEST(TrafficSource, IsAFunctionOfSeedAndNode) {
  const TorusTraffic traffic = uniform(0.1, 5, 3);
  EXPECT_EQ(first_packets(traffic, 9, 500), first_packets(uniform(0.1, 5, 3), 9, 500));
  std::set<Packets> streams;
  for (const std::uint64_t seed : {0, 1, 2, 3})
    for (Node v = 0; v < 16; ++v) {
      Packets packets = first_packets(uniform(0.1, seed, 3), v, 20);
      streams.insert(packets);
    }
  EXPECT_EQ(streams.size(), 64U);
}

TEST(TrafficSource, NumbersItsPackets) {
  const TorusTraffic traffic = uniform(0.5, 5);
  TrafficSource source(traffic, 1);
  for (std::int64_t i = 0; i < 2000; ++i) {
    const TrafficPacket packet = source.take();
    ASSERT_EQ(packet.number, i);
    ASSERT_EQ(packet.from, 1);
    ASSERT_FALSE(packet.is_local());
    ASSERT_EQ(transmission_of(packet, {0, 1}, 0).packet, i % 1024);
  }
}

TEST(TrafficSource, IsSilentAtRateZeroAndWhereThePatternSendsNothing) {
  const TorusTraffic silent = uniform(0, 5);
  EXPECT_FALSE(TrafficSource(silent, 1).next_step().has_value());
  EXPECT_THROW(TrafficSource(silent, 1).take(), std::logic_error);
  EXPECT_THROW(TrafficSource(silent, 16), TopologyError);

  TrafficPlan plan;
  plan.pattern = TrafficPattern::kTranspose;
  plan.rate = 0.5;
  const TorusTraffic transpose(Torus({4, 4}), plan);
  EXPECT_FALSE(TrafficSource(transpose, 5).next_step().has_value());
  EXPECT_TRUE(TrafficSource(transpose, 6).next_step().has_value());
}

TEST(TrafficSource, HandsOverWhatTheRouterNeeds) {
  TrafficPacket packet;
  packet.number = 1030;
  packet.from = 3;
  packet.to = 5;
  packet.born = 40;
  packet.flits = 7;
  packet.hops = {0, -2};
  const Transmission message = transmission_of(packet, {0, 1}, 12);

  EXPECT_EQ(message.after, 28);
  EXPECT_EQ(message.port, 3U);
  EXPECT_EQ(message.route, 0x7EU << 7);
  EXPECT_EQ(message.packet, 6U);
  EXPECT_EQ(message.message, 3);
  EXPECT_EQ(message.destination, 5);
  EXPECT_EQ(message.length, 7);
}

TEST(TrafficSource, ALocalPacketIsNoTransmission) {
  TrafficPlan plan;
  plan.rate = 1;
  plan.self = SelfTraffic::kYes;
  const TorusTraffic traffic(Torus({2}), plan);
  TrafficSource source(traffic, 0);
  TrafficPacket packet = source.take();
  while (!packet.is_local()) packet = source.take();
  EXPECT_THROW(transmission_of(packet, {0}, 0), TopologyError);
}

Arrival flit(Step step, Node sender, std::uint32_t packet, Flits index, Flits length) {
  Arrival arrival = data(step, sender, sender, index, length);
  arrival.packet = packet;
  return arrival;
}

TEST(TrafficSink, CountsPacketsWhoseFlitsComeInTurns) {
  TrafficSink sink(4);
  EXPECT_EQ(sink.state(), PeState::kDormant);
  feed(sink, {flit(1, 7, 0, 1, 2), flit(1, 8, 0, 1, 3), flit(2, 8, 0, 2, 3), flit(2, 7, 0, 2, 2),
              flit(3, 7, 1, 1, 1)});
  EXPECT_EQ(sink.packets(), 2);
  EXPECT_EQ(sink.state(), PeState::kCollecting);
  EXPECT_THAT(sink.waiting_for(), ElementsAre("the rest of packet 0 from PE 8"));
  feed(sink, {flit(4, 8, 0, 3, 3)});
  EXPECT_THAT(sink.waiting_for(), IsEmpty());
  EXPECT_THAT(sink.complaints(), IsEmpty());
  EXPECT_EQ(sink.state(), PeState::kDone);
}

TEST(TrafficSink, ComplainsOfBrokenPackets) {
  TrafficSink sink(4);
  feed(sink, {flit(1, 7, 0, 1, 3), flit(2, 7, 0, 3, 3), flit(3, 9, 5, 2, 3),
              control(4, FlitKind::kTap, 7, 4)});
  EXPECT_EQ(sink.packets(), 0);
  EXPECT_THAT(sink.complaints(),
              ElementsAre(HasSubstr("PE 4, step 2: flit 3 of message 7 from PE 7: expected flit 2"),
                          HasSubstr("step 3: flit 2 of message 9 from PE 9: expected flit 1"),
                          HasSubstr("step 4: tap from PE 7: a PE of this traffic expects data")));
}

std::shared_ptr<const TorusTraffic> traffic(double rate, SelfTraffic self = SelfTraffic::kNo) {
  TrafficPlan plan;
  plan.rate = rate;
  plan.seed = 7;
  plan.self = self;
  return std::make_shared<const TorusTraffic>(Torus({4, 4}), plan);
}

// First steps of what the PE sends, woken when it asks for it.
std::vector<Step> births(TrafficPe& pe) {
  std::vector<Step> steps;
  SentList list;
  pe.start(list);
  Step now = 0;
  for (;;) {
    for (const Transmission& sent : list.sent) {
      EXPECT_GE(sent.after, now == 0 ? 1 : 2);
      steps.push_back(now + sent.after);
    }
    list.sent.clear();
    const auto next = pe.next_wake();
    if (!next) return steps;
    EXPECT_GT(*next, now);
    now = *next;
    pe.wake(now, list);
  }
}

TEST(TrafficPe, SendsEveryPacketOfItsSourceInItsStep) {
  for (const double rate : {0.001, 0.05, 1.0}) {
    const auto plan = traffic(rate);
    TrafficPe pe(plan, 5, {0, 1}, 5000);
    TrafficSource source(*plan, 5);
    std::vector<Step> expected;
    while (*source.next_step() <= 5000) expected.push_back(source.take().born);
    EXPECT_GT(expected.size(), 0U);
    EXPECT_EQ(births(pe), expected) << rate;
  }
}

TEST(TrafficPe, KeepsPacketsForItself) {
  const auto plan = traffic(0.5, SelfTraffic::kYes);
  TrafficPe pe(plan, 5, {0, 1}, 2000);
  TrafficSource source(*plan, 5);
  std::size_t moved = 0;
  std::size_t local = 0;
  while (*source.next_step() <= 2000) ++(source.take().is_local() ? local : moved);
  EXPECT_GT(local, 0U);
  EXPECT_EQ(births(pe).size(), moved);
}

TEST(TrafficPe, IsDoneWhenItHasSentAllAndTakenWholePackets) {
  TrafficPe pe(traffic(0.01), 5, {0, 1}, 100);
  EXPECT_EQ(pe.state(), PeState::kDispatching);
  births(pe);
  EXPECT_EQ(pe.state(), PeState::kDormant);
  SentList list;
  pe.receive(data(101, 4, 4, 1, 2), list);
  EXPECT_EQ(pe.waiting_for().size(), 1U);
  pe.receive(data(102, 4, 4, 2, 2), list);
  EXPECT_EQ(pe.state(), PeState::kDone);
  EXPECT_TRUE(pe.waiting_for().empty());
  EXPECT_TRUE(pe.complaints().empty());
  EXPECT_TRUE(list.sent.empty());
}

TEST(TrafficPe, OneForEveryNode) {
  const Protocols pes = make_traffic(traffic(0.1), {1, 0}, 50);
  ASSERT_EQ(pes.size(), 16U);
  SentList list;
  for (const auto& pe : pes) pe->start(list);
  EXPECT_GT(list.sent.size(), 0U);
}

}  // namespace

}  // namespace flitwise::protocols::test::traffic_pe_test
