// Trees whose root is not PE 0: everything speaks of PEs by the user's numbers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sim/families/tree/tree_language.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"

namespace flitwise::rooted_graphs_test {
namespace {

using testing::Contains;
using testing::HasSubstr;

// A connected graph: a random tree and as many edges again.
Graph random_graph(std::uint64_t seed, Node nodes) {
  std::mt19937_64 random(seed);
  const auto below = [&](Node end) {
    return static_cast<Node>(random() % static_cast<std::uint64_t>(end));
  };
  std::vector<Edge> edges;
  for (Node v = 1; v < nodes; ++v) {
    edges.emplace_back(below(v), v);
    const Node other = below(nodes);
    if (other != v) edges.emplace_back(v, other);
  }
  return {nodes, edges};
}

Scenario rooted_at(Node root, const Graph& graph, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Scenario scenario = testing_support::made_scenario();
  TreeScenario& tree = tree_of(scenario);
  tree.root = root;
  tree.parents = seed % 2 == 0 ? bfs_parents(graph, root) : broadcast_parents(graph, root);
  for (Node v = 0; v < graph.size(); ++v)
    tree.lengths.push_back(v == root ? 0 : static_cast<Flits>(random() % 4));
  return scenario;
}

void expect_pass(const Scenario& scenario, const std::string& what) {
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass)
      << what << " from root " << tree_of(scenario).root << ", " << tree_variant(scenario);
  for (const Check& check : result.checks)
    EXPECT_TRUE(check.ok) << check.name << ": " << check.measured << " measured, "
                          << check.predicted << " predicted";
}

void expect_pass_with_every_sync(Scenario scenario, const std::string& what) {
  scenario.operation = "gather";
  tree_of(scenario).algorithm = TreeAlgorithm::kCertification;
  for (const Sync sync : {Sync::kSeq, Sync::kMirror, Sync::kSlot, Sync::kSlotIndex}) {
    tree_of(scenario).options.sync = sync;
    expect_pass(scenario, what);
  }
  tree_of(scenario).options.ports = Ports::kMulti;
  expect_pass(scenario, what);
}

TEST(RootedGraphs, BehaveAsPredictedFromEveryRoot) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Graph graph = random_graph(seed, static_cast<Node>(4 + 3 * seed));
    for (Node root = 0; root < graph.size(); ++root) {
      Scenario scenario = rooted_at(root, graph, seed);
      const std::string what = "seed " + std::to_string(seed);
      expect_pass(scenario, what);
      tree_of(scenario).options.ports = Ports::kMulti;
      expect_pass(scenario, what);
      tree_of(scenario).options.ports = Ports::kSingle;
      expect_pass_with_every_sync(scenario, what);
    }
  }
}

// Node 3 is the root of the path 3-0-4-1-2.
Scenario winding_path() {
  Scenario scenario = testing_support::made_scenario();
  TreeScenario& tree = tree_of(scenario);
  tree.root = 3;
  tree.parents = {3, 4, 1, -1, 0};
  tree.lengths = {2, 1, 3, 0, 2};
  return scenario;
}

TEST(RootedGraphs, SendInTheOrderOfTheUsersNumbers) {
  Scenario scenario = winding_path();
  tree_of(scenario).algorithm = TreeAlgorithm::kOrder;
  tree_of(scenario).order = {0, 2, 1, 4};
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kPass);
  const std::vector<std::optional<std::int64_t>> dispatch{1, 6, 3, {}, 7};
  EXPECT_EQ(result.measured.find("dispatch"), Figure(dispatch));
}

TEST(RootedGraphs, ShowTheirEventsInTheUsersNumbers) {
  Scenario scenario = winding_path();
  tree_of(scenario).lengths = {0, 0, 1, 0, 0};
  RunRequest request;
  request.keep_events = true;
  const Result result = run_in_child(scenario, request);

  ASSERT_EQ(result.events.size(), 4U);
  EXPECT_EQ(result.events[0], (LinkEvent{1, 3, 0, FlitKind::kData, 2, 1, 0, 0}));
  EXPECT_EQ(result.events[3], (LinkEvent{4, 1, 2, FlitKind::kData, 2, 1, 0, 0}));
}

TEST(RootedGraphs, NameAMutePeAndWhoWaitsForItByTheUsersNumbers) {
  Scenario scenario = winding_path();
  scenario.operation = "gather";
  tree_of(scenario).algorithm = TreeAlgorithm::kCertification;
  tree_of(scenario).options.fault.mute = 4;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
  EXPECT_THAT(result.problems, Contains("PE 0 waits for certificate of PE 4"));
  EXPECT_THAT(result.problems, Contains("PE 3 waits for certificate of PE 0"));
  EXPECT_THAT(result.problems, Contains("PE 1 waits for token from PE 4"));
  EXPECT_THAT(result.problems,
              Contains(HasSubstr("PE 3 never receives 3 of the 3 flits of message 2")));
}

TEST(RootedGraphs, NameTheRouterOfACollisionByTheUsersNumbers) {
  Scenario scenario = winding_path();
  scenario.operation = "gather";
  tree_of(scenario).algorithm = TreeAlgorithm::kCertification;
  tree_of(scenario).lengths = {2, 2, 1, 0, 3};
  tree_of(scenario).options.fault.early = 2;
  const Result result = run_in_child(scenario, {});

  EXPECT_EQ(result.outcome, Outcome::kFail);
  EXPECT_THAT(
      result.problems,
      Contains(HasSubstr("step 14: collision in PE 1: flits from own, child 0 (PE 2) want output "
                         "parent (PE 4)")));
}

}  // namespace
}  // namespace flitwise::rooted_graphs_test
