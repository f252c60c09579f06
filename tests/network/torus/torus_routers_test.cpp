// Networks of real torus routers.
#include "systemc/network/torus/torus_routers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::expect_each_once_and_in_order;
using test::Reception;
using test::send_at_random;
using test::torus_message;
using test::TorusRun;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TorusNetworkConfig one_lane() {
  TorusNetworkConfig config;
  config.lanes = 1;
  config.depth = 2;
  return config;
}

TorusRun run_on(const Torus& torus, const TorusNetworkConfig& config = {}) {
  ModelLibrary models;
  TorusRun run(torus, assemble_torus(torus, config, models), config.order);
  run.note_lanes_of({config.lanes, config.rule});
  return run;
}

// Sends one message from every node over `hops`, one after the other; checks all arrivals.
void expect_one_step_a_hop(TorusRun& run, const Torus& torus, const Hops& hops) {
  constexpr Flits kLength = 3;
  for (Node from = 0; from < torus.size(); ++from) {
    const std::size_t before = run.received().size();
    const Step start = run.step() + 2;
    run.send(from, hops, kLength, start);
    run.run();
    ASSERT_EQ(run.received().size(), before + kLength) << "from " << from << text_of(hops);
    for (Flits index = 1; index <= kLength; ++index) {
      const Reception& flit = run.received()[before + static_cast<std::size_t>(index) - 1];
      EXPECT_EQ(flit.step, start + path_length(hops) + index - 1) << from << text_of(hops);
      EXPECT_EQ(flit.node, torus.destination(from, hops));
      EXPECT_EQ(flit.index, index);
      EXPECT_EQ(flit.is_last, index == kLength);
      EXPECT_EQ(flit.worm.first, from);
    }
  }
}

void expect_one_step_a_hop_everywhere(const Torus& torus, const TorusNetworkConfig& config = {}) {
  TorusRun run = run_on(torus, config);
  for (int x = 1 - torus.side(0); x < torus.side(0); ++x) {
    for (int y = 1 - torus.side(1); y < torus.side(1); ++y) {
      if (x != 0 || y != 0) expect_one_step_a_hop(run, torus, {x, y});
    }
  }
  EXPECT_EQ(run.network().assertion_failures(), 0);
  EXPECT_EQ(run.stalls().total(), Stalls{});
}

TEST(TorusRouters, AMessageTakesOneStepAHopAndOneIntoItsPe) {
  expect_one_step_a_hop_everywhere(Torus({3, 4}));
}

// From every node to every other: R routers lie on a way of R - 1 hops.
TEST(TorusRouters, ALonePacketIsThereWithinFiveStepsAndThreeARouterMore) {
  const Torus torus({8, 8});
  TorusRun run = run_on(torus);
  for (Node from = 0; from < torus.size(); ++from)
    for (int x = -3; x <= 4; ++x)
      for (int y = -3; y <= 4; ++y) {
        const Hops hops{x, y};
        if (path_length(hops) == 0) continue;
        const Step born = run.step() + 2;
        run.send(from, hops, 1, born);
        run.run();
        ASSERT_LE(run.received().back().step - born + 1, 5 + 3 * path_length(hops)) << from;
      }
  EXPECT_EQ(run.received().size(), 64U * 63U);
}

TEST(TorusRouters, SidesOfTwoAndOneWorkLikeOthers) {
  expect_one_step_a_hop_everywhere(Torus({2, 5}));
  expect_one_step_a_hop_everywhere(Torus({1, 4}));
}

TEST(TorusRouters, AnotherOrderOfDimensionsLeadsToTheSameNodes) {
  TorusNetworkConfig config;
  config.order = {1, 0};
  expect_one_step_a_hop_everywhere(Torus({3, 4}), config);
}

TEST(TorusRouters, OrderOfDimensionsDecidesTheWay) {
  TorusNetworkConfig config;
  const Torus torus({3, 4});
  const auto links_of = [&] {
    TorusRun run = run_on(torus, config);
    run.send(0, {1, 1}, 1, 1);
    run.run(1);
    return run.network().transfers().at(0).from;
  };
  EXPECT_EQ(links_of(), torus.node({1, 0}));
  config.order = {1, 0};
  EXPECT_EQ(links_of(), torus.node({0, 1}));
}

TEST(TorusRouters, EveryMessageOfHeavyTrafficArrivesOnceAndInOrder) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    TorusNetworkConfig config;
    config.rule = seed % 2 == 0 ? LaneRule::kStrict : LaneRule::kAnyLane;
    const Torus torus = seed % 3 == 0 ? Torus({5, 2}) : Torus({4, 4});
    TorusRun run = run_on(torus, config);
    send_at_random(run, torus, seed, 600, 100);
    run.run();
    expect_each_once_and_in_order(run, 600);
    EXPECT_TRUE(run.network().is_quiet()) << "seed " << seed;
    EXPECT_FALSE(run.network().holds_flits());
    EXPECT_EQ(run.network().assertion_failures(), 0) << "seed " << seed;
    EXPECT_EQ(run.forbidden_lanes(), 0) << "seed " << seed;
    EXPECT_EQ(run.worms().worms(), 0U) << "seed " << seed;
    EXPECT_GT(run.stalls().total().stalled, run.stalls().total().blocked);
    EXPECT_GT(run.stalls().total().blocked, 0U);
    EXPECT_GT(run.injector().refusals(), 0) << "seed " << seed;
  }
}

TEST(TorusRouters, IdleRoutersMayBeLeftOut) {
  const Torus torus({4, 3});
  std::vector<std::vector<std::string>> happened;
  std::vector<Stalls> stalls;
  std::vector<std::int64_t> evaluations;
  for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
    TorusNetworkConfig config;
    config.idle = idle;
    TorusRun run = run_on(torus, config);
    send_at_random(run, torus, 7, 300, 120);
    run.run();
    expect_each_once_and_in_order(run, 300);
    happened.push_back(run.happened());
    stalls.push_back(run.stalls().total());
    evaluations.push_back(run.network().router_cycles());
  }
  EXPECT_EQ(happened[0], happened[1]);
  EXPECT_EQ(stalls[0], stalls[1]);
  EXPECT_LT(evaluations[0], evaluations[1]);
}

TEST(TorusRouters, MessagesOfOnePortFollowEachOtherWithoutAGap) {
  const Torus torus({4, 4});
  TorusRun run = run_on(torus);
  for (int message = 0; message < 3; ++message) run.send(0, {1, 0}, 10, 1);
  run.run();

  ASSERT_EQ(run.received().size(), 30U);
  for (std::size_t k = 0; k < 30; ++k) EXPECT_EQ(run.received()[k].step, 2 + static_cast<Step>(k));
}

TEST(TorusRouters, APeInjectsAndReceivesOnAllPortsAtOnce) {
  const Torus torus({3, 3});
  TorusRun run = run_on(torus);
  for (const Hops& hops : {Hops{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
    run.send(4, hops, 1, 1);
    run.send(torus.destination(4, hops), {-hops[0], -hops[1]}, 1, 1);
  }
  run.run();

  ASSERT_EQ(run.received().size(), 8U);
  int of_the_middle = 0;
  for (const Reception& flit : run.received()) {
    EXPECT_EQ(flit.step, 2);
    of_the_middle += flit.node == 4 ? 1 : 0;
  }
  EXPECT_EQ(of_the_middle, 4);
}

// Every node of a ring sends over two hops at once: each worm holds the link that another wants.
void send_around_a_ring_of_four(TorusRun& run) {
  for (Node from = 0; from < 4; ++from) run.send(from, {2, 0}, 20, 1);
}

TEST(TorusRouters, OneLaneDeadlocksAndTheCircleIsNamed) {
  TorusRun run = run_on(Torus({4, 1}), one_lane());
  send_around_a_ring_of_four(run);
  run.run();

  EXPECT_TRUE(run.is_stuck());
  EXPECT_LT(run.step(), 20);
  EXPECT_FALSE(run.network().is_quiet());
  EXPECT_TRUE(run.network().holds_flits());
  EXPECT_THAT(run.worms().describe_circular_wait(),
              ElementsAre("message 0 of PE 0 waits in (1, 0) for lane 0 of +x_0 of (1, 0), which "
                          "message 0 of PE 1 holds",
                          "message 0 of PE 1 waits in (2, 0) for lane 0 of +x_0 of (2, 0), which "
                          "message 0 of PE 2 holds",
                          "message 0 of PE 2 waits in (3, 0) for lane 0 of +x_0 of (3, 0), which "
                          "message 0 of PE 3 holds",
                          "message 0 of PE 3 waits in (0, 0) for lane 0 of +x_0 of (0, 0), which "
                          "message 0 of PE 0 holds"));
  EXPECT_EQ(run.network().assertion_failures(), 0);
}

TEST(TorusRouters, AStuckNetworkNeverMovesAgain) {
  TorusRun run = run_on(Torus({4, 1}), one_lane());
  send_around_a_ring_of_four(run);
  run.run();
  ASSERT_TRUE(run.is_stuck());
  const Step stuck_at = run.step();
  const std::uint64_t stalled = run.stalls().total().stalled;
  for (Step step = stuck_at + 1; step <= stuck_at + 50; ++step) {
    run.network().clock(step);
    ASSERT_TRUE(run.network().is_stuck());
  }
  EXPECT_GE(run.stalls().total().stalled, stalled + 4 * 50);
  EXPECT_EQ(run.stalls().of(0).blocked, run.stalls().of(2).blocked);
}

TEST(TorusRouters, TwoLanesBreakTheCircle) {
  TorusRun run = run_on(Torus({4, 1}));
  send_around_a_ring_of_four(run);
  run.run();

  EXPECT_FALSE(run.is_stuck());
  expect_each_once_and_in_order(run, 4);
  EXPECT_THAT(run.worms().describe_circular_wait(), IsEmpty());
}

TEST(TorusRouters, IsNotStuckWhileAnythingMoves) {
  const Torus torus({5, 4});
  TorusRun run = run_on(torus);
  send_at_random(run, torus, 3, 400, 50);
  Step last = 0;
  while (!(run.network().is_quiet() && run.injector().pending() == 0)) {
    run.run(last++);
    EXPECT_FALSE(run.is_stuck()) << "step " << run.step();
    ASSERT_LT(last, 5000);
  }
  expect_each_once_and_in_order(run, 400);
}

TEST(TorusRouters, APortWithoutCreditRefusesAFlit) {
  TorusRun run = run_on(Torus({4, 1}), one_lane());
  Network& network = run.network();
  const std::vector<RawFlit> flits = torus_message({0, 0}, {1, 0}, 5, {0, 1});
  EXPECT_TRUE(network.accepts(0, 0));
  network.inject(0, 0, flits[0]);
  EXPECT_FALSE(network.accepts(0, 0));
  EXPECT_THROW(network.inject(0, 0, flits[1]), std::logic_error);
  EXPECT_TRUE(network.accepts(0, 1));
  EXPECT_THROW(network.inject(0, 4, flits[0]), std::logic_error);
}

TEST(TorusRouters, ReportsAHeadAtAPortThatDoesNotLeadToItsChannel) {
  TorusRun run = run_on(Torus({4, 3}));
  run.network().inject(5, 2, torus_message({5, 0}, {1, 0}, 1, {0, 1})[0]);
  run.network().clock(1);

  ASSERT_EQ(run.network().violations().size(), 1U);
  EXPECT_EQ(run.network().violations()[0].kind, ViolationKind::kNoRoute);
  EXPECT_THAT(run.network().violations()[0].text(),
              HasSubstr("step 1: PE 5 (1, 1) cannot route a flit from own +x_1"));
  EXPECT_GT(run.network().assertion_failures(), 0);
}

TEST(TorusRouters, RefusesLanesAndDepthsOutOfRange) {
  ModelLibrary models;
  const auto refusal_of = [&](std::uint32_t lanes, std::uint32_t depth) -> std::string {
    TorusNetworkConfig config;
    config.lanes = lanes;
    config.depth = depth;
    try {
      assemble_torus(Torus({2, 2}), config, models);
    } catch (const TopologyError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal_of(0, 8), "a channel of a torus has 1 to 4 lanes, got 0");
  EXPECT_EQ(refusal_of(5, 8), "a channel of a torus has 1 to 4 lanes, got 5");
  EXPECT_EQ(refusal_of(2, 0), "a queue of a torus router holds 1 to 64 flits, got 0");
  EXPECT_EQ(refusal_of(2, 65), "a queue of a torus router holds 1 to 64 flits, got 65");
  TorusNetworkConfig config;
  config.order = {0, 0};
  EXPECT_THROW(assemble_torus(Torus({2, 2}), config, models), TopologyError);
  EXPECT_THROW(elaborate_torus(Torus({2, 2}), config, models), TopologyError);
  config.order = {};
  config.lanes = 9;
  EXPECT_THROW(elaborate_torus(Torus({2, 2}), config, models), TopologyError);
}

}  // namespace
}  // namespace flitwise
