// The save file names signals that are in the wave, in groups, in formats that show names.
#include "sim/run/waves/wave_viewers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <sstream>

#include "sim/families/tree/tree_language.h"
#include "sim/run/waves/wave_files.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

using testing::HasSubstr;
using testing::Not;

Scenario with_parents(std::vector<Node> parents) {
  Scenario scenario = testing_support::made_scenario();
  tree_of(scenario).parents = std::move(parents);
  return scenario;
}

TEST(WaveLayout, NamesItsWaveWithoutFolder) {
  EXPECT_THAT(wave_layout(with_parents({-1, 0}), "run.fst", 9),
              HasSubstr("[dumpfile] \"run.fst\""));
}

TEST(WaveLayout, HasAGroupPerPeWithItsLanes) {
  const std::string layout = wave_layout(with_parents({-1, 0, 0}), "run.fst", 9);

  EXPECT_THAT(layout, HasSubstr("-PE 0 (root)\n"));
  EXPECT_THAT(layout, HasSubstr("-PE 2 (child of PE 0)\n"));
  EXPECT_THAT(layout, HasSubstr("+{to child PE 2} pe0.router.bufferless_router.view.child[1].to."
                                "kind[3:0]\n"));
  EXPECT_THAT(layout, HasSubstr("+{to parent PE 0} pe1.router.bufferless_router.view.to_parent."
                                "kind[3:0]\n"));
}

TEST(WaveLayout, ShowsKindsAndStatesAsNames) {
  EXPECT_THAT(wave_layout(with_parents({-1, 0}), "run.fst", 9),
              HasSubstr("@100000028\n+{state} pe0.protocol.pe_view.state[3:0]\n"));
}

TEST(WaveLayout, FollowsTheHierarchyOfTheElaboratedNetwork) {
  Scenario scenario = with_parents({-1, 0, 1, 2, 3, 4});
  scenario.options.build = Build::kElaborated;
  const std::string layout = wave_layout(scenario, "run.fst", 9);

  EXPECT_THAT(layout, HasSubstr("network.tree_network.gen_pe[5].i_router.view.to_parent."));
  EXPECT_THAT(layout, Not(HasSubstr("bufferless_router")));
}

TEST(WaveLayout, NamesPesByTheNumbersOfTheUser) {
  Scenario scenario = with_parents({1, 2, -1});
  tree_of(scenario).root = 2;
  const std::string layout = wave_layout(scenario, "run.fst", 9);

  EXPECT_THAT(layout, HasSubstr("-PE 2 (root)\n"));
  EXPECT_THAT(layout, HasSubstr("-PE 0 (child of PE 1)\n"));
  EXPECT_THAT(layout, HasSubstr("+{to child PE 1} pe2.router.bufferless_router.view.child[0].to."));
}

TEST(WaveLayout, NamesPlacesLinksAndTreesOfACover) {
  CoverScenario cover;
  cover.root_row = 1;
  cover.lengths.assign(4, 0);
  const Scenario scenario = testing_support::made_scenario(cover);
  const std::string layout = wave_layout(scenario, "run.fst", 9);

  EXPECT_THAT(layout, HasSubstr("-PE 2 (1, 0) (root)\n"));
  EXPECT_THAT(layout, HasSubstr("+{from south PE 3 (tree 0)} pe1.router.multiport_router.view."
                                "link[1].delivered.kind[3:0]\n"));
  EXPECT_THAT(layout, Not(HasSubstr("link[0].to.kind[3:0]\n@100000028\n+{to north PE -1")));
}

TEST(WaveLayout, ShowsTheTreeOfAFlitWhereTreesShareALink) {
  CoverScenario cover;
  cover.shape = CoverShape::kMeshShared;
  cover.lengths.assign(4, 0);
  const Scenario scenario = testing_support::made_scenario(cover);
  const std::string layout = wave_layout(scenario, "run.fst", 9);

  // Root 0: tree 0 is 0-2-3-1, tree 1 is 0-1-3-2.
  const std::string scope = "pe1.router.multiport_router.view.link[1].to";
  EXPECT_THAT(layout, HasSubstr("+{to south PE 3 (trees 0, 1)} " + scope + ".kind[3:0]\n"));
  EXPECT_THAT(layout, HasSubstr("+{   in tree} " + scope + "_tree[2:0]\n"));
  EXPECT_THAT(layout, HasSubstr("+{to east PE 1 (tree 1)} pe0.router."));
  EXPECT_THAT(layout, Not(HasSubstr("pe0.router.multiport_router.view.link[3].to_tree")));
}

TEST(WaveLayout, ClosesTheGroupsOfLargeNetworks) {
  const std::vector<Node> star(17, 0);
  std::vector<Node> parents = star;
  parents[0] = -1;

  const std::string large = wave_layout(with_parents(parents), "run.fst", 9);
  EXPECT_THAT(large, HasSubstr("@800200\n-way from the root to PE 1\n@800200\n-PE 0"));
  EXPECT_THAT(large, HasSubstr("@c00200\n-PE 1 (child of PE 0)"));
  EXPECT_THAT(large, HasSubstr("@1401200\n-PE 1 (child of PE 0)"));
  EXPECT_THAT(large, HasSubstr("@c00200\n-other PEs of level 1\n@c00200\n-PE 2"));
  parents.pop_back();
  EXPECT_THAT(wave_layout(with_parents(parents), "run.fst", 9), HasSubstr("@800200\n-PE 2"));
}

TEST(WaveLayout, MarksWherePhasesBegin) {
  const std::string layout =
      wave_layout(with_parents({-1, 0}), "run.fst", 9, {}, {{3, "orders"}, {7, "data"}});

  EXPECT_THAT(layout, HasSubstr(" 0 3 7 -1 -1"));
  EXPECT_THAT(layout, HasSubstr("[markername] Aorders\n[markername] Bdata\n[sst_width]"));
}

TEST(WaveLayout, LeavesPhasesOutEvenlyWhereMarkersRunOut) {
  Phases phases;
  for (Step step = 1; step <= 51; ++step) phases.push_back({step, "p" + std::to_string(step)});
  const std::string layout = wave_layout(with_parents({-1, 0}), "run.fst", 60, {}, phases);

  EXPECT_THAT(layout, HasSubstr(" 0 1 3 5 7 "));
  EXPECT_THAT(layout, HasSubstr("[markername] Zp51\n"));
}

TEST(WaveLayout, ShowsNodesByTheNamesInAFileBesideTheWave) {
  EXPECT_THAT(wave_layout(with_parents({-1, 0}), "run.fst", 9),
              HasSubstr("@2024\n^1 run.nodes.txt\n+{   of message} "));
  EXPECT_EQ(node_file(with_parents({-1, 0})), "0 PE 0\n1 PE 1\n8191 -\n");

  CoverScenario cover;
  cover.lengths.assign(4, 0);
  const Scenario scenario = testing_support::made_scenario(cover);
  EXPECT_THAT(node_file(scenario), HasSubstr("3 PE 3 (1, 1)\n"));
}

TEST(WavePhases, OfOneStepShareAMarker) {
  Result result;
  result.measured.finish = 5;
  result.measured.quiesce = 4;
  result.measured.others = {{"dispatch", std::vector<std::int64_t>{5, 3}}};
  const Phases phases = phases_of(with_parents({-1, 0}), result);

  ASSERT_EQ(phases.size(), 2U);
  EXPECT_EQ(phases[0].name, "data");
  EXPECT_EQ(phases[0].first, 3);
  EXPECT_EQ(phases[1].name, "finish, quiet");
}

// A command file of Surfer, taken apart as Surfer does: items in order, and what is said of each.
struct Surfer {
  std::vector<std::string> items;  // "variable pe0.x" or "divider title"
  std::map<std::size_t, std::string> formats;
  std::vector<std::string> markers;
  std::vector<std::string> others;
};

// Surfer's names of places: hexadecimal numbers in the letters a to p.
std::size_t place_of(const std::string& name) {
  std::size_t place = 0;
  for (const char c : name) {
    EXPECT_THAT(c, testing::AllOf(testing::Ge('a'), testing::Le('p')));
    place = place * 16 + static_cast<std::size_t>(c - 'a');
  }
  return place;
}

Surfer surfer_of(const std::string& commands) {
  Surfer file;
  std::size_t focus = std::string::npos;
  std::istringstream lines(commands);
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    EXPECT_THAT(line, Not(HasSubstr(";")));
    const std::string command = line.substr(0, line.find(' '));
    const std::string rest = command.size() < line.size() ? line.substr(command.size() + 1) : "";
    if (command == "variable_add" || command == "divider_add") {
      file.items.push_back(command.substr(0, command.find('_')) + " " + rest);
    } else if (command == "item_focus") {
      focus = place_of(rest.substr(0, rest.find('_')));
      EXPECT_EQ(file.items.at(focus), "variable " + rest.substr(rest.find('_') + 1));
    } else if (command == "item_set_format") {
      file.formats[focus] = rest;
    } else if (command == "marker_set") {
      file.markers.push_back(rest);
    } else if (!line.empty()) {
      file.others.push_back(line);
    }
  }
  return file;
}

TEST(SurferCommands, ShowTheSignalsOfTheSaveFileBelowDividers) {
  const Surfer file = surfer_of(surfer_commands(with_parents({-1, 0}), "run.fst", {}, {}));
  ASSERT_GT(file.items.size(), 6U);
  EXPECT_EQ(file.items.front(), "variable run.run_view.step");
  EXPECT_THAT(file.items, testing::Contains("divider PE 0 (root)"));
  EXPECT_THAT(file.items, testing::Contains("divider PE 0 (root) / to child PE 1"));
  EXPECT_THAT(file.items,
              testing::Contains("variable pe0.router.bufferless_router.view.child[0].to.kind"));
  EXPECT_THAT(file.items, testing::Contains("variable pe0.protocol.pe_view.state"));
  EXPECT_THAT(file.others, testing::ElementsAre("item_unfocus", "zoom_fit"));
}

TEST(SurferCommands, HaveTheSignalsOfTheSaveFileInItsOrder) {
  std::vector<Node> parents{-1};
  for (Node pe = 1; pe < 40; ++pe) parents.push_back((pe - 1) / 2);
  const Scenario scenario = with_parents(parents);
  std::vector<std::string> signals;
  std::istringstream lines(wave_layout(scenario, "run.fst", 9));
  for (std::string line; std::getline(lines, line);)
    if (line.rfind("+{", 0) == 0) {
      const std::string signal = line.substr(line.find("} ") + 2);
      signals.push_back("variable " + std::regex_replace(signal, std::regex("\\[[0-9:]+\\]$"), ""));
    }
  const Surfer file = surfer_of(surfer_commands(scenario, "run.fst"));
  std::vector<std::string> variables;
  for (const std::string& item : file.items)
    if (item.rfind("variable ", 0) == 0) variables.push_back(item);
  EXPECT_GT(signals.size(), 300U);
  EXPECT_EQ(variables, signals);
}

TEST(SurferCommands, ReadNumbersAsDecimals) {
  const Surfer file = surfer_of(surfer_commands(with_parents({-1, 0, 0, 1, 1}), "run.fst"));
  for (std::size_t i = 0; i < file.items.size(); ++i) {
    const std::string& item = file.items[i];
    const auto ends_with = [&](const std::string& end) {
      return item.size() > end.size() && item.substr(item.size() - end.size()) == end;
    };
    const auto format = file.formats.find(i);
    if (ends_with(".step") || ends_with(".message") || ends_with(".value")) {
      ASSERT_NE(format, file.formats.end()) << item;
      EXPECT_EQ(format->second, "Unsigned");
    }
    if (ends_with(".kind") || ends_with(".state") || item.rfind("divider", 0) == 0) {
      EXPECT_EQ(format, file.formats.end()) << item;
    }
  }
}

TEST(SurferCommands, MarkPhasesAndEndNoNameTooEarly) {
  const Phases phases{{3, "orders in tree 0"}, {7, "a;b #1"}};
  const Surfer file = surfer_of(surfer_commands(with_parents({-1, 0}), "run.fst", {}, phases));
  EXPECT_THAT(file.markers, testing::ElementsAre("orders_in_tree_0 3", "a,b__1 7"));
}

TEST(SurferCommands, LeaveOutWhatTheWindowDoesNotShow) {
  WaveWindow window;
  window.nodes = {1};
  const std::string commands = surfer_commands(with_parents({-1, 0}), "run.fst", window);
  EXPECT_THAT(commands, HasSubstr("\nvariable_add pe1.router."));
  EXPECT_THAT(commands, Not(HasSubstr("pe0.")));
  EXPECT_THAT(commands, Not(HasSubstr("PE 0 (root)")));
}

}  // namespace
}  // namespace flitwise
