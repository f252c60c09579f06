// What routers, links and credits of a torus take, by hand and over all stages that there are.
#include "systemc/topology/torus/torus_latency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "systemc/topology/tree/tree.h"
#include "tests/support/torus_pipelines.h"

namespace flitwise {
namespace {

using testing::HasSubstr;

// rc, va, sa, st, lookahead, speculative; what cannot be is left out.
std::vector<TorusPipeline> all_pipelines() {
  std::vector<TorusPipeline> all;
  for (unsigned bits = 0; bits < 64; ++bits) {
    const auto stage = [&](unsigned bit) { return static_cast<Step>(bits >> bit & 1U); };
    const TorusPipeline pipeline{stage(0),      stage(1),      stage(2), stage(3),
                                 stage(4) == 1, stage(5) == 1, 0};
    if (!pipeline.speculative || (pipeline.va == 1 && pipeline.sa == 1)) all.push_back(pipeline);
  }
  return all;
}

TEST(TorusPipeline, TakesAStepAndThoseOfItsStagesThatNothingSaves) {
  for (const TorusPipeline& p : all_pipelines()) {
    Step steps = 1 + p.va + p.sa + p.st;
    if (!p.lookahead) steps += p.rc;
    if (p.speculative) --steps;  // two in one
    EXPECT_EQ(p.router(), steps);
    EXPECT_EQ(p.router(), 1 + p.head_wait() + p.out_stages());
    EXPECT_EQ(p.body_wait(), p.sa);
    EXPECT_LE(p.body_wait(), p.head_wait());
  }
}

TEST(TorusPipeline, MakesTwelveRouters) {
  std::set<std::tuple<Step, Step, Step>> routers;
  for (const TorusPipeline& p : all_pipelines())
    routers.emplace(p.head_wait(), p.body_wait(), p.out_stages());
  EXPECT_EQ(routers.size(), 12U);
  std::set<std::tuple<Step, Step, Step>> tested;
  for (const testing_support::RouterStages& one : testing_support::twelve_routers()) {
    EXPECT_EQ(one.pipeline.router(), one.router) << one.text;
    EXPECT_EQ(one.pipeline.head_wait(), one.head_wait) << one.text;
    tested.emplace(one.pipeline.head_wait(), one.pipeline.body_wait(), one.pipeline.out_stages());
  }
  EXPECT_EQ(tested, routers);
}

TEST(TorusLatency, OfAHopIsItsRouterAndItsLink) {
  const TorusLatency latency{{1, 1, 1, 1, false, false, 1}, {2, 3}, 4};
  EXPECT_EQ(latency.router(), 5);
  EXPECT_EQ(latency.hop(0), 6);
  EXPECT_EQ(latency.hop(1), 7);
  EXPECT_EQ(latency.head_loop(1), 7 + 4 + 1);
  EXPECT_EQ(latency.body_loop(1), 7 + 4 + 1 - 3 + 1);  // three steps of a head, one of a body flit
  EXPECT_FALSE(latency.is_unit());
}

TEST(TorusLatency, IsUnitWhereNothingTakesMore) {
  EXPECT_TRUE(TorusLatency().is_unit());
  EXPECT_TRUE((TorusLatency{{1, 0, 0, 0, true, false, 0}, {1, 1}, 1}).is_unit());
  EXPECT_EQ(TorusLatency().hop(3), 1);
  EXPECT_EQ(TorusLatency().head_loop(0), 2);
  EXPECT_EQ(TorusLatency().body_loop(0), 2);
  EXPECT_FALSE((TorusLatency{{}, {1, 2}, 1}).is_unit());
  EXPECT_FALSE((TorusLatency{{}, {}, 2}).is_unit());
  EXPECT_FALSE((TorusLatency{{0, 0, 0, 0, false, false, 1}, {}, 1}).is_unit());
}

TEST(TorusLatency, ThatNoTorusHasIsRefused) {
  const auto refusal = [](const TorusLatency& latency) -> std::string {
    try {
      latency.check(2);
    } catch (const TopologyError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(refusal({{1, 1, 1, 1, true, true, 1}, {1, 16}, 3}), "none");
  EXPECT_THAT(refusal({{2, 0, 0, 0, false, false, 0}, {}, 1}), HasSubstr("rc must be 0 or 1"));
  EXPECT_THAT(refusal({{0, 0, 0, 0, false, false, 2}, {}, 1}), HasSubstr("credit_delay must be 0"));
  EXPECT_THAT(refusal({{0, 1, 0, 0, false, true, 0}, {}, 1}), HasSubstr("va and sa must be 1"));
  EXPECT_THAT(refusal({{}, {1}, 1}), HasSubstr("one entry per dimension: 2, got 1"));
  EXPECT_THAT(refusal({{}, {1, 0}, 1}), HasSubstr("link latency must be at least 1, got 0"));
  EXPECT_THAT(refusal({{}, {}, 0}), HasSubstr("credit latency must be at least 1, got 0"));
}

}  // namespace
}  // namespace flitwise
