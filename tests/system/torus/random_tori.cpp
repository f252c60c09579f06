#include "tests/system/torus/random_tori.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <utility>

#include "sim/families/registry.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/families/xy_mesh/xy_mesh_scenario.h"
#include "sim/run/runner.h"
#include "tests/support/draw.h"
#include "tests/support/torus_pipelines.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::testing_support {
namespace {

std::vector<int> random_sides(test::Draw& draw, int dimensions) {
  std::vector<int> sides;
  int nodes = 1;
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back(draw.between(1, std::min(8, 64 / nodes)));
    nodes *= sides.back();
  }
  if (nodes == 1) sides.back() = 2;
  return sides;
}

std::string random_links(test::Draw& draw, int dimensions) {
  if (draw.between(0, 1) == 0) return std::to_string(draw.between(1, 4));
  std::vector<int> steps;
  for (int d = 0; d < dimensions; ++d) steps.push_back(draw.between(1, 4));
  return fmt::format("[{}]", fmt::join(steps, ", "));
}

std::string random_routers(test::Draw& draw, int dimensions, const RouterChoice& choice) {
  std::string pipeline = twelve_routers()[draw.one_of(choice.routers)].text;
  return fmt::format("pipeline: {}, link_latency: {}, credit_latency: {}, depth: {}", pipeline,
                     random_links(draw, dimensions), draw.between(1, 4),
                     draw.one_of(choice.depths));
}

std::string network_text(const std::vector<int>& sides, bool is_mesh) {
  return fmt::format("network: {{kind: {}, sides: [{}]}}\n", is_mesh ? "xy-mesh" : "torus",
                     fmt::join(sides, ", "));
}

bool is_good(const std::string& text) {
  return read_scenario_text(text, "random.yaml").errors.empty();
}

std::string random_broadcast(test::Draw& draw, const std::vector<int>& sides,
                             const std::string& routers) {
  static const std::vector<const char*> algorithms{"peel",        "paper",      "best",  "fsh",
                                                   "edn",         "doubling",   "flood", "radix3",
                                                   "packet-tree", "packet-tree"};
  const std::string base = network_text(sides, false) + "operation: broadcast\n" +
                           fmt::format("length: {}\n", draw.between(1, 20));
  const std::string pace = fmt::format("send_overhead: {}, receive_overhead: {}, ",
                                       draw.between(0, 4), draw.between(0, 4));
  const bool has_barrier = draw.between(0, 1) == 0;
  for (const char* algorithm : {draw.one_of(algorithms), "peel"})
    for (const bool barrier : {has_barrier, false}) {
      std::string text = base + fmt::format("algorithm: {}\noptions: {{barrier: {}, {}{}}}\n",
                                            algorithm, barrier, pace, routers);
      if (is_good(text)) return text;
    }
  return base;
}

std::string random_on_mesh(test::Draw& draw, const std::vector<int>& sides,
                           const std::string& routers) {
  const std::string root =
      fmt::format("root: [{}, {}]\n", draw.between(0, sides[0] - 1), draw.between(0, sides[1] - 1));
  const std::string options = fmt::format("send_overhead: {}, receive_overhead: {}, {}",
                                          draw.between(0, 4), draw.between(0, 4), routers);
  const int flits = draw.between(1, 20);
  const int seed = draw.between(0, 1000);
  const bool has_barrier = draw.between(0, 1) == 0;
  static const std::vector<const char*> works{"umesh", "umesh", "separate", "scatter", "gather"};
  const std::string work = draw.one_of(works);
  for (const bool barrier : {has_barrier, false})
    for (const std::string& one : {work, std::string("scatter")}) {
      const bool is_broadcast = one == "umesh" || one == "separate";
      const std::string text =
          network_text(sides, true) + root +
          (is_broadcast
               ? fmt::format("operation: broadcast\nalgorithm: {}\nlength: {}\noptions: {{barrier: "
                             "{}, {}}}\n",
                             one, flits, barrier, options)
               : fmt::format("operation: {}\nlengths: {{uniform: [0, {}], seed: {}}}\noptions: "
                             "{{{}}}\n",
                             one, flits, seed, options));
      if (is_good(text)) return text;
    }
  return "";
}

std::string random_traffic(test::Draw& draw, const std::vector<int>& sides,
                           const std::string& routers, bool is_mesh) {
  return network_text(sides, is_mesh) +
         fmt::format(
             "operation: traffic\nalgorithm: uniform\noptions: {{rate: 0.{:02}, seed: {}, warmup: "
             "20, measure: 200, packet_length: {}, receiver_stall: {}, {}}}\n",
             draw.between(1, 30), draw.between(0, 1000), draw.between(1, 6),
             draw.between(0, 3) == 0 ? 0.25 : 0.0, routers);
}

}  // namespace

std::string random_torus_text(std::uint64_t seed, const RouterChoice& choice) {
  test::Draw draw(seed);
  const int dimensions = draw.one_of(choice.dimensions);
  const std::vector<int> sides = random_sides(draw, dimensions);
  const std::string routers = random_routers(draw, dimensions, choice);
  if (draw.between(0, 4) == 0) return random_traffic(draw, sides, routers, choice.is_mesh);
  return choice.is_mesh ? random_on_mesh(draw, sides, routers)
                        : random_broadcast(draw, sides, routers);
}

Agreement expect_random_tori_to_agree(std::uint64_t first_seed, int count,
                                      const RouterChoice& choice) {
  Agreement met;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    const std::string text = random_torus_text(seed, choice);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const Scenario scenario = torus_scenario(text);
    const WormScenario worms = choice.is_mesh ? static_cast<WormScenario>(xy_mesh_of(scenario))
                                              : static_cast<WormScenario>(torus_of(scenario));
    const Result result = expect_pass(text);
    met.slow += worms.options.latency.is_unit() ? 0 : 1;
    if (worms.traffic) {
      ++met.traffic;
      continue;
    }
    ++met.broadcasts;
    met.finishes += result.predicted.finish ? 1 : 0;
    met.smooth += check_of(result, "events").ok ? 1 : 0;
  }
  return met;
}

}  // namespace flitwise::testing_support
