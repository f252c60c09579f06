// Scenarios on star graphs: what is read, what is taken for granted, what does the same otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/families/registry.h"
#include "sim/families/star/star_family.h"
#include "sim/families/star/star_language.h"
#include "sim/families/star/star_machine.h"
#include "sim/families/star/star_prediction.h"
#include "sim/families/star/star_scenario.h"
#include "sim/run/family/compare.h"
#include "sim/run/process/child_run.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;

Scenario read(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "scenario.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario.value_or(Scenario());
}

std::string star(const std::string& operation, const std::string& rest = "") {
  return "network: {kind: star-graph, n: 4}\noperation: " + operation + "\n" + rest;
}

TEST(StarScenarios, HaveDefaultsForAllButNetworkAndOperation) {
  const StarScenario scenario = star_of(read(star("broadcast")));

  EXPECT_EQ(scenario.order, 4);
  EXPECT_EQ(scenario.algorithm, StarAlgorithm::kTrees);
  EXPECT_EQ(scenario.root, 0);
  EXPECT_EQ(scenario.packets, 1);
  EXPECT_EQ(scenario.copies, 1);
  EXPECT_EQ(scenario.options.rule, StarRule::kQ);
  EXPECT_EQ(scenario.options.flits, 1);
  EXPECT_FALSE(scenario.options.has_tables);
  EXPECT_FALSE(scenario.loses_copies());
  EXPECT_FALSE(scenario.options.votes);
}

TEST(StarScenarios, HaveAnAlgorithmForEachOperation) {
  EXPECT_EQ(star_of(read(star("multinode"))).algorithm, StarAlgorithm::kStatic);
  EXPECT_EQ(star_of(read(star("multinode"))).root, kNoNode);
  EXPECT_EQ(star_of(read(star("scatter"))).algorithm, StarAlgorithm::kFurthestFirst);
  EXPECT_EQ(star_of(read(star("exchange"))).algorithm, StarAlgorithm::kNecklaces);
  EXPECT_EQ(star_of(read(star("multinode", "algorithm: acknowledged\n"))).algorithm,
            StarAlgorithm::kAcknowledged);
}

TEST(StarScenarios, NameNodesByPermutationOrNumber) {
  EXPECT_EQ(star_of(read(star("scatter", "root: [4, 3, 2, 1]\n"))).root, 23);
  EXPECT_EQ(star_of(read(star("scatter", "root: 23\n"))).root, 23);
}

TEST(StarScenarios, SayEveryOption) {
  const StarScenario scenario = star_of(read(
      star("multinode",
           "packets: 3\ncopies: 2\noptions: {rule: P, flits: 5, next_hops: tables, by_node: false, "
           "vote: true, liars: [[2, 1, 3, 4], 7], faults: {nodes: [3], links: [[[2, 1, 3, 4], 2], "
           "[1, 3]], from_step: 1}}\n")));

  EXPECT_EQ(scenario.packets, 3);
  EXPECT_EQ(scenario.copies, 2);
  EXPECT_EQ(scenario.options.rule, StarRule::kP);
  EXPECT_EQ(scenario.options.flits, 5);
  EXPECT_TRUE(scenario.options.has_tables);
  EXPECT_EQ(scenario.options.shows_nodes, false);
  EXPECT_TRUE(scenario.options.votes);
  EXPECT_THAT(scenario.options.liars, ElementsAre(6, 7));
  EXPECT_THAT(scenario.options.deaths.nodes, ElementsAre(3));
  // A link by its lower end: (2, 1, 3, 4) is PE 6, in dimension 2 next to PE 0.
  EXPECT_THAT(scenario.options.deaths.links, ElementsAre(FieldsAre(0, 2), FieldsAre(1, 3)));
  EXPECT_EQ(star_variant(scenario), "x = 2, rule P, 1 dead node, 2 dead links, 2 liars, vote");
}

TEST(StarScenarios, SayHowLongWalksWait) {
  const auto walk = [](const std::string& timeout) {
    return star_of(
        read(star("multinode", "algorithm: acknowledged\noptions: {timeout: " + timeout + "}\n")));
  };
  ASSERT_TRUE(walk("auto").options.timeout.has_value());
  EXPECT_FALSE(walk("auto").options.timeout->steps.has_value());
  EXPECT_EQ(walk("17").options.timeout->steps, 17);
  EXPECT_EQ(star_variant(walk("auto")), "x = 1, rule Q, time-out");
  EXPECT_EQ(star_variant(walk("17")), "x = 1, rule Q, time-out 17");
}

TEST(StarScenarios, CountPacketStepsAndFlitsForTheNetwork) {
  const StarScenario scenario = star_of(
      read(star("broadcast", "options: {flits: 3, corrupt: {bits: [[6, 2, 4, 3, 17]]}}\n")));
  const StarNetworkConfig config = star_network_config(scenario);
  ASSERT_EQ(config.faults.bits.size(), 1U);
  EXPECT_EQ(config.faults.bits[0].from, 6);
  EXPECT_EQ(config.faults.bits[0].step, 4 * 3 + 2);
  EXPECT_EQ(config.faults.bits[0].bit, 17);

  const StarScenario dead = star_of(read(star("broadcast",
                                              "options: {flits: 3, faults: {nodes: [5], "
                                              "links: [[1, 3]], from_step: 7}}\n")));
  EXPECT_EQ(star_network_config(dead).faults.nodes[0].from_step, 21);
  EXPECT_EQ(star_network_config(dead).faults.links[0].from_step, 21);
}

TEST(StarScenarios, DrawSkewsFromTheirSeed) {
  const auto skews = [](const std::string& seed) {
    return skews_of(
        star_of(read(star("broadcast", "options: {skew: {most: 5, seed: " + seed + "}}\n"))), 24);
  };
  EXPECT_EQ(skews("1"), skews("1"));
  EXPECT_NE(skews("1"), skews("2"));
  const std::vector<Step> drawn = skews("1");
  EXPECT_EQ(*std::max_element(drawn.begin(), drawn.end()), 5);
}

TEST(StarScenarios, AreComparedWithEveryRuleAlgorithmAndNumberOfCopies) {
  const auto count = [](const std::string& text) {
    const ScenarioReading own = read_scenario_text(text, "scenario.yaml");
    return family_of(*own.scenario).alternatives(own).size();
  };
  EXPECT_EQ(count(star("multinode")), 2U * 2 * 3 - 1);
  EXPECT_EQ(count(star("exchange", "copies: 2\n")), 2U * 3 - 1);
}

TEST(StarHypercubeTable, IsTheDocument) {
  EXPECT_EQ(test::read_text(FLITWISE_SOURCE_DIR "/docs/star_hypercube.md"),
            star_hypercube_table(1));
}

TEST(StarHypercubeTable, PutsStarGraphsBetweenCubes) {
  const std::string table = star_hypercube_table(1);
  EXPECT_THAT(table,
              HasSubstr("| S_5 | 120 | 4 | 240 | 6 | 3.71 | 6 | 30 | 111 | 6 | 119 | 442 |"));
  EXPECT_THAT(table, HasSubstr("| Q_7 | 128 | 7 | 448 | 7 | 3.53 | 7 | 19 | 64 | 7 | 127 | 448 |"));
  EXPECT_LT(table.find("| Q_6 |"), table.find("| S_5 |"));
  EXPECT_LT(table.find("| S_5 |"), table.find("| Q_7 |"));
}

// The trees of one packet with one copy leave most links unused.
TEST(StarFaults, ThatMeetNothingLeaveEverythingPredicted) {
  for (const char* faults :
       {"faults: {links: [[23, 4]], from_step: 900}", "faults: {nodes: [5], from_step: 900}",
        "corrupt: {bits: [[0, 2, 900, 1, 17]]}"}) {
    const Scenario scenario = read(star("broadcast", "options: {" + std::string(faults) + "}\n"));
    const Result result = run_in_child(scenario, {});
    EXPECT_EQ(result.outcome, Outcome::kPass) << faults << " " << result.problems.size();
    EXPECT_TRUE(result.predicted.finish.has_value()) << faults;
    EXPECT_EQ(result.predicted.finish, result.measured.finish) << faults;
    EXPECT_THAT(result.notes, testing::Contains(HasSubstr("nothing that is sent meets a fault")))
        << faults;
  }
}

TEST(StarFaults, OfEmptyListsAreNone) {
  for (const char* faults : {"nodes: []", "links: []", "nodes: [], links: []"}) {
    const Scenario scenario =
        read(star("multinode", "options: {faults: {" + std::string(faults) + "}}\n"));
    const Result result = run_in_child(scenario, {});
    EXPECT_EQ(result.outcome, Outcome::kPass) << faults;
    EXPECT_EQ(result.predicted.finish, result.measured.finish) << faults;
    EXPECT_THAT(result.variant, testing::Not(HasSubstr("dead"))) << faults;
  }
}

TEST(StarFaults, DrawnWithProbabilityZeroMeetNothing) {
  const Scenario scenario =
      read(star("multinode", "options: {vote: true, corrupt: {probability: 0, seed: 1}}\n"));
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_TRUE(result.predicted.finish.has_value());
  EXPECT_EQ(result.predicted.finish, result.measured.finish);
  EXPECT_THAT(result.notes, testing::ElementsAre(HasSubstr("nothing that is sent meets a fault")));
}

// They send before they die.
TEST(StarFaults, OfAllNodesMayComeLater) {
  const Scenario scenario = read(
      "network: {kind: star-graph, n: 3}\noperation: multinode\n"
      "options: {faults: {nodes: [0, 1, 2, 3, 4, 5], from_step: 3}}\n");
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_GT(result.measured.find("transmissions").value_or(0).number().value_or(0), 0);
}

TEST(StarFaults, ThatCostACopyLeaveTimesBounded) {
  const Scenario scenario = read(star("broadcast", "options: {faults: {links: [[0, 2]]}}\n"));
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_FALSE(result.predicted.finish.has_value());
  EXPECT_THAT(result.notes, testing::Contains(HasSubstr("only bounded")));
}

TEST(StarFaults, NameTheBitErrorsThatHitNothing) {
  const Scenario scenario = read(
      star("broadcast", "options: {corrupt: {bits: [[0, 2, 1, 1, 17], [0, 3, 40, 1, 17]]}}\n"));
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_THAT(result.notes,
              testing::Contains(HasSubstr("corrupt.bits[1] hits nothing: no flit leaves PE 0 in "
                                          "dimension 3 in packet step 40, flit 1")));
  EXPECT_THAT(result.notes, testing::Not(testing::Contains(HasSubstr("corrupt.bits[0]"))));
}

}  // namespace
}  // namespace flitwise
