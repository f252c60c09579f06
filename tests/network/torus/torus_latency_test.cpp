// Slow routers, links and credits on tori: chains against a recurrence, rates, whole tori.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/network/torus/torus_chain.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::torus_latency_test {
namespace {

using test::Chain;
using test::ChainRun;
using test::ChainWorm;
using test::Reception;
using test::reckon_chain;
using test::run_chain;
using test::TorusRun;
using ::testing::HasSubstr;

constexpr TorusPipeline kTwoCycles{1, 0, 0, 0, false, false, 0};
constexpr TorusPipeline kFiveCycles{1, 1, 1, 1, false, false, 1};

/// Routers and depths that the build makes.
std::vector<Chain> chains() {
  std::vector<Chain> all;
  for (const auto& [pipeline, depth] : {std::pair(kTwoCycles, 2U), std::pair(kTwoCycles, 3U),
                                        std::pair(kFiveCycles, 4U), std::pair(kFiveCycles, 7U)})
    for (const Step link : {1, 2, 5})
      for (const Step credit : {1, 2, 4})
        for (const int routers : {2, 3, 5}) all.push_back({pipeline, link, credit, depth, routers});
  return all;
}

std::string text_of(const Chain& chain) {
  return fmt::format("r = {}, w = {}, w_c = {}, depth {}, {} routers", chain.latency().router(),
                     chain.link, chain.credit, chain.depth, chain.routers);
}

ChainRun run(const Chain& chain, const std::vector<ChainWorm>& worms) {
  static ModelLibrary models;
  ChainRun run = run_chain(chain, worms, Checkers::kBound, models);
  const ChainRun reckoned = reckon_chain(chain, worms);
  EXPECT_EQ(run.granted, reckoned.granted);
  EXPECT_EQ(run.stalls, reckoned.stalls);
  return run;
}

TEST(TorusLatency, EveryGrantOfALoneWormAndItsStallsAreThoseOfTheRecurrence) {
  for (const Chain& chain : chains()) {
    SCOPED_TRACE(text_of(chain));
    for (const Flits length : {1, 2, 5, 9, 20}) {
      const ChainRun lone = run(chain, {{length, 3}});
      const TorusLatency latency = chain.latency();
      const Step hops = chain.routers - 1;
      const auto reaches = [&](Step loop) {
        return static_cast<Step>(chain.depth) >= std::min<Step>(length, loop);
      };
      // On the ejection link in the step after the grant, or as many later as there are stages.
      const Step finish = lone.granted.back().back() + 1 + latency.pipeline.out_stages();
      const Step soonest = 3 + latency.router() + latency.hop(0) * hops + length - 1;
      EXPECT_EQ(finish == soonest, reaches(chain.body_loop())) << length << " flits";
      EXPECT_GE(finish, soonest);
      EXPECT_EQ(lone.stalls.stalled == 0, reaches(chain.loop())) << length << " flits";
    }
  }
}

TEST(TorusLatency, EveryGrantOfSeveralWormsIsThatOfTheRecurrence) {
  for (const Chain& chain : chains()) {
    SCOPED_TRACE(text_of(chain));
    run(chain, {{4, 2}, {1, 2}, {1, 3}, {9, 4}, {2, 40}, {1, 44}, {3, 44}, {12, 47}, {1, 48}});
  }
}

TEST(TorusLatency, StreamsOfHeadsAndLongWormsHaveTheirRates) {
  for (const Chain& chain : chains()) {
    SCOPED_TRACE(text_of(chain));
    const auto depth = static_cast<Step>(chain.depth);
    const auto period = [&](const ChainRun& stream) {
      const std::vector<Step>& granted = stream.granted[0];
      EXPECT_EQ(granted[100 + chain.depth] - granted[100],
                granted[101 + 2 * chain.depth] - granted[101 + chain.depth]);
      return granted[100 + chain.depth] - granted[100];
    };
    const std::vector<ChainWorm> heads(120, ChainWorm{1, 0});
    EXPECT_EQ(period(run(chain, heads)),
              std::max(depth * (1 + chain.pipeline.head_wait()), chain.loop()));
    EXPECT_EQ(period(run(chain, {{120, 0}})), std::max(depth, chain.body_loop()));
  }
}

TorusNetworkConfig slow_config(std::uint32_t lanes, std::uint32_t depth) {
  TorusNetworkConfig config;
  config.lanes = lanes;
  config.depth = depth;
  config.latency = {kFiveCycles, {2, 3}, 2};
  return config;
}

TorusRun run_on(const Torus& torus, const TorusNetworkConfig& config) {
  ModelLibrary models;
  return TorusRun(torus, assemble_torus(torus, config, models), config.order);
}

TEST(TorusLatency, ALonePacketTakesRouterAndLinksOfEachDimensionInAnyOrder) {
  const Torus torus({4, 3});
  for (const DimensionOrder& order : {DimensionOrder{0, 1}, DimensionOrder{1, 0}}) {
    TorusNetworkConfig config = slow_config(2, 8);
    config.order = order;
    TorusRun run = run_on(torus, config);
    for (Node from = 0; from < torus.size(); ++from)
      for (int x = -3; x < 4; ++x)
        for (int y = -2; y < 3; ++y) {
          if (x == 0 && y == 0) continue;
          const std::size_t before = run.received().size();
          const Step start = run.step() + 2;
          run.send(from, {x, y}, 3, start);
          run.run();
          ASSERT_EQ(run.received().size(), before + 3);
          EXPECT_EQ(run.received().back().step,
                    start - 1 + 5 + 6 * std::abs(x) + 7 * std::abs(y) + 2);
        }
    EXPECT_EQ(run.stalls().total(), Stalls{});
    EXPECT_EQ(run.network().assertion_failures(), 0);
  }
}

// PEs that take nothing for some steps, each port at its own times, and others.
TEST(TorusLatency, TrafficIsTheSameWhoeverIsEvaluated) {
  const Torus torus({4, 3});
  for (const bool may_stall : {false, true}) {
    std::vector<std::vector<std::string>> happened;
    for (const IdleRouters idle : {IdleRouters::kSkip, IdleRouters::kEvaluate}) {
      TorusNetworkConfig config = slow_config(2, 8);
      config.idle = idle;
      const auto is_shut = [](Node node, Step step) {
        return static_cast<std::uint32_t>((step + 3 * node) / 2 * 0x9E3779B9U >> 5) & 0xFU;
      };
      if (may_stall) config.stalled_ports = is_shut;
      TorusRun run = run_on(torus, config);
      test::send_at_random(run, torus, 5, 300, 150);
      run.run();
      EXPECT_TRUE(run.network().is_quiet());
      EXPECT_FALSE(run.network().holds_flits());
      EXPECT_EQ(run.network().assertion_failures(), 0);
      EXPECT_GT(run.stalls().total().blocked, 0U);
      for (const Reception& flit : run.received())
        EXPECT_FALSE(may_stall && (is_shut(flit.node, flit.step) >> flit.port & 1U) != 0);
      happened.push_back(run.happened());
    }
    EXPECT_EQ(happened[0], happened[1]);
    EXPECT_GT(happened[0].size(), 2000U);
  }
}

// At no edge of a run that comes to its end, however seldom PEs take a flit.
TEST(TorusLatency, SlownessIsNeverTakenForADeadlock) {
  const Torus torus({4, 3});
  for (const int period : {1, 7, 40}) {
    TorusNetworkConfig config = slow_config(2, 8);
    if (period > 1)
      config.stalled_ports = [period](Node node, Step step) {
        return (step + node) % period == 0 ? 0U : 0xFU;
      };
    TorusRun run = run_on(torus, config);
    test::send_at_random(run, torus, 9, 20, 300);
    Step last = 0;
    while (!(run.network().is_quiet() && run.injector().pending() == 0)) {
      run.run(last++);
      ASSERT_FALSE(run.network().is_stuck()) << "step " << run.step();
      ASSERT_LT(last, 20'000);
    }
    EXPECT_EQ(run.worms().worms(), 0U);
  }
}

// Four worms around a ring of one lane. They stand still some edges before that is called stuck.
TEST(TorusLatency, ADeadlockIsFoundWhenRoutersAndCreditsHadTheirTimeAndTheCircleIsNamed) {
  for (const bool may_stall : {false, true}) {
    TorusNetworkConfig config = slow_config(1, 2);
    if (may_stall) config.stalled_ports = [](Node, Step step) { return step % 9 == 0 ? 0U : 0xFU; };
    TorusRun run = run_on(Torus({4, 1}), config);
    for (Node from = 0; from < 4; ++from) run.send(from, {2, 0}, 20, 1);
    Step moved = 0;
    for (Step step = 0; !run.is_stuck() && step < 200; ++step) {
      run.run(step);
      if (!run.network().arrivals().empty() || run.network().flits_in_flight() > 0) moved = step;
    }
    EXPECT_TRUE(run.is_stuck());
    EXPECT_TRUE(run.network().holds_flits());
    EXPECT_TRUE(may_stall || run.step() - moved == 1 + 3 + 1);  // HeadWait and OutStages
    EXPECT_LE(run.step() - moved, 20);
    EXPECT_EQ(run.worms().circular_wait().size(), 4U);
    const Step stuck = run.step();
    for (Step step = stuck + 1; step < stuck + 100; ++step) {
      run.network().clock(step);
      ASSERT_TRUE(run.network().is_stuck());
    }
  }
}

TEST(TorusLatency, RefusesLatenciesOutOfRange) {
  const Torus torus({4, 3});
  const auto text = [&](const TorusLatency& latency) -> std::string {
    TorusNetworkConfig config;
    config.latency = latency;
    try {
      run_on(torus, config);
    } catch (const TopologyError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(text({{}, {2}, 1}), HasSubstr("one entry per dimension: 2, got 1"));
  EXPECT_THAT(text({{}, {2, 17}, 1}), HasSubstr("at most 16 steps, got 17"));
  EXPECT_THAT(text({{}, {}, 17}), HasSubstr("at most 16 steps, got 17"));
  EXPECT_THAT(text({{}, {}, 0}), HasSubstr("credit latency must be at least 1"));
  EXPECT_THAT(text({{0, 0, 2}, {}, 1}), HasSubstr("sa must be 0 or 1, got 2"));
}

}  // namespace
}  // namespace flitwise::torus_latency_test
