// Scenarios over meshes and tori that two edge-disjoint trees cover.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/cover/cover_language.h"
#include "sim/families/registry.h"

namespace flitwise {
namespace {

using testing::ElementsAre;

Scenario read_good(const std::string& network, const std::string& rest) {
  const ScenarioReading reading =
      read_scenario_text("network: " + network + "\n" + rest, "good.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario.value_or(Scenario{});
}

const char* const kGather = "operation: gather\nalgorithm: certification\nlengths: {each: 1}\n";

TEST(CoverScenario, OfAMeshHasItsRootInTheFirstCorner) {
  const Scenario scenario = read_good("{kind: mesh, sides: [2, 3]}", kGather);
  const CoverScenario& cover = cover_of(scenario);

  EXPECT_EQ(scenario.shape, "mesh 2 x 3 cover");
  EXPECT_EQ(make_cover(cover).root(), 0);
  EXPECT_EQ(make_cover(cover).grid().columns(), 3);
  EXPECT_THAT(cover.lengths, ElementsAre(0, 1, 1, 1, 1, 1));
  EXPECT_EQ(cover.options.ports, Ports::kMulti);
  EXPECT_EQ(cover.options.rule, CertificationRule::kPos);
}

TEST(CoverScenario, MayHaveAnyRoot) {
  const Scenario scenario = read_good(
      "{kind: mesh, sides: [2, 3], root: [1, 1]}",
      "operation: scatter\nalgorithm: fdf\nlengths: [1, 2, 3, 4, 0, 5]\noptions: {ports: multi}\n");

  EXPECT_EQ(scenario.shape, "mesh 2 x 3 cover, root (1, 1)");
  EXPECT_EQ(make_cover(cover_of(scenario)).root(), 4);
  EXPECT_EQ(scenario.operation, "scatter");
}

TEST(CoverScenario, OfATorusIsJointUnlessItSaysOtherwise) {
  EXPECT_EQ(cover_of(read_good("{kind: torus-cover, sides: [3, 4]}", kGather)).shape,
            CoverShape::kTorusJoint);
  EXPECT_EQ(
      cover_of(read_good("{kind: torus-cover, sides: [3, 4], cover: spanning}", kGather)).shape,
      CoverShape::kTorusSpanning);
  const Scenario scenario =
      read_good("{kind: torus-cover, sides: [3, 4], cover: spanning_short, root: [2, 3]}", kGather);
  EXPECT_EQ(cover_of(scenario).shape, CoverShape::kTorusSpanningShort);
  EXPECT_EQ(scenario.shape, "torus 3 x 4 spanning_short cover, root (2, 3)");
}

TEST(CoverScenario, MayHaveTreesThatShareLinks) {
  const std::string scatter = "operation: scatter\nalgorithm: fdf\nlengths: {each: 1}\n";
  EXPECT_EQ(cover_of(read_good("{kind: mesh, sides: [3, 4], cover: disjoint}", kGather)).shape,
            CoverShape::kMesh);
  const Scenario mesh = read_good("{kind: mesh, sides: [3, 4], cover: shared}", scatter.c_str());
  EXPECT_EQ(cover_of(mesh).shape, CoverShape::kMeshShared);
  EXPECT_EQ(mesh.shape, "mesh 3 x 4 shared cover");
  const Scenario torus =
      read_good("{kind: torus-cover, sides: [64, 32], cover: shared}", scatter.c_str());
  EXPECT_EQ(cover_of(torus).shape, CoverShape::kTorusShared);
  EXPECT_EQ(torus.shape, "torus 64 x 32 shared cover");
  EXPECT_EQ(cover_of(read_good("{kind: mesh, sides: [1, 4096], root: [0, 9], cover: shared}",
                               scatter.c_str()))
                .root_column,
            9);

  Result result;
  identify(mesh, result);
  EXPECT_EQ(Figure(result.facts).text(),
            "{trees: [{root_links: [4], pes: 12, height: 5, flits: 6}, "
            "{root_links: [1], pes: 12, height: 5, flits: 5}]}");
}

TEST(CoverScenario, IsNamedWithPlacesAndTrees) {
  Result result;
  identify(read_good("{kind: mesh, sides: [2, 2]}", kGather), result);

  EXPECT_THAT(result.node_names, ElementsAre("(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)"));
  EXPECT_EQ(result.variant, "pos, multiport");
  EXPECT_EQ(Figure(result.facts).text(),
            "{trees: [{root_links: [1], pes: 3, height: 2, flits: 2}, "
            "{root_links: [2], pes: 3, height: 2, flits: 1}]}");
}

TEST(CoverScenario, MayHaveMoreThan8192Pes) {
  EXPECT_EQ(cover_of(read_good("{kind: mesh, sides: [128, 128]}", kGather)).lengths.size(), 16384U);
  EXPECT_EQ(cover_of(read_good("{kind: mesh, sides: [1, 16384]}", kGather)).lengths.size(), 16384U);
}

TEST(CoverScenario, ReportsAllItsMistakes) {
  const ScenarioReading reading = read_scenario_text(
      "network: {kind: torus-cover, sides: [3, 9999999], cover: none, root: [3, -1], x: 1}\n"
      "operation: gater\nalgorithm: order\nlengths: {each: -1}\noptions: {ports: single}\n",
      "bad.yaml");
  std::vector<std::string> keys;
  for (const ConfigError& error : reading.errors) keys.push_back(error.key());

  EXPECT_THAT(keys, ElementsAre("network.sides[1]", "network.cover", "network.root[1]", "network.x",
                                "operation", "algorithm", "lengths.each", "options.ports"));
}

}  // namespace
}  // namespace flitwise
