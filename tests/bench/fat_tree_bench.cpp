// Speed of total exchanges on fat trees: routers, engine, SystemC, PEs and checks together.
//
// Each iteration is a simulation in a process of its own; its time is that of sc_start() alone.
#include <benchmark/benchmark.h>

#include <stdexcept>

#include "sim/families/fat_tree/fat_tree_family.h"
#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/run/runner.h"
#include "systemc/topology/fat_tree/fat_tree.h"

namespace flitwise {
namespace {

constexpr int kLevels = 6;

Scenario exchange_of_64(std::vector<int> capacities, FatTreeAlgorithm algorithm) {
  Scenario scenario;
  scenario.operation = "exchange";
  FatTreeScenario tree;
  tree.leaves = 64;
  tree.capacities = std::move(capacities);
  tree.algorithm = algorithm;
  tree.roots.clear();
  scenario.family = &fat_tree_family();
  scenario.system = std::move(tree);
  return scenario;
}

// An idle node's cost shows in the run that evaluates none that cannot change.
void run(benchmark::State& state, Scenario scenario) {
  scenario.options.checkers = state.range(0) != 0;
  const auto nodes = static_cast<double>(2 * fat_tree_of(scenario).leaves - 1);
  double seconds = 0;
  double evaluated = 0;
  double all = 0;
  double flit_hops = 0;
  for (auto _ : state) {
    const Result result = run_in_child(scenario, {});
    if (result.outcome != Outcome::kPass) throw std::runtime_error("the run does not pass");
    state.SetIterationTime(result.seconds);
    seconds += result.seconds;
    evaluated += static_cast<double>(result.router_cycles);
    all += static_cast<double>(result.measured.quiesce) * nodes;
    flit_hops += static_cast<double>(result.flit_hops);
  }
  state.counters["ns/evaluated_node"] = seconds * 1e9 / evaluated;
  state.counters["ns/node_cycle"] = seconds * 1e9 / all;
  state.counters["evaluated"] = evaluated / all;
  state.counters["flit_hops/s"] = flit_hops / seconds;
}

void ExchangeCbft64(benchmark::State& state) {
  run(state, exchange_of_64(constant_capacities(kLevels), FatTreeAlgorithm::kExchangeOptimalCbft));
}
BENCHMARK(ExchangeCbft64)
    ->ArgName("checkers")
    ->Arg(1)
    ->Arg(0)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void ExchangeEbft64(benchmark::State& state) {
  run(state,
      exchange_of_64(exponential_capacities(kLevels, 2), FatTreeAlgorithm::kExchangeOptimalEbft));
}
BENCHMARK(ExchangeEbft64)
    ->ArgName("checkers")
    ->Arg(1)
    ->Arg(0)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flitwise
