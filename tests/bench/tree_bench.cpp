// Speed and memory of runs on trees, one and several: routers, engine, SystemC, PEs and checks
// together.
//
// Each iteration is a simulation in a process of its own; its time is that of sc_start() alone.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ctime>
#include <stdexcept>
#include <string>

#include "sim/families/registry.h"
#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

Scenario on_tree(std::vector<Node> parents, std::string operation, TreeAlgorithm algorithm,
                 Flits each) {
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = operation;
  TreeScenario& tree = tree_of(scenario);
  tree.lengths.assign(parents.size(), each);
  tree.lengths[0] = 0;
  tree.parents = std::move(parents);
  tree.algorithm = algorithm;
  return scenario;
}

Scenario without_checkers(Scenario scenario) {
  scenario.options.checkers = false;
  return scenario;
}

// Complete binary tree of 2^(height+1) - 1 PEs, 64 flits for every PE: the busy case.
Scenario busy_scatter(Node height) {
  return on_tree(complete_parents(2, height), "scatter", TreeAlgorithm::kFdf, 64);
}

// One flit on a path: all routers but one idle.
Scenario lone_flit(Node pes) {
  Scenario scenario = on_tree(path_parents(pes), "scatter", TreeAlgorithm::kFdf, 0);
  tree_of(scenario).lengths.back() = 1;
  return scenario;
}

double in_nanoseconds(double seconds) { return seconds * 1e9; }

void run(benchmark::State& state, const Scenario& scenario) {
  double seconds = 0;
  double router_cycles = 0;
  double idle_cycles = 0;
  double flit_hops = 0;
  double steps = 0;
  for (auto _ : state) {
    const Result result = run_in_child(scenario, {});
    if (result.outcome != Outcome::kPass) throw std::runtime_error("the run does not pass");
    state.SetIterationTime(result.seconds);
    seconds += result.seconds;
    router_cycles += static_cast<double>(result.router_cycles);
    idle_cycles += static_cast<double>(result.measured.quiesce * result.pes - result.router_cycles);
    flit_hops += static_cast<double>(result.flit_hops);
    steps += static_cast<double>(result.measured.quiesce);
  }
  state.counters["ns/evaluated_router"] = in_nanoseconds(seconds) / router_cycles;
  state.counters["ns/idle_router"] = in_nanoseconds(seconds) / idle_cycles;
  state.counters["ns/step"] = in_nanoseconds(seconds) / steps;
  state.counters["flit_hops/s"] = flit_hops / seconds;
}

void BusyScatter(benchmark::State& state) {
  run(state, busy_scatter(static_cast<Node>(state.range(0))));
}
BENCHMARK(BusyScatter)
    ->ArgName("height")
    ->Arg(9)
    ->Arg(11)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void BusyScatterUnchecked(benchmark::State& state) {
  run(state, without_checkers(busy_scatter(static_cast<Node>(state.range(0)))));
}
BENCHMARK(BusyScatterUnchecked)
    ->ArgName("height")
    ->Arg(9)
    ->Arg(11)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void BusyGather(benchmark::State& state) {
  run(state, on_tree(complete_parents(2, static_cast<Node>(state.range(0))), "gather",
                     TreeAlgorithm::kCertification, 64));
}
BENCHMARK(BusyGather)
    ->ArgName("height")
    ->Arg(9)
    ->Arg(11)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void WideScatter(benchmark::State& state) {
  run(state, on_tree(complete_parents(static_cast<Node>(state.range(0)), 2), "scatter",
                     TreeAlgorithm::kFdf, 64));
}
BENCHMARK(WideScatter)
    ->ArgName("children")
    ->Arg(4)
    ->Arg(16)
    ->Arg(63)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

void LoneFlit(benchmark::State& state) { run(state, lone_flit(static_cast<Node>(state.range(0)))); }
BENCHMARK(LoneFlit)->ArgName("pes")->Arg(1023)->Arg(4095)->UseManualTime()->Unit(
    benchmark::kMillisecond);

// Eight trees without a common arc, which the reader finds: that is the set-up, in processor time.
void GraphBroadcast(benchmark::State& state) {
  const std::string text =
      "network: {kind: graph, shape: 'regular:" + std::to_string(state.range(0)) +
      ",8,1'}\ntrees: {count: 8}\noperation: broadcast\nlength: 1024\n";
  const std::clock_t start = std::clock();
  const ScenarioReading reading = read_scenario_text(text, "bench.yaml");
  const std::clock_t end = std::clock();
  if (!reading.scenario) throw std::runtime_error("the scenario is refused");
  run(state, *reading.scenario);
  state.counters["set_up_s"] = static_cast<double>(end - start) / CLOCKS_PER_SEC;
}
BENCHMARK(GraphBroadcast)
    ->ArgName("nodes")
    ->Arg(512)
    ->Arg(4096)
    ->Iterations(1)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// Largest resident memory of a process that runs the scenario, in bytes.
double peak_memory(const Scenario& scenario) {
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const Result result = run_here(scenario, {});
    _exit(result.outcome == Outcome::kPass ? 0 : 1);
  }
  int status = 0;
  struct rusage usage {};
  if (wait4(child, &status, 0, &usage) != child || status != 0)
    throw std::runtime_error("the run does not pass");
  return static_cast<double>(usage.ru_maxrss) * 1024;
}

void Memory(benchmark::State& state) {
  const auto pes = static_cast<Node>(state.range(0));
  double bytes = 0;
  double base = 0;
  for (auto _ : state) {
    bytes = peak_memory(lone_flit(pes));
    base = peak_memory(lone_flit(2));
  }
  state.counters["KiB/PE"] = (bytes - base) / 1024 / (pes - 2);
  state.counters["MiB"] = bytes / 1024 / 1024;
}
BENCHMARK(Memory)->ArgName("pes")->Arg(1023)->Arg(4095)->Iterations(1)->Unit(
    benchmark::kMillisecond);

}  // namespace
}  // namespace flitwise

BENCHMARK_MAIN();
