// mesh_protocols_test.cpp: PEs of meshes on ideal routers: who sends to whom, and the cycles that
// it takes.
#include "systemc/protocols/xy_mesh/mesh_protocols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "tests/protocols/one_pe.h"
#include "tests/protocols/torus/worm_network.h"
#include "tests/support/torus_pipelines.h"

namespace flitwise::protocols::mesh_protocols_test {
namespace {

using test::data;
using test::feed;
using test::WormRecord;
using testing_support::twelve_routers;

void visit_meshes(int most, const std::function<void(const XyMesh&)>& visit) {
  for (int a = 1; a <= most; ++a)
    for (int b = 1; b <= most; ++b) visit(XyMesh({a, b}));
}

std::size_t doublings(Node nodes) {
  std::size_t steps = 0;
  while ((Node{1} << steps) < nodes) ++steps;
  return steps;
}

TorusLatency uniform(const TorusPipeline& pipeline, Step link) {
  TorusLatency latency;
  latency.pipeline = pipeline;
  latency.link = {link, link};
  return latency;
}

// Lengths that repeat little, 0 among them.
std::vector<Flits> lengths_of(const XyMesh& mesh, Node root) {
  std::vector<Flits> lengths(static_cast<std::size_t>(mesh.size()));
  for (std::size_t v = 0; v < lengths.size(); ++v) lengths[v] = static_cast<Flits>((7 * v + 3) % 5);
  lengths[static_cast<std::size_t>(root)] = 0;
  return lengths;
}

WormRecord run(const XyMesh& mesh, std::vector<WormRole> roles, const BroadcastTiming& timing) {
  return test::run_worms(Torus(mesh.sides()), {0, 1}, make_worm_pes(std::move(roles)),
                         timing.latency, PePorts::kOne);
}

// max over the ways x of x + sum of (L + gap) over the nodes with a way of x or more, less the last
// gap. 0 without messages.
Step one_behind_the_other(const XyMesh& mesh, Node root, const std::vector<Flits>& lengths,
                          const BroadcastTiming& timing, Step gap) {
  Step finish = 0;
  for (Node x = 0; x < mesh.size(); ++x) {
    if (lengths[index_of(x)] == 0) continue;
    Step sum = timing.way(mesh.hops(root, x));
    for (Node v = 0; v < mesh.size(); ++v)
      if (lengths[index_of(v)] > 0 &&
          timing.way(mesh.hops(root, v)) >= timing.way(mesh.hops(root, x)))
        sum += lengths[index_of(v)] + gap;
    finish = std::max(finish, sum - gap);
  }
  return finish == 0 ? 0 : timing.send_overhead + finish + timing.receive_overhead;
}

TEST(MeshBroadcasts, HaveAsFewStepsAsPesWithOnePortCanDo) {
  visit_meshes(6, [](const XyMesh& mesh) {
    for (Node source = 0; source < mesh.size(); ++source) {
      const TorusSchedule schedule = make_mesh_broadcast(mesh, source, MeshScheme::kUmesh, {});
      EXPECT_EQ(schedule.steps.size(), doublings(mesh.size())) << text_of(mesh.sides());
    }
  });
}

TEST(MeshBroadcasts, LetEachNodeSendOnceAStepAndReachAllOnce) {
  visit_meshes(6, [](const XyMesh& mesh) {
    for (const MeshScheme scheme : {MeshScheme::kUmesh, MeshScheme::kSeparate})
      for (Node source = 0; source < mesh.size(); ++source) {
        std::set<Node> informed{source};
        for (const TorusStep& step : make_mesh_broadcast(mesh, source, scheme, {}).steps) {
          std::set<Node> senders;
          std::set<Node> receivers;
          for (const TorusMessage& message : step) {
            EXPECT_EQ(informed.count(message.from), 1U);
            EXPECT_TRUE(senders.insert(message.from).second);
            const Coordinates x = mesh.coordinates(message.from);
            const Node to = mesh.node({x[0] + message.hops[0], x[1] + message.hops[1]});
            EXPECT_TRUE(receivers.insert(to).second);
            EXPECT_EQ(informed.count(to), 0U);
          }
          informed.insert(receivers.begin(), receivers.end());
        }
        EXPECT_EQ(informed.size(), static_cast<std::size_t>(mesh.size()));
      }
  });
}

// Of 4 x 4 nodes from a corner the first message crosses the middle of the columns.
TEST(MeshBroadcasts, SendAcrossTheMiddleOfTheColumnsFirst) {
  const XyMesh mesh({4, 4});
  const TorusSchedule schedule = make_mesh_broadcast(mesh, 0, MeshScheme::kUmesh, {});
  EXPECT_EQ(schedule.steps[0], (TorusStep{{0, {2, 0}}}));
  EXPECT_EQ(schedule.steps[1], (TorusStep{{0, {1, 0}}, {2, {1, 0}}}));
}

TEST(MeshBroadcasts, SendSeparateMessagesTheLongestWayFirst) {
  const XyMesh mesh({3, 2});
  const TorusSchedule schedule = make_mesh_broadcast(mesh, 0, MeshScheme::kSeparate, {});
  const std::vector<TorusStep> expected{
      {{0, {2, 1}}}, {{0, {2, 0}}}, {{0, {1, 1}}}, {{0, {1, 0}}}, {{0, {0, 1}}}};
  EXPECT_EQ(schedule.steps, expected);
  TorusLatency slow_columns;
  slow_columns.link = {1, 3};
  const TorusSchedule weighed = make_mesh_broadcast(mesh, 0, MeshScheme::kSeparate, slow_columns);
  EXPECT_EQ(weighed.steps[2], (TorusStep{{0, {0, 1}}}));
}

TEST(MeshBroadcasts, TakeTheCyclesOfTheirFormulasAndNeverMeet) {
  std::size_t runs = 0;
  for (const auto& router : twelve_routers())
    for (const Step link : {1, 3})
      visit_meshes(4, [&](const XyMesh& mesh) {
        for (const MeshScheme scheme : {MeshScheme::kUmesh, MeshScheme::kSeparate})
          for (const Node source : {0, mesh.size() / 2}) {
            const TorusLatency latency = uniform(router.pipeline, link);
            const BroadcastTiming timing{5, router.head_wait, 1, latency};
            const TorusSchedule schedule = make_mesh_broadcast(mesh, source, scheme, latency);
            const WormRecord barrier =
                test::run_broadcast(schedule, BroadcastPace::kBarrier, timing, PePorts::kOne);
            const WormRecord own =
                test::run_broadcast(schedule, BroadcastPace::kOwn, timing, PePorts::kOne);
            EXPECT_EQ(barrier.faults() + own.faults(), "") << text_of(mesh.sides());
            EXPECT_EQ(barrier.stalls + own.stalls, 0) << text_of(mesh.sides());
            EXPECT_EQ(test::cycles_of(barrier, timing), test::barrier_cycles(schedule, timing));
            const std::vector<Step> ready = test::free_cycles(schedule, timing);
            EXPECT_EQ(test::cycles_of(own, timing), *std::max_element(ready.begin(), ready.end()));
            runs += 2;
          }
      });
  EXPECT_EQ(runs, 3072U);
}

// Values of a 4 x 4 mesh from a corner, eight flits.
TEST(MeshBroadcasts, TakeTheseCycles) {
  const auto cycles = [](Step router, Step link) {
    TorusPipeline stages;
    stages.st = router > 1 ? 1 : 0;
    stages.rc = router > 2 ? 1 : 0;
    const BroadcastTiming timing{8, 0, 0, uniform(stages, link)};
    const TorusSchedule schedule =
        make_mesh_broadcast(XyMesh({4, 4}), 0, MeshScheme::kUmesh, timing.latency);
    return test::barrier_cycles(schedule, timing);
  };
  EXPECT_EQ(cycles(1, 1), 38);
  EXPECT_EQ(cycles(2, 1), 48);
  EXPECT_EQ(cycles(1, 2), 44);
  EXPECT_EQ(cycles(3, 2), 64);
}

using MakeRoles = std::vector<WormRole> (*)(const XyMesh&, Node, const std::vector<Flits>&,
                                            const BroadcastTiming&);

// `gap`: what lies between two messages, by the overhead and the head's wait.
void expect_one_behind_the_other(MakeRoles roles, Step (*gap)(Step overhead, Step head_wait)) {
  std::size_t runs = 0;
  for (const auto& router : twelve_routers())
    for (const Step overhead : {0, 2})
      visit_meshes(5, [&](const XyMesh& mesh) {
        for (const Node root : {0, mesh.size() / 2}) {
          const BroadcastTiming timing{1, overhead, 1, uniform(router.pipeline, 2)};
          const std::vector<Flits> lengths = lengths_of(mesh, root);
          const WormRecord record = run(mesh, roles(mesh, root, lengths, timing), timing);
          EXPECT_EQ(record.faults(), "");
          EXPECT_EQ(record.stalls, 0) << text_of(mesh.sides());
          EXPECT_EQ(
              test::cycles_of(record, timing),
              one_behind_the_other(mesh, root, lengths, timing, gap(overhead, router.head_wait)));
          ++runs;
        }
      });
  EXPECT_EQ(runs, 1200U);
}

TEST(MeshScatters, TakeTheCyclesOfTheirFormulaAndNeverMeet) {
  expect_one_behind_the_other(mesh_scatter_roles,
                              [](Step overhead, Step wait) { return std::max(overhead, wait); });
}

TEST(MeshGathers, TakeTheCyclesOfTheirFormulaAndNeverMeet) {
  expect_one_behind_the_other(mesh_gather_roles, [](Step, Step wait) { return wait; });
}

TEST(MeshGathers, ComplainOfTheMessageOfAStranger) {
  const XyMesh mesh({3, 1});
  const std::vector<WormRole> roles = mesh_gather_roles(mesh, 0, {0, 2, 0}, {});
  WormPe root(roles[0]);
  feed(root, {data(3, 2, 2, 1, 1)});
  ASSERT_EQ(root.complaints().size(), 1U);
  EXPECT_NE(root.complaints()[0].find("the schedule has no message from there"), std::string::npos);
  EXPECT_EQ(root.waiting_for(), (std::vector<std::string>{"2 flits of the message from PE 1"}));
}

std::string refusal(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(MeshScatters, RefuseLengthsThatDoNotFit) {
  const XyMesh mesh({2, 2});
  const auto scatter = [&](Node root, const std::vector<Flits>& lengths, Step overhead = 0) {
    return refusal([&] { mesh_scatter_roles(mesh, root, lengths, {1, overhead, 0, {}}); });
  };
  EXPECT_EQ(scatter(0, {0, 1, 1}), "there must be a length for each of 4 nodes, got 3");
  EXPECT_EQ(scatter(0, {0, 1, -1, 1}), "a message must have 0 flits or more, got -1");
  EXPECT_EQ(scatter(1, {1, 2, 1, 1}), "the root has no message of its own, got 2 flits");
  EXPECT_EQ(scatter(0, {0, 1, 1, 1}, -1), "the overhead of sending must be at least 0, got -1");
  EXPECT_NE(scatter(4, {0, 1, 1, 1}), "");
  EXPECT_NE(refusal([&] { make_mesh_broadcast(mesh, 4, MeshScheme::kUmesh, {}); }), "");
}

}  // namespace
}  // namespace flitwise::protocols::mesh_protocols_test
