// Networks of torus routers whose flits have other widths than those of small tori.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "systemc/network/torus/torus_routers.h"
#include "systemc/pe/codecs/route_codec.h"
#include "systemc/protocols/torus/torus_route.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::large_tori_test {
namespace {

using test::expect_each_once_and_in_order;
using test::Reception;
using test::send_at_random;
using test::torus_message;
using test::TorusRun;
using ::testing::IsEmpty;

TorusRun run_on(const Torus& torus) {
  ModelLibrary models;
  TorusNetworkConfig config;
  TorusRun run(torus, assemble_torus(torus, config, models));
  run.note_lanes_of({config.lanes, config.rule});
  return run;
}

// Alone, from `from` over `hops`.
void expect_one_step_a_hop(TorusRun& run, const Torus& torus, Node from, const Hops& hops) {
  const std::size_t before = run.received().size();
  const Step start = run.step() + 2;
  run.send(from, hops, 2, start);
  run.run();
  ASSERT_EQ(run.received().size(), before + 2) << torus.name(from) << text_of(hops);
  for (Flits index = 1; index <= 2; ++index) {
    const Reception& flit = run.received()[before + static_cast<std::size_t>(index) - 1];
    EXPECT_EQ(flit.step, start + path_length(hops) + index - 1)
        << torus.name(from) << text_of(hops);
    EXPECT_EQ(flit.node, torus.destination(from, hops)) << torus.name(from) << text_of(hops);
    EXPECT_EQ(flit.index, index);
    EXPECT_EQ(flit.worm.first, from);
  }
}

void expect_all_well(TorusRun& run) {
  EXPECT_EQ(run.network().assertion_failures(), 0);
  EXPECT_EQ(run.forbidden_lanes(), 0);
  EXPECT_FALSE(run.is_stuck());
}

TEST(LargeTori, CarryTheLongestWaysOfEveryLengthOfSides) {
  for (const int side : {65, 128, 129, 256, 257, 512, 513, 1024}) {
    const Torus torus({side});
    ASSERT_GT(torus.format().hops, FlitFormat().hops);
    TorusRun run = run_on(torus);
    for (const Node from : {0, 1, side / 2, side - 1})
      for (const int hops : {1, 63, 64, side / 2, side - 2, side - 1})
        for (const int sign : {1, -1}) expect_one_step_a_hop(run, torus, from, {sign * hops});
    expect_all_well(run);
  }
}

TEST(LargeTori, TurnInEveryDimensionOfEveryFormat) {
  for (const auto& sides : std::vector<std::vector<int>>{{65, 63}, {91, 91}, {3, 129, 3}}) {
    const Torus torus(sides);
    TorusRun run = run_on(torus);
    for (const Node from : {0, torus.size() - 1})
      for (const int share : {-1, 1}) {
        Hops hops;
        for (const int side : sides) hops.push_back(share * (side - 1));
        expect_one_step_a_hop(run, torus, from, hops);
        for (std::size_t d = 0; d < sides.size(); ++d) {
          Hops one(sides.size(), 0);
          one[d] = share * (sides[d] - 1);
          expect_one_step_a_hop(run, torus, from, one);
        }
      }
    expect_all_well(run);
  }
}

// Of 17 x 16^3 nodes a tag leaves room for hops of six bits in four dimensions, of 25 x 25 x 25 for
// those of small tori.
TEST(LargeTori, BringRandomMessagesWholeAndInOrder) {
  const std::vector<std::vector<int>> all{{91, 91}, {25, 25, 25}, {17, 16, 16, 16}};
  for (const auto& sides : all) {
    const Torus torus(sides);
    EXPECT_GT(torus.format().tag, FlitFormat().tag);
    TorusRun run = run_on(torus);
    send_at_random(run, torus, 7, 300, 40);
    run.run();
    expect_each_once_and_in_order(run, 300);
    expect_all_well(run);
  }
}

// What small tori would send: the routers refuse it, or bring it elsewhere.
TEST(LargeTori, AreNotThoseOfFlitsOfAnotherFormat) {
  const Torus torus({91, 91});
  TorusRun run = run_on(torus);
  run.network().inject(8280, 0, torus_message({80, 0}, {1, 1}, 1, {0, 1})[0]);
  run.run(200);
  for (const Reception& flit : run.received()) EXPECT_NE(flit.node, torus.node({0, 0}));
  EXPECT_THROW(torus_message({8280, 0}, {90, 0}, 1, {0, 1}), TopologyError);
  const FlitFields tagged = unpack(torus_message({8280, 0}, {1, 0}, 1, {0, 1}, torus.format())[0]);
  EXPECT_NE(tagged.tag, 8280U);
}

}  // namespace
}  // namespace flitwise::large_tori_test
