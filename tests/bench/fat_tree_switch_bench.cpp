// Speed of one switch of a fat tree by shape: of binary trees of 64 leaves, constant and
// exponential.
//
// Busy, every link of a child brings a packet for the other child in every cycle; idle, nothing
// comes. A network does not evaluate idle switches; this is what one costs where it is.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <verilated.h>

#include <algorithm>
#include <cstring>

#include "systemc/network/flit.h"
#include "systemc/network/models/model_instance.h"
#include "systemc/network/models/model_library.h"

namespace flitwise {
namespace {

enum class Load { kIdle, kBusy };

RawFlit packet_to(std::uint32_t leaf) {
  FlitFields fields;
  fields.kind = FlitKind::kData;
  fields.head = true;
  fields.tail = true;
  fields.destination = leaf;
  fields.tag = 1 - leaf;
  fields.payload = 1;
  return pack(fields);
}

ModelRequest request_for(std::uint32_t down, std::uint32_t up, bool checkers) {
  ModelRequest request;
  request.module = "fat_tree_switch";
  request.parameters = {"Arity=2", fmt::format("DownLinks={}", down), fmt::format("UpLinks={}", up),
                        fmt::format("Depth={}", std::max(down, up) <= 16 ? 16 : 64)};
  request.flavour = checkers ? ModelFlavour::kChecked : ModelFlavour::kPlain;
  request.description = fmt::format("({} down, {} up)", down, up);
  return request;
}

// Child k is leaf k.
void configure(const ModelInstance& model, std::uint32_t limit) {
  model.drive("leaf_base_i", 0);
  model.drive("leaf_span_i", 1);
  model.drive("level_i", 1);
  model.drive("limit_i", limit);
  model.drive("scheduled_i", 1);
  model.reset();
}

void offer_packets(const ModelInstance& model, std::uint32_t down, std::uint32_t up) {
  for (std::uint32_t lane = 0; lane < 2 * down; ++lane) {
    const RawFlit flit = packet_to(lane < down ? 1 : 0);
    std::memcpy(model.pin("in_lane_i").bytes() + (up + lane) * sizeof flit, &flit, sizeof flit);
  }
}

void SwitchCycle(benchmark::State& state, Load load, bool checkers) {
  const auto down = static_cast<std::uint32_t>(state.range(0));
  const auto up = static_cast<std::uint32_t>(state.range(1));
  ModelLibrary models;
  const ModelTable& table = models.get(request_for(down, up, checkers));
  VerilatedContext context;
  context.fatalOnError(false);
  const ModelInstance model(table, &context, "switch");
  configure(model, std::max(down, up));
  if (load == Load::kBusy) offer_packets(model, down, up);
  for (auto _ : state) table.cycle(model.model());
  if (context.errorCount() != 0) state.SkipWithError("an assertion of the switch has failed");
  const bool moves = *model.pin("busy_o").bytes() != 0;
  if (moves != (load == Load::kBusy)) state.SkipWithError("the switch is not under this load");
}

void shapes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"down", "up"});
  for (const auto& [down, up] :
       {std::pair(1, 1), {1, 0}, {1, 2}, {2, 4}, {4, 8}, {8, 16}, {16, 32}, {32, 0}})
    bench->Args({down, up});
}

BENCHMARK_CAPTURE(SwitchCycle, busy, Load::kBusy, true)->Apply(shapes);
BENCHMARK_CAPTURE(SwitchCycle, busy_unchecked, Load::kBusy, false)->Apply(shapes);
BENCHMARK_CAPTURE(SwitchCycle, idle, Load::kIdle, true)->Apply(shapes);
BENCHMARK_CAPTURE(SwitchCycle, idle_unchecked, Load::kIdle, false)->Apply(shapes);

}  // namespace
}  // namespace flitwise
