// The twelve different torus routers, and slow tori as one model against the same assembled.
//
// Not among the fast tests: most models are compiled on first use.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "tests/network/torus/torus_chain.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::torus_latency_builds_test {
namespace {

using test::Chain;
using test::ChainRun;
using test::ChainWorm;

std::string text_of(const Chain& chain) {
  const TorusPipeline& p = chain.pipeline;
  return fmt::format("stages {} {} {}, credits {}, w = {}, w_c = {}, depth {}, {} routers",
                     p.head_wait(), p.body_wait(), p.out_stages(), p.credit_delay, chain.link,
                     chain.credit, chain.depth, chain.routers);
}

/// Depths about which something changes, on links of either latency.
std::set<std::uint32_t> depths_of(Chain chain) {
  std::set<std::uint32_t> depths{1, 2};
  for (const Step depth :
       {chain.body_loop() - 1, chain.body_loop(), chain.loop() - 1, chain.loop(), chain.loop() + 3})
    depths.insert(static_cast<std::uint32_t>(depth));
  return depths;
}

void expect_the_recurrence(const Chain& chain, const std::vector<ChainWorm>& worms,
                           ModelLibrary& models) {
  const ChainRun run = run_chain(chain, worms, Checkers::kNone, models);
  const ChainRun reckoned = reckon_chain(chain, worms);
  ASSERT_EQ(run.granted, reckoned.granted) << text_of(chain);
  ASSERT_EQ(run.stalls, reckoned.stalls) << text_of(chain);
}

/// All of `pipeline`; depths are chosen for links and credits of one step, others for one depth.
void expect_the_recurrence_of(TorusPipeline pipeline) {
  ModelLibrary models;
  for (const std::uint32_t depth : depths_of({pipeline, 1, 1, 1, 2})) {
    for (const Step link : {1, 2})
      for (const Step credit : {1, 2})
        for (const int routers : {2, 3, 5}) {
          const Chain chain{pipeline, link, credit, depth, routers};
          for (const Flits length : {1, 2, 5, 9})
            expect_the_recurrence(chain, {{length, 0}}, models);
          expect_the_recurrence(chain, {{4, 2}, {1, 2}, {1, 3}, {9, 4}, {2, 60}, {12, 61}}, models);
          expect_the_recurrence(chain, std::vector<ChainWorm>(40, {1, 0}), models);
          expect_the_recurrence(chain, {{60, 0}}, models);
        }
  }
}

class DifferentRouters : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Twelve, DifferentRouters, ::testing::Range(0, 12));

TEST_P(DifferentRouters, GrantWhenTheRecurrenceSaysSo) {
  TorusPipeline pipeline = test::different_pipelines()[static_cast<std::size_t>(GetParam())];
  pipeline.credit_delay = GetParam() % 2;
  expect_the_recurrence_of(pipeline);
}

// Each way is undisturbed: r - 1 + p hops + L.
TEST_P(DifferentRouters, PassALonePacketBetweenAllPairsInTheirTime) {
  const TorusPipeline pipeline = test::different_pipelines()[static_cast<std::size_t>(GetParam())];
  ModelLibrary models;
  for (const Torus& torus : {Torus({4, 3}), Torus({3, 3, 3})}) {
    TorusNetworkConfig config;
    config.checkers = Checkers::kNone;
    config.latency = {pipeline, std::vector<Step>(index_of(torus.dimensions()), 2), 1};
    test::TorusRun run(torus, assemble_torus(torus, config, models));
    for (Node from = 0; from < torus.size(); ++from)
      for (Node to = 0; to < torus.size(); ++to) {
        if (from == to) continue;
        Hops hops;
        for (int d = 0; d < torus.dimensions(); ++d)
          hops.push_back(torus.coordinate(to, d) - torus.coordinate(from, d));
        const Step start = run.step() + 2;
        const std::size_t before = run.received().size();
        run.send(from, hops, 3, start);
        run.run();
        ASSERT_EQ(run.received().size(), before + 3);
        ASSERT_EQ(run.received().back().node, to);
        // The head is captured at edge start - 1, which ends the step of that number.
        ASSERT_EQ(run.received().back().step - (start - 1),
                  config.latency.router() - 1 + config.latency.hop(0) * path_length(hops) + 3);
      }
    EXPECT_EQ(run.stalls().total(), Stalls{});
  }
}

TorusNetworkConfig slow_config(std::uint32_t lanes, std::uint32_t depth) {
  TorusNetworkConfig config;
  config.lanes = lanes;
  config.depth = depth;
  config.latency = {{1, 1, 1, 1, false, false, 1}, {2, 3}, 2};
  return config;
}

TEST(SlowTorusBuilds, AssembledEqualsElaboratedWithLinksOfOtherLatenciesInEachDimension) {
  test::expect_equal_builds(Torus({4, 3}), slow_config(2, 8), 300, 500);
}

TEST(SlowTorusBuilds, AssembledEqualsElaboratedOnAMesh) {
  test::expect_equal_builds(XyMesh({4, 3}), slow_config(2, 8), 300, 500);
}

TEST(SlowTorusBuilds, AssembledEqualsElaboratedInAnotherOrderAndWithOneLane) {
  TorusNetworkConfig config = slow_config(1, 2);
  config.order = {1, 0};
  test::expect_equal_builds(Torus({2, 3}), config, 300, 300);
}

}  // namespace
}  // namespace flitwise::torus_latency_builds_test
