// Worms on one chain of routers: closed forms, rates and the recurrence against routers that are
// played cycle by cycle.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tb/theory/torus/worm_timing.h"
#include "tests/support/refusal.h"
#include "tests/theory/torus/torus_latencies.h"
#include "tests/theory/torus/torus_play.h"

namespace flitwise::theory::worm_timing_test {
namespace {

struct Case {
  TorusLatency latency;
  int links = 1;
  std::optional<Step> depth;
};

std::string text_of(const Case& c) {
  const TorusPipeline& p = c.latency.pipeline;
  return "Fh " + std::to_string(p.head_wait()) + ", Fb " + std::to_string(p.body_wait()) + ", X " +
         std::to_string(p.out_stages()) + ", cd " + std::to_string(p.credit_delay) + ", w " +
         std::to_string(c.latency.link_of(0)) + ", w_c " + std::to_string(c.latency.credit) +
         ", links " + std::to_string(c.links) + ", depth " +
         (c.depth ? std::to_string(*c.depth) : "endless");
}

/// All 12 routers with links and credit wires of one and two cycles, credits at once or one later.
std::vector<TorusLatency> latencies() {
  std::vector<TorusLatency> all;
  for (TorusPipeline pipeline : test::pipelines())
    for (const Step w : {1, 2})
      for (const Step credit : {1, 2})
        for (const Step delay : {0, 1}) {
          pipeline.credit_delay = delay;
          all.push_back({pipeline, {w}, credit});
        }
  return all;
}

/// Around the depths at which something changes.
std::vector<std::optional<Step>> depths(const TorusLatency& latency) {
  const Step head = latency.head_loop(0);
  const Step body = latency.body_loop(0);
  std::vector<Step> some{1, 2, body - 1, body, head - 1, head, head + 3};
  std::sort(some.begin(), some.end());
  some.erase(std::unique(some.begin(), some.end()), some.end());
  return {some.begin(), some.end()};
}

/// What is played on a ring that the worms do not close.
test::TorusPlay played(const Case& c, const std::vector<ChainPacket>& packets) {
  test::TorusPlay play(Torus({64}), {0}, c.latency, c.depth);
  for (const ChainPacket& packet : packets) play.send(0, {c.links}, packet.flits, packet.ready);
  for (std::size_t left = packets.size(); left > 0;) left -= play.play().size();
  return play;
}

/// By router, then by flit over all packets.
std::vector<std::vector<Step>> grants_of(const test::TorusPlay& play, std::size_t packets) {
  std::vector<std::vector<Step>> all(play.grants(0).size());
  for (std::size_t m = 0; m < packets; ++m)
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].insert(all[i].end(), play.grants(m)[i].begin(), play.grants(m)[i].end());
  return all;
}

RouterChain chain(const Case& c) { return chain_of({c.links}, {0}, c.latency, c.depth); }

void expect_as_played(const Case& c, const std::vector<ChainPacket>& packets) {
  const test::TorusPlay play = played(c, packets);
  const ChainTiming timing = time_chain(chain(c), packets);
  ASSERT_EQ(timing.grants, grants_of(play, packets.size())) << text_of(c);
  ASSERT_EQ(timing.stalls, play.stalls()) << text_of(c);
}

TEST(RouterChain, GrantsTheFlitsOfALoneWormAsPlayed) {
  for (const TorusLatency& latency : latencies())
    for (const int links : {0, 1, 2, 4})
      for (const auto& depth : depths(latency))
        for (const Flits flits : {1, 2, 5, 9})
          expect_as_played({latency, links, depth}, {{3, flits}});
}

TEST(RouterChain, GrantsTheFlitsOfStreamsAndMixesAsPlayed) {
  std::mt19937_64 random(7);
  for (const TorusLatency& latency : latencies())
    for (const auto& depth : depths(latency)) {
      std::vector<ChainPacket> packets;
      Step ready = 1;
      for (int i = 0; i < 6; ++i) {
        const auto flits = static_cast<Flits>(1 + random() % 5);
        packets.push_back({ready, flits});
        ready += flits + static_cast<Step>(random() % 4);
      }
      expect_as_played({latency, 3, depth}, packets);
      expect_as_played({latency, 2, depth}, std::vector<ChainPacket>(7, {1, 1}));
    }
}

// Usable at t + os + (r - 1) + p h + L + orv: the tail is on the port to the PE in the last cycle
// but orv.
TEST(LoneWorm, ArrivesOnTimeIfAndOnlyIfItsBodyFitsOrKeepsUp) {
  int late = 0;
  int caught_up = 0;
  for (const TorusLatency& latency : latencies())
    for (const int links : {1, 2, 4})
      for (const auto& depth : depths(latency))
        for (const Flits flits : {1, 2, 3, 5, 9, 14}) {
          const Case c{latency, links, depth};
          constexpr Step kReady = 5;  // t + os
          const test::TorusPlay play = played(c, {{kReady, flits}});
          const Step on_time = CycleModel{flits, kReady, 0, latency}.delay({links});
          const CreditLoops loops = credit_loops({64}, latency);
          ASSERT_EQ(play.taken(0) == on_time, arrives_on_time(flits, *depth, loops)) << text_of(c);
          ASSERT_GE(play.taken(0), on_time) << text_of(c);
          ASSERT_EQ(play.stalls() == 0, never_waits(flits, *depth, loops)) << text_of(c);
          late += play.taken(0) > on_time ? 1 : 0;
          caught_up += play.taken(0) == on_time && play.stalls() > 0 ? 1 : 0;
        }
  EXPECT_GT(late, 0);
  EXPECT_GT(caught_up, 0);
}

TEST(LoneWorm, HasItsHeadOnEveryLinkAfterTheHopsBeforeIt) {
  for (const TorusLatency& latency : latencies()) {
    const Case c{latency, 4, 40};
    const test::TorusPlay play = played(c, {{5, 3}});
    const Step stages = 1 + latency.pipeline.out_stages();
    for (Step j = 0; j <= 4; ++j)  // the last one is the port to the PE
      ASSERT_EQ(play.grants(0)[static_cast<std::size_t>(j)][0] + stages,
                5 + latency.router() + j * latency.hop(0))
          << text_of(c);
  }
}

TEST(LoneWorm, TakesEveryLinkOfItsOwnLatency) {
  for (const TorusPipeline& pipeline : test::pipelines()) {
    const TorusLatency latency{pipeline, {3, 1, 2}, 1};
    const Torus torus({9, 9, 9});
    const Hops hops{2, -1, 3};
    const CreditLoops loops = credit_loops(torus.sides(), latency);
    EXPECT_EQ(loops.head, latency.router() + 2 + 1);
    for (const Flits flits : {1, 4, 20})
      for (const DimensionOrder& order : {DimensionOrder{0, 1, 2}, DimensionOrder{2, 0, 1}}) {
        test::TorusPlay play(torus, order, latency, loops.body);
        play.send(3, hops, flits, 1);
        while (play.play().empty()) {
        }
        EXPECT_EQ(play.taken(0), CycleModel({flits, 1, 0, latency}).delay(hops));
        const RouterChain chain = chain_of(hops, order, latency, loops.body);
        EXPECT_EQ(time_chain(chain, {{1, flits}}).grants, play.grants(0));
      }
  }
}

/// Cycles that `flits` flits of a stream need behind the last router once it flows, twice over.
Step period(const Case& c, const std::vector<ChainPacket>& packets, std::size_t flits) {
  const test::TorusPlay play = played(c, packets);
  const std::vector<Step> out = grants_of(play, packets.size()).back();
  const std::size_t last = out.size() - 1;
  const Step once = out[last] - out[last - flits];
  EXPECT_EQ(out[last - flits] - out[last - 2 * flits], once) << text_of(c);
  return once;
}

TEST(LaneRates, AreWhatLongWormsAndSingleFlitsTakeOverADepthOfFlits) {
  for (const TorusLatency& latency : latencies())
    for (Step depth = 1; depth <= latency.head_loop(0) + 2; ++depth) {
      const Case c{latency, 3, depth};
      const LaneRates lane{latency, 0, depth};
      const auto flits = static_cast<std::size_t>(depth);
      const Flits many = 14 * depth;
      const Step worm = period(c, {{1, many}}, flits);
      ASSERT_NEAR(lane.of_long_worm() * static_cast<double>(worm), static_cast<double>(depth), 1e-9)
          << text_of(c);
      const Step heads =
          period(c, std::vector<ChainPacket>(static_cast<std::size_t>(many), {1, 1}), flits);
      ASSERT_NEAR(lane.of_single_flits() * static_cast<double>(heads), static_cast<double>(depth),
                  1e-9)
          << text_of(c);
      ASSERT_EQ(lane.of_packets(1), lane.of_single_flits());
    }
}

TEST(LaneRates, OfPacketsAreThoseOfDeepQueuesAndABoundInOthers) {
  for (const TorusLatency& latency : latencies())
    for (const Flits l : {2, 3, 5}) {
      const std::vector<ChainPacket> packets(60, {1, l});
      const auto one = static_cast<std::size_t>(l);
      const Step cycles = period({latency, 3, 200}, packets, one);
      const auto length = static_cast<double>(l);
      const double deep = LaneRates{latency, 0, 200}.of_packets(length);
      ASSERT_NEAR(deep * static_cast<double>(cycles), length, 1e-9);
      for (Step depth = 1; depth <= latency.head_loop(0); ++depth) {
        const test::TorusPlay play = played({latency, 3, depth}, packets);
        const std::vector<Step> out = grants_of(play, packets.size()).back();
        // What lies in the queue at the ends of the window may come as well.
        const double flits = length * 30 - static_cast<double>(depth);
        const auto taken = static_cast<double>(out.back() - out[out.size() - 1 - one * 30]);
        ASSERT_LE(flits / taken, (LaneRates{latency, 0, depth}.of_packets(length)) + 1e-9);
      }
    }
}

TEST(LaneRates, AreThoseOfTodayWhereEverythingTakesACycle) {
  for (const Step depth : {1, 2, 9}) {
    const LaneRates lane{{}, 0, depth};
    const double rate = depth == 1 ? 0.5 : 1.0;
    EXPECT_EQ(lane.of_long_worm(), rate);
    EXPECT_EQ(lane.of_single_flits(), rate);
    EXPECT_EQ(lane.of_packets(4), rate);
  }
  EXPECT_EQ((LaneRates{{}, 0, {}}.of_packets(4)), 1.0);
  EXPECT_EQ(channel_rate(0.5, 1), 0.5);
  EXPECT_EQ(channel_rate(0.375, 2), 0.75);
  EXPECT_EQ(channel_rate(0.375, 4), 1.0);
}

std::string refusal_of(const RouterChain& chain, const std::vector<ChainPacket>& packets) {
  return flitwise::test::refusal_of<std::exception>([&] { time_chain(chain, packets); });
}

TEST(RouterChain, RefusesWhatIsNone) {
  EXPECT_EQ(refusal_of({{}, {1, 0}, 1, {}}, {{1, 1}}), "link latency must be at least 1, got 0");
  EXPECT_EQ(refusal_of({{}, {1}, 0, {}}, {{1, 1}}), "credit latency must be at least 1, got 0");
  EXPECT_EQ(refusal_of({{}, {1}, 1, 0}, {{1, 1}}), "depth must be at least 1");
  EXPECT_EQ(refusal_of({{}, {1}, 1, {}}, {{1, 0}}), "a packet must have at least 1 flit");
}

}  // namespace
}  // namespace flitwise::theory::worm_timing_test
