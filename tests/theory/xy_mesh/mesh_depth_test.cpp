// Queues of meshes that are as deep as a credit's way, and such that are not: what theory says of
// them against routers that are played edge by edge.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tb/theory/torus/worm_timing.h"
#include "tests/support/refusal.h"
#include "tests/theory/xy_mesh/mesh_models.h"
#include "tests/theory/xy_mesh/mesh_player.h"

namespace flitwise::theory::mesh_depth_test {
namespace {

using test::MeshDraw;
using test::MeshPlayed;
using test::MeshPlayer;
using test::model_of;
using ::testing::HasSubstr;

/// How often each of the answers was right.
struct Answers {
  int without_stalls = 0;
  int short_and_without_stalls = 0;  ///< in queues shorter than the loop of heads
  int with_stalls = 0;
  int bounds = 0;
};

void expect_right(const XyMesh& mesh, const CycleModel& model, const MeshTiming& timing,
                  const MeshPlayed& run, Answers& answers) {
  ASSERT_EQ(timing.contention, "");
  ASSERT_EQ(timing.exact, !timing.shallow);
  ASSERT_LE(run.fullest, *model.depth);
  ASSERT_LE(timing.finish, run.finish);
  if (!timing.exact) {
    ++answers.bounds;
    ASSERT_FALSE(timing.stalls);
    ASSERT_FALSE(timing.quiesce);
    ASSERT_THAT(timing.source_of("finish"), HasSubstr("queues are shorter than a credit's way"));
    ASSERT_EQ(test::refusal_of([&] { mesh_events(mesh, model, timing); }),
              "events need an exact timing without stalls");
    return;
  }
  ASSERT_EQ(timing.finish, run.finish);
  ASSERT_EQ(timing.ready, run.ready);
  ASSERT_EQ(timing.stalls, run.stalls);
  if (run.stalls > 0) {
    ++answers.with_stalls;
    ASSERT_FALSE(timing.quiesce);
    return;
  }
  ++answers.without_stalls;
  if (*model.depth < credit_loops(mesh.sides(), model.latency).head)
    ++answers.short_and_without_stalls;
  ASSERT_EQ(timing.quiesce, run.quiesce);
  ASSERT_EQ(mesh_events(mesh, model, timing), run.events);
}

TEST(MeshDepths, OfBroadcastsSayWhatIsExact) {
  Answers barrier;
  Answers pace;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(6);
    CycleModel model = draw.model();
    const Node source = draw.from_to(0, mesh.size() - 1);
    const MeshPlan plan = umesh_plan(mesh, source);
    const int lanes = draw.from_to(1, 2);
    const Step loop = credit_loops(mesh.sides(), model.latency).head;
    for (Step depth = 1; depth <= loop + 1; ++depth) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", depth " + std::to_string(depth));
      model.depth = depth;
      expect_right(mesh, model,
                   time_broadcast(mesh, MeshScheme::kUmesh, source, model, SendPace::kBarrier),
                   MeshPlayer(mesh, model, lanes).with_barrier(plan), barrier);
      if (HasFatalFailure()) return;
      expect_right(mesh, model,
                   time_broadcast(mesh, MeshScheme::kUmesh, source, model, SendPace::kFree),
                   MeshPlayer(mesh, model, lanes).at_own_pace(plan, source), pace);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(barrier.short_and_without_stalls, 0);
  EXPECT_GT(barrier.with_stalls, 0);
  EXPECT_GT(barrier.bounds, 0);
  EXPECT_GT(pace.short_and_without_stalls, 0);
  EXPECT_GT(pace.bounds, 0);
}

TEST(MeshDepths, OfScattersAndGathersSayWhatIsExact) {
  Answers answers;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(6);
    CycleModel model = draw.model();
    const Node root = draw.from_to(0, mesh.size() - 1);
    const std::vector<Flits> lengths = draw.lengths(mesh, root);
    const int lanes = draw.from_to(1, 2);
    const Step loop = credit_loops(mesh.sides(), model.latency).head;
    for (Step depth = 1; depth <= loop + 1; ++depth) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", depth " + std::to_string(depth));
      model.depth = depth;
      const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
      std::vector<Node> order;
      for (const MeshWorm& worm : scatter.worms) order.push_back(worm.to);
      expect_right(mesh, model, scatter,
                   MeshPlayer(mesh, model, lanes).scatter(root, order, lengths), answers);
      if (HasFatalFailure()) return;
      const MeshTiming gather = time_gather(mesh, root, lengths, model);
      expect_right(mesh, model, gather, MeshPlayer(mesh, model, lanes).gather(gather.worms),
                   answers);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(answers.without_stalls, 0);
  EXPECT_GT(answers.short_and_without_stalls, 0);
  EXPECT_GT(answers.bounds, 0);
}

/// Whether what was played is what endless queues would do.
bool is_as_deep(const XyMesh& mesh, CycleModel model, const MeshTiming& timing,
                const MeshPlayed& run) {
  model.depth.reset();
  const MeshTiming deep = time_worms(mesh, model, timing.worms, SendPace::kFree);
  return run.stalls == 0 && run.events == mesh_events(mesh, model, deep);
}

TEST(MeshDepths, ThatAreCalledTooShortMakeFlitsWaitOnOneLane) {
  int waited = 0;
  for (unsigned seed = 1; seed <= 45; ++seed) {
    MeshDraw draw(seed);
    const XyMesh mesh = draw.mesh(6);
    CycleModel model = draw.model();
    const Node root = draw.from_to(0, mesh.size() - 1);
    std::vector<Flits> lengths = draw.lengths(mesh, root);
    if (seed % 3 == 0)  // as short as a queue of one flit
      for (Flits& length : lengths) length = std::min<Flits>(length, model.flits = 1);
    const MeshPlan plan = umesh_plan(mesh, root);
    const Step loop = credit_loops(mesh.sides(), model.latency).head;
    for (Step depth = 1; depth <= loop + 1; ++depth) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", depth " + std::to_string(depth));
      model.depth = depth;
      const auto expect_known = [&](const MeshTiming& timing, const MeshPlayed& run) {
        EXPECT_EQ(has_slots(mesh, model, timing.worms), is_as_deep(mesh, model, timing, run));
        waited += run.stalls > 0 ? 1 : 0;
      };
      const MeshTiming scatter = time_scatter(mesh, root, lengths, model);
      std::vector<Node> order;
      for (const MeshWorm& worm : scatter.worms) order.push_back(worm.to);
      expect_known(scatter, MeshPlayer(mesh, model, 1).scatter(root, order, lengths));
      const MeshTiming gather = time_gather(mesh, root, lengths, model);
      expect_known(gather, MeshPlayer(mesh, model, 1).gather(gather.worms));
      expect_known(time_broadcast(mesh, MeshScheme::kUmesh, root, model, SendPace::kBarrier),
                   MeshPlayer(mesh, model, 1).with_barrier(plan));
      expect_known(time_broadcast(mesh, MeshScheme::kUmesh, root, model, SendPace::kFree),
                   MeshPlayer(mesh, model, 1).at_own_pace(plan, root));
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(waited, 0);
}

// Of messages one after the other that queues hold whole: (r - 1) + os + orv + depth >= w_c +
// credit_delay, if they follow each other over one link.
TEST(MeshDepths, OfWholeMessagesCountTheCreditsOfTheMessageBefore) {
  const XyMesh row({3, 1});
  const MeshPlan twice{{{0, 1}}, {{0, 2}}};  // over one link of one hop, then of two
  for (const Step r : {1, 2, 3})
    for (const Step overhead : {0, 1, 2})
      for (const Step credit : {1, 2, 3, 4, 6}) {
        CycleModel model = model_of(1, r, 1);
        model.send_overhead = overhead;
        model.latency.credit = credit;
        model.depth = 1;
        const bool is_enough = r - 1 + overhead + 1 >= credit;
        const MeshTiming timing = time_plan(row, 0, twice, model, SendPace::kBarrier);
        const MeshPlayed run = MeshPlayer(row, model, 1).with_barrier(twice);
        SCOPED_TRACE(std::to_string(r) + ", " + std::to_string(overhead) + ", " +
                     std::to_string(credit));
        EXPECT_EQ(timing.exact, is_enough);
        EXPECT_EQ(timing.finish == run.finish, is_enough);
      }
}

}  // namespace
}  // namespace flitwise::theory::mesh_depth_test
