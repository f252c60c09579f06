// One behaviour, however the network is built and whichever routers are left out.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"
#include "tests/support/random_scenarios.h"

namespace flitwise {
namespace {

Result run_with_events(const Scenario& scenario) {
  RunRequest request;
  request.keep_events = true;
  return run_in_child(scenario, request);
}

// The random scenario with its tree replaced by one that exists elaborated.
Scenario on_tree(std::uint64_t seed, const std::vector<Node>& parents) {
  const auto pes = static_cast<Node>(parents.size());
  for (std::uint64_t tried = seed;; tried += 1000) {
    Scenario scenario = testing_support::random_scenario(tried, pes);
    TreeScenario& tree = tree_of(scenario);
    if (tree.parents.size() != parents.size()) continue;
    if (tree.algorithm == TreeAlgorithm::kShoulderTap && parents != path_parents(pes)) continue;
    tree.parents = parents;
    return scenario;
  }
}

void expect_same_in_both_builds(const std::vector<Node>& parents, int count) {
  Flits hops = 0;
  for (int i = 0; i < count; ++i) {
    Scenario scenario = on_tree(static_cast<std::uint64_t>(i), parents);
    const Result assembled = run_with_events(scenario);
    scenario.options.build = Build::kElaborated;
    const Result elaborated = run_with_events(scenario);

    EXPECT_EQ(assembled.events, elaborated.events) << testing_support::text_of(scenario);
    EXPECT_EQ(assembled.outcome, Outcome::kPass);
    EXPECT_EQ(elaborated.outcome, Outcome::kPass);
    hops += assembled.flit_hops;
  }
  EXPECT_GT(hops, 0);
}

TEST(Builds, AssembledAndElaboratedPathOf6GiveTheSameEvents) {
  expect_same_in_both_builds(path_parents(6), 60);
}

TEST(Builds, AssembledAndElaboratedBinaryTreeOf15GiveTheSameEvents) {
  expect_same_in_both_builds(complete_parents(2, 3), 30);
}

TEST(Builds, BothBuildsReportTheSameCollision) {
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = "gather";
  TreeScenario& tree = tree_of(scenario);
  tree.parents = complete_parents(2, 3);
  tree.lengths.assign(15, 2);
  tree.lengths[0] = 0;
  tree.algorithm = TreeAlgorithm::kCertification;
  tree.options.fault.early = 8;

  const Result assembled = run_with_events(scenario);
  scenario.options.build = Build::kElaborated;
  const Result elaborated = run_with_events(scenario);

  EXPECT_EQ(assembled.events, elaborated.events);
  EXPECT_GT(assembled.collisions, 0);
  EXPECT_EQ(assembled.collisions, elaborated.collisions);
  EXPECT_EQ(assembled.port_violations, elaborated.port_violations);
  ASSERT_FALSE(assembled.problems.empty());
  EXPECT_EQ(assembled.problems.front(), elaborated.problems.front());
}

TEST(Builds, EvaluatingIdleRoutersTooChangesNoEvent) {
  std::int64_t fewer = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Scenario scenario = testing_support::random_scenario(seed, 40);
    const Result skipping = run_with_events(scenario);
    scenario.options.skip_idle = false;
    const Result evaluating = run_with_events(scenario);

    EXPECT_EQ(skipping.events, evaluating.events) << testing_support::text_of(scenario);
    EXPECT_EQ(evaluating.outcome, Outcome::kPass);
    fewer += skipping.router_cycles < evaluating.router_cycles ? 1 : 0;
  }
  EXPECT_GT(fewer, 50) << "skipping skips nothing";
}

TEST(Builds, TheSameScenarioTwiceGivesTheSameEvents) {
  const Scenario scenario = testing_support::random_scenario(11, 64);

  EXPECT_EQ(run_with_events(scenario).events, run_with_events(scenario).events);
}

}  // namespace
}  // namespace flitwise
