// Speed of uniform traffic, broadcasts and all-reduces on tori: routers, engine, SystemC, PEs and
// checks together.
//
// Each iteration is a simulation in a process of its own; its time is the processor's, elaboration
// included, so that what else runs on the machine hardly counts.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <stdexcept>
#include <string>

#include "sim/families/registry.h"
#include "sim/families/torus/torus_family.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/run/runner.h"

namespace flitwise {
namespace {

constexpr Step kWarmup = 500;

// n x n nodes; the rate in thousandths of a flit per node and step, packets of 8 flits.
Scenario uniform_traffic(int n, std::int64_t rate, Step measure) {
  Scenario scenario;
  scenario.operation = "traffic";
  TorusScenario torus;
  torus.sides = {n, n};
  torus.order = {0, 1};
  torus.traffic.emplace();
  torus.traffic->plan.rate = static_cast<double>(rate) / 1000;
  torus.traffic->plan.lengths = {{8, 1}};
  torus.traffic->plan.seed = 1;
  torus.traffic->warmup = kWarmup;
  torus.traffic->measure = measure;
  scenario.family = &torus_family();
  scenario.system = torus;
  return scenario;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

double processor_seconds_of_children() {
  struct rusage usage {};
  getrusage(RUSAGE_CHILDREN, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

void run(benchmark::State& state, const Scenario& scenario) {
  double seconds = 0;
  double evaluated = 0;
  double all = 0;
  double flit_hops = 0;
  for (auto _ : state) {
    const double before = processor_seconds_of_children();
    const Result result = run_in_child(scenario, {});
    const double taken = processor_seconds_of_children() - before;
    if (result.outcome != Outcome::kPass) throw std::runtime_error("the run does not pass");
    state.SetIterationTime(taken);
    seconds += taken;
    evaluated += static_cast<double>(result.router_cycles);
    all += static_cast<double>(result.measured.quiesce) * result.pes;
    flit_hops += static_cast<double>(result.flit_hops);
  }
  state.counters["ns/router_cycle"] = seconds * 1e9 / all;
  state.counters["ns/evaluated_router"] = seconds * 1e9 / evaluated;
  state.counters["ns/flit_hop"] = seconds * 1e9 / flit_hops;
  state.counters["evaluated"] = evaluated / all;
}

// As many node-steps whatever the size; more where they cost little.
void UniformTraffic(benchmark::State& state) {
  const auto n = static_cast<int>(state.range(0));
  const Step node_steps = state.range(1) == 1 ? 40'960'000 : 2'560'000;
  Scenario scenario = uniform_traffic(n, state.range(1), node_steps / (n * n));
  scenario.options.checkers = state.range(2) != 0;
  run(state, scenario);
}
BENCHMARK(UniformTraffic)
    ->ArgNames({"side", "rate/1000", "checkers"})
    ->ArgsProduct({{8, 16, 32}, {1, 25, 50, 100}, {1, 0}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// What all nodes of an n x n torus do with 1,024 words.
Scenario of_a_thousand_words(std::int64_t n, const std::string& operation,
                             const std::string& algorithm) {
  const std::string side = std::to_string(n);
  const ScenarioReading reading = read_scenario_text(
      "network: {kind: torus, sides: [" + side + ", " + side + "]}\noperation: " + operation +
          "\nalgorithm: " + algorithm + "\nlength: 1024\n",
      "bench.yaml");
  if (!reading.scenario) throw std::runtime_error("the scenario cannot be read");
  return *reading.scenario;
}

// Beside each other: PEs that add are to cost no more per router and step than a broadcast.
void Broadcast(benchmark::State& state) {
  run(state, of_a_thousand_words(state.range(0), "broadcast", "peel"));
}
void AllReduce(benchmark::State& state) {
  run(state, of_a_thousand_words(state.range(0), "allreduce", "multi-bucket"));
}
BENCHMARK(Broadcast)->ArgName("side")->Arg(8)->Arg(16)->Arg(32)->UseManualTime();
BENCHMARK(AllReduce)->ArgName("side")->Arg(8)->Arg(16)->Arg(32)->UseManualTime();

}  // namespace
}  // namespace flitwise
