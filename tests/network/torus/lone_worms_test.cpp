// Worms that meet no other, between all nodes of a torus or a mesh and through each of the twelve
// routers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "tests/network/torus/torus_runs.h"
#include "tests/support/torus_pipelines.h"

namespace flitwise::lone_worms_test {
namespace {

using test::Reception;
using test::TorusRun;
using testing_support::RouterStages;
using testing_support::twelve_routers;

// Shortest ways, + where both are as long.
Hops hops_between(const Torus& torus, Node from, Node to) {
  Hops hops;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int side = torus.side(d);
    const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + side) % side;
    hops.push_back(2 * up <= side ? up : up - side);
  }
  return hops;
}

Hops hops_between(const XyMesh& mesh, Node from, Node to) { return mesh.hops(from, to); }

TorusRun run_on(const Torus& torus, const TorusNetworkConfig& config) {
  ModelLibrary models;
  return {torus, assemble_torus(torus, config, models)};
}

TorusRun run_on(const XyMesh& mesh, const TorusNetworkConfig& config) {
  ModelLibrary models;
  return {mesh, assemble_mesh(mesh, config, models)};
}

struct Expected {
  Node to = kNoNode;
  Step head = 0;
  Step tail = 0;
};

// One after the other, `length` flits each; `alone` steps are enough for any of them.
template <typename Topology>
void expect_lone_worms(const Topology& torus, const RouterStages& router, std::vector<Step> link,
                       Flits length, std::uint32_t lanes = 2) {
  constexpr Step kAlone = 200;
  TorusNetworkConfig config;
  config.lanes = lanes;
  config.depth = 8;
  config.latency.pipeline = router.pipeline;
  config.latency.link = std::move(link);
  config.latency.credit = 2;
  TorusRun run = run_on(torus, config);
  std::vector<Expected> expected;
  Step begin = 1;
  for (Node from = 0; from < torus.size(); ++from)
    for (Node to = 0; to < torus.size(); ++to) {
      if (from == to) continue;
      const Hops hops = hops_between(torus, from, to);
      run.send(from, hops, length, begin);
      Step way = router.router - 1;
      for (std::size_t d = 0; d < hops.size(); ++d)
        way += (router.router + config.latency.link[d] - 1) * std::abs(hops[d]);
      expected.push_back({to, begin + way, begin + way + length - 1});
      begin += kAlone;
    }
  run.run();

  std::vector<Reception> ends;
  for (const Reception& flit : run.received())
    if (flit.index == 1 || flit.is_last) ends.push_back(flit);
  ASSERT_EQ(ends.size(), 2 * expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(ends[2 * i].node, expected[i].to);
    EXPECT_EQ(ends[2 * i].step, expected[i].head) << router.text << ", worm " << i;
    EXPECT_EQ(ends[2 * i + 1].step, expected[i].tail) << router.text << ", worm " << i;
  }
  EXPECT_EQ(run.stalls().total(), Stalls());
}

class LoneWorms : public testing::TestWithParam<std::size_t> {};

TEST_P(LoneWorms, TakeTheirWayAndTheirFlitsBetweenAllNodes) {
  const RouterStages& router = twelve_routers()[GetParam()];
  expect_lone_worms(Torus({4, 3}), router, {1, 1}, 5);
  expect_lone_worms(Torus({4, 3}), router, {2, 5}, 4);
  expect_lone_worms(Torus({3, 3, 3}), router, {1, 3, 2}, 4);
}

TEST_P(LoneWorms, TakeTheirWayAndTheirFlitsBetweenAllNodesOfAMesh) {
  const RouterStages& router = twelve_routers()[GetParam()];
  expect_lone_worms(XyMesh({4, 3}), router, {1, 1}, 5);
  expect_lone_worms(XyMesh({3, 4}), router, {2, 5}, 4, 1);
}

INSTANTIATE_TEST_SUITE_P(All, LoneWorms, testing::Range(std::size_t{0}, std::size_t{12}));

}  // namespace
}  // namespace flitwise::lone_worms_test
