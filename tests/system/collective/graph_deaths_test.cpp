// Operations over trees of graphs that have dead links or take turns on links that they share, as
// scenarios: each as predicted, flit by flit.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "sim/families/graph/graph_language.h"
#include "sim/families/graph/graph_scenario.h"
#include "sim/families/registry.h"
#include "sim/report/report_table.h"
#include "sim/run/runner.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "tests/system/torus/torus_runs.h"

namespace flitwise::graph_deaths_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::check_of;
using testing_support::expect_pass;
using testing_support::run_text;

const std::string kFile = FLITWISE_SOURCE_DIR "/sim/scenarios/graph.yaml";

struct Operation {
  const char* word;
  const char* algorithm;
  const char* length;
};
constexpr Operation kOperations[] = {
    {"broadcast", "trees", "length: 20"},       {"reduce", "trees", "length: 20"},
    {"allreduce", "trees", "length: 20"},       {"allreduce", "trees-two-phase", "length: 20"},
    {"scatter", "trees", "lengths: {each: 2}"}, {"gather", "trees", "lengths: {each: 2}"},
    {"broadcast", "trees-slots", "length: 20"}, {"reduce", "trees-slots", "length: 20"},
    {"allreduce", "trees-slots", "length: 20"},
};

std::string text_of(const std::string& shape, const Operation& operation,
                    const std::string& more = "") {
  return fmt::format("network: {{kind: graph, shape: '{}'}}\noperation: {}\nalgorithm: {}\n{}\n{}",
                     shape, operation.word, operation.algorithm, operation.length, more);
}

std::string faults_of(const std::vector<Edge>& links, const std::string& more = "") {
  std::string list;
  for (const Edge& link : links)
    list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", link.first, link.second);
  return fmt::format("options: {{faults: {{links: [{}]{}}}}}\n", list, more);
}

TEST(RunsBesideDeadLinks, LeaveTreesWithoutThemToEveryOperation) {
  int runs = 0;
  int refused = 0;
  for (const char* shape : {"ring:5", "torus:3,3", "hypercube:3", "complete:5", "polarfly:3"})
    for (const Operation& operation : kOperations)
      for (const Edge& link : links_of(make_graph(shape))) {
        if (link.first > 1) continue;
        const std::string text = text_of(shape, operation, faults_of({link}));
        const ScenarioReading reading = read_scenario_text(text, kFile);
        if (!reading.scenario) {
          EXPECT_THAT(reading.errors.at(0).rule(), HasSubstr("leaves no tree whole")) << text;
          ++refused;
          continue;
        }
        const GraphScenario& whole = graph_of(*reading.scenario);
        for (const Parents& tree : whole.trees)
          EXPECT_NE(tree[index_of(link.second)], link.first) << text;
        const Result result = expect_pass(text, kFile);
        for (const char* check : {"finish", "transmissions", "gap", "events"})
          EXPECT_TRUE(has_check(result, check)) << text << check;
        ++runs;
      }
  EXPECT_GT(runs, 100);
  EXPECT_GT(refused, 5);
}

// By as many links as are dead, what the node with the fewest trees has lost, over all sets of
// them.
int most_lost(const std::string& shape, const std::string& trees, int dead) {
  const std::vector<Edge> links = links_of(make_graph(shape));
  int most = 0;
  for (std::size_t a = 0; a < links.size(); ++a)
    for (std::size_t b = a + 1; b < links.size() + 1; ++b) {
      if (dead == 1 && b > a + 1) break;
      if (dead == 2 && b == links.size()) break;
      std::vector<Edge> killed{links[a]};
      if (dead == 2) killed.push_back(links[b]);
      const std::string text =
          text_of(shape, kOperations[0], trees + faults_of(killed, ", known: false"));
      const Result result = expect_pass(text, kFile);
      for (const char* check : {"finish", "transmissions", "split", "least_trees", "lost", "events",
                                "contents", "guarantee"})
        EXPECT_TRUE(has_check(result, check)) << text << check;
      const auto all =
          static_cast<int>(graph_of(*read_scenario_text(text, kFile).scenario).trees.size());
      most = std::max(most, all - std::stoi(check_of(result, "least_trees").measured));
    }
  return most;
}

TEST(RunsBesideDeadLinks, SayWhetherTreesUseThem) {
  const auto variant = [](const std::string& more) {
    const std::string text = text_of("ring:5", kOperations[0], faults_of({{0, 1}}, more));
    return graph_variant(graph_of(*read_scenario_text(text, kFile).scenario));
  };
  EXPECT_THAT(variant(""), HasSubstr(", 1 dead link"));
  EXPECT_THAT(variant(""), Not(HasSubstr("used")));
  EXPECT_THAT(variant(", known: false"), HasSubstr(", 1 dead link used"));
}

// The one tree that would be best for a flit has nine of the fifteen links.
TEST(RunsBesideDeadLinks, TakeMoreTreesWhereAllThatWouldBeBestHaveOne) {
  const Operation broadcast{"broadcast", "trees", "length: 1"};
  for (const Edge& link : links_of(make_graph("petersen")))
    expect_pass(text_of("petersen", broadcast, faults_of({link})), kFile);
}

TEST(RunsBesideDeadLinks, CostANodeOneTreeOfThoseWithoutACommonLink) {
  EXPECT_EQ(most_lost("torus:3,3", "trees: {family: link, root: 0, count: 2}\n", 1), 1);
  EXPECT_EQ(most_lost("complete:5", "trees: {family: link, root: 0, count: 2}\n", 2), 2);
}

TEST(RunsBesideDeadLinks, CostANodeUpToTwoTreesOfThoseWithoutACommonArc) {
  EXPECT_EQ(most_lost("hypercube:3", "trees: {method: lovasz, count: 3}\n", 1), 2);
}

TEST(RunsBesideDeadLinks, CostANodeOneTreeOfThoseOfARule) {
  EXPECT_EQ(most_lost("hypercube:3", "trees: {method: rule}\n", 1), 1);
  EXPECT_EQ(most_lost("star:3", "trees: {method: rule}\n", 2), 2);
}

std::string file_of_trees(const std::string& trees) {
  const std::string file = testing::TempDir() + "/shared_trees.json";
  std::ofstream(file) << R"({"family": "slots", "trees": )" << trees << "}\n";
  return "trees: {method: '" + file + "'}\n";
}

TEST(TreesInTurn, LetTreesShareLinksInTurn) {
  struct Shared {
    const char* shape;
    const char* trees;
  };
  for (const Shared& shared :
       {Shared{"ring:4", "[[-1, 0, 1, 0], [1, -1, 1, 2]]"},
        Shared{"path:4", "[[-1, 0, 1, 2], [1, 2, 3, -1]]"},
        Shared{"complete:4", "[[-1, 0, 0, 0], [-1, 0, 1, 2], [-1, 3, 0, 0]]"}}) {
    const std::string trees = file_of_trees(shared.trees);
    for (const Operation& operation : {kOperations[6], kOperations[7], kOperations[8]})
      for (const int length : {0, 1, 2, 3, 4, 5, 17}) {
        const std::string text = fmt::format(
            "network: {{kind: graph, shape: '{}'}}\noperation: {}\nalgorithm: trees-slots\n"
            "length: {}\n{}",
            shared.shape, operation.word, length, trees);
        const Result result = expect_pass(text, kFile);
        for (const char* check :
             {"finish", "quiesce", "transmissions", "split", "gap", "events", "contents"})
          EXPECT_TRUE(has_check(result, check)) << text << check;
      }
  }
}

TEST(TreesInTurn, FailWhereAPEIsAStepEarlyOrLate) {
  const std::string trees = file_of_trees("[[-1, 0, 1, 0], [1, -1, 1, 2]]");
  for (const char* fault : {"early", "late"}) {
    const Result result =
        run_text(text_of("ring:4", kOperations[7],
                         trees + fmt::format("options: {{break: {{{}: 2, by: 1}}}}\n", fault)),
                 kFile);
    EXPECT_NE(result.outcome, Outcome::kPass) << fault;
    EXPECT_THAT(result.problems, testing::Contains(HasSubstr("Unmet in PE"))) << fault;
  }
}

}  // namespace
}  // namespace flitwise::graph_deaths_test
