#include "systemc/protocols/torus/torus_traffic.h"
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace flitwise::protocols::test::torus_traffic_test {
namespace {

using ::testing::HasSubstr;

TrafficPlan plan_of(TrafficPattern pattern, double rate = 0.1) {
  TrafficPlan plan;
  plan.pattern = pattern;
  plan.rate = rate;
  plan.seed = 1;
  return plan;
}

Coordinates destination(const std::vector<int>& sides, TrafficPattern pattern,
                        const Coordinates& from) {
  const TorusTraffic traffic(Torus(sides), plan_of(pattern));
  TrafficRandom random(1, 0);
  const Torus& torus = traffic.torus();
  return torus.coordinates(traffic.draw_destination(torus.node(from), random));
}

std::map<Node, int> drawn(const TorusTraffic& traffic, Node from, int times) {
  std::map<Node, int> counts;
  TrafficRandom random(traffic.plan().seed, from);
  for (int i = 0; i < times; ++i) ++counts[traffic.draw_destination(from, random)];
  return counts;
}

// Six standard deviations of a binomial count.
void expect_share(int count, int of, double share) {
  EXPECT_NEAR(count, of * share, 6 * std::sqrt(of * share * (1 - share)) + 1);
}

std::string refusal(const std::vector<int>& sides, const TrafficPlan& plan) {
  return flitwise::test::refusal_of([&] { TorusTraffic traffic(Torus(sides), plan); });
}

TEST(TorusTraffic, SendsByThePatternsOfTheBook) {
  using P = TrafficPattern;
  EXPECT_EQ(destination({4, 4}, P::kTranspose, {1, 3}), (Coordinates{3, 1}));
  EXPECT_EQ(destination({4, 2, 4}, P::kTranspose, {1, 1, 3}), (Coordinates{3, 1, 1}));
  EXPECT_EQ(destination({8, 8}, P::kBitComplement, {1, 6}), (Coordinates{6, 1}));
  EXPECT_EQ(destination({8, 8}, P::kTornado, {6, 0}), (Coordinates{1, 3}));
  EXPECT_EQ(destination({5, 4}, P::kTornado, {4, 0}), (Coordinates{1, 1}));
  EXPECT_EQ(destination({5, 4}, P::kNeighbour, {4, 2}), (Coordinates{0, 3}));
}

TEST(TorusTraffic, BitComplementTurnsAllBitsOfTheNumber) {
  const TorusTraffic traffic(Torus({8, 4, 2}), plan_of(TrafficPattern::kBitComplement));
  TrafficRandom random(1, 0);
  for (Node v = 0; v < 64; ++v) EXPECT_EQ(traffic.draw_destination(v, random), 63 - v);
}

TEST(TorusTraffic, UniformReachesAllOthersEquallyOften) {
  const TorusTraffic traffic(Torus({4, 4}), plan_of(TrafficPattern::kUniform));
  for (const Node from : {0, 7, 15}) {
    const std::map<Node, int> counts = drawn(traffic, from, 30000);
    EXPECT_EQ(counts.size(), 15U);
    EXPECT_EQ(counts.count(from), 0U);
    for (const auto& [to, count] : counts) expect_share(count, 30000, 1.0 / 15);
  }
}

TEST(TorusTraffic, UniformMayIncludeTheNodeItself) {
  TrafficPlan plan = plan_of(TrafficPattern::kUniform);
  plan.self = SelfTraffic::kYes;
  const std::map<Node, int> counts = drawn(TorusTraffic(Torus({4, 4}), plan), 5, 32000);
  EXPECT_EQ(counts.size(), 16U);
  for (const auto& [to, count] : counts) expect_share(count, 32000, 1.0 / 16);
}

TEST(TorusTraffic, HotSpotsGetTheirShareAndTheOthersTheRest) {
  TrafficPlan plan = plan_of(TrafficPattern::kHotSpot);
  plan.hot_spots = {3, 9};
  plan.hot_share = 0.3;
  const std::map<Node, int> counts = drawn(TorusTraffic(Torus({4, 4}), plan), 0, 40000);
  expect_share(counts.at(3), 40000, 0.15 + 0.7 / 15);
  expect_share(counts.at(9), 40000, 0.15 + 0.7 / 15);
  expect_share(counts.at(8), 40000, 0.7 / 15);
  EXPECT_EQ(counts.count(0), 0U);

  const std::map<Node, int> of_hot = drawn(TorusTraffic(Torus({4, 4}), plan), 3, 40000);
  EXPECT_EQ(of_hot.count(3), 0U);
  expect_share(of_hot.at(8), 40000, 0.85 / 15);
}

TEST(TorusTraffic, NodesThatAPatternMapsToThemselvesSendNothing) {
  const TorusTraffic traffic(Torus({4, 4}), plan_of(TrafficPattern::kTranspose));
  for (Node v = 0; v < 16; ++v) EXPECT_EQ(traffic.sends(v), v % 4 != v / 4) << v;
}

TEST(TorusTraffic, TakesTheShorterWayAndTossesACoinForTies) {
  const TorusTraffic traffic(Torus({8, 5}), plan_of(TrafficPattern::kUniform));
  const Torus& torus = traffic.torus();
  TrafficRandom random(1, 0);
  int up = 0;
  for (Node from = 0; from < torus.size(); ++from)
    for (Node to = 0; to < torus.size(); ++to) {
      const Hops hops = traffic.draw_hops(from, to, random);
      ASSERT_EQ(torus.destination(from, hops), to);
      ASSERT_LE(std::abs(hops[0]), 4);
      ASSERT_LE(std::abs(hops[1]), 2);
      up += hops[0] == 4 ? 1 : 0;
    }
  expect_share(up, 40 * 5, 0.5);
}

TEST(TorusTraffic, MixesLengthsByTheirWeights) {
  TrafficPlan plan = plan_of(TrafficPattern::kUniform);
  plan.lengths = {{1, 3}, {5, 1}};
  const TorusTraffic traffic(Torus({4, 4}), plan);
  EXPECT_DOUBLE_EQ(traffic.mean_length(), 2.0);
  EXPECT_DOUBLE_EQ(traffic.packet_rate(), 0.05);
  TrafficRandom random(1, 0);
  std::map<Flits, int> counts;
  for (int i = 0; i < 10000; ++i) ++counts[traffic.draw_length(random)];
  EXPECT_EQ(counts.size(), 2U);
  expect_share(counts[1], 10000, 0.75);
}

TEST(TorusTraffic, RefusesPlansThatSayNothingOrTooMuch) {
  using P = TrafficPattern;
  const std::vector<int> square = {4, 4};
  EXPECT_EQ(refusal(square, plan_of(P::kUniform, 1)), "accepted");
  EXPECT_THAT(refusal(square, plan_of(P::kUniform, 1.5)), HasSubstr("rate must be from 0 to"));
  EXPECT_THAT(refusal(square, plan_of(P::kUniform, -0.1)), HasSubstr("got -0.1"));
  EXPECT_THAT(refusal(square, plan_of(P::kUniform, std::nan(""))), HasSubstr("got nan"));
  EXPECT_THAT(refusal({4, 5}, plan_of(P::kTranspose)), HasSubstr("got (4, 5)"));
  EXPECT_THAT(refusal({2, 2}, plan_of(P::kTornado)), HasSubstr("by tornado on sides (2, 2)"));
  EXPECT_THAT(refusal({4}, plan_of(P::kTranspose)), HasSubstr("no node sends to another"));
  EXPECT_THAT(refusal({1}, plan_of(P::kUniform)), HasSubstr("no node sends to another"));

  TrafficPlan plan = plan_of(P::kUniform);
  plan.lengths.clear();
  EXPECT_THAT(refusal(square, plan), HasSubstr("a length, got none"));
  plan.lengths = {{0, 1}};
  EXPECT_THAT(refusal(square, plan), HasSubstr("at least 1 flit, got 0"));
  plan.lengths = {{2, 0}};
  EXPECT_THAT(refusal(square, plan), HasSubstr("weight of a length must be above 0, got 0"));
}

TEST(TorusTraffic, RefusesHotSpotsAndSelfTrafficWhereTheyMeanNothing) {
  using P = TrafficPattern;
  const std::vector<int> square = {4, 4};
  TrafficPlan plan = plan_of(P::kHotSpot);
  EXPECT_THAT(refusal(square, plan), HasSubstr("must name a node, got none"));
  plan.hot_spots = {16};
  EXPECT_THAT(refusal(square, plan), HasSubstr("0 to 15, got 16"));
  plan.hot_spots = {1};
  plan.hot_share = 1.1;
  EXPECT_THAT(refusal(square, plan), HasSubstr("from 0 to 1, got 1.1"));
  plan.hot_share = 1;
  EXPECT_EQ(refusal(square, plan), "accepted");
  plan.pattern = P::kUniform;
  EXPECT_THAT(refusal(square, plan), HasSubstr("only the pattern hot-spot has hot spots"));
  plan = plan_of(P::kTornado);
  plan.self = SelfTraffic::kYes;
  EXPECT_THAT(refusal(square, plan), HasSubstr("include the node itself, got tornado"));
}

// What goes over a border on a torus goes back along the line on a mesh.
TEST(TorusTraffic, GoesByTheOnlyWayOnAMesh) {
  TrafficPlan plan;
  plan.rate = 0.1;
  plan.pattern = TrafficPattern::kNeighbour;
  const TorusTraffic traffic(XyMesh({4, 3}), plan);
  TrafficRandom random(1, 0);
  EXPECT_EQ(traffic.ports(), PePorts::kOne);
  EXPECT_EQ(traffic.draw_destination(11, random), 0);
  EXPECT_EQ(traffic.draw_hops(11, 0, random), (Hops{-3, -2}));
  EXPECT_EQ(TorusTraffic(Torus({4, 3}), plan).draw_hops(11, 0, random), (Hops{1, 1}));
}

TEST(TorusTraffic, HasNoRingsToGoRoundOnAMesh) {
  TrafficPlan plan;
  plan.rate = 0.1;
  plan.pattern = TrafficPattern::kTornado;
  try {
    TorusTraffic(XyMesh({8, 8}), plan);
    FAIL() << "was accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "tornado goes round rings, and a mesh has none");
  }
}

}  // namespace
}  // namespace flitwise::protocols::test::torus_traffic_test
