// The save file names signals that are in the wave, in groups, in formats that show names.
#include "sim/report/wave_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/tree/tree_language.h"
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

}  // namespace
}  // namespace flitwise
