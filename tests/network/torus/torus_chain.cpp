#include "tests/network/torus/torus_chain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "systemc/network/injector.h"
#include "tests/network/torus/torus_runs.h"

namespace flitwise::test {
namespace {

constexpr int kRing = 6;
constexpr Step kMostSteps = 100'000;

Flits flits_of(const std::vector<ChainWorm>& worms) {
  Flits flits = 0;
  for (const ChainWorm& worm : worms) flits += worm.length;
  return flits;
}

Injector injector_of(const Chain& chain, const std::vector<ChainWorm>& worms) {
  Injector injector;
  std::uint32_t number = 0;
  for (const ChainWorm& worm : worms)
    injector.add(0, 0, worm.due + 1,
                 torus_message({0, number++}, {chain.routers - 1}, worm.length, {0}));
  return injector;
}

}  // namespace

ChainRun run_chain(const Chain& chain, const std::vector<ChainWorm>& worms, Checkers checkers,
                   ModelLibrary& models) {
  TorusNetworkConfig config;
  config.lanes = 1;
  config.depth = chain.depth;
  config.latency = chain.latency();
  config.checkers = checkers;
  TorusNetwork made = assemble_torus(Torus({kRing}), config, models);
  Network& network = *made.network;
  Injector injector = injector_of(chain, worms);
  ChainRun run{std::vector<std::vector<Step>>(index_of(chain.routers)), {}};
  std::deque<Step> sent;
  const Step stages = chain.pipeline.out_stages();
  for (Step edge = 0; edge < kMostSteps; ++edge) {
    injector.inject_due(edge, network);
    network.clock(edge);
    EXPECT_FALSE(network.is_stuck()) << "edge " << edge;
    EXPECT_TRUE(network.violations().empty());
    for (const LinkTransfer& transfer : network.transfers()) {
      run.granted[index_of(transfer.from)].push_back(edge - stages);
      if (transfer.from == 0) sent.push_back(edge);
    }
    for (const LinkTransfer& transfer : network.arrivals()) {
      if (transfer.from != 0) continue;
      EXPECT_EQ(sent.front() + chain.link - 1, edge);
      sent.pop_front();
    }
    for (std::size_t i = 0; i < network.deliveries().size(); ++i)
      run.granted.back().push_back(edge - stages);
    if (network.is_quiet() && injector.pending() == 0) break;
  }
  EXPECT_EQ(static_cast<Flits>(run.granted.back().size()), flits_of(worms));
  EXPECT_EQ(network.assertion_failures(), 0);
  EXPECT_FALSE(network.holds_flits());
  run.stalls = made.stalls->total();
  return run;
}

ChainRun reckon_chain(const Chain& chain, const std::vector<ChainWorm>& worms) {
  const std::size_t routers = index_of(chain.routers);
  const TorusPipeline& stages = chain.pipeline;
  ChainRun run{std::vector<std::vector<Step>>(routers), {}};
  Step injected = -1;
  for (const ChainWorm& worm : worms) {
    for (Flits index = 0; index < worm.length; ++index) {
      const bool is_head = index == 0;
      const std::size_t flit = run.granted[0].size();
      const std::size_t freed = flit - chain.depth;  // the flit whose slot this one takes
      const bool is_early = flit < chain.depth;      // there is none
      injected = std::max(injected + 1, is_head ? worm.due : 0);
      if (!is_early) injected = std::max(injected, run.granted[0][freed] + 1);
      Step came = injected;
      for (std::size_t at = 0; at < routers; ++at) {
        Step asks = came + (is_head ? stages.head_wait() : stages.body_wait());
        if (flit > 0)
          asks = std::max(asks, run.granted[at].back() + 1 + (is_head ? stages.head_wait() : 0));
        Step goes = asks;
        if (at + 1 < routers && !is_early)
          goes = std::max(goes, run.granted[at + 1][freed] + chain.credit + stages.credit_delay);
        run.granted[at].push_back(goes);
        run.stalls.stalled += static_cast<std::uint64_t>(goes - asks);
        came = goes + stages.out_stages() + chain.link;
      }
    }
  }
  run.stalls.blocked = run.stalls.stalled;
  return run;
}

std::vector<TorusPipeline> different_pipelines() {
  std::vector<TorusPipeline> pipelines;
  for (const Step st : {0, 1})
    for (const auto& [rc, va, sa] : {std::tuple(0, 0, 0), std::tuple(1, 0, 0), std::tuple(0, 0, 1),
                                     std::tuple(1, 1, 0), std::tuple(1, 0, 1), std::tuple(1, 1, 1)})
      pipelines.push_back({rc, va, sa, st, false, false, 0});
  return pipelines;
}

}  // namespace flitwise::test
