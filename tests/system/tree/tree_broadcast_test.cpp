// Broadcasts, and messages with a setup cost, on the routers of small trees: every event predicted.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/families/registry.h"
#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/run/runner.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/support/made_scenarios.h"
#include "tests/system/tree/small_trees.h"

namespace flitwise {
namespace {

constexpr RandomShape kShapes[] = {RandomShape::kUniform, RandomShape::kDeep, RandomShape::kWide};

Scenario on_tree(const std::vector<Node>& parents, TreeAlgorithm algorithm) {
  Scenario scenario = testing_support::made_scenario();
  scenario.operation = word_for(tree_operation_words(), operation_of(algorithm));
  tree_of(scenario).parents = parents;
  tree_of(scenario).algorithm = algorithm;
  return scenario;
}

Scenario broadcast(const std::vector<Node>& parents, TreeAlgorithm algorithm, Flits length,
                   Flits packet) {
  Scenario scenario = on_tree(parents, algorithm);
  TreeScenario& tree = tree_of(scenario);
  tree.length = length;
  tree.lengths.assign(parents.size(), length);
  tree.lengths[0] = 0;
  tree.options.packet = packet;
  if (algorithm == TreeAlgorithm::kFlood) tree.options.ports = Ports::kMulti;
  return scenario;
}

void expect_as_predicted(const Scenario& scenario) {
  const Result result = run_in_child(scenario, {});
  const TreeScenario& tree = tree_of(scenario);
  const bool has_events =
      std::any_of(result.checks.begin(), result.checks.end(),
                  [](const Check& check) { return check.name == "events" && check.ok; });
  ASSERT_TRUE(result.outcome == Outcome::kPass && has_events) << fmt::format(
      "{} {}, parents {}, lengths {}, order {}", word_for(tree_algorithm_words(), tree.algorithm),
      tree_variant(scenario), tree.parents, tree.lengths, tree.order);
}

TEST(TreeBroadcastOnRouters, OnEverySmallTreeBehavesAsPredictedEventByEvent) {
  int runs = 0;
  for (Node pes = 2; pes <= 5; ++pes)
    for (const std::vector<Node>& parents : test::ordered_trees(pes))
      for (Flits length = 1; length <= 4; ++length) {
        ASSERT_NO_FATAL_FAILURE(
            expect_as_predicted(broadcast(parents, TreeAlgorithm::kFlood, length, 0)));
        ++runs;
        for (const TreeAlgorithm algorithm : {TreeAlgorithm::kLargestFirst, TreeAlgorithm::kIndex})
          for (Flits packet = 0; packet < length; ++packet) {
            ASSERT_NO_FATAL_FAILURE(
                expect_as_predicted(broadcast(parents, algorithm, length, packet)));
            ++runs;
          }
      }
  EXPECT_EQ(runs, (1 + 2 + 5 + 14) * (4 + 2 * (1 + 2 + 3 + 4)));
}

// Every router and every link takes steps of its own.
TEST(TreeBroadcastOnRouters, WithLatenciesBehavesAsPredictedEventByEvent) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto pes = static_cast<Node>(2 + seed * 5 % 14);
    const std::vector<Node> parents = random_parents(pes, kShapes[seed % 3], 4, seed);
    const auto length = static_cast<Flits>(1 + seed % 6);
    const auto packet = static_cast<Flits>(seed % static_cast<std::uint64_t>(length));
    const auto slow = [&](Scenario scenario) {
      TreeOptions& options = tree_of(scenario).options;
      options.link_latency.all = {1 + static_cast<Step>(seed % 3), 1};
      for (Node v = 0; v < pes; ++v) {
        const auto steps = static_cast<Step>(1 + (seed + static_cast<std::uint64_t>(v)) % 3);
        options.router_latency.own[v] = {steps, steps};
        if (v % 3 == 1) options.link_latency.own[v] = {6 - steps, 1};
      }
      return scenario;
    };
    for (const TreeAlgorithm algorithm : {TreeAlgorithm::kLargestFirst, TreeAlgorithm::kIndex})
      ASSERT_NO_FATAL_FAILURE(
          expect_as_predicted(slow(broadcast(parents, algorithm, length, packet))));
    ASSERT_NO_FATAL_FAILURE(
        expect_as_predicted(slow(broadcast(parents, TreeAlgorithm::kFlood, length, 0))));
  }
}

TEST(TreeBroadcastOnRouters, OnRandomTreesBehavesAsPredictedEventByEvent) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto pes = static_cast<Node>(2 + seed * 7 % 60);
    const std::vector<Node> parents = random_parents(pes, kShapes[seed % 3], 64, seed);
    const auto length = static_cast<Flits>(1 + seed % 9);
    const auto packet = static_cast<Flits>(seed % static_cast<std::uint64_t>(length));
    for (const TreeAlgorithm algorithm : {TreeAlgorithm::kLargestFirst, TreeAlgorithm::kIndex})
      ASSERT_NO_FATAL_FAILURE(expect_as_predicted(broadcast(parents, algorithm, length, packet)));
    ASSERT_NO_FATAL_FAILURE(
        expect_as_predicted(broadcast(parents, TreeAlgorithm::kFlood, length, 0)));
  }
}

// Counts up in base 3, PE 0 aside; false after the last.
bool next_lengths(std::vector<Flits>& lengths) {
  for (std::size_t v = 1; v < lengths.size(); ++v) {
    if (++lengths[v] <= 2) return true;
    lengths[v] = 0;
  }
  return false;
}

struct Cost {
  Step setup;
  Step flit_time;
};
constexpr Cost kCosts[] = {{1, 1}, {0, 2}, {3, 2}};

int expect_all_lengths(Scenario scenario) {
  TreeScenario& tree = tree_of(scenario);
  tree.lengths.assign(tree.parents.size(), 0);
  int runs = 0;
  do {
    for (const Cost& cost : kCosts) {
      tree.options.setup = cost.setup;
      tree.options.flit_time = cost.flit_time;
      expect_as_predicted(scenario);
      if (testing::Test::HasFatalFailure()) return runs;
      ++runs;
    }
  } while (next_lengths(tree.lengths));
  return runs;
}

TEST(SetupCostOnRouters, OfBroadcastsOnEverySmallTreeBehavesAsPredictedEventByEvent) {
  int runs = 0;
  const auto expect_all_costs = [&](Scenario scenario) {
    for (const Cost& cost : kCosts) {
      tree_of(scenario).options.setup = cost.setup;
      tree_of(scenario).options.flit_time = cost.flit_time;
      ASSERT_NO_FATAL_FAILURE(expect_as_predicted(scenario));
      ++runs;
    }
  };
  for (Node pes = 2; pes <= 5; ++pes)
    for (const std::vector<Node>& parents : test::ordered_trees(pes))
      for (Flits length = 1; length <= 4; ++length) {
        ASSERT_NO_FATAL_FAILURE(
            expect_all_costs(broadcast(parents, TreeAlgorithm::kFlood, length, 0)));
        for (const TreeAlgorithm algorithm : {TreeAlgorithm::kLargestFirst, TreeAlgorithm::kIndex})
          for (Flits packet = 0; packet < length; ++packet)
            ASSERT_NO_FATAL_FAILURE(
                expect_all_costs(broadcast(parents, algorithm, length, packet)));
      }
  EXPECT_EQ(runs, 3 * (1 + 2 + 5 + 14) * (4 + 2 * (1 + 2 + 3 + 4)));
}

TEST(SetupCostOnRouters, OfBroadcastsOnRandomTreesBehavesAsPredictedEventByEvent) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const std::vector<Node> parents =
        random_parents(static_cast<Node>(2 + seed * 7 % 60), kShapes[seed % 3], 64, seed);
    const auto length = static_cast<Flits>(1 + seed % 9);
    const auto packet = static_cast<Flits>(seed % static_cast<std::uint64_t>(length));
    for (const TreeAlgorithm algorithm :
         {TreeAlgorithm::kLargestFirst, TreeAlgorithm::kIndex, TreeAlgorithm::kFlood}) {
      Scenario scenario =
          broadcast(parents, algorithm, length, algorithm == TreeAlgorithm::kFlood ? 0 : packet);
      tree_of(scenario).options.setup = static_cast<Step>(seed * 13 % 40);
      tree_of(scenario).options.flit_time = static_cast<Step>(1 + seed * 5 % 9);
      ASSERT_NO_FATAL_FAILURE(expect_as_predicted(scenario));
    }
  }
}

TEST(SetupCostOnRouters, OfScattersOnEverySmallTreeBehavesAsPredictedEventByEvent) {
  int runs = 0;
  for (Node pes = 2; pes <= 4; ++pes)
    for (const std::vector<Node>& parents : test::ordered_trees(pes))
      for (const Ports ports : {Ports::kSingle, Ports::kMulti}) {
        Scenario scenario = on_tree(parents, TreeAlgorithm::kFdf);
        tree_of(scenario).options.ports = ports;
        runs += expect_all_lengths(scenario);
      }
  EXPECT_EQ(runs, 2 * 3 * (1 * 3 + 2 * 9 + 5 * 27));
}

TEST(SetupCostOnRouters, OfShoulderTapOnShortPathsBehavesAsPredictedEventByEvent) {
  int runs = 0;
  for (Node pes = 2; pes <= 5; ++pes)
    for (const Ports ports : {Ports::kSingle, Ports::kMulti})
      for (const bool end_mark : {false, true}) {
        Scenario scenario = on_tree(path_parents(pes), TreeAlgorithm::kShoulderTap);
        tree_of(scenario).options.ports = ports;
        tree_of(scenario).options.end_mark = end_mark;
        runs += expect_all_lengths(scenario);
      }
  EXPECT_EQ(runs, 4 * 3 * (3 + 9 + 27 + 81));
}

TEST(SetupCostOnRouters, OfCertificationOnEverySmallTreeBehavesAsPredictedEventByEvent) {
  int runs = 0;
  for (const test::SmallVariant& variant : test::paced_certifications())
    for (Node pes = 2; pes <= 4; ++pes)
      runs += test::expect_all_as_predicted(variant, test::ordered_trees(pes));
  EXPECT_EQ(runs, 7 * 3 * (1 * 3 + 2 * 9 + 5 * 27));
}

TEST(SetupCostOnRouters, OfCertificationOnRandomTreesBehavesAsPredictedEventByEvent) {
  const std::vector<test::SmallVariant>& variants = test::paced_certifications();
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Scenario scenario =
        on_tree(random_parents(static_cast<Node>(2 + seed * 7 % 60), kShapes[seed % 3], 64, seed),
                TreeAlgorithm::kCertification);
    TreeScenario& tree = tree_of(scenario);
    tree.options = variants[seed % variants.size()].options;
    tree.options.setup = static_cast<Step>(seed * 13 % 40);
    tree.options.flit_time = static_cast<Step>(1 + seed * 5 % 9);
    for (std::size_t v = 0; v < tree.parents.size(); ++v)
      tree.lengths.push_back(v == 0 ? 0 : static_cast<Flits>(v * seed % 7 % 4));
    ASSERT_NO_FATAL_FAILURE(expect_as_predicted(scenario));
  }
}

// The same in words of the scenario language, which fills in what is left out.
Result run_text(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "f.yaml");
  EXPECT_TRUE(reading.scenario.has_value())
      << (reading.errors.empty() ? "" : reading.errors[0].what());
  return run_in_child(*reading.scenario, {});
}

bool has_problem(const Result& result, const std::string& part) {
  return std::any_of(result.problems.begin(), result.problems.end(),
                     [&](const std::string& p) { return p.find(part) != std::string::npos; });
}

TEST(TreeBroadcastOnRouters, FailsWhenAPeIsEarlyOrMute) {
  const std::string text =
      "network: {parents: [-1, 0, 0, 1, 1]}\n"
      "operation: broadcast\nalgorithm: index\nlength: 3\n";
  EXPECT_EQ(run_text(text).outcome, Outcome::kPass);

  const Result early = run_text(text + "options: {break: {early: 1, by: 1}}\n");
  EXPECT_EQ(early.outcome, Outcome::kFail);
  EXPECT_TRUE(has_problem(early, "PE 1 has two flits for its one port"));

  const Result mute = run_text(text + "options: {break: {mute: 1}}\n");
  EXPECT_NE(mute.outcome, Outcome::kPass);
  EXPECT_TRUE(has_problem(mute, "PE 3 waits for 3 more flits of the message of the root"));
}

TEST(TreeBroadcastOnRouters, RunsOnTheElaboratedTop) {
  const Result result = run_text(
      "network: {shape: complete, arity: 2, height: 4}\n"
      "operation: broadcast\nalgorithm: largest-first\nlength: 5\n"
      "options: {build: elaborated, packet: 2}\n");
  EXPECT_EQ(result.outcome, Outcome::kPass);
}

}  // namespace
}  // namespace flitwise
