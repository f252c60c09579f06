// Tori of routers of others: lanes and ways as the contract has them, seen flit by flit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "systemc/network/own/flit_passage.h"
#include "systemc/network/own/own_mesh.h"
#include "systemc/network/torus/torus_worms.h"
#include "systemc/protocols/torus/torus_route.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::own::own_torus_test {
namespace {

using flitwise::test::expect_each_once_and_in_order;
using flitwise::test::Reception;
using flitwise::test::torus_message;
using flitwise::test::TorusRun;

// The router of tests/kit/foreign/tc2, described without its file.
RouterDescription carousel() {
  const std::string folder = FLITWISE_SOURCE_DIR "/tests/kit/foreign/tc2/";
  RouterDescription router;
  router.file = folder + "router.yaml";
  router.name = "tc2";
  router.family = Family::kTorus;
  router.top = "tc2_wrapper";
  router.files = {folder + "tc2.sv", folder + "tc2_wrapper.sv"};
  router.parameters = {"Slots=6"};
  router.link = LinkProtocol::kCredit;
  router.lanes = 2;
  router.lanes_per_class = 1;
  router.queue = 6;
  router.coordinates = CoordinatePins::kInputs;
  router.latency = RouterLatency{PassageSteps(2), 0, 0, 1, 1};
  router.flit.head = {63, 1};
  router.flit.tail = {62, 1};
  router.flit.x = {59, 3};
  router.flit.y = {56, 3};
  router.flit.payload = {{0, 56}, {0, 56}};
  return router;
}

TorusWiring wiring_of(const std::vector<int>& sides) {
  return TorusWiring(Torus(sides), {}, PortsOfPes::kOne);
}

// The shorter way, of two as long +.
Hops ways_of(const Torus& torus, Node from, Node to) {
  Hops hops;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int n = torus.side(d);
    const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + n) % n;
    hops.push_back(2 * up <= n ? up : up - n);
  }
  return hops;
}

class OwnTori : public testing::Test {
 protected:
  TorusRun run_on(const std::vector<int>& sides) {
    const TorusWiring wiring = wiring_of(sides);
    return TorusRun(wiring,
                    {std::make_unique<OwnMesh>(wiring, router_, NetworkConfig(), models_), nullptr,
                     std::make_unique<TorusWorms>(wiring, LaneChoice{router_.lanes, {}})});
  }

  RouterDescription router_ = carousel();
  ModelLibrary models_;
};

TEST_F(OwnTori, TakeTheirRoutersStepsAHopRoundTheRings) {
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{{5, 4}, {3, 2}, {2, 2}}) {
    const Torus torus(sides);
    TorusRun run = run_on(sides);
    for (Node from = 0; from < torus.size(); ++from)
      for (Node to = 0; to < torus.size(); ++to) {
        if (from == to) continue;
        const std::size_t before = run.received().size();
        const Step start = run.step() + 2;
        run.send(from, ways_of(torus, from, to), 3, start);
        run.run();
        ASSERT_EQ(run.received().size(), before + 3) << from << " to " << to;
        const Reception& tail = run.received().back();
        EXPECT_EQ(tail.step, start + 2 - 1 + 2 * torus.distance(from, to) + 2);
        EXPECT_EQ(tail.node, to);
      }
    EXPECT_TRUE(run.network().is_quiet());
  }
}

// The lower lane up to the dateline and the upper one behind it, though the router knows of
// neither.
TEST_F(OwnTori, LeadPacketsOverDatelinesIntoTheUpperLane) {
  const Torus torus({5, 4});
  TorusRun run = run_on(torus.sides());
  run.note_lanes_of({2, LaneRule::kStrict});
  int sent = 0;
  for (Node from = 0; from < torus.size(); ++from)
    for (Node to = 0; to < torus.size(); ++to)
      if (from != to) run.send(from, ways_of(torus, from, to), 1 + (from + to) % 5, 1 + sent++ % 7);
  run.run();
  expect_each_once_and_in_order(run, static_cast<std::size_t>(sent));
  EXPECT_EQ(run.forbidden_lanes(), 0);
  EXPECT_TRUE(run.network().is_quiet());
}

// With a dateline that nobody minds the same packets wait in a circle, or take lanes that none may.
TEST_F(OwnTori, TakeForbiddenLanesWhereNobodyMindsTheDateline) {
  router_.lanes_per_class = 0;
  const Torus torus({5, 4});
  TorusRun run = run_on(torus.sides());
  run.note_lanes_of({2, LaneRule::kStrict});
  run.send(4, {2, 0}, 1, 1);
  run.run();
  EXPECT_GT(run.forbidden_lanes(), 0);
}

TEST(OwnToriPassage, ShowsTheHopsThatAreLeftRoundTheRing) {
  const TorusWiring wiring = wiring_of({5, 4});
  FlitPassage passage(wiring, carousel().flit);
  // From (3, 0) to (0, 3): two hops up over the border of x, one down over that of y.
  const Hops hops{2, -1};
  const RawFlit head = torus_message({3, 7}, hops, 2, {0, 1})[0];
  const FlitBits bits = passage.enter(3, head);
  EXPECT_EQ(to_fields(carousel().flit, bits).x, 0);
  EXPECT_EQ(to_fields(carousel().flit, bits).y, 3);
  const auto left = [&](Node at) {
    return protocols::hops_of_route(unpack(*passage.on_link(bits, at, 0)).payload, {0, 1});
  };
  EXPECT_EQ(left(4), (Hops{1, -1}));
  EXPECT_EQ(left(0), (Hops{0, -1}));
  EXPECT_EQ(left(15), (Hops{0, 0}));
  EXPECT_EQ(left(2), (Hops{-2, -1})) << "the wrong way: what is shorter from there";
}

TEST(OwnToriPassage, WritesSignedHopsWhereTheRouterGoesByThem) {
  FlitLayout layout = carousel().flit;
  layout.is_relative = true;
  FlitPassage passage(wiring_of({5, 4}), layout);
  const RawFlit head = torus_message({3, 7}, {-3, 2}, 1, {0, 1})[0];
  const FlitFields fields = to_fields(layout, passage.enter(3, head));
  EXPECT_EQ(fields.x, -3);
  EXPECT_EQ(fields.y, 2);
}

TEST(OwnToriLanes, OfTheTwoClassesAreSwapped) {
  EXPECT_EQ(swapped_classes(0b01, 2), 0b10U);
  EXPECT_EQ(swapped_classes(0b0110, 4), 0b1001U);
  for (std::uint64_t lanes = 0; lanes < 64; ++lanes)
    EXPECT_EQ(swapped_classes(swapped_classes(lanes, 6), 6), lanes);
}

TEST_F(OwnTori, AreRefusedWhereDimensionsOrFieldsDoNotFit) {
  EXPECT_EQ(refusal_of(wiring_of({8, 8}), router_), "");
  EXPECT_EQ(refusal_of(wiring_of({8}), router_),
            "has flits with 2 coordinates of the destination, and 1 sides are given");
  EXPECT_EQ(refusal_of(wiring_of({4, 9}), router_),
            "has flits whose y has 3 bits, too few for 9 nodes along it");
}

}  // namespace
}  // namespace flitwise::own::own_torus_test
