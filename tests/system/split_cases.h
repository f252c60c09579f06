// split_cases.h: runs that must show the same bytes however their routers are shared out: families,
// faults, assertions that fail, deadlocks, limits.
#ifndef FLITWISE_TESTS_SYSTEM_SPLIT_CASES_H_
#define FLITWISE_TESTS_SYSTEM_SPLIT_CASES_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "sim/families/registry.h"
#include "sim/run/figures/result.h"
#include "sim/run/runner.h"

namespace flitwise::test {

/// All that a run shows: the bytes of its result, with every problem, and every event.
struct Shown {
  Result result;

  std::string bytes() const {
    Result all_but_events = result;
    all_but_events.events.clear();  // whose bytes have gaps between the members
    return to_wire(all_but_events);
  }
  friend bool operator==(const Shown& a, const Shown& b) {
    return a.bytes() == b.bytes() && a.result.events == b.result.events;
  }
};

inline Shown shown(Scenario scenario, std::size_t parts, std::size_t threads) {
  scenario.options.parts = parts;
  scenario.options.threads = threads;
  RunRequest request;
  request.keep_events = true;
  Shown shown{run_in_child(scenario, request)};
  shown.result.seconds = 0;
  return shown;
}

/// Of a file below sim/scenarios, with settings of the command.
inline Scenario scenario_to_split(const std::string& file,
                                  const std::vector<Setting>& settings = {}) {
  const ScenarioReading reading =
      read_scenario(FLITWISE_SOURCE_DIR "/sim/scenarios/" + file, settings);
  if (!reading.scenario) throw std::runtime_error(file + ": " + reading.errors.front().what());
  return *reading.scenario;
}

/// All files below sim/scenarios, the broken ones too.
inline std::vector<std::string> scenario_files() {
  namespace fs = std::filesystem;
  const fs::path folder = FLITWISE_SOURCE_DIR "/sim/scenarios";
  std::vector<std::string> all;
  for (const char* part : {"", "broken"})
    for (const auto& entry : fs::directory_iterator(folder / part))
      if (entry.path().extension() == ".yaml")
        all.push_back(fs::relative(entry.path(), folder).string());
  std::sort(all.begin(), all.end());
  return all;
}

struct SplitCase {
  const char* name;
  const char* file;
  std::vector<std::string> settings{};  // KEY=VALUE
  bool is_broken = false;
};

inline void PrintTo(const SplitCase& one, std::ostream* stream) { *stream << one.name; }

inline const SplitCase kSplitCases[] = {
    {"Path", "figure_4.yaml"},
    {"RandomTree", "random_255_best.yaml"},
    {"Cover", "mesh_8x8_gather.yaml"},
    {"SharedCover", "mesh_8x8_shared.yaml"},
    {"FatTree", "fat_tree_exchange_full.yaml"},
    {"HeldBackFatTree", "fat_tree_flood_held_back.yaml"},
    {"Torus", "torus_8x8_searched.yaml"},
    {"Traffic", "torus_8x8_uniform.yaml", {"options.measure=200"}},
    {"StallingTraffic",
     "torus_8x8_uniform.yaml",
     {"options.receiver_stall=0.3", "options.measure=100"}},
    {"SparseTraffic", "torus_8x8_uniform.yaml", {"options.rate=0.01", "options.measure=3000"}},
    {"SlowTraffic", "torus_8x8_slow_uniform.yaml", {"options.measure=200"}},
    {"Packets", "torus_8x8_packets.yaml"},
    {"OwnPace", "torus_8x8_peel.yaml"},
    {"Flood", "torus_8x8_peel.yaml", {"algorithm=flood"}},
    {"Pipeline", "torus_8x8_pipeline.yaml"},
    {"MeshTraffic", "xy_mesh_8x8_uniform.yaml", {"options.measure=200"}},
    {"Mesh", "xy_mesh_6x5_gather.yaml"},
    {"StarFaults", "star_graph_broadcast_faults.yaml"},
    {"StarNoise", "star_graph_noise.yaml"},
    {"AllReduce", "allreduce_8x8_two_trees.yaml"},
    {"SlowFatTree", "fat_tree_slow_exchange.yaml"},
    {"Graph", "slimfly_5_gather.yaml"},
    {"GraphInRouters", "polarfly_7_allreduce.yaml"},
    {"GraphWithDeadLinks", "torus_4x4_dead_links.yaml"},
    {"TreeBroadcast", "binary_31_broadcast.yaml"},
    {"MultiportTree", "random_255_multiport.yaml"},
    {"SlowTree", "slow_tree_gather.yaml"},
    {"FatTreeInSwitches", "reduce_scatter_in_switches.yaml"},
    {"Collision", "broken/one_step_early.yaml", {}, true},
    {"Mute", "broken/mute_pe.yaml", {}, true},
    {"Limit", "random_255_best.yaml", {"options.max_steps=40"}, true},
    {"TorusDeadlock", "broken/torus_deadlock.yaml", {}, true},
    {"TrafficDeadlock", "broken/torus_traffic_deadlock.yaml", {}, true},
    {"TorusEarly",
     "torus_8x8_paper.yaml",
     {"options.barrier=true", "options.break={early: [3, 3], by: 4}"},
     true},
    {"TorusMute", "broken/torus_mute_node.yaml", {}, true},
    {"TorusLimit", "torus_8x8_peel.yaml", {"options.max_steps=40"}, true},
    {"TrafficMute",
     "torus_8x8_uniform.yaml",
     {"options.measure=200", "options.break={mute: [3, 3]}"},
     true},
    {"TrafficLimit", "torus_8x8_uniform.yaml", {"options.max_steps=90"}, true},
    {"PhaseGap", "broken/fat_tree_phase_gap.yaml", {}, true},
    {"DeadWalk", "broken/star_graph_dead_walk.yaml", {}, true},
    {"SkewedMultinode", "broken/star_graph_skewed_multinode.yaml", {}, true},
    {"PrintedRule", "broken/printed_rule.yaml", {}, true},
    {"GraphLate", "broken/graph_late_pe.yaml", {}, true},
    {"GraphMute", "polarfly_7_allreduce.yaml", {"options.break={mute: 30}"}, true},
    {"GraphGatherMute", "slimfly_5_gather.yaml", {"options.break={mute: 30}"}, true},
    {"CoverLimit", "mesh_8x8_gather.yaml", {"options.max_steps=20"}, true},
};

inline Scenario scenario_of(const SplitCase& one) {
  std::vector<Setting> settings;
  for (const std::string& setting : one.settings) settings.push_back(parse_setting(setting));
  return scenario_to_split(one.file, settings);
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SYSTEM_SPLIT_CASES_H_
