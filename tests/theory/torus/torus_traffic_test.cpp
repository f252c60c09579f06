// Loads, distances and capacity of traffic, against brute force and closed forms of the book.
#include "tb/theory/torus/torus_traffic.h"
#include "tests/support/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace flitwise::theory {
namespace {

using testing::HasSubstr;

TrafficModel model_of(TrafficPattern pattern, bool includes_self = false) {
  TrafficModel model;
  model.pattern = pattern;
  model.includes_self = includes_self;
  return model;
}

TrafficTheory theory_of(const std::vector<int>& sides, const TrafficModel& model) {
  const Torus torus(sides);
  return traffic_theory(torus, torus.ascending_order(), model);
}

// Every pair's paths one by one, with both directions where they tie.
std::vector<double> uniform_loads(const Torus& torus, const DimensionOrder& order) {
  std::vector<double> loads(static_cast<std::size_t>(torus.size() * torus.channels()));
  for (Node from = 0; from < torus.size(); ++from)
    for (Node to = 0; to < torus.size(); ++to) {
      if (from == to) continue;
      std::vector<Hops> ways{{}};
      for (int d = 0; d < torus.dimensions(); ++d) {
        const int n = torus.side(d);
        const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + n) % n;
        std::vector<Hops> longer;
        for (Hops way : ways) {
          way.push_back(up);
          if (2 * up <= n) longer.push_back(way);
          way.back() = up - n;
          if (2 * up >= n && up > 0) longer.push_back(way);
        }
        ways = longer;
      }
      for (const Hops& way : ways)
        for (const TorusLink& link : torus.path(from, way, order))
          loads[static_cast<std::size_t>(torus.link_index(link))] +=
              1.0 / static_cast<double>(ways.size()) / (torus.size() - 1);
    }
  return loads;
}

TEST(TorusTrafficTheory, UniformLoadsAreThoseOfAllPaths) {
  for (const std::vector<int>& sides :
       std::vector<std::vector<int>>{{8}, {5}, {2, 3}, {4, 4}, {1, 6}, {3, 4, 2}, {5, 3}}) {
    const Torus torus(sides);
    DimensionOrder order = torus.ascending_order();
    std::reverse(order.begin(), order.end());
    const TrafficTheory theory = traffic_theory(torus, order, model_of(TrafficPattern::kUniform));
    const std::vector<double> loads = uniform_loads(torus, order);
    ASSERT_EQ(theory.loads.size(), loads.size());
    for (std::size_t i = 0; i < loads.size(); ++i) EXPECT_NEAR(theory.loads[i], loads[i], 1e-9);
    double hops = 0;
    for (const double load : loads) hops += load;
    EXPECT_NEAR(theory.hops.mean, hops / torus.size(), 1e-9);
  }
}

// An even ring of n nodes, the node itself included, loads every channel by n/8.
TEST(TorusTrafficTheory, UniformCapacityOfSquaresIsThatOfTheBook) {
  for (const int n : {4, 8, 16, 32}) {
    const TrafficTheory theory = theory_of({n, n}, model_of(TrafficPattern::kUniform, true));
    EXPECT_NEAR(theory.capacity, 8.0 / n, 1e-9) << n;
    EXPECT_NEAR(theory.local_share, 1.0 / (n * n), 1e-12);
  }
}

// x + 3 in both rings of 8: three flits of each sender over every + channel, none over -.
TEST(TorusTrafficTheory, TornadoFillsOneDirection) {
  const TrafficTheory theory = theory_of({8, 8}, model_of(TrafficPattern::kTornado));
  const Torus torus({8, 8});
  for (Node v = 0; v < torus.size(); ++v) {
    EXPECT_DOUBLE_EQ(theory.loads[static_cast<std::size_t>(torus.link_index({v, 0}))], 3);
    EXPECT_DOUBLE_EQ(theory.loads[static_cast<std::size_t>(torus.link_index({v, 1}))], 0);
  }
  EXPECT_DOUBLE_EQ(theory.capacity, 1.0 / 3);
  EXPECT_DOUBLE_EQ(theory.hops.mean, 6);
  EXPECT_NEAR(theory.hops.variance, 0, 1e-12);
}

TEST(TorusTrafficTheory, FixedPatternsHaveTheirDistances) {
  EXPECT_DOUBLE_EQ(theory_of({6, 5}, model_of(TrafficPattern::kNeighbour)).hops.mean, 2);
  EXPECT_DOUBLE_EQ(theory_of({6, 5}, model_of(TrafficPattern::kNeighbour)).capacity, 1);
  // 1, 3, 3, 1 upwards or the shorter way round: 1 hop for all of a ring of 4.
  EXPECT_DOUBLE_EQ(theory_of({4}, model_of(TrafficPattern::kBitComplement)).hops.mean, 1);
  const TrafficTheory transpose = theory_of({4, 4}, model_of(TrafficPattern::kTranspose));
  EXPECT_EQ(transpose.senders, 12);
  // |x - y| round the ring, twice: of 12 ordered pairs 8 are 1 apart and 4 are 2 apart.
  EXPECT_DOUBLE_EQ(transpose.hops.mean, 2 * (8 * 1 + 4 * 2) / 12.0);
}

// On a ring of 4 with all traffic for node 0: nodes 1 and 3 send one hop, node 2 two, and node 0
// sends to any other.
TEST(TorusTrafficTheory, AHotSpotLoadsTheChannelsIntoIt) {
  TrafficModel model = model_of(TrafficPattern::kHotSpot);
  model.hot_spots = {0};
  model.hot_share = 1;
  const TrafficTheory theory = theory_of({4}, model);
  const Torus ring({4});
  EXPECT_DOUBLE_EQ(theory.loads[static_cast<std::size_t>(ring.link_index({3, 0}))], 1.5);
  EXPECT_DOUBLE_EQ(theory.loads[static_cast<std::size_t>(ring.link_index({1, 1}))], 1.5);
  EXPECT_DOUBLE_EQ(theory.capacity, 1 / 1.5);
  EXPECT_DOUBLE_EQ(theory.hops.mean, (1 + 2 + 1 + 4.0 / 3) / 4);
  EXPECT_DOUBLE_EQ(theory.local_share, 0);

  model.includes_self = true;
  EXPECT_DOUBLE_EQ(theory_of({4}, model).local_share, 0.25);
  EXPECT_DOUBLE_EQ(theory_of({4}, model).hops.mean, 4.0 / 3);
}

TEST(TorusTrafficTheory, HotSpotsOfNoShareAreUniformTraffic) {
  TrafficModel model = model_of(TrafficPattern::kHotSpot);
  model.hot_spots = {3, 5};
  const TrafficTheory hot = theory_of({4, 3}, model);
  const TrafficTheory uniform = theory_of({4, 3}, model_of(TrafficPattern::kUniform));
  EXPECT_NEAR(hot.capacity, uniform.capacity, 1e-9);
  EXPECT_NEAR(hot.hops.variance, uniform.hops.variance, 1e-9);
}

TEST(TorusTrafficTheory, MixesLengths) {
  TrafficModel model = model_of(TrafficPattern::kUniform);
  model.lengths = {{1, 3}, {5, 1}};
  const TrafficTheory theory = theory_of({4, 4}, model);
  EXPECT_DOUBLE_EQ(theory.length.mean, 2);
  EXPECT_DOUBLE_EQ(theory.length.variance, 3);
  EXPECT_DOUBLE_EQ(theory.zero_load_latency().mean, theory.hops.mean + 2);
  // A packet with chance 0.1: 0.1 E[L^2] - 0.2^2.
  EXPECT_DOUBLE_EQ(theory.begun(0.2).variance, 0.1 * 7 - 0.04);
}

TEST(TorusTrafficTheory, AllowsForChanceByBernsteinsInequality) {
  const double x = 14.508657738524219;  // ln 2,000,000
  EXPECT_DOUBLE_EQ((Moments{0, 4, 0}).tolerance(100), std::sqrt(8 * x / 100));
  EXPECT_DOUBLE_EQ((Moments{0, 0, 6}).tolerance(10), 6 * x / 30);
  EXPECT_DOUBLE_EQ((Moments{0, 4, 6}).tolerance(0), 0);
}

TEST(TorusTrafficTheory, PacketsTakeAStepAHopAndAFlit) {
  EXPECT_EQ(packet_latency(4, 1, 8), 5);
  EXPECT_EQ(packet_latency(4, 5, 2), 9);
  EXPECT_EQ(packet_latency(4, 5, 1), 13);
}

// Every pattern of stalls of twelve steps against queues of flits that move step by step.
Step walked_latency(int hops, Flits flits, std::uint32_t depth, Step first, unsigned stalls) {
  std::vector<std::vector<Step>> left(static_cast<std::size_t>(hops) + 1);  // by router: of flits
  for (Step step = first; left.back().size() < static_cast<std::size_t>(flits); ++step) {
    const auto before = left;  // what was known at the edge that puts flits onto links in `step`
    for (std::size_t r = 0; r < left.size(); ++r) {
      const std::size_t next = before[r].size();
      if (next == static_cast<std::size_t>(flits)) continue;
      const bool is_there = r == 0 || (before[r - 1].size() > next && before[r - 1][next] < step);
      const bool is_last = r + 1 == left.size();
      // A credit is spent two edges after its flit was: one crosses the link, one counts it.
      std::size_t returned = 0;
      for (std::size_t k = 0; !is_last && k < before[r + 1].size(); ++k)
        returned += before[r + 1][k] < step ? 1 : 0;
      const bool may_go = is_last ? !(step - first < 12 && (stalls >> (step - first) & 1U) != 0)
                                  : next < returned + depth;
      if (is_there && may_go) left[r].push_back(step);
    }
  }
  return left.back().back() - (first - 1);
}

TEST(TorusTrafficTheory, PacketsBeforeLateReceiversTakeTheStepsThatTheseLeaveFree) {
  EXPECT_EQ(stalled_packet_latency(4, 5, 2, 1, [](Step) { return false; }), 9);
  EXPECT_EQ(stalled_packet_latency(4, 5, 1, 1, [](Step) { return false; }), 13);
  EXPECT_EQ(stalled_packet_latency(2, 3, 8, 10, [](Step s) { return s == 12 || s == 14; }), 7);
  for (const std::uint32_t depth : {1U, 2U, 3U, 8U})
    for (int hops = 1; hops <= 4; ++hops)
      for (const Flits flits : {1, 2, 5})
        for (unsigned stalls = 0; stalls < 4096; stalls += depth == 2 ? 1 : 3)
          ASSERT_EQ(stalled_packet_latency(
                        hops, flits, depth, 20,
                        [stalls](Step s) { return s < 32 && (stalls >> (s - 20) & 1U) != 0; }),
                    walked_latency(hops, flits, depth, 20, stalls))
              << "depth " << depth << ", hops " << hops << ", flits " << flits << ", " << stalls;
}

std::string refusal(const std::vector<int>& sides, const TrafficModel& model) {
  return flitwise::test::refusal_of([&] { theory_of(sides, model); });
}

TEST(TorusTrafficTheory, RefusesWhatIsNoTraffic) {
  EXPECT_THAT(refusal({4, 5}, model_of(TrafficPattern::kTranspose)),
              HasSubstr("the same backwards"));
  EXPECT_THAT(refusal({1}, model_of(TrafficPattern::kUniform)), HasSubstr("no node sends"));
  EXPECT_THAT(refusal({2, 2}, model_of(TrafficPattern::kTornado)), HasSubstr("no node sends"));
  TrafficModel model = model_of(TrafficPattern::kHotSpot);
  EXPECT_THAT(refusal({4}, model), HasSubstr("must be a hot spot"));
  model.hot_spots = {4};
  EXPECT_THAT(refusal({4}, model), HasSubstr("must be a node"));
  model.hot_spots = {3};
  model.hot_share = 1.5;
  EXPECT_THAT(refusal({4}, model), HasSubstr("from 0 to 1"));
  model.hot_share = 0.5;
  model.lengths = {{0, 1}};
  EXPECT_THAT(refusal({4}, model), HasSubstr("at least 1 flit"));
  model.lengths = {{1, 0}};
  EXPECT_THAT(refusal({4}, model), HasSubstr("above 0"));
  model.lengths.clear();
  EXPECT_THAT(refusal({4}, model), HasSubstr("must have a length"));
}

}  // namespace
}  // namespace flitwise::theory
