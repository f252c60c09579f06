// Protocols of one's own on the routers: the worked example of systemc/protocols/README.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/tree/tree_language.h"
#include "sim/run/simulation.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/own_protocol_example.h"
#include "tests/support/made_scenarios.h"

namespace flitwise {
namespace {

using protocols::example::make_naive_gather;
using protocols::example::make_turn_gather;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

Scenario gather_on(std::vector<Node> parents, Flits each) {
  TreeScenario tree;
  tree.lengths.assign(parents.size(), each);
  tree.lengths[0] = 0;
  tree.parents = std::move(parents);
  tree.algorithm = TreeAlgorithm::kCertification;
  Scenario scenario = testing_support::made_scenario(std::move(tree));
  scenario.operation = "gather";
  return scenario;
}

TEST(OwnProtocol, EveryoneAtOnceCollidesAndTheReportSaysWhere) {
  const Scenario scenario = gather_on(path_parents(4), 2);
  const Tree tree(tree_of(scenario).parents);
  Simulation simulation(scenario, {}, make_naive_gather(tree, tree_of(scenario).lengths));
  simulation.run();
  const Evidence evidence = simulation.evidence();

  EXPECT_GT(evidence.collisions, 0);
  EXPECT_THAT(evidence.problems,
              Contains(AllOf(HasSubstr("step 1: collision in PE 1"), HasSubstr("own"),
                             HasSubstr("child 0 (PE 2)"), HasSubstr("output parent (PE 0)"))));
  EXPECT_LT(evidence.delivered, evidence.expected);
}

TEST(OwnProtocol, TurnsAtPeZeroDeliverEverythingInTheStepThatTheyPromise) {
  const Scenario scenario = gather_on(random_parents(40, RandomShape::kUniform, 64, 11), 3);
  const Tree tree(tree_of(scenario).parents);
  Simulation simulation(scenario, {}, make_turn_gather(tree, tree_of(scenario).lengths));
  simulation.run();
  const Evidence evidence = simulation.evidence();

  EXPECT_THAT(evidence.problems, IsEmpty());
  EXPECT_THAT(evidence.complaints, IsEmpty());
  EXPECT_THAT(evidence.waiting, IsEmpty());
  EXPECT_EQ(evidence.delivered, 39 * 3);
  EXPECT_EQ(evidence.ledger.find("finish")->measured.number(), tree.height() + 39 * 3 - 1);
}

}  // namespace
}  // namespace flitwise
