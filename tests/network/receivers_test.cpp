// PEs that take no flit for a while: pins, standstill, and real torus routers before them.
#include "systemc/network/receivers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "systemc/protocols/receiver_stall.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise {
namespace {

using test::Reception;
using test::send_at_random;
using test::TorusRun;
using ::testing::ElementsAre;

TorusRun run_on(const Torus& torus, const TorusNetworkConfig& config) {
  ModelLibrary models;
  return TorusRun(torus, assemble_torus(torus, config, models));
}

TorusNetworkConfig with(StalledPorts stalled, IdleRouters idle = IdleRouters::kSkip) {
  TorusNetworkConfig config;
  config.stalled_ports = std::move(stalled);
  config.idle = idle;
  return config;
}

StalledPorts drawn(double probability) {
  const protocols::ReceiverStall stall(probability, 11);
  return [stall](Node node, Step step) { return stall.stalled_ports(node, 4, step); };
}

std::vector<Step> steps_of(const TorusRun& run) {
  std::vector<Step> steps;
  for (const Reception& flit : run.received()) steps.push_back(flit.step);
  return steps;
}

TEST(Receivers, DriveThePinsOfTheStepBehindTheEdge) {
  const Receivers receivers(
      [](Node node, Step step) { return node == 2 && step == 8 ? 0b1010U : 0b0101U; }, 3, 4);
  std::array<unsigned char, 3> pins{0xFF, 0xFF, 0};
  receivers.drive(2, 7, pins.data(), 6);
  EXPECT_THAT(pins, ElementsAre(0b10111111, 0b11111110, 0));
  receivers.drive(2, 8, pins.data(), 6);
  EXPECT_THAT(pins, ElementsAre(0b01111111, 0b11111101, 0));
}

TEST(Receivers, HaveSeenAllOnceEveryPortWasFreeSinceTheLastMotion) {
  Receivers free;
  free.note_edge(1, false);
  EXPECT_TRUE(free.have_seen_all());
  Receivers receivers(
      [](Node node, Step step) { return node == 0       ? 0U
                                        : step % 2 == 0 ? 0b01U
                                                        : 0b10U; }, 2, 2);
  EXPECT_FALSE(receivers.have_seen_all());
  receivers.note_edge(1, false);
  EXPECT_FALSE(receivers.have_seen_all());
  receivers.note_edge(2, false);
  EXPECT_TRUE(receivers.have_seen_all());
  receivers.note_edge(3, true);
  EXPECT_FALSE(receivers.have_seen_all());
  for (const Step same : {5, 7, 9}) receivers.note_edge(same, false);
  EXPECT_FALSE(receivers.have_seen_all());
  receivers.note_edge(10, false);
  EXPECT_TRUE(receivers.have_seen_all());
}

// What was free before the last motion is forgotten, also where every node still had a port to
// open.
TEST(Receivers, HaveNotSeenWhatWasFreeBeforeTheLastMotion) {
  Receivers receivers([](Node, Step step) { return step < 10 ? 0b01U : 0b10U; }, 3, 2);
  receivers.note_edge(1, false);
  receivers.note_edge(2, true);
  receivers.note_edge(20, false);
  EXPECT_FALSE(receivers.have_seen_all());
  receivers.note_edge(3, false);
  EXPECT_TRUE(receivers.have_seen_all());
}

TEST(Receivers, WaitForRoutersThatShowNothingForSomeEdges) {
  for (const bool may_stall : {false, true}) {
    const StalledPorts never = [](Node, Step) { return 0U; };
    Receivers receivers(may_stall ? never : StalledPorts(), 2, 2, 2);
    receivers.note_edge(1, true);
    for (const Step step : {2, 3}) {
      receivers.note_edge(step, false);
      EXPECT_FALSE(receivers.have_seen_all()) << step;
    }
    receivers.note_edge(4, false);
    EXPECT_TRUE(receivers.have_seen_all());
    receivers.note_injection();
    receivers.note_edge(5, false);
    EXPECT_FALSE(receivers.have_seen_all());
  }
}

// Edges 2 and 3: no flit may have asked. At edge 4 one may, for step 6, and is seen after edge 5.
TEST(Receivers, AskForTheStepInWhichAFlitLandsAndOnlyWhenOneMay) {
  Receivers receivers([](Node, Step step) { return step < 6   ? 0U
                                                   : step < 8 ? 1U
                                                              : 0U; }, 1, 1, 3,
                      1);
  std::array<unsigned char, 1> pins{};
  receivers.drive(0, 4, pins.data(), 0);
  EXPECT_EQ(pins[0], 1);
  receivers.drive(0, 3, pins.data(), 0);
  EXPECT_EQ(pins[0], 0);
  receivers.note_edge(1, true);
  for (const Step edge : {2, 3, 4, 5, 6}) {
    receivers.note_edge(edge, false);
    EXPECT_FALSE(receivers.have_seen_all()) << edge;
  }
  receivers.note_edge(7, false);
  EXPECT_TRUE(receivers.have_seen_all());
}

// Five flits over two hops, due in steps 3 to 7.
TEST(TorusReceivers, TakeFlitsInTheStepsThatTheyLeaveFree) {
  const Torus torus({4, 3});
  for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
    TorusRun run = run_on(torus, with(
                                     [](Node node, Step step) {
                                       const bool is_late = step == 3 || step == 5 || step == 6;
                                       return node == 2 && is_late ? 0b0001U : 0b0010U;
                                     },
                                     idle));
    run.send(0, {2, 0}, 5, 1);
    run.run();
    EXPECT_THAT(steps_of(run), ElementsAre(4, 7, 8, 9, 10));
    EXPECT_EQ(run.stalls().of(2).blocked, 3U);
    EXPECT_EQ(run.network().assertion_failures(), 0);
  }
}

TEST(TorusReceivers, MayLetAFlitWaitForAnyTimeAndItIsNoDeadlock) {
  const Torus torus({4, 3});
  TorusRun run = run_on(torus, with([](Node, Step step) { return step < 700 ? 0b1111U : 0U; }));
  run.send(0, {1, 0}, 20, 1);
  for (Step step = 0; step < 699; ++step) {
    run.run(step);
    ASSERT_FALSE(run.is_stuck()) << "step " << step;
    ASSERT_FALSE(run.network().is_quiet() && step > 1);
  }
  EXPECT_TRUE(run.received().empty());
  run.run();
  ASSERT_EQ(run.received().size(), 20U);
  EXPECT_EQ(run.received().front().step, 700);
  EXPECT_EQ(run.received().back().step, 719);
}

// The circle of OneLaneDeadlocksAndTheCircleIsNamed: it must be found, as early with idle routers
// as without, and not before every PE has been free.
TEST(TorusReceivers, DoNotHideADeadlock) {
  std::vector<Step> stuck_at;
  for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
    TorusNetworkConfig config = with(drawn(0.8), idle);
    config.lanes = 1;
    config.depth = 2;
    TorusRun run = run_on(Torus({4, 1}), config);
    for (Node from = 0; from < 4; ++from) run.send(from, {2, 0}, 20, 1);
    run.run(1000);
    EXPECT_TRUE(run.is_stuck());
    EXPECT_TRUE(run.received().empty());
    stuck_at.push_back(run.step());
    for (Step step = run.step() + 1; step < 200; ++step) {
      run.network().clock(step);
      ASSERT_TRUE(run.network().is_stuck());
    }
  }
  EXPECT_EQ(stuck_at[0], stuck_at[1]);
  EXPECT_GT(stuck_at[0], 10);
}

TEST(TorusReceivers, ThatStallByChanceGetEveryFlitInOrderWhoeverIsEvaluated) {
  const Torus torus({4, 3});
  for (const double probability : {0.1, 0.5, 0.9}) {
    std::vector<std::vector<std::string>> happened;
    std::vector<Stalls> stalls;
    for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
      TorusRun run = run_on(torus, with(drawn(probability), idle));
      send_at_random(run, torus, 7, 300, 120);
      run.run();
      EXPECT_TRUE(run.network().is_quiet());
      const protocols::ReceiverStall stall(probability, 11);
      std::map<std::pair<WormId, Node>, Flits> next;
      for (const Reception& flit : run.received()) {
        EXPECT_EQ(flit.index, ++next[std::pair(flit.worm, flit.node)]);
        EXPECT_FALSE(stall.stalls(flit.node, flit.port, flit.step)) << "step " << flit.step;
      }
      EXPECT_EQ(next.size(), 300U);
      EXPECT_EQ(run.network().assertion_failures(), 0);
      happened.push_back(run.happened());
      stalls.push_back(run.stalls().total());
    }
    EXPECT_EQ(happened[0], happened[1]);
    EXPECT_EQ(stalls[0], stalls[1]);
  }
}

// A network that stands still before one receiver must be awake when that takes a flit again.
TEST(TorusReceivers, AreNeverTakenForADeadlockWhereNoneCanBe) {
  const Torus torus({3, 3});
  for (unsigned seed = 1; seed <= 20; ++seed) {
    TorusRun run = run_on(torus, with(drawn(0.7)));
    send_at_random(run, torus, seed, 30, 600);
    Step last = 0;
    while (!(run.network().is_quiet() && run.injector().pending() == 0)) {
      run.run(last++);
      ASSERT_FALSE(run.network().is_stuck()) << "step " << run.step();
      ASSERT_LT(last, 5000);
    }
  }
}

TEST(TorusReceivers, ThatNeverStallChangeNothing) {
  const Torus torus({4, 3});
  std::vector<std::vector<std::string>> happened;
  for (const bool is_asked : {false, true}) {
    TorusRun run = run_on(
        torus, with(is_asked ? StalledPorts([](Node, Step) { return 0U; }) : StalledPorts()));
    send_at_random(run, torus, 7, 300, 120);
    run.run();
    happened.push_back(run.happened());
  }
  EXPECT_EQ(happened[0], happened[1]);
}

TEST(TorusReceivers, AreRefusedByAnEngineWithoutStallPins) {
  struct Nobody final : RouterOwner {
    int assertion_failures() const override { return 0; }
    void set_step(Step) override {}
  };
  RouterPins pins;
  pins.lanes = 1;
  EXPECT_THROW(Engine(std::make_unique<Nobody>(), {pins}, {}, {{"own"}}, IdleRouters::kSkip,
                      FlowControl::kNone, {}, Receivers([](Node, Step) { return 0U; }, 1, 1)),
               std::logic_error);
}

}  // namespace
}  // namespace flitwise
