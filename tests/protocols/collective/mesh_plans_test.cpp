// Collective operations on meshes: contents, ports and links, and steps against the formulas.
#include "systemc/protocols/collective/mesh_plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "systemc/protocols/xy_mesh/mesh_protocols.h"
#include "tests/support/plan_contents.h"
#include "tests/support/plan_times.h"
#include "tests/support/refusal.h"

namespace flitwise::protocols::test::mesh_plans_test {
namespace {

using flitwise::test::content_complaints_in_any_order;
using flitwise::test::plan_times;
using flitwise::test::PlanPace;
using flitwise::test::PlanWay;
using flitwise::test::refusal_of;
using testing::IsEmpty;
using Operation = CollectiveOperation;

CollectiveRequest request_of(Operation operation, Flits words, Step add = 0, Step send = 0,
                             Step receive = 0) {
  CollectiveRequest request;
  request.operation = operation;
  request.length = request.block = words;
  request.add = add;
  request.send_overhead = send;
  request.receive_overhead = receive;
  return request;
}

// The PE's way out is used as the first link is, its way in a step behind the last one.
PlanWay way_of(const XyMesh& mesh, const CollectiveTransfer& transfer) {
  const std::int64_t ports = std::int64_t{mesh.size()} * XyMesh::kChannels;
  PlanWay way{0, 1, {{ports + 2 * transfer.from}}};
  for (const TorusLink& link : mesh.path(transfer.from, transfer.to))
    way.resources.push_back({XyMesh::link_index(link), way.hops++ - 1});
  way.resources.push_back({ports + 2 * transfer.to + 1, way.hops - 1});
  return way;
}

Step done(const CollectivePlan& plan, const XyMesh& mesh) {
  EXPECT_THAT(content_complaints_in_any_order(plan, 1), IsEmpty());
  const auto times = plan_times(
      plan.schedule, [&](const CollectiveTransfer& transfer) { return way_of(mesh, transfer); },
      PlanPace::kTimetable);
  EXPECT_THAT(times.complaints, IsEmpty());
  return times.done;
}

struct Algorithm {
  CollectivePlan (*plan)(const CollectiveRequest&, const XyMesh&);
  Step (*rounds)(int n);
  Step (*hops)(int n);
};
const Algorithm kLine{mesh_line,
                      [](int n) -> Step { return n == 1   ? 0
                                                 : n == 2 ? 1
                                                          : n - 1 + (n + 1) / 2; },
                      [](int) -> Step { return 1; }};
const Algorithm kRing{mesh_ring, [](int n) -> Step { return n - 1; },
                      [](int n) -> Step { return n == 2 ? 1 : 2; }};

// Steps of one way, which moves `words`, each round with `more` steps besides hops and words.
Step steps_of(const Algorithm& algorithm, const XyMesh& mesh, Flits words, Step more) {
  Step all = 0;
  for (const int n : mesh.sides()) {
    words = (words + n - 1) / n;
    all += algorithm.rounds(n) * (algorithm.hops(n) + words + more);
  }
  return all;
}

void expect_formula(const Algorithm& algorithm, const XyMesh& mesh, Flits m, Step a, Step os,
                    Step orv) {
  SCOPED_TRACE(testing::PrintToString(mesh.sides()) + " m " + std::to_string(m) + " a " +
               std::to_string(a) + " os " + std::to_string(os));
  const auto steps = [&](Operation operation, Flits words) {
    return done(algorithm.plan(request_of(operation, words, a, os, orv), mesh), mesh);
  };
  const Flits n = mesh.size();
  const Flits block = (m + n - 1) / n;
  ASSERT_EQ(steps(Operation::kReduceScatter, m),
            steps_of(algorithm, mesh, n * block, os + orv + a));
  ASSERT_EQ(steps(Operation::kAllGather, block), steps_of(algorithm, mesh, n * block, os + orv));
  ASSERT_EQ(steps(Operation::kAllReduce, m),
            steps_of(algorithm, mesh, m, os + orv + a) + steps_of(algorithm, mesh, m, os + orv));
}

std::vector<XyMesh> meshes() {
  std::vector<XyMesh> all;
  for (int a = 1; a <= 5; ++a)
    for (int b = 1; b <= 4; ++b) all.emplace_back(std::vector<int>{a, b});
  for (const int n : {6, 7, 8, 9}) all.emplace_back(std::vector<int>{n, 1});
  all.emplace_back(std::vector<int>{1, 8});
  all.emplace_back(std::vector<int>{6, 6});
  return all;
}

TEST(MeshLine, TakesTheStepsOfTheFormula) {
  for (const XyMesh& mesh : meshes())
    for (const Flits m : {1, 9, 3 * mesh.size()}) {
      expect_formula(kLine, mesh, m, 0, 0, 0);
      expect_formula(kLine, mesh, m, 1, 8, 2);
    }
}

TEST(MeshRing, TakesTheStepsOfTheFormula) {
  for (const XyMesh& mesh : meshes())
    for (const Flits m : {1, 9, 3 * mesh.size()}) {
      expect_formula(kRing, mesh, m, 0, 0, 0);
      expect_formula(kRing, mesh, m, 1, 8, 2);
    }
}

TEST(MeshLine, HasOneMessageEachWayAPeInARound) {
  for (const auto& rounds_of : {line_rounds, folded_ring_rounds})
    for (int n = 1; n <= 40; ++n) {
      std::set<std::pair<int, int>> held;  // PE, block
      for (int x = 0; x < n; ++x) held.emplace(x, x);
      for (const std::vector<LineMessage>& round : rounds_of(n)) {
        std::set<int> senders, receivers;
        for (const LineMessage& message : round) {
          ASSERT_TRUE(held.count({message.from, message.block}));
          ASSERT_TRUE(senders.insert(message.from).second) << n;
          ASSERT_TRUE(receivers.insert(message.to).second) << n;
        }
        for (const LineMessage& message : round)
          ASSERT_TRUE(held.emplace(message.to, message.block).second);
      }
      ASSERT_EQ(static_cast<int>(held.size()), n * n);
    }
}

// In every round of a line a PE of a torus may send both ways and receive both ways.
TEST(MeshLine, NeedsMoreRoundsThanOnATorusWhosePesHaveTwoPorts) {
  const std::vector<std::size_t> rounds{0, 1, 4, 5, 7, 8, 10, 11};
  for (int n = 1; n <= 8; ++n) EXPECT_EQ(line_rounds(n).size(), rounds[index_of(n - 1)]);
}

TEST(MeshRing, IsDoneBeforeTheLineOnEveryMeshButThoseOfTwos) {
  for (const XyMesh& mesh : meshes()) {
    const Step line = steps_of(kLine, mesh, mesh.size(), 0);
    const Step ring = steps_of(kRing, mesh, mesh.size(), 0);
    if (std::max(mesh.side(0), mesh.side(1)) <= 2)
      EXPECT_EQ(ring, line);
    else
      EXPECT_LT(ring, line);
  }
}

// Hops of the longest messages of a broadcast by halves, all steps together.
Step hops_of_halves(std::vector<int> sides, Node root) {
  Step all = 0;
  for (const int hops :
       longest_paths(make_mesh_broadcast(XyMesh(sides), root, MeshScheme::kUmesh, {})))
    all += hops;
  return all;
}

TEST(MeshReversedUmesh, TakesTheStepsOfTheFormulaOnAnyMeshFromAnyRoot) {
  for (const XyMesh& mesh : meshes())
    for (Node root = 0; root < mesh.size(); root += 1 + mesh.size() / 7)
      for (const Flits m : {1, 5})
        for (const Step overhead : {0, 3}) {
          const Step a = overhead / 2;
          CollectiveRequest request = request_of(Operation::kReduce, m, a, overhead, overhead);
          request.root = root;
          Step rounds = 0;
          while (1 << rounds < mesh.size()) ++rounds;
          const Node swapped = mesh.coordinate(root, 1) + mesh.coordinate(root, 0) * mesh.side(1);
          const Step up = rounds * (2 * overhead + m + a) +
                          hops_of_halves({mesh.side(1), mesh.side(0)}, swapped);
          ASSERT_EQ(done(mesh_reversed_umesh(request, mesh), mesh), up);
          request.operation = Operation::kAllReduce;
          const Step all = up + rounds * (2 * overhead + m) + hops_of_halves(mesh.sides(), root);
          ASSERT_EQ(done(mesh_reversed_umesh(request, mesh), mesh), all);
          if (m > 1) continue;
          request.operation = Operation::kBarrier;
          ASSERT_EQ(done(mesh_reversed_umesh(request, mesh), mesh), all);
        }
}

TEST(MeshReversedUmesh, TakesAsLongAsTheBroadcastOnASquare) {
  const XyMesh mesh({4, 4});
  EXPECT_EQ(done(mesh_reversed_umesh(request_of(Operation::kReduce, 8), mesh), mesh), 38);
}

TEST(MeshPlans, RefuseWhatTheyDoNotDo) {
  const XyMesh mesh({2, 2});
  EXPECT_EQ(refusal_of<TopologyError>([&] { mesh_line(request_of(Operation::kReduce, 4), mesh); }),
            "line: operation must be one of reduce-scatter, all-gather, allreduce, not reduce");
  EXPECT_EQ(
      refusal_of<TopologyError>([&] { mesh_ring(request_of(Operation::kAllReduce, 0), mesh); }),
      "ring: length must be at least 1, not 0");
}

}  // namespace
}  // namespace flitwise::protocols::test::mesh_plans_test
