// Large trees on the routers: the sizes of real networks, and the limits of the flit's fields.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

Scenario make_scenario(std::vector<Node> parents, std::string operation, TreeAlgorithm algorithm,
                       Flits each) {
  Scenario scenario = testing_support::made_scenario();
  scenario.name = "large";
  TreeScenario& tree = tree_of(scenario);
  tree.lengths.assign(parents.size(), each);
  tree.lengths[0] = 0;
  tree.parents = std::move(parents);
  tree.algorithm = algorithm;
  scenario.operation = operation;
  return scenario;
}

void expect_pass(const Scenario& scenario, std::size_t least_checks) {
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass);
  for (const Check& check : result.checks)
    EXPECT_TRUE(check.ok) << check.name << ": " << check.measured << " measured, "
                          << check.predicted << " predicted";
  EXPECT_GE(result.checks.size(), least_checks);
}

TEST(LargeTrees, ScatterOnABinaryTreeOf4095PesIsAsPredicted) {
  expect_pass(make_scenario(complete_parents(2, 11), "scatter", TreeAlgorithm::kFdf, 3), 10);
}

TEST(LargeTrees, GatherOnABinaryTreeOf4095PesIsAsPredicted) {
  expect_pass(make_scenario(complete_parents(2, 11), "gather", TreeAlgorithm::kCertification, 3),
              14);
}

TEST(LargeTrees, GatherAndBroadcastWithASetupCostOnABinaryTreeOf4095PesAreAsPredicted) {
  Scenario gather =
      make_scenario(complete_parents(2, 11), "gather", TreeAlgorithm::kCertification, 3);
  Scenario broadcast =
      make_scenario(complete_parents(2, 11), "broadcast", TreeAlgorithm::kLargestFirst, 3);
  tree_of(broadcast).length = 3;
  for (Scenario* scenario : {&gather, &broadcast}) {
    tree_of(*scenario).options.setup = 100;
    tree_of(*scenario).options.flit_time = 4;
    expect_pass(*scenario, 10);
  }
}

TEST(LargeTrees, CertificationOnAPathOf4096PesFillsTheLagFieldAndIsAsPredicted) {
  Scenario scenario = make_scenario(path_parents(4096), "gather", TreeAlgorithm::kCertification, 0);
  tree_of(scenario).lengths.back() = 2;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kPass);
  const Figure lag = result.measured.find("lag").value_or(Figure());
  ASSERT_NE(lag.items(), nullptr);
  ASSERT_EQ(lag.items()->size(), 4096U);
  EXPECT_EQ(lag.items()->at(1), 8189);
}

TEST(LargeTrees, ShoulderTapOnAPathOf2048PesIsAsPredicted) {
  Scenario scenario = make_scenario(path_parents(2048), "gather", TreeAlgorithm::kShoulderTap, 1);
  tree_of(scenario).options.end_mark = true;
  expect_pass(scenario, 9);
}

TEST(LargeTrees, GatherOnATreeOf1000PesWithSixtyFourChildrenIsAsPredicted) {
  expect_pass(make_scenario(random_parents(1000, RandomShape::kWide, 64, 5), "gather",
                            TreeAlgorithm::kCertification, 2),
              14);
}

TEST(LargeTrees, ScatterOnAComplete16AryTreeOf273PesIsAsPredicted) {
  expect_pass(make_scenario(complete_parents(16, 2), "scatter", TreeAlgorithm::kFdf, 7), 10);
}

TEST(LargeTrees, ARunWithTooManyTransfersToListIsHeldAgainstTheoryByDigests) {
  const Result result =
      run_in_child(make_scenario(complete_parents(2, 9), "scatter", TreeAlgorithm::kFdf, 500), {});

  EXPECT_EQ(result.outcome, Outcome::kPass);
  EXPECT_GT(result.flit_hops, 4'000'000);
  EXPECT_THAT(result.notes, testing::IsEmpty());
  const auto events = std::find_if(result.checks.begin(), result.checks.end(),
                                   [](const Check& check) { return check.name == "events"; });
  ASSERT_NE(events, result.checks.end());
  EXPECT_TRUE(events->ok);
  EXPECT_EQ(events->measured, std::to_string(result.flit_hops) + " transfers");
}

}  // namespace
}  // namespace flitwise
