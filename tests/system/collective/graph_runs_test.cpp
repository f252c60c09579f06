// Operations over several trees of graphs with all their links, as scenarios: each as predicted,
// flit by flit, and each mistake of a PE named by node, step and tree.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sim/families/graph/graph_scenario.h"
#include "sim/families/registry.h"
#include "sim/report/report_table.h"
#include "sim/run/runner.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::graph_runs_test {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
using testing_support::expect_pass;
using testing_support::run_text;
using testing_support::torus_scenario;

const std::string kFile = FLITWISE_SOURCE_DIR "/sim/scenarios/graph.yaml";

struct Operation {
  const char* word;
  const char* algorithm;
};
constexpr Operation kOperations[] = {{"broadcast", "trees"},
                                     {"reduce", "trees"},
                                     {"allreduce", "trees"},
                                     {"allreduce", "trees-two-phase"}};

std::string text_of(const std::string& network, const Operation& operation, Flits length,
                    const std::string& more = "") {
  return fmt::format("network: {{kind: graph, {}}}\noperation: {}\nalgorithm: {}\nlength: {}\n{}",
                     network, operation.word, operation.algorithm, length, more);
}

// A pass of a run of which little was predicted would say little.
void expect_exact(const std::string& text) {
  const Result result = expect_pass(text, kFile);
  for (const char* check : {"finish", "transmissions", "split", "gap", "events", "contents"})
    EXPECT_TRUE(has_check(result, check)) << text << check;
}

TEST(GraphRuns, EndInTheStepOfTheBestSplitOnEveryKindOfGraph) {
  for (const char* shape :
       {"path:2", "path:5", "ring:5", "mesh:2,3", "torus:3,3", "hypercube:3", "complete:5",
        "bipartite:2,3", "kautz:2,2", "debruijn:2,3", "hyperx:2,3", "star:3", "bubblesort:3",
        "pancake:3", "polarfly:3", "circulant:7,1,2", "petersen", "regular:10,3,1"})
    for (const Operation& operation : kOperations) {
      const std::string network = fmt::format("shape: '{}'", shape);
      const Scenario one = torus_scenario(text_of(network, operation, 64), kFile);
      const auto trees = static_cast<Flits>(graph_of(one).trees.size());
      for (const Flits length : std::set<Flits>{0, 1, 2, trees - 1, trees, trees + 1, 64})
        expect_exact(text_of(network, operation, length));
    }
}

TEST(GraphRuns, ScatterAndGatherAsTheBetterAllocationSaysFromEveryRoot) {
  for (const char* shape : {"path:2", "ring:5", "mesh:2,3", "torus:3,3", "hypercube:3",
                            "complete:10", "kautz:2,2", "star:3", "polarfly:3", "petersen"})
    for (const char* lengths :
         {"each: 1", "uniform: [0, 7], seed: 2", "sparse: 0.3, length: [1, 20], seed: 3"})
      for (const Node root : {0, 1})
        for (const char* word : {"scatter", "gather"}) {
          const std::string text = fmt::format(
              "network: {{kind: graph, shape: '{}'}}\noperation: {}\nlengths: {{{}}}\n"
              "trees: {{root: {}}}\n",
              shape, word, lengths, root);
          const Result result = expect_pass(text, kFile);
          for (const char* check :
               {"finish", "quiesce", "dispatch", "transmissions", "split", "gap", "events"})
            EXPECT_TRUE(has_check(result, check)) << text << check;
        }
}

TEST(GraphRuns, OfAGatherFailWhereAPEIsEarlyOrLate) {
  const std::string text =
      "network: {kind: graph, shape: 'torus:3,3'}\noperation: gather\nlengths: {each: 3}\n";
  for (const char* fault : {"early: 4", "late: 1"}) {
    const Result result =
        run_text(text + fmt::format("options: {{break: {{{}, by: 1}}}}\n", fault), kFile);
    EXPECT_EQ(result.outcome, Outcome::kFail) << fault;
    EXPECT_FALSE(testing_support::check_of(result, "events").ok) << fault;
  }
}

TEST(GraphRuns, OfLongVectorsCountWordsBeyondTheNumbersOfFlits) {
  for (const Operation& operation : kOperations)
    expect_exact(text_of("shape: 'complete:3'", operation, 20'000));
}

TEST(GraphRuns, KnowNodesByTheNamesOfTheirFile) {
  const std::string square = "file: " FLITWISE_SOURCE_DIR "/tests/data/graphs/names.dot";
  for (const Operation& operation : kOperations) expect_exact(text_of(square, operation, 5));
}

TEST(GraphRuns, HangTreesFromEveryRootAndTakeEveryFamily) {
  for (Node root = 0; root < 6; ++root)
    for (const Operation& operation : kOperations)
      expect_exact(text_of("shape: 'mesh:2,3'", operation, 7,
                           fmt::format("trees: {{root: {}, family: link}}\n", root)));
  for (const char* method : {"rule", "lovasz"})
    for (const char* word : {"broadcast", "reduce"})
      expect_exact(text_of("shape: 'hypercube:3'", {word, "trees"}, 20,
                           fmt::format("trees: {{method: {}, count: 3}}\n", method)));
}

TEST(GraphRuns, TakeTreesFromFiles) {
  const std::string trees =
      "trees: {method: " FLITWISE_SOURCE_DIR "/sim/scenarios/graphs/low_trees.json}\n";
  for (const Operation& operation : kOperations)
    expect_exact(text_of("shape: 'torus:3,3'", operation, 40, trees));
}

TEST(GraphRuns, CombineByEveryOperation) {
  for (const char* fold : {"add", "max", "min", "and", "or", "xor"})
    expect_exact(text_of("shape: 'torus:3,3'", kOperations[2], 9,
                         fmt::format("options: {{fold: {}}}\n", fold)));
}

TEST(GraphRuns, LetOperandsWaitForPEsThatAreLate) {
  for (const char* shape : {"path:4", "torus:3,3", "polarfly:3"})
    for (int slots = 1; slots <= 4; ++slots)
      for (const char* ready : {"", ", ready: {most: 5, seed: 1}", ", ready: {most: 40, seed: 2}"})
        for (const Operation& operation : {kOperations[1], kOperations[2]})
          for (const Flits length : {1, 2, 33})
            expect_exact(text_of(fmt::format("shape: '{}'", shape), operation, length,
                                 fmt::format("options: {{slots: {}{}}}\n", slots, ready)));
}

// The whole network as one SystemVerilog top: every event is that of the theory, as of routers that
// are wired one by one.
TEST(GraphRuns, AreTheSameInATopOfSystemVerilog) {
  for (const char* shape : {"path:2", "ring:4"})
    for (const Operation& operation : kOperations)
      for (const char* more : {"", ", slots: 2, ready: {most: 5, seed: 1}"}) {
        if (*more != '\0' && operation.word != std::string("reduce")) continue;
        expect_exact(text_of(fmt::format("shape: '{}'", shape), operation, 20,
                             fmt::format("options: {{build: elaborated{}}}\n", more)));
      }
  const Result late = run_text(text_of("shape: 'ring:4'", kOperations[1], 20,
                                       "options: {build: elaborated, break: {late: 2, by: 1}}\n"),
                               kFile);
  const Result wired = run_text(
      text_of("shape: 'ring:4'", kOperations[1], 20, "options: {break: {late: 2, by: 1}}\n"),
      kFile);
  EXPECT_EQ(late.outcome, wired.outcome);
  EXPECT_EQ(late.problems.front(), wired.problems.front());
}

// Early or late by a step: at the router of the PE itself or, of one that alone is below its
// parent's link, at that one operands do not meet.
TEST(GraphRuns, NameNodeStepAndTreeWhereOperandsDoNotMeet) {
  int seen = 0;
  for (const char* fault : {"early", "late"})
    for (const Operation& operation : {kOperations[1], kOperations[2], kOperations[3]})
      for (Node pe = 0; pe < 9; ++pe) {
        const std::string text =
            text_of("shape: 'torus:3,3'", operation, 12,
                    fmt::format("options: {{break: {{{}: {}, by: 1}}}}\n", fault, pe));
        const ScenarioReading reading = read_scenario_text(text, kFile);
        if (!reading.scenario) {  // what would be unseen is refused
          EXPECT_THAT(reading.errors.at(0).rule(), HasSubstr("too soon")) << text;
          continue;
        }
        const Result result = run_in_child(*reading.scenario, {});
        EXPECT_THAT(result.outcome, AnyOf(Outcome::kFail, Outcome::kNoEnd)) << text;
        EXPECT_THAT(
            result.problems,
            Contains(testing::MatchesRegex("step [0-9]+: Unmet in PE [0-9]+, tree [0-9]+: .*")))
            << text;
        ++seen;
      }
  EXPECT_GT(seen, 40);
}

TEST(GraphRuns, WithoutAnOperandEndNever) {
  const Result result = run_text(
      text_of("shape: 'torus:3,3'", kOperations[2], 4, "options: {slots: 2, break: {mute: 3}}\n"),
      kFile);
  EXPECT_EQ(result.outcome, Outcome::kNoEnd);
}

}  // namespace
}  // namespace flitwise::graph_runs_test
