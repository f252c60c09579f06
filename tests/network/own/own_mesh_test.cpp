// Meshes of routers of others: every flit as if they were the project's own, but for their latency.
#include "systemc/network/own/own_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
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
        mesh,
        {std::make_unique<OwnMesh>(TorusWiring(mesh), router_, NetworkConfig(), models_), nullptr,
         std::make_unique<TorusWorms>(TorusWiring(mesh), LaneChoice{router_.lanes, {}})});
  }
  void expect_formula(const XyMesh& mesh, const RouterDescription& router, Flits length) {
    TorusRun run = run_on(mesh, router);
    const Step r = router.latency->router.most();
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
  EXPECT_EQ(refusal_of(TorusWiring(XyMesh({8, 8})), placed_router()), "");
  EXPECT_EQ(refusal_of(TorusWiring(XyMesh({9, 8})), placed_router()),
            "has flits whose x has 3 bits, too few for 9 columns");
  RouterDescription relative = placed_router();
  relative.flit.is_relative = true;
  EXPECT_EQ(refusal_of(TorusWiring(XyMesh({4, 5})), relative),
            "has flits whose y has 3 bits, too few for 5 rows");
}

TEST_F(OwnMeshes, AreRefusedWhereMoreFlitsMayBeUnderWayThanPayloadsTellApart) {
  RouterDescription narrow = placed_router();
  narrow.flit.payload = {{0, 9}, {0, 8}};
  EXPECT_EQ(refusal_of(TorusWiring(XyMesh({2, 2})), narrow), "");
  EXPECT_EQ(
      refusal_of(TorusWiring(XyMesh({4, 4})), narrow),
      "has payloads of 8 bits, which tell 256 flits from each other, and 384 may be under way");
}

TEST_F(OwnMeshes, AreRefusedWhereTooManyNodesWouldBeVerilatedApart) {
  EXPECT_EQ(refusal_of(TorusWiring(XyMesh({8, 8})), plain_router()), "");
  EXPECT_EQ(refusal_of(TorusWiring(XyMesh({9, 8})), plain_router()).substr(0, 29),
            "has coordinates as parameters");
}

// The wrapper with a mistake, and logic of its own before the router.
RouterDescription broken(const std::string& name, const std::string& right,
                         const std::string& wrong, const std::string& logic = "") {
  RouterDescription router = placed_router();
  std::ifstream wrapper(router.files.back());
  std::string text{std::istreambuf_iterator<char>(wrapper), {}};
  text.replace(text.find(right), right.size(), wrong);
  text.insert(text.find("  logic unused;"), logic);
  router.files.back() = testing::TempDir() + name + "_wrapper.sv";
  std::ofstream(router.files.back()) << text;
  return router;
}

TEST_F(OwnMeshes, ReportEveryFlitThatARouterHasChanged) {
  for (const std::uint32_t payload : {56U, 24U}) {
    RouterDescription changing =
        broken("changing", ".out_flit(out_flit_o)", ".out_flit(flits)",
               "  logic [319:0] flits;\n  assign out_flit_o = flits ^ (320'd4 << 64);\n");
    changing.flit.payload = {{0, payload}, {0, payload}};
    TorusRun run = run_on(XyMesh({2, 2}), changing);
    run.send(0, {1, 0}, 2, 1);
    run.run(100);
    EXPECT_THAT(run.happened(),
                testing::Contains(testing::HasSubstr(
                    "PE 0 (0, 0) puts out at +x what no PE has sent: a flit that was changed")));
    EXPECT_TRUE(run.received().empty());
  }
}

void expect_thrown(const std::function<void()>& act, const std::string& text) {
  try {
    act();
    FAIL() << "must be refused";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()), text);
  }
}

TEST_F(OwnMeshes, RefuseReadyWiresThatGoRoundInACircle) {
  RouterDescription circular =
      broken("circular", ".in_ready(in_ready_o)", ".in_ready(unheard)",
             "  logic [4:0] unheard;\n  logic heard;\n  assign heard = |unheard;\n"
             "  assign in_ready_o = x_i[0] ? ~out_ready_i : out_ready_i;\n");
  circular.ready_is_combinational = true;
  expect_thrown(
      [&] {
        run_on(XyMesh({2, 1}), circular);
      },
      "placed: ready wires go round in a circle and do not settle");
}

TEST_F(OwnMeshes, RefuseReadyWiresOfLinksThatFollowWhatAPeOffers) {
  const RouterDescription nosy = broken(
      "nosy", ".in_ready(in_ready_o)", ".in_ready(readies)",
      "  logic [4:0] readies;\n  assign in_ready_o = readies & ~{{4{in_valid_i[0]}}, 1'b0};\n");
  TorusRun run = run_on(XyMesh({2, 1}), nosy);
  run.send(0, {1, 0}, 4, 1);
  for (Step step = 2; step < 9; ++step) run.send(1, {-1, 0}, 1, step);
  expect_thrown([&] { run.run(50); },
                "placed: the ready wire of port -x at (1, 0) follows what the PE offers in the "
                "same cycle: its description must say ready: combinational, or cut: true");
}

TEST_F(OwnMeshes, ReportCreditsThatNobodyHasSpent) {
  RouterDescription generous = broken("generous", "in_credit_o = '0", "in_credit_o = 5'b1");
  generous.link = LinkProtocol::kCredit;
  TorusRun run = run_on(XyMesh({2, 1}), generous);
  run.send(0, {1, 0}, 1, 1);
  run.run(20);
  EXPECT_THAT(run.happened(),
              testing::Contains(testing::HasSubstr(
                  "PE 1 (1, 0) returns a credit at own for a slot that is free already")));
}

// A router that swallows what it gets: flits are left, and none will ever move.
TEST_F(OwnMeshes, AreStuckWhenNothingMovesForLong) {
  TorusRun run = run_on(XyMesh({2, 1}), broken("greedy", ".in_valid(in_valid_i)", ".in_valid('0)"));
  run.send(0, {1, 0}, 40, 1);
  run.run(100'000);
  EXPECT_TRUE(run.is_stuck());
  EXPECT_TRUE(run.network().holds_flits());
  EXPECT_LT(run.step(), 2000);
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
