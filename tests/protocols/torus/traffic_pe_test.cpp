#include "systemc/protocols/torus/traffic_pe.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::test {
namespace {

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
}  // namespace flitwise::protocols::test
