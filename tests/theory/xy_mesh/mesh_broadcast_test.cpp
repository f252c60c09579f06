// Broadcasts on meshes: plans against their definition, times against what is printed and against
// routers that are played edge by edge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tb/theory/torus/torus_traffic.h"
#include "tb/theory/xy_mesh/mesh_traffic.h"
#include "tests/support/refusal.h"
#include "tests/theory/xy_mesh/mesh_models.h"
#include "tests/theory/xy_mesh/mesh_player.h"

namespace flitwise::theory::mesh_broadcast_test {
namespace {

using test::MeshDraw;
using test::meshes_to;
using test::MeshPlayed;
using test::MeshPlayer;
using test::model_of;
using ::testing::HasSubstr;

constexpr MeshScheme kSchemes[] = {MeshScheme::kUmesh, MeshScheme::kSeparate};

MeshPlan plan_of(const XyMesh& mesh, MeshScheme scheme, Node source, const CycleModel& model) {
  return scheme == MeshScheme::kUmesh ? umesh_plan(mesh, source)
                                      : separate_plan(mesh, source, model);
}

MeshPlayed played(const XyMesh& mesh, const MeshPlan& plan, Node source, const CycleModel& model,
                  SendPace pace, int lanes) {
  MeshPlayer player(mesh, model, lanes);
  return pace == SendPace::kBarrier ? player.with_barrier(plan) : player.at_own_pace(plan, source);
}

/// Every figure and every link transfer.
void expect_played(const XyMesh& mesh, MeshScheme scheme, Node source, const CycleModel& model,
                   SendPace pace, int lanes) {
  const MeshTiming timing = time_broadcast(mesh, scheme, source, model, pace);
  const MeshPlayed run =
      played(mesh, plan_of(mesh, scheme, source, model), source, model, pace, lanes);
  ASSERT_TRUE(timing.exact) << timing.contention;
  ASSERT_EQ(timing.finish, run.finish);
  ASSERT_EQ(timing.ready, run.ready);
  ASSERT_EQ(timing.stalls, run.stalls);
  ASSERT_EQ(timing.quiesce, run.quiesce);
  ASSERT_LE(timing.lower_bound, run.finish);
  ASSERT_EQ(mesh_events(mesh, model, timing), run.events);
}

// The formula of one packet that is alone, over all pairs of nodes.
TEST(MeshWays, AreSumsOverThePassagesOfTheirRouters) {
  CycleModel model = model_of(4, 1, 2);
  model.send_overhead = 1;
  model.receive_overhead = 1;
  PassageSteps steps;
  steps.straight = 1;
  steps.turn = 4;
  steps.inject = 2;
  steps.eject = 3;
  model.latency.pipeline.declared = DeclaredWaits{1, 0, 2, steps};
  const XyMesh mesh({5, 4});
  for (Node from = 0; from < mesh.size(); ++from)
    for (Node to = 0; to < mesh.size(); ++to) {
      const Hops hops = mesh.hops(from, to);
      const Step links = mesh.distance(from, to);
      const Step turns = hops[0] != 0 && hops[1] != 0 ? 1 : 0;
      if (links == 0) continue;
      const Step alone =
          2 + 3 + (links - 1) * 1 + turns * (4 - 1) + links * (2 - 1) + model.flits - 1;
      EXPECT_EQ(model.delay(hops), 1 + alone + 1);
      const RouterChain chain = chain_of(mesh, from, to, model.latency, Step{64});
      EXPECT_EQ(packet_latency(chain, model.flits), alone);
      EXPECT_EQ(
          time_chain(chain, {{0, model.flits}}).passage(chain, static_cast<std::size_t>(links), 3),
          alone);
    }
}

TEST(Umesh, InformsEveryNodeOnceInAsFewStepsAsOnePortAllows) {
  for (const XyMesh& mesh : meshes_to(9))
    for (Node source = 0; source < mesh.size(); ++source)
      for (const ChainOrder order : {ChainOrder::kAsPacketsGo, ChainOrder::kTurned}) {
        std::set<Node> informed{source};
        const MeshPlan plan = umesh_plan(mesh, source, order);
        ASSERT_EQ(static_cast<int>(plan.size()), fewest_steps(mesh));
        for (const auto& step : plan) {
          const std::set<Node> before = informed;
          std::set<Node> senders;
          for (const auto& [from, to] : step) {
            ASSERT_EQ(before.count(from), 1U);
            ASSERT_TRUE(senders.insert(from).second);
            ASSERT_TRUE(informed.insert(to).second);
          }
        }
        ASSERT_EQ(static_cast<Node>(informed.size()), mesh.size());
      }
}

TEST(Umesh, HalvesTheChainOfColumns) {
  const XyMesh mesh({4, 4});
  const MeshPlan from_corner = umesh_plan(mesh, 0);
  EXPECT_EQ(from_corner[0], (std::vector<std::pair<Node, Node>>{{0, 2}}));
  EXPECT_EQ(from_corner[1], (std::vector<std::pair<Node, Node>>{{0, 1}, {2, 3}}));
  EXPECT_EQ(from_corner[2], (std::vector<std::pair<Node, Node>>{{0, 8}, {2, 10}, {1, 9}, {3, 11}}));
  // (2, 1) is the tenth of the chain: the last of the first half is (1, 3).
  EXPECT_EQ(umesh_plan(mesh, mesh.node({2, 1}))[0],
            (std::vector<std::pair<Node, Node>>{{mesh.node({2, 1}), mesh.node({1, 3})}}));
  // Of five in a row the middle goes to the other half, unless it sends.
  const XyMesh row({5, 1});
  EXPECT_EQ(umesh_plan(row, 0)[0], (std::vector<std::pair<Node, Node>>{{0, 2}}));
  EXPECT_EQ(umesh_plan(row, 4)[0], (std::vector<std::pair<Node, Node>>{{4, 2}}));
  EXPECT_EQ(umesh_plan(row, 2)[0], (std::vector<std::pair<Node, Node>>{{2, 1}}));
}

TEST(Umesh, TakesAsLongAsInAnotherModel) {
  const XyMesh mesh({4, 4});
  struct {
    Step r, w, finish;
  } const rows[] = {{1, 1, 38}, {2, 1, 48}, {1, 2, 44}, {3, 2, 64}};
  for (const auto& row : rows)
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree})
      EXPECT_EQ(time_broadcast(mesh, MeshScheme::kUmesh, 0, model_of(8, row.r, row.w), pace).finish,
                row.finish);
}

// 63 meshes, three sources and six settings.
TEST(Umesh, NeverMeetsItselfInTheOrderOfRoutingAndDoesInTheOther) {
  struct {
    Step r, w, os, orv;
    Flits flits;
  } const settings[] = {{1, 1, 0, 0, 1}, {1, 1, 1, 1, 16}, {2, 1, 0, 0, 8},
                        {3, 2, 0, 0, 8}, {5, 4, 2, 0, 3},  {4, 1, 0, 5, 64}};
  int runs = 0;
  int meetings = 0;
  int meetings_with_barrier = 0;
  for (const XyMesh& mesh : meshes_to(8)) {
    if (mesh.size() == 1) continue;
    for (const Node source : {0, mesh.size() / 2, mesh.size() - 1})
      for (const auto& setting : settings) {
        CycleModel model = model_of(setting.flits, setting.r, setting.w);
        model.send_overhead = setting.os;
        model.receive_overhead = setting.orv;
        ++runs;
        for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
          ASSERT_EQ(time_broadcast(mesh, MeshScheme::kUmesh, source, model, pace).contention, "");
          const MeshTiming other =
              time_plan(mesh, source, umesh_plan(mesh, source, ChainOrder::kTurned), model, pace);
          (pace == SendPace::kFree ? meetings : meetings_with_barrier) += other.exact ? 0 : 1;
        }
      }
  }
  EXPECT_EQ(runs, 1134);
  EXPECT_GT(meetings, 0);
  EXPECT_GT(meetings_with_barrier, 0);
  RecordProperty("meetings_of_rows", meetings);
  RecordProperty("meetings_of_rows_with_barrier", meetings_with_barrier);
}

TEST(Umesh, ThatMeetsItselfSaysWhereAndIsABound) {
  const XyMesh mesh({7, 3});
  int met = 0;
  for (Node source = 0; source < mesh.size(); ++source) {
    const CycleModel model = model_of(8, 2, 1);
    const MeshPlan plan = umesh_plan(mesh, source, ChainOrder::kTurned);
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      const MeshTiming timing = time_plan(mesh, source, plan, model, pace);
      const MeshPlayed run = played(mesh, plan, source, model, pace, 1);
      EXPECT_EQ(timing.contention.empty(), run.stalls == 0);
      EXPECT_LE(timing.finish, run.finish);
      if (timing.contention.empty()) continue;
      ++met;
      EXPECT_FALSE(timing.exact);
      EXPECT_FALSE(timing.stalls);
      EXPECT_THAT(timing.contention, HasSubstr("channel "));
      EXPECT_THAT(timing.source_of("finish"), HasSubstr("messages meet"));
    }
  }
  EXPECT_GT(met, 0);
}

TEST(MeshBroadcasts, BehaveAsPlayedOnAllSmallMeshes) {
  for (const XyMesh& mesh : meshes_to(4))
    for (Node source = 0; source < mesh.size(); ++source)
      for (const TorusPipeline& pipeline : test::pipelines())
        for (const MeshScheme scheme : kSchemes)
          for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
            CycleModel model;
            // Each mesh and router another set of the rest.
            MeshDraw draw(static_cast<unsigned>(mesh.size() * 100 + source));
            model = draw.model();
            model.latency.pipeline = pipeline;
            SCOPED_TRACE(mesh.name(mesh.size() - 1) + " is the last, from " + mesh.name(source));
            expect_played(mesh, scheme, source, model, pace, 1);
            if (HasFatalFailure()) return;
          }
}

TEST(MeshBroadcasts, BehaveAsPlayedOnLargerMeshes) {
  for (unsigned seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(11);
    const CycleModel model = draw.model();
    const Node source = draw.from_to(0, mesh.size() - 1);
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      expect_played(mesh, MeshScheme::kUmesh, source, model, pace, draw.from_to(1, 3));
      if (HasFatalFailure()) return;
    }
    expect_played(mesh, MeshScheme::kSeparate, source, model, SendPace::kFree, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(MeshBroadcasts, TakeTheirStepsWithABarrier) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(20);
    const CycleModel model = draw.model();
    const Node source = draw.from_to(0, mesh.size() - 1);
    Step sum = 0;
    for (const auto& step : umesh_plan(mesh, source)) {
      Step longest = 0;
      for (const auto& [from, to] : step) {
        const Hops hops = mesh.hops(from, to);
        longest = std::max<Step>(longest, std::abs(hops[0]) * model.latency.hop(0) +
                                              std::abs(hops[1]) * model.latency.hop(1));
      }
      sum += model.send_overhead + model.latency.router() - 1 + longest + model.flits +
             model.receive_overhead;
    }
    EXPECT_EQ(time_broadcast(mesh, MeshScheme::kUmesh, source, model, SendPace::kBarrier).finish,
              sum);
  }
}

TEST(SeparateMessages, EndWhenEachIsLaterByTheSendersTime) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(12);
    const CycleModel model = draw.model();
    const Node source = draw.from_to(0, mesh.size() - 1);
    std::vector<Step> ways;
    for (Node v = 0; v < mesh.size(); ++v)
      if (v != source) ways.push_back(model.way(mesh.hops(source, v)));
    std::sort(ways.rbegin(), ways.rend());
    const Step apart = std::max(model.send_overhead, model.latency.pipeline.head_wait());
    Step finish = 0;
    for (std::size_t k = 0; k < ways.size(); ++k)
      finish = std::max(finish, static_cast<Step>(k) * (apart + model.flits) + model.send_overhead +
                                    model.latency.router() - 1 + ways[k] + model.flits +
                                    model.receive_overhead);
    const MeshTiming timing =
        time_broadcast(mesh, MeshScheme::kSeparate, source, model, SendPace::kFree);
    EXPECT_EQ(timing.finish, finish);
    EXPECT_EQ(timing.steps, mesh.size() - 1);
  }
}

/// A model for packets that go y first, for the same mesh with x and y exchanged.
CycleModel turned(CycleModel model) {
  std::swap(model.latency.link[0], model.latency.link[1]);
  return model;
}

TEST(MeshBroadcasts, OfRoutersThatGoYFirstAreThoseOfTheMeshTurned) {
  MeshDraw draw(20'260);
  for (int a = 1; a <= 6; ++a)
    for (int b = 1; b <= 6; ++b) {
      const XyMesh mesh({a, b}, XyMesh::kY);
      const XyMesh other({b, a});
      const auto node = [&](Node v) {
        return other.node({mesh.coordinate(v, 1), mesh.coordinate(v, 0)});
      };
      CycleModel model = draw.model();
      model.depth = 40;
      for (Node source = 0; source < mesh.size(); ++source)
        for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
          const MeshTiming umesh = time_broadcast(mesh, MeshScheme::kUmesh, source, model, pace);
          const MeshTiming there =
              time_broadcast(other, MeshScheme::kUmesh, node(source), turned(model), pace);
          ASSERT_TRUE(umesh.exact) << umesh.contention;
          ASSERT_EQ(umesh.finish, there.finish);
          ASSERT_EQ(umesh.stalls, there.stalls);
          for (Node v = 0; v < mesh.size(); ++v)
            ASSERT_EQ(umesh.ready[index_of(v)], there.ready[index_of(node(v))]);
          for (const auto& [step, turned_step] :
               {std::pair(umesh_plan(mesh, source), umesh_plan(other, node(source)))})
            for (std::size_t k = 0; k < step.size(); ++k)
              for (std::size_t i = 0; i < step[k].size(); ++i) {
                ASSERT_EQ(node(step[k][i].first), turned_step[k][i].first);
                ASSERT_EQ(node(step[k][i].second), turned_step[k][i].second);
              }
        }
    }
}

TEST(MeshBroadcasts, RefuseWhatIsNone) {
  using test::refusal_of;
  const XyMesh mesh({3, 2});
  const CycleModel model;
  const auto refused = [&](const MeshPlan& plan) {
    return refusal_of([&] { time_plan(mesh, 0, plan, model, SendPace::kFree); });
  };
  EXPECT_EQ(refused({{{0, 1}, {1, 2}}}), "node (1, 0) sends but has not got the text");
  EXPECT_EQ(refused({{{0, 1}, {0, 2}}}), "node (0, 0) sends twice in a step");
  EXPECT_EQ(
      refusal_of([&] { time_broadcast(mesh, MeshScheme::kUmesh, 0, model, SendPace::kStarts); }),
      "a plan has no starts of its own");
  EXPECT_EQ(refusal_of([&] {
              time_broadcast(mesh, MeshScheme::kUmesh, 0, CycleModel{0}, SendPace::kFree);
            }),
            "flits must be at least 1, got 0");
  EXPECT_EQ(refusal_of<TopologyError>(
                [&] { time_broadcast(mesh, MeshScheme::kUmesh, 6, model, SendPace::kFree); }),
            "a node of this mesh must be from 0 to 5, got 6");
}

}  // namespace
}  // namespace flitwise::theory::mesh_broadcast_test
