#include "sim/families/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "sim/families/tree/tree_language.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const char* const kFigure4 =
    "name: figure 4\n"
    "network: {kind: tree, parents: [-1, 0, 1, 2, 3, 4]}\n"
    "operation: gather\n"
    "algorithm: certification\n"
    "lengths: [0, 2, 3, 0, 2, 1]\n";

Scenario read_good(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "good.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario.value_or(Scenario{});
}

std::string scatter_on(const std::string& network) {
  return "network: " + network + "\noperation: scatter\nalgorithm: fdf\nlengths: {each: 1}\n";
}

TEST(ScenarioReader, ReadsEveryPartOfAScenario) {
  const Scenario scenario = read_good(kFigure4);

  EXPECT_EQ(scenario.name, "figure 4");
  EXPECT_EQ(scenario.file, "good.yaml");
  EXPECT_EQ(scenario.shape, "path of 6");
  EXPECT_THAT(tree_of(scenario).parents, ElementsAre(-1, 0, 1, 2, 3, 4));
  EXPECT_EQ(scenario.operation, "gather");
  EXPECT_EQ(tree_of(scenario).algorithm, TreeAlgorithm::kCertification);
  EXPECT_THAT(tree_of(scenario).lengths, ElementsAre(0, 2, 3, 0, 2, 1));
}

TEST(ScenarioReader, ReadsEveryOptionOfCertification) {
  const Scenario scenario =
      read_good(std::string(kFigure4) +
                "options: {rule: paper, sync: seq, ports: single, checkers: false, skip: false, "
                "build: elaborated, max_steps: 99, "
                "break: {early: 2, by: 3}}\n");
  const TreeOptions& options = tree_of(scenario).options;

  EXPECT_EQ(options.rule, CertificationRule::kPaper);
  EXPECT_EQ(scenario.options.build, Build::kElaborated);
  EXPECT_FALSE(scenario.options.skip_idle);
  EXPECT_FALSE(scenario.options.checkers);
  EXPECT_EQ(scenario.options.max_steps, 99);
  EXPECT_EQ(options.fault.early, 2);
  EXPECT_EQ(options.fault.by, 3);
  EXPECT_EQ(options.fault.mute, std::nullopt);
}

TEST(ScenarioReader, TakesTheBestVariantOnAssembledRoutersUnlessToldOtherwise) {
  const Scenario scenario = read_good(kFigure4);
  const TreeOptions& options = tree_of(scenario).options;

  EXPECT_EQ(options.rule, CertificationRule::kPos);
  EXPECT_EQ(options.sync, Sync::kSlot);
  EXPECT_EQ(options.sort_cost, SortCost::kZero);
  EXPECT_EQ(options.ports, Ports::kSingle);
  EXPECT_EQ(scenario.options.build, Build::kAssembled);
  EXPECT_TRUE(scenario.options.skip_idle);
  EXPECT_TRUE(scenario.options.checkers);
  EXPECT_FALSE(options.end_mark);
  EXPECT_EQ(scenario.options.max_steps, std::nullopt);
}

TEST(ScenarioReader, ReadsTheOrderOfAScatter) {
  const Scenario scenario = read_good(
      "network: {shape: path, pes: 4}\noperation: scatter\nalgorithm: order\n"
      "lengths: [0, 1, 0, 2]\norder: [3, 1]\n");

  EXPECT_THAT(tree_of(scenario).order, ElementsAre(3, 1));
}

TEST(ScenarioReader, NamesAScenarioAfterItsFileWhenItHasNoName) {
  const ScenarioReading reading =
      read_scenario_text(scatter_on("{shape: star, leaves: 3}"), "some/where/my_star.yaml");

  ASSERT_TRUE(reading.scenario.has_value());
  EXPECT_EQ(reading.scenario->name, "my_star");
}

TEST(ScenarioReader, FollowsAnchorsAndAliases) {
  const Scenario scenario = read_good(
      "network: {kind: tree, parents: &numbers [-1, 0, 0]}\noperation: scatter\n"
      "algorithm: order\nlengths: [0, 1, &two 2]\norder: [1, *two]\n");

  EXPECT_THAT(tree_of(scenario).order, ElementsAre(1, 2));
}

struct ShapeCase {
  std::string network;
  std::vector<Node> parents;
  std::string description;
};

// GoogleTest names the case by this.
void PrintTo(const ShapeCase& shape, std::ostream* stream) { *stream << shape.description; }

class ScenarioShapes : public testing::TestWithParam<ShapeCase> {};

TEST_P(ScenarioShapes, GiveTheTreeAndItsDescription) {
  const Scenario scenario = read_good(scatter_on(GetParam().network));

  EXPECT_EQ(tree_of(scenario).parents, GetParam().parents);
  EXPECT_EQ(scenario.shape, GetParam().description);
}

INSTANTIATE_TEST_SUITE_P(
    All, ScenarioShapes,
    testing::Values(
        ShapeCase{"{shape: path, pes: 3}", {-1, 0, 1}, "path of 3"},
        ShapeCase{"{kind: tree, shape: complete, arity: 3, height: 1}",
                  {-1, 0, 0, 0},
                  "complete 3-ary tree of 4"},
        ShapeCase{"{shape: star, leaves: 2}", {-1, 0, 0}, "star of 3"},
        ShapeCase{
            "{shape: caterpillar, spine: 2, legs: 1}", {-1, 0, 0, 1}, "caterpillar 2 x 1 of 4"},
        ShapeCase{"{shape: random, pes: 20, depth: wide, seed: 5}",
                  random_parents(20, RandomShape::kWide, 64, 5), "random wide tree of 20"},
        ShapeCase{"{shape: random, pes: 20, depth: deep, max_children: 2, seed: 5}",
                  random_parents(20, RandomShape::kDeep, 2, 5), "random deep tree of 20"},
        ShapeCase{"{parents: [-1, 0, 0, 0]}", {-1, 0, 0, 0}, "star of 4"},
        ShapeCase{"{parents: [-1, 2, 0]}", {-1, 2, 0}, "tree of 3"}));

TEST(ScenarioReader, AcceptsTheLargestAndTheSmallestNetwork) {
  EXPECT_EQ(tree_of(read_good(scatter_on("{shape: path, pes: 1048576}"))).parents.size(), 1048576U);
  EXPECT_EQ(tree_of(read_good(scatter_on("{shape: path, pes: 2}"))).parents.size(), 2U);
  EXPECT_EQ(tree_of(read_good(scatter_on("{shape: star, leaves: 64}"))).parents.size(), 65U);
}

TEST(ScenarioReader, AcceptsTheLargestNumberOfFlitsThatACertificateHolds) {
  const Scenario scenario = read_good(
      "network: {shape: path, pes: 3}\noperation: gather\nalgorithm: certification\n"
      "lengths: [0, 262142, 1]\n");

  EXPECT_EQ(tree_of(scenario).lengths[1], 262142);
}

TEST(ScenarioReader, AcceptsTheLongestMessageInAScatter) {
  const Scenario scenario = read_good(
      "network: {shape: path, pes: 2}\noperation: scatter\nalgorithm: fdf\n"
      "lengths: [0, 67108864]\n");

  EXPECT_EQ(tree_of(scenario).lengths[1], kMostFlits);
}

TEST(ScenarioReader, AcceptsAnElaboratedTree) {
  const Scenario scenario = read_good(scatter_on("{shape: complete, arity: 2, height: 4}") +
                                      "options: {build: elaborated}\n");

  EXPECT_EQ(scenario.options.build, Build::kElaborated);
}

TEST(ScenarioReader, AcceptsARootThatIsMuteInAGather) {
  const Scenario scenario = read_good(std::string(kFigure4) + "options: {break: {mute: 0}}\n");

  EXPECT_EQ(tree_of(scenario).options.fault.mute, 0);
}

TEST(ScenarioReader, ReportsAllIndependentErrorsInTheOrderOfTheFile) {
  const ScenarioReading reading = read_scenario_text(
      "nme: x\n"
      "network: {kind: tre, parents: [-1, 0, 9]}\n"
      "operation: gater\n"
      "algorithm: certification\n"
      "lengths: [0, -1, 2.5]\n"
      "options: {rule: tigth, skip: maybe}\n",
      "many.yaml");

  std::vector<std::string> keys;
  for (const ConfigError& error : reading.errors) keys.push_back(error.key());
  EXPECT_THAT(keys, ElementsAre("nme", "network.kind", "network.parents[2]", "operation",
                                "lengths[1]", "lengths[2]", "options.rule", "options.skip"));
}

TEST(ScenarioReader, DoesNotBlameTheOptionsForAnAlgorithmThatIsMisspelt) {
  const ScenarioReading reading = read_scenario_text(
      "network: {shape: path, pes: 3}\noperation: gather\nalgorithm: certificate\n"
      "lengths: {each: 1}\noptions: {rule: paper}\n",
      "one.yaml");

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].key(), "algorithm");
}

TEST(ScenarioReader, RefusesAFileThatDoesNotExist) {
  const ScenarioReading reading = read_scenario("/nowhere/at_all.yaml");

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_STREQ(reading.errors[0].what(),
               "/nowhere/at_all.yaml: error: cannot be read: No such file or directory");
}

TEST(ScenarioReader, RefusesADirectory) {
  const test::TemporaryDirectory directory;

  const ScenarioReading reading = read_scenario(directory.path());

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].rule(), "is a directory, not a scenario file");
}

TEST(ScenarioReader, DoesNotWaitForTheWriterOfAPipe) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(::mkfifo(directory.path("pipe").c_str(), 0600), 0);

  const ScenarioReading reading = read_scenario(directory.path("pipe"));

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].rule(), "is a pipe, not a scenario file");
}

TEST(ScenarioReader, RefusesAFileWithoutAByte) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("empty.yaml"), "");

  const ScenarioReading reading = read_scenario(directory.path("empty.yaml"));

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_THAT(reading.errors[0].rule(), HasSubstr("is empty"));
}

TEST(ScenarioReader, RefusesAFileAboveFourMebibytes) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("huge.yaml"), std::string((4U << 20U) + 1, '#'));

  const ScenarioReading reading = read_scenario(directory.path("huge.yaml"));

  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].rule(), "is larger than 4 MiB: that is no scenario file");
}

TEST(ScenarioReader, ReadsAFileWithAByteOrderMarkAndWindowsLineEnds) {
  const Scenario scenario = read_good(
      "\xEF\xBB\xBF"
      "name: bom\r\nnetwork: {shape: path, pes: 2}\r\n"
      "operation: scatter\r\nalgorithm: fdf\r\nlengths: [0, 1]\r\n");

  EXPECT_EQ(scenario.name, "bom");
}

TEST(ScenarioReader, SurvivesEveryTruncationOfAScenario) {
  const std::string text = std::string(kFigure4) + "options: {rule: tight, break: {early: 2}}\n";
  std::size_t refused = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const ScenarioReading reading = read_scenario_text(text.substr(0, length), "cut.yaml");
    EXPECT_NE(reading.scenario.has_value(), !reading.errors.empty()) << "cut at " << length;
    refused += reading.scenario ? 0 : 1;
  }
  EXPECT_GT(refused, text.size() / 2);
}

TEST(ScenarioFiles, OfTheProjectAreAllValid) {
  std::size_t files = 0;
  for (const char* name : {"figure_1a",
                           "figure_1b",
                           "figure_2",
                           "figure_3",
                           "figure_4",
                           "binary_1023_fdf",
                           "caterpillar_gather",
                           "random_255_paper",
                           "random_255_tight",
                           "path_255_shoulder_tap",
                           "star_63_gather",
                           "random_1000_wide_scatter",
                           "broken/one_step_early",
                           "broken/mute_pe",
                           "broken/printed_rule",
                           "broken/printed_limit",
                           "broken/printed_order",
                           "fat_tree_exchange_full",
                           "fat_tree_exchange_plain",
                           "fat_tree_flood_held_back",
                           "fat_tree_gather_long",
                           "fat_tree_multinode",
                           "fat_tree_two_scatters",
                           "broken/fat_tree_phase_gap"}) {
    const ScenarioReading reading =
        read_scenario(std::string(FLITWISE_SOURCE_DIR "/sim/scenarios/") + name + ".yaml");
    for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
    files += reading.scenario ? 1 : 0;
  }
  EXPECT_EQ(files, 24U);
}

}  // namespace
}  // namespace flitwise
