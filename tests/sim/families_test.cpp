// What every family of the registry promises to the command.
#include "sim/families/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "sim/cli/cli_run.h"
#include "sim/collective/collective_scenario.h"
#include "sim/families/graph/graph_family.h"
#include "sim/families/torus/torus_family.h"
#include "sim/families/tree/tree_family.h"
#include "sim/families/tree/tree_language.h"

namespace flitwise {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::IsEmpty;
using testing::Not;

TEST(Families, ShareNoKind) {
  const std::vector<std::string> kinds = families().kinds();
  EXPECT_EQ(std::set<std::string>(kinds.begin(), kinds.end()).size(), kinds.size());
  for (const Family* family : families().by_kind()) {
    ASSERT_THAT(family->kinds(), Not(IsEmpty()));
    EXPECT_EQ(&families().of_kind(family->kinds().front()), family);
  }
}

TEST(Families, AreThoseByKindByClaimAndByOperation) {
  std::vector<const Family*> all = families().by_kind();
  all.insert(all.end(), families().by_claim().begin(), families().by_claim().end());
  all.insert(all.end(), families().by_operation().begin(), families().by_operation().end());
  EXPECT_EQ(families().all(), all);
  EXPECT_EQ(std::set<const Family*>(all.begin(), all.end()).size(), all.size());
}

TEST(Families, AreKnownToTheScenariosThatTheyRead) {
  const ScenarioReading torus = read_scenario_text(
      "network: {kind: torus, sides: [2]}\noperation: broadcast\nlength: 1\n", "scenario.yaml");
  EXPECT_EQ(&family_of(torus.scenario.value()), &families().of_kind("torus"));
  EXPECT_EQ(torus.families, &families());
}

TEST(Families, HaveTheCommonKeysAndTexts) {
  for (const Family* family : families().by_kind()) {
    for (const char* key : {"name", "network", "operation", "algorithm", "options"})
      EXPECT_THAT(family->keys(), Contains(key));
    EXPECT_THAT(family->list_text(families()), EndsWith("\n"));
    EXPECT_THAT(family->help().scenario, EndsWith("\n"));
    EXPECT_THAT(family->help().compared, EndsWith("\n"));
  }
}

TEST(Families, LeaveGraphsWithASpanningTreeToTrees) {
  const auto family = [](const std::string& network, const std::string& rest) -> const Family* {
    const ScenarioReading reading = read_scenario_text(
        "network: {kind: graph, " + network + "}\n" + rest, FLITWISE_SOURCE_DIR "/sim/scenarios/x");
    return reading.scenario ? reading.scenario->family : nullptr;
  };
  const std::string file = "file: graphs/k_6.txt";
  const std::string gather = "operation: gather\nalgorithm: certification\nlengths: {each: 1}\n";
  const std::string reduce = "operation: reduce\nlength: 1\n";
  EXPECT_EQ(family(file + ", spanning: bfs", gather), &tree_family());
  EXPECT_EQ(family(file, reduce), &graph_family());
  EXPECT_EQ(family(file, "algorithm: trees\n" + reduce), &graph_family());
  EXPECT_EQ(family("shape: petersen", reduce), &graph_family());
  EXPECT_EQ(
      family(file + ", spanning: bfs", "algorithm: in-network\noptions: {ports: multi}\n" + reduce),
      families().of_operation("reduce"));
}

TEST(Families, HostSchedulesOnAllLinksOfGraphsThatNameNoSpanningTree) {
  const auto host = [](const std::string& network) -> const Family* {
    const ScenarioReading reading =
        read_scenario_text("network: {kind: graph, " + network +
                               "}\noperation: collective\n"
                               "schedule: {file: allgather_ring.goal, format: goal}\n",
                           FLITWISE_TEST_DATA "/import/x.yaml");
    return reading.scenario ? collective_of(*reading.scenario).host.family : nullptr;
  };
  const std::string file = "file: ../graphs/square.txt";
  EXPECT_EQ(host(file), &graph_family());
  EXPECT_EQ(host("shape: petersen"), &graph_family());
  EXPECT_EQ(host(file + ", spanning: bfs"), &tree_family());
  EXPECT_EQ(host(file + ", parents: [-1, 0, 1, 0, 2]"), &tree_family());
}

TEST(Families, TakeNetworksWithoutKindForTrees) {
  EXPECT_EQ(&families().of_kind(""), &tree_family());
}

TEST(Families, DoNotKnowEveryKind) {
  EXPECT_THROW(families().of_kind("moebius"), std::out_of_range);
}

TEST(Operations, AreReadByTheWordsThatAFamilyOffers) {
  EXPECT_THAT(words_of(tree_operation_words()),
              testing::ElementsAre("broadcast", "scatter", "gather"));
}

TEST(Operations, ThatAreNoneAreToldAllThatThereAre) {
  for (const Family* family : families().by_kind())
    for (const std::string& kind : family->kinds()) {
      const std::string text = "network: {kind: " + kind + "}\noperation: colectiv\nalgorithm: x\n";
      const ScenarioReading reading = read_scenario_text(text, "scenario.yaml");
      const auto& errors = reading.errors;
      const auto of_operation =
          std::find_if(errors.begin(), errors.end(),
                       [](const ConfigError& error) { return error.key() == "operation"; });
      ASSERT_NE(of_operation, errors.end()) << kind;
      EXPECT_EQ(of_operation->rule().find(
                    ", collective, reduce, allreduce, reduce-scatter, all-gather, all-to-all, "
                    "barrier, multicast (did you mean 'collective'?)") != std::string::npos,
                family->is_host())
          << kind << ": " << of_operation->rule();
    }
}

TEST(Diagram, IsRefusedForAFamilyThatHasNone) {
  EXPECT_EQ(refuse_diagram("my\nrun", torus_family()),
            "--diagram: there is no space-time table of 'my\\nrun': Tori have none");
  EXPECT_EQ(refuse_diagram("my run", tree_family()), "");
}

}  // namespace
}  // namespace flitwise
