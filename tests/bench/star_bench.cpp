// Speed of the routers of star graphs and the engine that steps them, in processor time, without
// PEs and SystemC.
#include <benchmark/benchmark.h>

#include <ctime>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "systemc/network/star/star_flit.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

std::int64_t resident_bytes() {
  constexpr std::int64_t kPageBytes = 4096;
  std::ifstream file("/proc/self/statm");
  std::int64_t size = 0;
  std::int64_t resident = 0;
  file >> size >> resident;
  return resident * kPageBytes;
}

// Of this process alone: others may be running.
double seconds_since(std::clock_t start) {
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

StarNetwork make_network(const StarGraph& graph, bool is_checked) {
  static ModelLibrary models(ModelLibrary::default_config());
  StarNetworkConfig config;
  config.checkers = is_checked ? Checkers::kBound : Checkers::kNone;
  return assemble_star(graph, config, models);
}

// Once: later networks would take the memory that earlier ones have given back.
void StarMemory(benchmark::State& state) {
  const StarGraph graph(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const std::int64_t before = resident_bytes();
    const StarNetwork star = make_network(graph, true);
    state.counters["KiB/router"] =
        static_cast<double>(resident_bytes() - before) / 1024 / graph.size();
  }
}
BENCHMARK(StarMemory)->ArgName("n")->Arg(7)->Iterations(1)->Unit(benchmark::kMillisecond);

// Runs over and over until all is quiet; `put_in(step)` injects before each edge, steps from 0.
template <class PutIn>
void measure(benchmark::State& state, StarNetwork& star, PutIn put_in) {
  double seconds = 0;
  Step now = 0;
  for (auto _ : state) {
    const std::clock_t start = std::clock();
    Step step = 0;
    do {
      put_in(step++);
      star.network->clock(now++);
      for (const LinkTransfer& transfer : star.network->transfers())
        benchmark::DoNotOptimize(star.taps->takes(transfer));
    } while (!star.network->is_quiet());
    const double taken = seconds_since(start);
    state.SetIterationTime(taken);
    seconds += taken;
  }
  if (star.network->assertion_failures() != 0) throw std::runtime_error("an assertion has failed");
  state.counters["ns/evaluated_router"] =
      seconds * 1e9 / static_cast<double>(star.network->router_cycles());
}

// All nodes send over all links in all steps, a hop a packet: what a multinode broadcast and a
// total exchange do.
void StarHops(benchmark::State& state) {
  const StarGraph graph(static_cast<int>(state.range(0)));
  constexpr Step kSteps = 400;
  StarNetwork star = make_network(graph, state.range(1) != 0);
  measure(state, star, [&](Step step) {
    for (Node v = 0; v < graph.size() && step < kSteps; ++v) {
      for (std::uint32_t port = 0; port < static_cast<std::uint32_t>(graph.degree()); ++port)
        star.network->inject(
            v, port, star_flit({FlitKind::kData, true, true, 0, 0, 0}, std::uint64_t{port} + 1));
    }
  });
}
BENCHMARK(StarHops)
    ->ArgNames({"n", "checkers"})
    ->ArgsProduct({{5, 6}, {1, 0}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// Node 0 sends 60 packets to all others, each over all trees.
void StarBroadcast(benchmark::State& state) {
  const StarGraph graph(static_cast<int>(state.range(0)));
  constexpr Step kPackets = 60;
  StarNetwork star = make_network(graph, state.range(1) != 0);
  std::uint64_t source = 0;
  for (unsigned q = 0; q < static_cast<unsigned>(graph.order()); ++q)
    source |= std::uint64_t{q} << (3 * q);
  measure(state, star, [&](Step step) {
    const auto trees = static_cast<std::uint32_t>(step < kPackets ? graph.degree() : 0);
    for (std::uint32_t tree = 0; tree < trees; ++tree) {
      const std::uint64_t head =
          static_cast<std::uint64_t>(step) << 24 | std::uint64_t{tree} << 21 | source;
      star.network->inject(0, tree, star_flit({FlitKind::kFlood, true, true, 0, 0, 0}, head));
    }
  });
}
BENCHMARK(StarBroadcast)
    ->ArgNames({"n", "checkers"})
    ->ArgsProduct({{5, 7}, {1, 0}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flitwise
