// Meshes of routers of others: every flit as if they were the project's own, but for their latency.
#include "systemc/network/own/own_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "systemc/network/torus/torus_worms.h"
#include "tests/network/own/plain_router.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::own::own_mesh_test {
namespace {

using flitwise::test::expect_each_once_and_in_order;
using flitwise::test::Reception;
using flitwise::test::send_at_random;
using flitwise::test::TorusRun;
using test::placed_router;
using test::plain_router;

class OwnMeshes : public testing::Test {
 protected:
  TorusRun run_on(const XyMesh& mesh, const RouterDescription& router) {
    router_ = router;
    return TorusRun(
        mesh, {std::make_unique<OwnMesh>(mesh, router_, NetworkConfig(), models_), nullptr,
               std::make_unique<TorusWorms>(TorusWiring(mesh), LaneChoice{router_.lanes, {}})});
  }
  void expect_formula(const XyMesh& mesh, const RouterDescription& router, Flits length) {
    TorusRun run = run_on(mesh, router);
    const Step r = router.latency->router;
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
          const Step due = start + r - 1 + r * mesh.distance(from, to) + index - 1;
          EXPECT_EQ(flit, (Reception{due, to, 0, flit.worm, index, index == length}));
          EXPECT_EQ(flit.worm.first, from);
        }
      }
    EXPECT_EQ(run.network().assertion_failures(), 0);
    EXPECT_TRUE(run.network().is_quiet());
  }

  RouterDescription router_;
  ModelLibrary models_;
};

TEST_F(OwnMeshes, TakeTheirRoutersStepsAHopAndIntoThePe) {
  for (const Flits length : {1, 2, 7}) expect_formula(XyMesh({4, 3}), placed_router(), length);
}

TEST_F(OwnMeshes, MayHaveAModelForEveryNode) { expect_formula(XyMesh({2, 2}), plain_router(), 3); }

TEST_F(OwnMeshes, BringEveryFlitOfRandomTrafficOnceAndInOrder) {
  TorusRun run = run_on(XyMesh({4, 4}), placed_router());
  send_at_random(run, XyMesh({4, 4}), 11, 600, 300);
  run.run();
  expect_each_once_and_in_order(run, 600);
  EXPECT_TRUE(run.network().is_quiet());
  EXPECT_EQ(run.network().flits_in_flight(), 0U);
}

// A payload of 12 bits: a flit is a number of 12 bits, and nothing is left for a hash.
TEST_F(OwnMeshes, BringFlitsThatAreNumbersOnly) {
  RouterDescription narrow = placed_router();
  narrow.flit.payload = {{0, 12}, {3, 12}};
  TorusRun run = run_on(XyMesh({4, 4}), narrow);
  send_at_random(run, XyMesh({4, 4}), 5, 600, 300);
  run.run();
  expect_each_once_and_in_order(run, 600);
}

TEST_F(OwnMeshes, SayWhenTheyCannotNumberAllFlits) {
  RouterDescription narrow = placed_router();
  narrow.flit.payload = {{0, 8}, {0, 8}};
  TorusRun run = run_on(XyMesh({8, 8}), narrow);
  for (Node v = 0; v < 64; ++v)
    if (v != 9) run.send(v, XyMesh({8, 8}).hops(v, 9), 30, 1);
  try {
    run.run();
    FAIL() << "must be refused";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "more than 256 flits are under way, which is all that a payload of 8 bits can "
                 "number");
  }
}

TEST_F(OwnMeshes, AreRefusedWhereTheFlitsFieldsAreTooNarrow) {
  EXPECT_EQ(refusal_of(XyMesh({8, 8}), placed_router()), "");
  EXPECT_EQ(refusal_of(XyMesh({9, 8}), placed_router()),
            "has flits whose x has 3 bits, too few for 9 columns");
  RouterDescription relative = placed_router();
  relative.flit.is_relative = true;
  EXPECT_EQ(refusal_of(XyMesh({4, 5}), relative),
            "has flits whose y has 3 bits, too few for 5 rows");
}

TEST_F(OwnMeshes, AreRefusedWhereTooManyNodesWouldBeVerilatedApart) {
  EXPECT_EQ(refusal_of(XyMesh({8, 8}), plain_router()), "");
  EXPECT_EQ(refusal_of(XyMesh({9, 8}), plain_router()).substr(0, 29),
            "has coordinates as parameters");
}

// A router that is told to be elsewhere sends flits astray.
TEST_F(OwnMeshes, ReportWhatLeavesOverTheBorder) {
  RouterDescription astray = placed_router();
  std::swap(astray.flit.x, astray.flit.y);
  TorusRun run = run_on(XyMesh({4, 2}), astray);
  run.send(0, {3, 0}, 1, 1);
  run.run(200);
  EXPECT_THAT(run.happened(), testing::Contains(testing::HasSubstr("PE 4 (0, 1)")));
}

}  // namespace
}  // namespace flitwise::own::own_mesh_test
