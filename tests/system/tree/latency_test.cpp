// Trees whose routers and links take several steps, on the routers.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise::latency_test {
namespace {

// Router and link of all; PEs react as fast as their routers let them.
struct Steps {
  Step router, link;
};
constexpr Steps kSteps[] = {{1, 1}, {2, 1}, {1, 2}, {3, 2}};

Scenario scenario_on(const std::vector<Node>& parents, const std::vector<Flits>& lengths,
                     const char* operation, TreeAlgorithm algorithm) {
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = operation;
  TreeScenario& tree = tree_of(scenario);
  tree.parents = parents;
  tree.lengths = lengths;
  tree.algorithm = algorithm;
  return scenario;
}

Scenario on_binary(const char* operation, TreeAlgorithm algorithm) {
  std::vector<Flits> ones(15, 1);
  ones[0] = 0;
  return scenario_on(complete_parents(2, 3), ones, operation, algorithm);
}

Scenario on_path(TreeAlgorithm algorithm) {
  return scenario_on(path_parents(6), {0, 2, 3, 0, 2, 1}, "gather", algorithm);
}

Result run_with(Scenario scenario, const Steps& steps) {
  TreeOptions& options = tree_of(scenario).options;
  options.router_latency.all = {steps.router, steps.router};
  options.link_latency.all = {steps.link, steps.link};
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass) << tree_variant(scenario);
  for (const std::string& problem : result.problems) ADD_FAILURE() << problem;
  return result;
}

// The values are those of another model of the same specification.
TEST(LatencyOfTrees, AScatterTakesAsLongAsInAnotherModel) {
  Scenario single = on_binary("scatter", TreeAlgorithm::kFdf);
  Scenario multi = single;
  tree_of(multi).options.ports = Ports::kMulti;
  constexpr Step kSingle[] = {14, 14, 15, 17};
  constexpr Step kMulti[] = {7, 8, 9, 13};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(run_with(single, kSteps[i]).measured.finish, kSingle[i]);
    EXPECT_EQ(run_with(multi, kSteps[i]).measured.finish, kMulti[i]);
  }
}

TEST(LatencyOfTrees, TapsTakeAsLongAsInAnotherModel) {
  constexpr Step kFinish[] = {11, 19, 20, 38};
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(run_with(on_path(TreeAlgorithm::kShoulderTap), kSteps[i]).measured.finish,
              kFinish[i]);
}

TEST(LatencyOfTrees, CertificationTakesAsLongAsInAnotherModel) {
  Scenario published = on_path(TreeAlgorithm::kCertification);
  tree_of(published).options.rule = CertificationRule::kPaper;
  tree_of(published).options.sync = Sync::kSeq;
  const Scenario slots = on_binary("gather", TreeAlgorithm::kCertification);
  Scenario wide = slots;
  tree_of(wide).options.rule = CertificationRule::kTight;
  tree_of(wide).options.ports = Ports::kMulti;
  constexpr Step kPublished[] = {21, 39, 40, 78};
  constexpr Step kSync[] = {9, 14, 15, 25};
  constexpr Step kSlots[] = {27, 37, 38, 60};
  constexpr Step kWide[] = {16, 27, 28, 50};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(run_with(published, kSteps[i]).measured.finish, kPublished[i]);
    const Result run = run_with(slots, kSteps[i]);
    EXPECT_EQ(run.measured.finish, kSlots[i]);
    EXPECT_EQ(run.measured.find("t_sync").value_or(Figure()).number(), kSync[i]);
    EXPECT_EQ(run_with(wide, kSteps[i]).measured.finish, kWide[i]);
  }
}

TEST(LatencyOfTrees, TheNetworkVerilatedWholeGivesTheSameEvents) {
  const auto events = [](Build build) {
    Scenario scenario =
        scenario_on({kNoNode, 0, 0, 1}, {0, 2, 1, 3}, "gather", TreeAlgorithm::kCertification);
    scenario.options.build = build;
    tree_of(scenario).options.router_latency.all = {3, 3};
    tree_of(scenario).options.link_latency.all = {2, 2};
    RunRequest request;
    request.keep_events = true;
    Result result = run_in_child(scenario, request);
    EXPECT_EQ(result.outcome, Outcome::kPass);
    std::sort(result.events.begin(), result.events.end());
    return result.events;
  };
  EXPECT_GE(events(Build::kAssembled).size(), 15U);
  EXPECT_EQ(events(Build::kAssembled), events(Build::kElaborated));
}

// Every PE, router and link with steps of its own; whatever goes wrong is a problem of the run.
TEST(LatencyOfTrees, GathersKeepTheirPromisesWhereAllLatenciesDiffer) {
  Scenario scenario = scenario_on({kNoNode, 0, 0, 1, 1, 2, 5}, {0, 2, 0, 1, 3, 1, 2}, "gather",
                                  TreeAlgorithm::kCertification);
  TreeOptions& options = tree_of(scenario).options;
  options.router_latency.own = {{0, {3, 3}}, {2, {4, 4}}, {5, {2, 2}}};
  options.link_latency.own = {{1, {5, 2}}, {4, {1, 3}}, {6, {4, 4}}};
  options.reaction = LatencyOption{{4, 4}, {{1, {1, 1}}}};
  for (const auto& rule : rule_words()) {
    options.rule = rule.meaning;
    for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
      options.ports = ports;
      const Result result = run_in_child(scenario, {});
      EXPECT_EQ(result.outcome, Outcome::kPass) << tree_variant(scenario);
      for (const std::string& problem : result.problems) ADD_FAILURE() << problem;
    }
  }
}

TEST(LatencyOfTrees, AMessageThatLeavesAStepEarlyMeetsAnother) {
  Scenario scenario = on_path(TreeAlgorithm::kShoulderTap);
  tree_of(scenario).options.router_latency.all = {3, 3};
  tree_of(scenario).options.link_latency.all = {2, 2};
  tree_of(scenario).options.fault.early = 4;
  tree_of(scenario).options.fault.by = 9;
  EXPECT_EQ(run_in_child(scenario, {}).outcome, Outcome::kFail);
}

}  // namespace
}  // namespace flitwise::latency_test
