// What a fabric costs beside the command: writes of 64 flits across a torus of 8 x 8, one after the
// other, by generic payloads and as the transfers of a schedule.
//
// Each side runs in processes of its own, with few writes and with many: the difference is what the
// writes take, without elaboration.
#include <benchmark/benchmark.h>
#include <flitwise/fabric.h>
#include <flitwise/fabric_monitor.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/families/registry.h"
#include "sim/run/runner.h"

namespace flitwise {
namespace {

constexpr int kFew = 50;
constexpr int kMany = 1000;
constexpr unsigned kBytes = 512;  // 64 flits
constexpr int kFar = 36;          // (4, 4), eight links from PE 0

enum class Watched : std::uint8_t { kNo, kYes };

struct Writer : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Writer> out{"out"};
  tlm_utils::simple_target_socket<Writer> in{"in"};
  int writes = 0;

  SC_HAS_PROCESS(Writer);
  explicit Writer(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_b_transport(this, &Writer::take);
    SC_THREAD(run);
  }
  void run() {
    std::vector<unsigned char> data(kBytes);
    for (int i = 0; i < writes; ++i) {
      tlm::tlm_generic_payload payload;
      payload.set_write();
      payload.set_address(kFar);
      payload.set_data_ptr(data.data());
      payload.set_data_length(kBytes);
      payload.set_streaming_width(kBytes);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      out->b_transport(payload, delay);
    }
  }
  void take(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

// Both return the evaluations of all routers, 0 where nobody has counted them.
std::int64_t run_fabric(int writes, bool checkers, Watched watched) {
  Fabric fabric("fabric", FabricNetwork::from_keys({{"network.kind", "torus"},
                                                    {"network.sides", {8, 8}},
                                                    {"options.checkers", checkers}}));
  std::optional<FabricMonitor> monitor;
  if (watched == Watched::kYes) monitor.emplace(fabric);
  Writer from("from");
  Writer to("to");
  from.writes = writes;
  from.out.bind(fabric.from_pe[0]);
  to.out.bind(fabric.from_pe[kFar]);
  fabric.to_pe[0].bind(from.in);
  fabric.to_pe[kFar].bind(to.in);
  sc_core::sc_start();
  if (!monitor) return 0;
  const FabricVerdict verdict = monitor->verdict();
  if (verdict.exit_status != 0) throw std::runtime_error(verdict.text());
  return verdict.router_evaluations;
}

// A write is delivered 10 steps after its last flit has left, and the next one leaves then.
std::int64_t run_command(int writes, bool checkers) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("flitwise_bench_{}", getpid());
  std::filesystem::create_directory(folder);
  std::ofstream goal(folder / "writes.goal");
  goal << "num_ranks 2\nrank 0 {\n";
  for (int i = 0; i < writes; ++i) {
    goal << fmt::format("  s{0}: send {1}b to 1\n  c{0}: calc 10\n  c{0} requires s{0}\n", i,
                        kBytes);
    if (i > 0) goal << fmt::format("  s{} requires c{}\n", i, i - 1);
  }
  goal << "}\nrank 1 {\n";
  for (int i = 0; i < writes; ++i) goal << fmt::format("  r{}: recv {}b from 0\n", i, kBytes);
  goal << "}\n";
  goal.close();
  std::ofstream(folder / "writes.yaml") << fmt::format(
      "network: {{kind: torus, sides: [8, 8]}}\noperation: collective\n"
      "schedule: {{file: writes.goal, format: goal, map: [0, {}]}}\n"
      "options: {{checkers: {}}}\n",
      kFar, checkers);
  const ScenarioReading reading = read_scenario((folder / "writes.yaml").string());
  if (!reading.scenario) throw std::runtime_error(reading.errors.front().what());
  const Result result = run_here(*reading.scenario, {});
  std::filesystem::remove_all(folder);
  if (result.outcome != Outcome::kPass) throw std::runtime_error("the schedule does not pass");
  return result.router_cycles;
}

struct Cost {
  double seconds = 0;  // of the processor
  std::int64_t evaluations = 0;
};

Cost cost_of(const std::function<std::int64_t()>& run) {
  const auto of_children = [] {
    struct rusage usage {};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
  };
  const double before = of_children();
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("there is no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const std::int64_t evaluations = run();
    const bool is_told = write(ends[1], &evaluations, sizeof evaluations) == sizeof evaluations;
    std::_Exit(is_told ? 0 : 1);
  }
  Cost cost;
  close(ends[1]);
  const bool is_told = read(ends[0], &cost.evaluations, sizeof cost.evaluations) > 0;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!is_told || status != 0) throw std::runtime_error("a run has failed");
  cost.seconds = of_children() - before;
  return cost;
}

Cost of_the_writes(const std::function<std::int64_t(int)>& run) {
  const Cost few = cost_of([&] { return run(kFew); });
  const Cost many = cost_of([&] { return run(kMany); });
  return {many.seconds - few.seconds, many.evaluations - few.evaluations};
}

// Counters: microseconds of the processor a write on each side, evaluations of routers, and library
// / command.
void FabricWrites(benchmark::State& state) {
  const bool checkers = state.range(0) != 0;
  const Watched watched = state.range(1) != 0 ? Watched::kYes : Watched::kNo;
  Cost library;
  Cost command;
  for (auto _ : state) {
    library = of_the_writes([&](int writes) { return run_fabric(writes, checkers, watched); });
    command = of_the_writes([&](int writes) { return run_command(writes, checkers); });
    state.SetIterationTime(library.seconds);
  }
  constexpr double kWrites = kMany - kFew;
  state.counters["library_us/write"] = library.seconds * 1e6 / kWrites;
  state.counters["command_us/write"] = command.seconds * 1e6 / kWrites;
  state.counters["library_evaluations/write"] = static_cast<double>(library.evaluations) / kWrites;
  state.counters["command_evaluations/write"] = static_cast<double>(command.evaluations) / kWrites;
  state.counters["library/command"] = library.seconds / command.seconds;
}
BENCHMARK(FabricWrites)
    ->ArgNames({"checkers", "monitor"})
    ->ArgsProduct({{1, 0}, {1, 0}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace flitwise
