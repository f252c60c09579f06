// Disjoint trees of any graph on the stages that combine: operations over several trees at once end
// when theory says so, flit by flit, with every result right.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <any>

#include "sim/collective/collective_scenario.h"
#include "sim/families/registry.h"
#include "sim/report/report_table.h"
#include "sim/run/runner.h"
#include "systemc/topology/graph/arc_packing.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "systemc/topology/graph/link_packing.h"
#include "systemc/topology/graph/lower_trees.h"
#include "tb/theory/graph/graph_bounds.h"
#include "tb/theory/graph/tree_times.h"

namespace flitwise::graph_trees_test {
namespace {

struct Operation {
  const char* word;
  const char* algorithm;  // of a tree, whose scenario is taken over
  bool up;                // operands go to the roots
  bool down;              // results go to all
};
constexpr Operation kReduce{"reduce", "in-network", true, false};
constexpr Operation kAllReduce{"allreduce", "in-network", true, true};
constexpr Operation kBroadcast{"multicast", "tree-table", false, true};

std::shared_ptr<CombinePlan> plan_of(const Graph& graph, const std::vector<Parents>& trees,
                                     const std::vector<Flits>& split, const Operation& operation) {
  auto plan = std::make_shared<CombinePlan>();
  for (Node v = 0; v < graph.size(); ++v) plan->neighbours.push_back(graph.neighbours(v));
  const auto nodes = index_of(graph.size());
  Flits first = 0;
  for (std::size_t t = 0; t < trees.size(); first += split[t], ++t) {
    CombineTree tree;
    tree.parent = trees[t];
    tree.root = root_of(trees[t]);
    tree.has_operand.assign(nodes, operation.up);
    tree.passes_result.assign(nodes, operation.down);
    tree.takes_result.assign(nodes, operation.down);
    tree.passes_result[index_of(tree.root)] = false;
    tree.takes_result[index_of(tree.root)] = true;
    tree.first_word = first;
    tree.words = split[t];
    plan->trees.push_back(std::move(tree));
  }
  return plan;
}

// The scenario of as many PEs on a tree, with the graph in its place.
Scenario scenario_of(const Graph& graph, const Operation& operation, Node root, Flits words,
                     std::shared_ptr<const CombinePlan> plan, Step finish, Step bound) {
  std::vector<Node> parents(index_of(graph.size()), 0), all;
  parents[0] = kNoNode;
  for (Node v = 0; v < graph.size(); ++v) all.push_back(v);
  std::string text = fmt::format(
      "network: {{kind: tree, parents: [{}]}}\noperation: {}\nalgorithm: {}\nlength: {}\n"
      "options: {{ports: multi}}\nroot: {}\n",
      fmt::join(parents, ", "), operation.word, operation.algorithm, words, root);
  if (!operation.up) text += fmt::format("destinations: [{}]\n", fmt::join(all, ", "));
  const ScenarioReading reading = read_scenario_text(text, "graph.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << text << error.what();
  Scenario scenario = reading.scenario.value_or(Scenario());
  auto& run = *std::any_cast<CollectiveScenario&>(scenario.system).words;
  run.combine = std::move(plan);
  run.predicted.done = finish;
  run.predicted.finish = finish;
  run.bound = {bound, "paths without a common arc"};
  return scenario;
}

void expect_finish(const Graph& graph, const std::vector<Parents>& trees,
                   const Operation& operation, Flits words, Step finish, Step bound,
                   const std::vector<Flits>& split, const std::string& name) {
  const Scenario scenario = scenario_of(graph, operation, root_of(trees[0]), words,
                                        plan_of(graph, trees, split, operation), finish, bound);
  const Result result = run_in_child(scenario, {});
  EXPECT_EQ(result.outcome, Outcome::kPass) << name;
  for (const Check& check : result.checks)
    EXPECT_TRUE(check.ok) << name << ", " << check.name << ": measured " << check.measured
                          << ", predicted " << check.predicted;
  for (const std::string& problem : result.problems) ADD_FAILURE() << name << ": " << problem;
  EXPECT_EQ(result.measured.finish, finish) << name;
  for (const char* check : {"events", "contents", "finish", "lower_bound"})
    EXPECT_TRUE(has_check(result, check)) << name << ": " << check;
}

constexpr const char* kShapes[] = {"path:2", "petersen", "torus:3,3", "polarfly:3"};

TEST(GraphTrees, ReduceAndBroadcastWithoutACommonArcEndWhenTheBestSplitSays) {
  for (const char* shape : kShapes) {
    const Graph graph = make_graph(shape);
    const Node root = graph.size() - 1;
    const std::vector<Parents> trees =
        lower_arcs(graph, pack_arcs(graph, root, least_cut(graph, root).links), {});
    const std::vector<Node> heights = heights_of(trees);
    const theory::BroadcastBound bound(graph, root);
    for (const Flits words : {1, 2, 5, 64})
      for (const Operation& operation : {kReduce, kBroadcast})
        expect_finish(graph, trees, operation, words, theory::broadcast_finish(words, heights),
                      bound.finish(words), theory::best_split(words, heights),
                      fmt::format("{} on {}, {} words", operation.word, shape, words));
  }
}

TEST(GraphTrees, AllReduceWithoutACommonLinkEndsWhenTheBestSplitSays) {
  for (const char* shape : kShapes) {
    const Graph graph = make_graph(shape);
    const LinkPacking packing = pack_links(graph);
    const std::vector<Parents> trees = lower_links(graph, packing.trees, Roots::kOwn, {});
    const std::vector<Node> heights = heights_of(trees);
    const Strength strength = strength_of(graph, packing.partition);
    for (const Flits words : {1, 2, 5, 64})
      expect_finish(graph, trees, kAllReduce, words, theory::allreduce_finish(words, heights),
                    theory::allreduce_bound({theory::BroadcastBound(graph, 0)}, strength.numerator,
                                            strength.denominator, words),
                    theory::best_allreduce_split(words, heights),
                    fmt::format("all-reduce on {}, {} words", shape, words));
  }
}

}  // namespace
}  // namespace flitwise::graph_trees_test
