// Fat trees in the command: what scenarios mean, what is compared, what is written.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/fat_tree/fat_tree_family.h"
#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/families/registry.h"
#include "sim/report/report_data.h"
#include "sim/run/family/compare.h"
#include "sim/run/waves/wave_viewers.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ScenarioReading read(const std::string& rest) {
  ScenarioReading reading = read_scenario_text(
      "network: {kind: fat-tree, leaves: 8, capacities: constant}\n" + rest, "test.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading;
}

std::vector<std::string> compared(const std::string& rest) {
  std::vector<std::string> labels;
  for (const Variant& variant : variants_of(read(rest)))
    labels.push_back(label_of(variant.scenario));
  return labels;
}

TEST(FatTreeScenarios, HaveDefaults) {
  const Scenario scenario = *read("operation: scatter\nalgorithm: furthest-first\n").scenario;
  const FatTreeScenario& tree = fat_tree_of(scenario);

  EXPECT_EQ(scenario.shape, "fat tree 2^3, constant");
  EXPECT_EQ(tree.arity, 2);
  EXPECT_THAT(tree.capacities, ElementsAre(1, 1, 1));
  EXPECT_THAT(tree.roots, ElementsAre(0));
  EXPECT_THAT(tree.lengths, ElementsAre(0, 1, 1, 1, 1, 1, 1, 1));
  EXPECT_FALSE(tree.options.phase_gap);
  EXPECT_TRUE(latency_of(tree).is_unit());
}

TEST(FatTreeScenarios, NeedNoAlgorithmForABroadcast) {
  EXPECT_EQ(fat_tree_of(*read("operation: broadcast\n").scenario).algorithm,
            FatTreeAlgorithm::kBroadcastFlood);
}

TEST(FatTreeScenarios, NameTheirOptionsInTheVariant) {
  EXPECT_EQ(fat_tree_variant(*read("operation: multinode\nalgorithm: flood\n"
                                   "options: {policy: random, seed: 3, depth: 4, "
                                   "backpressure: true, build: elaborated}\n")
                                  .scenario),
            "random, seed 3, depth 4, back pressure, elaborated");
  EXPECT_EQ(fat_tree_variant(*read("operation: exchange\nalgorithm: phased\n"
                                   "options: {phase_gap: 1, break: {early: 3}}\n")
                                  .scenario),
            "gap 1, leaf 3 early by 1");
}

std::string variant_with(const char* options) {
  return fat_tree_variant(
      *read(fmt::format("operation: exchange\nalgorithm: phased\noptions: {{{}}}\n", options))
           .scenario);
}

TEST(FatTreeScenarios, NameLatenciesInTheVariant) {
  EXPECT_EQ(variant_with("router_latency: 3, link_latency: 2"), "router latency 3, link latency 2");
  EXPECT_EQ(variant_with("link_latency: [1, 2, 5]"), "link latency 1 2 5");
  EXPECT_EQ(variant_with("router_latency: 1, link_latency: [1, 1, 1]"), "");
}

// A gap of its own is one that is not what keeps phases apart by itself.
TEST(FatTreeScenarios, NameAGapThatIsNotWhatLatenciesAskFor) {
  EXPECT_EQ(variant_with("phase_gap: 2"), "");
  EXPECT_EQ(variant_with("phase_gap: 2, router_latency: 2"), "gap 2, router latency 2");
  EXPECT_EQ(variant_with("phase_gap: 4, router_latency: 2"), "router latency 2");
  EXPECT_EQ(variant_with("phase_gap: 4, router_latency: 2, link_latency: [1, 1, 2]"),
            "gap 4, router latency 2, link latency 1 1 2");
}

TEST(FatTreeScenarios, SpreadALinkLatencyOverAllBranches) {
  const auto latency = [](const char* options) {
    return latency_of(fat_tree_of(
        *read(fmt::format("operation: broadcast\noptions: {{{}}}\n", options)).scenario));
  };
  EXPECT_THAT(latency("link_latency: 3").link, ElementsAre(3, 3, 3));
  EXPECT_THAT(latency("link_latency: [3, 1, 2]").link, ElementsAre(3, 1, 2));
  EXPECT_EQ(latency("router_latency: 2").router, 2);
}

TEST(FatTreeCompare, RunsTheAlgorithmsThatFitTheNetwork) {
  EXPECT_THAT(compared("operation: exchange\nalgorithm: optimal-cbft\n"),
              ElementsAre("optimal-cbft", "phased-serial", "phased", "far-first", "scatters",
                          "scatter-pairs"));
}

TEST(FatTreeCompare, LetsOptionsOfAnotherAlgorithmFallAway) {
  EXPECT_THAT(compared("operation: multinode\nalgorithm: flood\noptions: {policy: local-first}\n"),
              ElementsAre("flood (local-first)", "phased", "queue-free"));
}

TEST(FatTreeCompare, AddsTheNearestLeavesFirstToAScatter) {
  EXPECT_THAT(compared("operation: scatter\nalgorithm: furthest-first\n"),
              ElementsAre("furthest-first", "order (nearest first)"));
}

TEST(FatTreeEvents, SayWhereDataGoAndWhichLevelsCopiesServe) {
  const Family& family = fat_tree_family();
  EXPECT_THAT(
      event_to_json({1, 0, 8, FlitKind::kData, 0, 1, 5, 0}, family.value_name(FlitKind::kData)),
      HasSubstr(R"("destination":5})"));
  EXPECT_THAT(
      event_to_json({1, 0, 8, FlitKind::kCopies, 0, 1, 7, 0}, family.value_name(FlitKind::kCopies)),
      HasSubstr(R"("copies":7})"));
  EXPECT_THAT(family.value_name(FlitKind::kFlood), IsEmpty());
}

TEST(FatTreeWaves, HaveAGroupForEveryLeafAndSwitch) {
  const std::string layout = wave_layout(*read("operation: broadcast\n").scenario, "w.fst", 6);
  for (const char* group : {"-leaf 7\n", "-switch 1.3\n", "-switch 3.0\n"})
    EXPECT_THAT(layout, HasSubstr(group));
  EXPECT_THAT(layout, HasSubstr("switch.2.1.fat_tree_switch.view.up[0].to.kind[3:0]"));
  EXPECT_THAT(layout, HasSubstr("+{   to leaf, or digits} leaf.3.fat_tree_leaf.view.delivered."
                                "destination[12:0]"));
}

}  // namespace
}  // namespace flitwise
