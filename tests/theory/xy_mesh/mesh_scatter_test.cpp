// Scatters and gathers on meshes: closed forms, bounds and events against routers that are played
// edge by edge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "tests/support/refusal.h"
#include "tests/theory/xy_mesh/mesh_models.h"
#include "tests/theory/xy_mesh/mesh_player.h"

namespace flitwise::theory::mesh_scatter_test {
namespace {

using test::MeshDraw;
using test::meshes_to;
using test::MeshPlayed;
using test::MeshPlayer;
using test::model_of;

std::vector<Node> receivers(const MeshTiming& timing) {
  std::vector<Node> order;
  for (const MeshWorm& worm : timing.worms) order.push_back(worm.to);
  return order;
}

void expect_same(const XyMesh& mesh, const CycleModel& model, const MeshTiming& timing,
                 const MeshPlayed& run) {
  ASSERT_TRUE(timing.exact) << timing.contention;
  ASSERT_EQ(timing.finish, run.finish);
  ASSERT_EQ(timing.ready, run.ready);
  ASSERT_EQ(timing.stalls, run.stalls);
  ASSERT_EQ(timing.quiesce, run.quiesce);
  ASSERT_LE(timing.lower_bound, run.finish);
  ASSERT_EQ(mesh_events(mesh, model, timing), run.events);
}

void expect_played(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths,
                   const CycleModel& model, int lanes) {
  const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
  expect_same(mesh, model, scatter,
              MeshPlayer(mesh, model, lanes).scatter(root, receivers(scatter), lengths));
  if (testing::Test::HasFatalFailure()) return;
  const MeshTiming gather = time_gather(mesh, root, lengths, model);
  expect_same(mesh, model, gather, MeshPlayer(mesh, model, lanes).gather(gather.worms));
}

TEST(MeshScatters, AndGathersBehaveAsPlayedOnAllSmallMeshes) {
  for (const XyMesh& mesh : meshes_to(4))
    for (Node root = 0; root < mesh.size(); ++root)
      for (const TorusPipeline& pipeline : test::pipelines())
        for (const Step overhead : {0, 2}) {
          MeshDraw draw(static_cast<unsigned>(mesh.size() * 100 + root));
          CycleModel model = draw.model();
          model.latency.pipeline = pipeline;
          model.send_overhead = overhead;
          SCOPED_TRACE(mesh.name(mesh.size() - 1) + " is the last, root " + mesh.name(root));
          expect_played(mesh, root, draw.lengths(mesh, root), model, 1);
          if (HasFatalFailure()) return;
        }
}

// 35 meshes, two roots and four settings, twice.
TEST(MeshScatters, AndGathersNeverMeetThemselves) {
  int runs = 0;
  for (const XyMesh& mesh : meshes_to(6)) {
    if (mesh.size() == 1) continue;
    for (const Node root : {0, mesh.size() / 2})
      for (const auto& [r, w] : {std::pair(1, 1), {2, 1}, {4, 2}, {5, 4}}) {
        std::vector<Flits> lengths(index_of(mesh.size()), 3);
        lengths[index_of(root)] = 0;
        ++runs;
        expect_played(mesh, root, lengths, model_of(1, r, w), 1);
        if (HasFatalFailure()) return;
      }
  }
  EXPECT_EQ(runs, 280);
}

TEST(MeshScatters, AndGathersBehaveAsPlayedOnLargerMeshes) {
  for (unsigned seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(9);
    const CycleModel model = draw.model();
    const Node root = draw.from_to(0, mesh.size() - 1);
    expect_played(mesh, root, draw.lengths(mesh, root), model, draw.from_to(1, 3));
    if (HasFatalFailure()) return;
  }
}

TEST(MeshScatters, EndWhenTheirClosedFormSays) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(10);
    CycleModel model = draw.model();
    const Node root = draw.from_to(0, mesh.size() - 1);
    const std::vector<Flits> lengths = draw.lengths(mesh, root);
    const Step wait = model.latency.pipeline.head_wait();
    const auto printed = [&](Step gap) {
      Step most = 0;
      for (Node far = 0; far < mesh.size(); ++far) {
        if (lengths[index_of(far)] == 0) continue;
        const Step way = model.way(mesh.hops(root, far));
        Step sum = -gap;
        for (Node v = 0; v < mesh.size(); ++v)
          if (lengths[index_of(v)] > 0 && model.way(mesh.hops(root, v)) >= way)
            sum += lengths[index_of(v)] + gap;
        most = std::max(most, model.send_overhead + model.latency.router() - 1 + way + sum +
                                  model.receive_overhead);
      }
      return most;
    };
    const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
    const MeshTiming gather = time_gather(mesh, root, lengths, model);
    EXPECT_EQ(scatter.finish, printed(std::max(wait, model.send_overhead)));
    EXPECT_EQ(gather.finish, printed(wait));
    EXPECT_EQ(scatter.lower_bound, printed(0));
    EXPECT_EQ(gather.lower_bound, printed(0));
    Step last = 0;
    for (const MeshWorm& worm : scatter.worms) last = std::max(last, worm.ready);
    EXPECT_EQ(scatter.finish, last);
    model.send_overhead = 0;
    EXPECT_EQ(time_scatter(mesh, root, lengths, model).finish,
              time_gather(mesh, root, lengths, model).finish);
  }
}

TEST(MeshScatters, MeetTheirLowerBoundWhereHeadsDoNotWait) {
  for (const XyMesh& mesh : meshes_to(5))
    for (Node root = 0; root < mesh.size(); ++root) {
      std::vector<Flits> lengths(index_of(mesh.size()), 2);
      lengths[index_of(root)] = 0;
      const CycleModel model = model_of(1, 1, 3);
      const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
      EXPECT_EQ(scatter.finish, scatter.lower_bound);
      const MeshTiming gather = time_gather(mesh, root, lengths, model);
      EXPECT_EQ(gather.finish, gather.lower_bound);
    }
}

TEST(MeshScatters, HaveNoBetterOrderThanTheLargestWayFirst) {
  int better_than_another = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh({draw.from_to(2, 3), 2});
    const CycleModel model = draw.model();
    const Node root = draw.from_to(0, mesh.size() - 1);
    const std::vector<Flits> lengths = draw.lengths(mesh, root);
    const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
    std::vector<Node> order = receivers(scatter);
    std::sort(order.begin(), order.end());
    Step best = std::numeric_limits<Step>::max();
    do {
      const Step finish = MeshPlayer(mesh, model, 1).scatter(root, order, lengths).finish;
      best = std::min(best, finish);
      better_than_another += finish > scatter.finish ? 1 : 0;
    } while (std::next_permutation(order.begin(), order.end()));
    ASSERT_EQ(best, scatter.finish);
  }
  EXPECT_GT(better_than_another, 0);
}

TEST(MeshGathers, BeginWhenAScatterWouldHaveDelivered) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(8);
    CycleModel model = draw.model();
    model.send_overhead = model.latency.pipeline.head_wait();
    const Node root = draw.from_to(0, mesh.size() - 1);
    const std::vector<Flits> lengths = draw.lengths(mesh, root);
    const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
    Step earliest = 0;
    const MeshTiming gather = time_gather(mesh, root, lengths, model);
    if (!gather.worms.empty()) earliest = gather.finish;
    for (const MeshWorm& worm : gather.worms) {
      EXPECT_EQ(worm.begin, scatter.finish - scatter.ready[index_of(worm.from)]);
      earliest = std::min(earliest, worm.begin);
    }
    EXPECT_EQ(earliest, 0);
  }
}

// Two from different queues over one link: the second's stages begin when the first's tail has left
// the queue behind it.
TEST(MeshWorms, MeetInAQueueIfHeadsAreLessThanAWormAndTheirWaitApart) {
  const XyMesh row({3, 1});
  const CycleModel model = model_of(4, 4, 1);
  const Step wait = model.latency.pipeline.head_wait();
  ASSERT_EQ(wait, 2);
  for (Step apart = 4; apart <= 4 + wait; ++apart) {
    const Step begin = model.latency.hop(0) + apart;
    const MeshTiming timing =
        time_worms(row, model, {{0, 2, 4, 0, 0, 0, 0}, {1, 2, 4, 1, begin, 0, 0}}, SendPace::kFree);
    EXPECT_EQ(timing.exact, apart == 4 + wait);
    EXPECT_EQ(timing.exact, MeshPlayer(row, model, 1).gather(timing.worms).finish == timing.finish);
  }
}

TEST(MeshScatters, OfNothingTakeNoTime) {
  const XyMesh mesh({3, 3});
  const CycleModel model = model_of(1, 3, 2);
  const std::vector<Flits> none(9, 0);
  for (const MeshTiming& timing :
       {time_scatter(mesh, 4, none, model), time_gather(mesh, 4, none, model)}) {
    EXPECT_EQ(timing.finish, 0);
    EXPECT_EQ(timing.quiesce, 0);
    EXPECT_EQ(timing.lower_bound, 0);
    EXPECT_TRUE(timing.worms.empty());
    EXPECT_TRUE(timing.exact);
  }
}

TEST(MeshScatters, RefuseOtherLengths) {
  using test::refusal_of;
  const XyMesh mesh({2, 1});
  const CycleModel model;
  EXPECT_EQ(refusal_of([&] { time_scatter(mesh, 0, {0}, model); }),
            "there must be one length per node: 2, got 1");
  EXPECT_EQ(refusal_of([&] {
              time_gather(mesh, 0, {0, -1}, model);
            }),
            "a length must not be negative, got -1");
  EXPECT_EQ(refusal_of([&] {
              time_gather(mesh, 0, {2, 1}, model);
            }),
            "the root sends itself nothing, got a length of 2");
  EXPECT_EQ(refusal_of<TopologyError>([&] {
              time_scatter(mesh, 2, {0, 1}, model);
            }),
            "a node of this mesh must be from 0 to 1, got 2");
}

}  // namespace
}  // namespace flitwise::theory::mesh_scatter_test
