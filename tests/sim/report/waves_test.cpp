// Waves of every family, recorded in both builds: GTKWave passes over names that are not there, so
// that nothing else would tell of them. Traced models are compiled on first use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/families/registry.h"
#include "sim/run/runner.h"
#include "sim/run/waves/wave_files.h"
#include "sim/run/waves/wave_viewers.h"
#include "tests/sim/support.h"
#include "tests/support/fst.h"

namespace flitwise {
namespace {

using testing::HasSubstr;

// A GTKWave save file, taken apart.
struct SaveFile {
  std::vector<std::string> signals;
  std::vector<std::string> groups;
  std::map<Step, std::string> markers;
  std::set<std::string> node_files;
};

SaveFile parse(const std::string& layout) {
  SaveFile file;
  std::vector<Step> marker_steps;
  std::vector<std::string> open;
  bool is_end = false;
  std::istringstream lines(layout);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("+{", 0) == 0) file.signals.push_back(line.substr(line.find("} ") + 2));
    if (line.rfind("^1 ", 0) == 0) file.node_files.insert(line.substr(3));
    if (line[0] == '@') is_end = line == "@1000200" || line == "@1401200";
    if (line[0] == '-' && is_end) {
      EXPECT_EQ(open.empty() ? "" : open.back(), line.substr(1)) << "groups must be nested";
      if (!open.empty()) open.pop_back();
    } else if (line[0] == '-') {
      open.push_back(line.substr(1));
      file.groups.push_back(open.back());
    }
    if (line[0] == '*') {
      std::istringstream words(line.substr(1));
      double zoom = 0;
      Step primary = 0;
      words >> zoom >> primary;
      for (Step step = 0; words >> step;) marker_steps.push_back(step);
    }
    if (line.rfind("[markername] ", 0) == 0)
      file.markers[marker_steps[static_cast<std::size_t>(line[13] - 'A')]] = line.substr(14);
  }
  EXPECT_TRUE(open.empty()) << "a group without end";
  EXPECT_EQ(marker_steps.size(), kMostMarkers);
  return file;
}

struct Recording {
  Result result;
  std::set<std::string> signals;
  SaveFile save;
  std::uintmax_t bytes = 0;
};

class Waves : public testing::Test {
 protected:
  Recording record(const std::string& file, const std::vector<Setting>& settings = {},
                   const WaveWindow& window = {}) {
    const ScenarioReading reading =
        read_scenario(FLITWISE_SOURCE_DIR "/sim/scenarios/" + file + ".yaml", settings);
    EXPECT_TRUE(reading.scenario) << file << ": " << reading.errors.front().what();
    RunRequest request;
    request.waves = directory_.path("wave.fst");
    request.trace = window;
    Recording made;
    made.result = run_in_child(*reading.scenario, request);
    EXPECT_EQ(made.result.outcome, Outcome::kPass) << file;
    made.signals = test::Fst(request.waves).names();
    made.bytes = std::filesystem::file_size(request.waves);
    made.save = parse(wave_layout(*reading.scenario, "wave.fst", made.result.measured.quiesce,
                                  window, phases_of(*reading.scenario, made.result)));
    expect_signals(file, made);
    expect_variables(made, surfer_commands(*reading.scenario, "wave.fst", window));
    const std::set<std::string> due{"wave.nodes.txt"};
    EXPECT_EQ(made.save.node_files, has_nodes_ ? due : std::set<std::string>());
    EXPECT_THAT(node_file(*reading.scenario), HasSubstr("\n8191 -\n"));
    return made;
  }

  static void expect_signals(const std::string& file, const Recording& made) {
    EXPECT_GT(made.save.signals.size(), 10U) << file;
    for (const std::string& name : made.save.signals)
      EXPECT_EQ(made.signals.count(name), 1U) << file << ": " << name;
  }

  // Surfer's variables are those signals, in that order, without their ranges of bits.
  static void expect_variables(const Recording& made, const std::string& commands) {
    std::vector<std::string> variables;
    std::istringstream lines(commands);
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("variable_add ", 0) == 0) variables.push_back(line.substr(13));
    std::vector<std::string> signals;
    for (const std::string& signal : made.save.signals)
      signals.push_back(std::regex_replace(signal, std::regex("\\[[0-9:]+\\]$"), ""));
    EXPECT_EQ(variables, signals);
  }

  static std::set<std::string> groups(const Recording& made) {
    return {made.save.groups.begin(), made.save.groups.end()};
  }

  test::TemporaryDirectory directory_;
  bool has_nodes_ = true;  // signals that are numbers of nodes
};

TEST_F(Waves, OfPathsAreMarkedWhereCertificationGoesOn) {
  for (const char* build : {"assembled", "elaborated"}) {
    const Recording made = record("figure_4", {{"options.build", build}});
    const std::map<Step, std::string> markers{
        {1, "tokens"}, {11, "orders"}, {14, "data"}, {21, "finish"}, {22, "quiet"}};
    EXPECT_EQ(made.save.markers, markers) << build;
  }
}

TEST_F(Waves, OfTreesShowTheWayToTheDeepestPeFirst) {
  const Recording made = record("star_63_gather");
  EXPECT_EQ(made.save.groups.front(), "way from the root to PE 1");
  EXPECT_EQ(groups(made).count("other PEs of level 1"), 1U);
}

TEST_F(Waves, OfMultiportTreesAndGraphsHaveAllTheirSignals) {
  record("wheel_65_gather", {{"options.ports", "multi"}});
  record("figure_3");
}

TEST_F(Waves, OfCoversShowOneTreeAfterTheOther) {
  const Recording made = record("mesh_8x8_gather");
  EXPECT_EQ(groups(made).count("tree 0"), 1U);
  EXPECT_EQ(groups(made).count("tree 1"), 1U);
  std::string all;
  for (const auto& marker : made.save.markers) all += marker.second + "; ";
  EXPECT_THAT(all, HasSubstr("orders in tree 0"));
  EXPECT_THAT(all, HasSubstr("orders in tree 1"));
}

TEST_F(Waves, OfTreesThatShareLinksHaveAllTheirSignals) {
  const Recording made = record("mesh_8x8_shared", {{"network.sides", "[4, 4]"}});
  for (const char* tree : {"tree 0", "tree 1", "tree 2", "tree 3"})
    EXPECT_EQ(groups(made).count(tree), 1U) << tree;
}

TEST_F(Waves, OfFatTreesShowTheirLevels) {
  for (const char* build : {"assembled", "elaborated"}) {
    const Recording made = record("fat_tree_exchange_full", {{"options.build", build}});
    for (const char* group : {"leaves", "switches of level 1", "switches of level 3"})
      EXPECT_EQ(groups(made).count(group), 1U) << group;
    EXPECT_EQ(made.save.markers.at(1).rfind("to level", 0), 0U);
  }
}

TEST_F(Waves, OfToriShowTheirRowsAndBarriers) {
  const Recording made =
      record("torus_8x8_peel", {{"options.barrier", "true"}, {"network.sides", "[4, 4]"}});
  EXPECT_EQ(groups(made).count("row x_1 = 3"), 1U);
  // Every step begins when the slowest message of the one before it has come and can be used.
  ASSERT_EQ(made.save.markers.at(1), "step 1");
  std::vector<Step> begins;
  for (const auto& [step, name] : made.save.markers)
    if (name.rfind("step", 0) == 0) begins.push_back(step);
  EXPECT_EQ(static_cast<std::int64_t>(begins.size()), made.result.measured.find("steps")->number());
  EXPECT_LT(begins.back(), made.result.measured.finish);
}

TEST_F(Waves, OfRoutersThatCombineShowTheStagesBesideThem) {
  has_nodes_ = false;
  const Recording tree = record(
      "allreduce_binary_31",
      {{"algorithm", "in-network-centre"}, {"options.ports", "multi"}, {"network.height", "2"}});
  EXPECT_EQ(groups(tree).count("PE 6"), 1U);
  EXPECT_EQ(tree.signals.count("pe6.stage.combine_stage.view.own[0].from.value[30:0]"), 1U);
  const Recording switches = record("allreduce_fat_tree_halving",
                                    {{"algorithm", "in-switch"}, {"options.meeting", "own-pace"}});
  EXPECT_EQ(switches.signals.count("switch8.stage.combine_stage.view.link[0].waiting[1:0]"), 1U);
  record("allreduce_4x4_buckets", {{"algorithm", "in-network-two-trees"}});
}

TEST_F(Waves, OfRoutersThatFloodShowTheirStages) {
  has_nodes_ = false;
  const Recording made =
      record("barrier_8x8", {{"algorithm", "flood"}, {"network.sides", "[3, 3]"}});
  EXPECT_EQ(made.signals.count("pe4.stage.flood_stage.view.link[3].to.message[12:0]"), 1U);
}

TEST_F(Waves, OfSwitchesBehindStagesThatAddShowTheSwitches) {
  const Recording made =
      record("reduce_scatter_in_switches", {{"network.leaves", "4"}, {"length", "4"}});
  EXPECT_EQ(groups(made).count("switches of level 2"), 1U);
}

// What is in the routers is theirs to name: the wires of their wrappers are known.
TEST_F(Waves, OfOwnRoutersShowTheWiresOfTheirWrappers) {
  has_nodes_ = false;
  const Recording made =
      record("xy_mesh_8x8_umesh",
             {{"network.sides", "[3, 2]"},
              {"root", "[1, 1]"},
              {"network.router", FLITWISE_SOURCE_DIR "/tests/data/routers/plain/placed.yaml"}});
  EXPECT_EQ(groups(made).count("PE 5 (2, 1)"), 1U);
  EXPECT_EQ(made.signals.count("pe5.router.placed_wrapper.out_flit_o[319:0]"), 1U);
}

TEST_F(Waves, OfTrafficAreMarkedWhereItIsMeasured) {
  const Recording made = record("torus_8x8_uniform", {{"network.sides", "[4, 4]"},
                                                      {"options.warmup", "20"},
                                                      {"options.measure", "30"},
                                                      {"options.receiver_stall", "0.2"}});
  EXPECT_EQ(made.save.markers.at(1), "warm-up");
  EXPECT_EQ(made.save.markers.at(21), "measurement");
  EXPECT_EQ(made.save.markers.at(51), "drain");
}

TEST_F(Waves, OfStarGraphsShowTheirSubstarsAndRounds) {
  const Recording made = record("star_graph_broadcast_faults", {{"packets", "8"}});
  EXPECT_EQ(groups(made).count("S_4 with 5 last"), 1U);
  EXPECT_EQ(groups(made).count("PE 0 (1, 2, 3, 4, 5)"), 1U);
  EXPECT_EQ(made.save.markers.at(1), "round 1");
}

TEST_F(Waves, OfElaboratedToriAndStarGraphsHaveAllTheirSignals) {
  record("torus_8x8_peel", {{"network.sides", "[3, 3]"}, {"options.build", "elaborated"}});
  record("star_graph_exchange",
         {{"network.n", "3"}, {"copies", "1"}, {"options.build", "elaborated"}});
}

TEST_F(Waves, OfElaboratedStagesHaveAllTheirSignals) {
  record("reduce_scatter_in_switches",
         {{"network.leaves", "4"}, {"length", "4"}, {"options.build", "elaborated"}});
  has_nodes_ = false;  // of stages
  record("allreduce_8x8_two_trees",
         {{"network.sides", "[3, 3]"}, {"length", "6"}, {"options.build", "elaborated"}});
}

TEST_F(Waves, OfLargeNetworksShowTheChosenPart) {
  WaveWindow window;
  window.first = 5;
  window.last = 40;
  window.nodes = {0, 1, 1022};
  const Recording part = record("binary_1023_fdf", {}, window);
  EXPECT_EQ(groups(part).count("PE 1022 (child of PE 510)"), 1U);
  EXPECT_EQ(groups(part).count("PE 2 (child of PE 0)"), 0U);
  std::printf("3 of 1023 PEs in 36 steps: %ju bytes\n", part.bytes);
  EXPECT_LT(part.bytes, 40'000U);
}

}  // namespace
}  // namespace flitwise
