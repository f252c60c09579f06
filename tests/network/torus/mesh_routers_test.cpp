// Meshes of real routers with one port of the PE.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "systemc/network/torus/torus_routers.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::expect_each_once_and_in_order;
using test::Reception;
using test::send_at_random;
using test::torus_message;
using test::TorusRun;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TorusNetworkConfig lanes_of(std::uint32_t lanes, std::uint32_t depth) {
  TorusNetworkConfig config;
  config.lanes = lanes;
  config.depth = depth;
  return config;
}

TorusRun run_on(const XyMesh& mesh, const TorusNetworkConfig& config = {}) {
  ModelLibrary models;
  TorusRun run(mesh, assemble_mesh(mesh, config, models));
  run.note_lanes_of({config.lanes, config.rule});
  return run;
}

// One worm after the other between all pairs of nodes: as many steps as hops, and one into the PE.
void expect_one_step_a_hop(TorusRun& run, const XyMesh& mesh, Flits length) {
  const Stalls before_all = run.stalls().total();
  for (Node from = 0; from < mesh.size(); ++from)
    for (Node to = 0; to < mesh.size(); ++to) {
      if (from == to) continue;
      const std::size_t before = run.received().size();
      const Step start = run.step() + 2;
      run.send(from, mesh.hops(from, to), length, start);
      run.run();
      ASSERT_EQ(run.received().size(), before + static_cast<std::size_t>(length))
          << from << " to " << to;
      for (Flits index = 1; index <= length; ++index) {
        const Reception& flit = run.received()[before + static_cast<std::size_t>(index) - 1];
        EXPECT_EQ(flit, (Reception{start + mesh.distance(from, to) + index - 1, to, 0, flit.worm,
                                   index, index == length}));
        EXPECT_EQ(flit.worm.first, from);
      }
    }
  EXPECT_EQ(run.stalls().total(), before_all);
  EXPECT_EQ(run.network().assertion_failures(), 0);
}

TEST(MeshRouters, AMessageTakesOneStepAHopAndOneIntoItsPe) {
  for (const auto& sides : {std::vector<int>{4, 3}, {2, 2}, {1, 4}, {5, 1}}) {
    const XyMesh mesh(sides);
    TorusRun run = run_on(mesh);
    expect_one_step_a_hop(run, mesh, 3);
  }
}

// Nobody sends over a border: the reports of unlinked outputs would be among what happened.
TEST(MeshRouters, EveryMessageOfHeavyTrafficArrivesOnceAndInOrder) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const TorusNetworkConfig config = seed % 2 == 0 ? lanes_of(2, 8) : lanes_of(1, 2);
    const XyMesh mesh(seed % 3 == 0 ? std::vector<int>{5, 2} : std::vector<int>{4, 4});
    TorusRun run = run_on(mesh, config);
    send_at_random(run, mesh, seed, 600, 100);
    run.run();
    expect_each_once_and_in_order(run, 600);
    EXPECT_TRUE(run.network().is_quiet()) << "seed " << seed;
    EXPECT_FALSE(run.network().holds_flits());
    EXPECT_EQ(run.network().assertion_failures(), 0) << "seed " << seed;
    EXPECT_EQ(run.forbidden_lanes(), 0) << "seed " << seed;
    EXPECT_EQ(run.worms().worms(), 0U) << "seed " << seed;
    EXPECT_GT(run.stalls().total().blocked, 0U);
    EXPECT_GT(run.injector().refusals(), 0) << "seed " << seed;
  }
}

// On one lane of two flits a worm goes at full pace with all credits only.
TEST(MeshRouters, AllCreditsAreHomeAfterTraffic) {
  const XyMesh mesh({3, 3});
  TorusRun run = run_on(mesh, lanes_of(1, 2));
  send_at_random(run, mesh, 5, 400, 100);
  run.run();
  ASSERT_TRUE(run.network().is_quiet());
  expect_one_step_a_hop(run, mesh, 12);
}

TEST(MeshRouters, IdleRoutersMayBeLeftOut) {
  const XyMesh mesh({4, 3});
  std::vector<std::vector<std::string>> happened;
  std::vector<std::int64_t> evaluations;
  for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
    TorusNetworkConfig config;
    config.idle = idle;
    TorusRun run = run_on(mesh, config);
    send_at_random(run, mesh, 7, 300, 120);
    run.run();
    happened.push_back(run.happened());
    evaluations.push_back(run.network().router_cycles());
  }
  EXPECT_EQ(happened[0], happened[1]);
  EXPECT_LT(evaluations[0], evaluations[1]);
}

TEST(MeshRouters, MessagesLeaveAPeOneAfterTheOtherWhateverTheirWays) {
  const XyMesh mesh({3, 3});
  TorusRun run = run_on(mesh);
  for (const Hops& hops : {Hops{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) run.send(4, hops, 5, 1);
  run.run();

  ASSERT_EQ(run.received().size(), 20U);
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_EQ(run.received()[k].step, 2 + static_cast<Step>(k));
    EXPECT_EQ(run.received()[k].worm, (WormId{4, static_cast<std::uint32_t>(k / 5)}));
  }
}

TEST(MeshRouters, APeReceivesAFlitAStepAndWormsOfALaneOneAfterTheOther) {
  const XyMesh mesh({3, 3});
  TorusRun run = run_on(mesh, lanes_of(1, 2));
  for (const Hops& hops : {Hops{1, 0}, {-1, 0}, {0, 1}, {0, -1}})
    run.send(mesh.node({1 - hops[0], 1 - hops[1]}), hops, 5, 1);
  run.run();

  ASSERT_EQ(run.received().size(), 20U);
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_EQ(run.received()[k].step, 2 + static_cast<Step>(k));
    EXPECT_EQ(run.received()[k].node, 4);
    EXPECT_EQ(run.received()[k].index, static_cast<Flits>(k % 5) + 1);
  }
}

// The head of the other worm waits for the lane while the first one's PE takes nothing.
TEST(MeshRouters, AStalledPeHoldsItsWorms) {
  TorusNetworkConfig config = lanes_of(1, 2);
  config.stalled_ports = [](Node node, Step step) { return node == 2 && step < 40 ? 1U : 0U; };
  TorusRun run = run_on(XyMesh({3, 2}), config);
  run.send(0, {2, 0}, 9, 1);
  run.send(1, {1, 0}, 9, 9);
  run.run(30);
  EXPECT_TRUE(run.received().empty());
  EXPECT_FALSE(run.is_stuck());
  EXPECT_THAT(run.worms().describe_circular_wait(), IsEmpty());
  run.run();
  expect_each_once_and_in_order(run, 2);
  EXPECT_EQ(run.received().front().step, 40);
}

TEST(MeshRouters, AWaitIsNamedByTheChannelsOfTheMesh) {
  const TorusWiring wiring(XyMesh({3, 2}));
  const TorusWorms worms(wiring, {1, LaneRule::kAnyLane});
  EXPECT_EQ(worms.text({{0, 3}, {1, 2, 0}, {2, 7}, false}),
            "message 3 of PE 0 waits in (1, 0) for lane 0 of +y of (1, 0), which message 7 of PE 2 "
            "holds");
}

TEST(MeshRouters, ReportsAHeadThatIsSentOverTheBorder) {
  TorusRun run = run_on(XyMesh({3, 2}));
  run.network().inject(3, 0, torus_message({3, 0}, {-1, 0}, 1, {0, 1})[0]);
  run.network().clock(1);

  ASSERT_EQ(run.network().violations().size(), 1U);
  EXPECT_EQ(run.network().violations()[0].kind, ViolationKind::kNoRoute);
  EXPECT_THAT(run.network().violations()[0].text(), HasSubstr("PE 3 (0, 1)"));
  EXPECT_THAT(run.network().violations()[0].text(), HasSubstr("-x"));
  EXPECT_THROW(run.network().inject(3, 1, 0), std::logic_error);
}

TEST(MeshRouters, RefusesAnOrderOfDimensions) {
  ModelLibrary models;
  TorusNetworkConfig config;
  config.order = {1, 0};
  EXPECT_THROW(assemble_mesh(XyMesh({2, 2}), config, models), TopologyError);
  EXPECT_THROW(elaborate_mesh(XyMesh({2, 2}), config, models), TopologyError);
  config.order = {};
  config.lanes = 5;
  EXPECT_THROW(assemble_mesh(XyMesh({2, 2}), config, models), TopologyError);
}

TEST(MeshWiring, HasTheLinksOfTheTorusButThoseOverTheBorder) {
  const XyMesh mesh({3, 2});
  const TorusWiring wiring(mesh);
  EXPECT_EQ(wiring.pe_ports(), 1U);
  EXPECT_EQ(wiring.lanes(), 5U);
  for (Node v = 0; v < mesh.size(); ++v)
    for (std::uint32_t c = 0; c < wiring.channels(); ++c) {
      EXPECT_EQ(wiring.neighbour(v, c), mesh.neighbour(v, static_cast<Channel>(c)));
      EXPECT_EQ(wiring.has_link(v, c), mesh.has_link(v, static_cast<Channel>(c)));
      EXPECT_EQ(wiring.name(v, c), mesh.name(TorusLink{v, static_cast<Channel>(c)}));
    }
  EXPECT_THAT(wiring.neighbours(4), ElementsAre(5, 3, kNoNode, 1));
  EXPECT_THAT(wiring.lane_names(), ElementsAre("own", "+x", "-x", "+y", "-y"));
}

}  // namespace
}  // namespace flitwise
