// Traffic on meshes: loads by enumeration, capacities as printed, lone packets and full sources
// against routers that are played edge by edge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tb/theory/xy_mesh/mesh_traffic.h"
#include "tests/support/refusal.h"
#include "tests/theory/xy_mesh/mesh_models.h"
#include "tests/theory/xy_mesh/mesh_player.h"

namespace flitwise::theory::mesh_traffic_test {
namespace {

using test::MeshDraw;
using test::meshes_to;
using test::MeshPlay;
using ::testing::DoubleNear;

TrafficModel pattern(TrafficPattern pattern, bool includes_self = false) {
  TrafficModel model;
  model.pattern = pattern;
  model.includes_self = includes_self;
  return model;
}

/// By summing up over all pairs, each of a chance.
struct Enumerated {
  std::vector<double> loads;
  std::vector<double> arrivals;
  double hops = 0;     ///< mean of those that travel
  double squares = 0;  ///< of hops
  double ways = 0;     ///< mean of their heads, stages of the first router included
};

template <typename Chance>
Enumerated enumerate(const XyMesh& mesh, const TorusLatency& latency, const Chance& chance) {
  Enumerated sums;
  sums.loads.resize(index_of(mesh.size()) * 4);
  sums.arrivals.resize(index_of(mesh.size()));
  double moved = 0;
  for (Node from = 0; from < mesh.size(); ++from)
    for (Node to = 0; to < mesh.size(); ++to) {
      const double weight = chance(from, to);
      if (from == to || weight == 0) continue;
      moved += weight;
      sums.arrivals[index_of(to)] += weight;
      double way = static_cast<double>(latency.router() - 1);
      for (const TorusLink& link : mesh.path(from, to)) {
        sums.loads[static_cast<std::size_t>(mesh.link_index(link))] += weight;
        way += static_cast<double>(latency.hop(Torus::dimension_of(link.channel)));
      }
      sums.hops += weight * mesh.distance(from, to);
      sums.squares += weight * mesh.distance(from, to) * mesh.distance(from, to);
      sums.ways += weight * way;
    }
  sums.hops /= moved;
  sums.squares /= moved;
  sums.ways /= moved;
  return sums;
}

void expect_enumerated(const MeshTraffic& theory, const Enumerated& sums) {
  constexpr double kTiny = 1e-9;
  ASSERT_EQ(theory.loads.size(), sums.loads.size());
  for (std::size_t i = 0; i < sums.loads.size(); ++i)
    ASSERT_NEAR(theory.loads[i], sums.loads[i], kTiny) << i;
  for (std::size_t i = 0; i < sums.arrivals.size(); ++i)
    ASSERT_NEAR(theory.arrivals[i], sums.arrivals[i], kTiny) << i;
  ASSERT_NEAR(theory.hops.mean, sums.hops, kTiny);
  ASSERT_NEAR(theory.hops.variance, sums.squares - sums.hops * sums.hops, 1e-7);
  ASSERT_NEAR(theory.ways.mean, sums.ways, kTiny);
}

TEST(MeshTraffics, UniformLoadsAreThoseOfAllWays) {
  TrafficNetwork network;
  network.latency = test::model_of(1, 3, 1).latency;
  network.latency.link = {2, 5};
  for (const XyMesh& mesh : meshes_to(7)) {
    if (mesh.size() == 1) continue;
    for (const bool includes_self : {false, true}) {
      const double targets = mesh.size() - (includes_self ? 0 : 1);
      expect_enumerated(
          mesh_traffic(mesh, pattern(TrafficPattern::kUniform, includes_self), network),
          enumerate(mesh, network.latency, [&](Node, Node) { return 1 / targets; }));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(MeshTraffics, UniformTrafficHasTheCapacityAndTheHopsThatArePrinted) {
  for (const XyMesh& mesh : meshes_to(9)) {
    if (mesh.size() == 1) continue;
    const int a = mesh.side(0);
    const int b = mesh.side(1);
    const double nodes = mesh.size();
    const double channels = 1 / std::max(1.0 * (a * a / 4) / a, 1.0 * (b * b / 4) / b);
    const MeshTraffic with_self = mesh_traffic(mesh, pattern(TrafficPattern::kUniform, true));
    const MeshTraffic without = mesh_traffic(mesh, pattern(TrafficPattern::kUniform));
    EXPECT_DOUBLE_EQ(with_self.channel_capacity, channels);
    EXPECT_DOUBLE_EQ(without.channel_capacity, channels * (nodes - 1) / nodes);
    EXPECT_DOUBLE_EQ(without.capacity, std::min(1.0, channels * (nodes - 1) / nodes));
    EXPECT_DOUBLE_EQ(with_self.hops.mean * (nodes - 1) / nodes,
                     (a * a - 1) / (3.0 * a) + (b * b - 1) / (3.0 * b));
  }
}

TEST(MeshTraffics, FixedPatternsLoadTheWaysOfTheirPackets) {
  const TorusLatency latency = test::model_of(1, 2, 3).latency;
  TrafficNetwork network;
  network.latency = latency;
  const auto expect_image = [&](const XyMesh& mesh, TrafficPattern fixed, const auto& image) {
    expect_enumerated(mesh_traffic(mesh, pattern(fixed), network),
                      enumerate(mesh, latency, [&](Node from, Node to) {
                        const Coordinates x = mesh.coordinates(from);
                        return to == mesh.node(image(x[0], x[1])) ? 1.0 : 0.0;
                      }));
  };
  const XyMesh square({5, 5});
  expect_image(square, TrafficPattern::kTranspose, [](int x, int y) { return Coordinates{y, x}; });
  for (const auto& sides : {std::vector<int>{5, 4}, {4, 7}, {6, 1}}) {
    const XyMesh mesh(sides);
    const int a = mesh.side(0);
    const int b = mesh.side(1);
    expect_image(mesh, TrafficPattern::kBitComplement, [=](int x, int y) {
      return Coordinates{a - 1 - x, b - 1 - y};
    });
    expect_image(mesh, TrafficPattern::kNeighbour, [=](int x, int y) {
      return Coordinates{(x + 1) % a, (y + 1) % b};
    });
    expect_image(mesh, TrafficPattern::kTornado, [=](int x, int y) {
      return Coordinates{(x + (a + 1) / 2 - 1) % a, (y + (b + 1) / 2 - 1) % b};
    });
  }
  // The five nodes of the diagonal send nothing.
  EXPECT_EQ(mesh_traffic(square, pattern(TrafficPattern::kTranspose)).senders, 20);
}

TEST(MeshTraffics, AHotSpotIsFullWhenItsPortIs) {
  const XyMesh mesh({4, 4});
  TrafficModel model = pattern(TrafficPattern::kHotSpot);
  model.hot_spots = {5};
  model.hot_share = 0.5;
  const MeshTraffic theory = mesh_traffic(mesh, model);
  // 15 nodes send half to it and a thirtieth of the rest.
  EXPECT_NEAR(theory.arrivals[5], 15 * 0.5 + 15 * 0.5 / 15, 1e-12);
  EXPECT_DOUBLE_EQ(theory.capacity, theory.ejection_capacity);
  EXPECT_NEAR(theory.capacity, 1 / 8.0, 1e-12);
  EXPECT_LT(theory.capacity, theory.channel_capacity);
  expect_enumerated(theory, enumerate(mesh, {}, [](Node from, Node to) {
                      const double even = from == 5 ? 1 : 0.5;
                      return even / 15 + (from != 5 && to == 5 ? 0.5 : 0);
                    }));
}

TEST(MeshTraffics, LonePacketsTakeTheirWayAndTheirFlits) {
  for (const auto& sides : {std::vector<int>{4, 3}, {1, 5}}) {
    const XyMesh mesh(sides);
    for (const TorusPipeline& pipeline : test::pipelines())
      for (Node from = 0; from < mesh.size(); ++from)
        for (Node to = 0; to < mesh.size(); ++to) {
          if (from == to) continue;
          TorusLatency latency;
          latency.pipeline = pipeline;
          latency.link = {1 + from % 2, 1 + to % 3};
          const Flits flits = 1 + (from + to) % 4;
          for (const std::optional<Step> depth : {std::optional<Step>(), std::optional<Step>(2)}) {
            MeshPlay play(mesh, latency, depth, 1);
            const std::size_t packet = play.send(from, to, flits, 0);
            while (!play.is_empty()) play.play();
            const RouterChain chain = chain_of(mesh, from, to, latency, depth);
            ASSERT_EQ(packet_latency(chain, flits), play.taken(packet));
            if (depth) continue;
            const Hops hops = mesh.hops(from, to);
            ASSERT_EQ(play.taken(packet), latency.router() - 1 +
                                              latency.hop(0) * std::abs(hops[0]) +
                                              latency.hop(1) * std::abs(hops[1]) + flits);
          }
        }
  }
}

/// Flits per node and step that are taken while sources are never empty.
double accepted(const XyMesh& mesh, const TorusLatency& latency, Flits flits, int lanes,
                const std::function<Node(Node)>& draw) {
  constexpr Step kSteps = 2000;
  MeshPlay play(mesh, latency, 16, lanes);
  for (Node v = 0; v < mesh.size(); ++v)
    for (Step step = 0; step < kSteps; step += flits) play.send(v, draw(v), flits, step);
  double taken = 0;
  for (Step step = 0; step < kSteps; ++step)
    taken += static_cast<double>(flits) * static_cast<double>(play.play().size());
  return taken / (mesh.size() * static_cast<double>(kSteps));
}

TEST(MeshTraffics, TwoNodesSendAsMuchAsTheirPortsAllow) {
  const XyMesh pair({2, 1});
  for (const TorusPipeline& pipeline : test::pipelines())
    for (const Flits flits : {1, 2, 5}) {
      TrafficNetwork network;
      network.latency.pipeline = pipeline;
      network.depth = 16;
      TrafficModel model = pattern(TrafficPattern::kBitComplement);
      model.lengths = {{flits, 1}};
      const MeshTraffic theory = mesh_traffic(pair, model, network);
      const auto waits = static_cast<double>(pipeline.head_wait());
      EXPECT_DOUBLE_EQ(theory.capacity,
                       static_cast<double>(flits) / (static_cast<double>(flits) + waits));
      EXPECT_NEAR(accepted(pair, network.latency, flits, 1, [](Node v) { return 1 - v; }),
                  theory.capacity, 0.01);
    }
}

TEST(MeshTraffics, FullSourcesSendNoMoreThanTheCapacity) {
  const XyMesh mesh({4, 4});
  TrafficNetwork network;
  network.lanes = 2;
  network.depth = 16;
  std::mt19937 random(1);
  std::uniform_int_distribution<Node> other(1, mesh.size() - 1);
  const double uniform = accepted(mesh, network.latency, 1, 2, [&](Node v) {
    return static_cast<Node>((v + other(random)) % mesh.size());
  });
  const MeshTraffic theory = mesh_traffic(mesh, pattern(TrafficPattern::kUniform), network);
  EXPECT_LT(uniform, theory.capacity);
  EXPECT_GT(uniform, 0.5 * theory.capacity);
  const auto to_one = [](Node v) { return static_cast<Node>(v == 5 ? 0 : 5); };
  TrafficModel hot = pattern(TrafficPattern::kHotSpot);
  hot.hot_spots = {5};
  hot.hot_share = 1;
  const MeshTraffic spot = mesh_traffic(mesh, hot, network);
  // All but one node share one port, and what the spot itself sends takes another.
  EXPECT_NEAR(spot.capacity, 1 / 15.0, 1e-12);
  EXPECT_LE(accepted(mesh, network.latency, 1, 2, to_one) * mesh.size() - 1, 1.0);
}

TEST(MeshTraffics, RefuseWhatIsNone) {
  using test::refusal_of;
  EXPECT_EQ(refusal_of([] {
              mesh_traffic(XyMesh({4, 3}), pattern(TrafficPattern::kTranspose));
            }),
            "traffic: transpose needs sides that read the same backwards");
  EXPECT_EQ(refusal_of([] {
              mesh_traffic(XyMesh({4, 3}), pattern(TrafficPattern::kHotSpot));
            }),
            "traffic: there must be a hot spot");
  EXPECT_EQ(refusal_of([] {
              mesh_traffic(XyMesh({1, 1}), pattern(TrafficPattern::kUniform));
            }),
            "traffic: no node sends to another");
}

}  // namespace
}  // namespace flitwise::theory::mesh_traffic_test
