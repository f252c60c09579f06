// A run shows the same bytes in any number of parts and threads: families, faults, assertions that
// fail, deadlocks, limits.
#include "tests/system/threads.h"

#include <ostream>
#include <utility>
#include <vector>

namespace flitwise::threads_test {
namespace {

struct Case {
  const char* name;
  const char* file;
  std::vector<std::string> settings{};  // KEY=VALUE
  bool is_broken = false;
};

void PrintTo(const Case& one, std::ostream* stream) { *stream << one.name; }

const Case kCases[] = {
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
    {"Mesh", "xy_mesh_6x5_gather.yaml"},
    {"StarFaults", "star_graph_broadcast_faults.yaml"},
    {"StarNoise", "star_graph_noise.yaml"},
    {"AllReduce", "allreduce_8x8_two_trees.yaml"},
    {"Collision", "broken/one_step_early.yaml", {}, true},
    {"Mute", "broken/mute_pe.yaml", {}, true},
    {"Limit", "random_255_best.yaml", {"options.max_steps=40"}, true},
    {"TorusDeadlock", "broken/torus_deadlock.yaml", {}, true},
    {"TrafficDeadlock", "broken/torus_traffic_deadlock.yaml", {}, true},
    {"PhaseGap", "broken/fat_tree_phase_gap.yaml", {}, true},
    {"DeadWalk", "broken/star_graph_dead_walk.yaml", {}, true},
    {"SkewedMultinode", "broken/star_graph_skewed_multinode.yaml", {}, true},
    {"PrintedRule", "broken/printed_rule.yaml", {}, true},
};

Scenario scenario_of(const Case& one) {
  std::vector<Setting> settings;
  for (const std::string& setting : one.settings) settings.push_back(parse_setting(setting));
  return test::scenario_to_split(one.file, settings);
}

class Threads : public testing::TestWithParam<Case> {};

TEST_P(Threads, ShowTheSameBytesAsOne) {
  const Scenario scenario = scenario_of(GetParam());
  const test::Shown alone = test::shown(scenario, 1, 1);
  const Result& result = alone.result;
  EXPECT_EQ(result.outcome == Outcome::kPass, !GetParam().is_broken);
  EXPECT_FALSE(result.events.empty());
  const std::pair<std::size_t, std::size_t> splits[] = {{2, 1}, {3, 3}, {7, 1},  {2, 2},
                                                        {7, 2}, {7, 7}, {16, 3}, {16, 16}};
  for (const auto& [parts, threads] : splits) {
    const test::Shown split = test::shown(scenario, parts, threads);
    EXPECT_EQ(split.result.problems, result.problems);
    EXPECT_TRUE(split == alone) << parts << " parts, " << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, Threads, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

// Without a number of parts it is the engine that decides: 256 nodes are enough for threads.
TEST(ThreadsOfOptions, AreTakenByLargeNetworksAndChangeNothing) {
  const Scenario scenario = test::scenario_to_split(
      "torus_8x8_uniform.yaml", {{"network.sides", "[16, 16]"}, {"options.measure", "100"}});
  const test::Shown alone = test::shown(scenario, 0, 1);
  for (const std::size_t threads : {0U, 2U, 1024U})
    EXPECT_TRUE(test::shown(scenario, 0, threads) == alone) << threads << " threads";
}

}  // namespace
}  // namespace flitwise::threads_test
