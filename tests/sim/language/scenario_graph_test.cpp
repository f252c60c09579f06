// Scenarios whose network is a spanning tree of a graph that a file describes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/families/graph/graph_scenario.h"
#include "sim/families/registry.h"
#include "sim/families/tree/tree_language.h"
#include "systemc/formats/graph_file.h"
#include "systemc/topology/tree/tree_shapes.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ScenarioOfAGraph : public testing::Test {
 protected:
  // The reading of a scenario in the same directory as its graph.
  ScenarioReading read(const std::string& graph_file, const std::string& graph,
                       const std::string& spanning) {
    test::write_text(directory_.path(graph_file), graph);
    test::write_text(directory_.path("s.yaml"),
                     "network: {kind: graph, file: " + graph_file + ", spanning: " + spanning +
                         "}\noperation: gather\nalgorithm: certification\nlengths: {each: 1}\n");
    return read_scenario(directory_.path("s.yaml"));
  }

  Scenario read_good(const std::string& graph_file, const std::string& graph,
                     const std::string& spanning) {
    const ScenarioReading reading = read(graph_file, graph, spanning);
    for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
    return reading.scenario.value_or(Scenario{});
  }

  // The only mistake of a scenario with this graph.
  ConfigError mistake(const std::string& graph_file, const std::string& graph) {
    const ScenarioReading reading = read(graph_file, graph, "bfs");
    EXPECT_EQ(reading.errors.size(), 1U);
    return reading.errors.at(0);
  }

  test::TemporaryDirectory directory_;
};

constexpr const char* kWheelOfFive = "0 1\n0 2\n0 3\n0 4\n0 5\n1 2\n2 3\n3 4\n4 5\n5 1\n";

TEST_F(ScenarioOfAGraph, TakesTheBreadthFirstTree) {
  const Scenario scenario = read_good("wheel.txt", kWheelOfFive, "bfs");

  EXPECT_THAT(tree_of(scenario).parents, ElementsAre(-1, 0, 0, 0, 0, 0));
  EXPECT_EQ(scenario.shape, "graph wheel.txt of 6, bfs");
}

TEST_F(ScenarioOfAGraph, GivesAMessageToANodeByNameOrNumber) {
  test::write_text(directory_.path("g.dot"), "graph { ann -- bob -- cid }");
  for (const char* node : {"cid", "2", "'2'"}) {
    const std::string lengths =
        std::string("operation: gather\nlengths: {one: ") + node + ", length: 3}\n";
    test::write_text(directory_.path("s.yaml"), "network: {kind: graph, file: g.dot}\n" + lengths);
    test::write_text(directory_.path("t.yaml"),
                     "network: {kind: graph, file: g.dot, spanning: bfs}\n"
                     "algorithm: certification\n" +
                         lengths);

    const ScenarioReading over_trees = read_scenario(directory_.path("s.yaml"));
    const ScenarioReading over_tree = read_scenario(directory_.path("t.yaml"));

    ASSERT_TRUE(over_trees.scenario && over_tree.scenario) << node;
    EXPECT_THAT(graph_of(*over_trees.scenario).lengths, ElementsAre(0, 0, 3)) << node;
    EXPECT_THAT(tree_of(*over_tree.scenario).lengths, ElementsAre(0, 0, 3)) << node;
  }
}

TEST_F(ScenarioOfAGraph, TakesTheBroadcastTree) {
  const Scenario scenario = read_good("wheel.txt", kWheelOfFive, "broadcast");
  const Graph graph = read_graph(directory_.path("wheel.txt"));

  EXPECT_EQ(tree_of(scenario).parents, broadcast_parents(graph, 0));
  EXPECT_NE(tree_of(scenario).parents, bfs_parents(graph, 0));
  EXPECT_EQ(scenario.shape, "graph wheel.txt of 6, broadcast");
}

TEST_F(ScenarioOfAGraph, KeepsTheNamesOfDot) {
  const Scenario scenario = read_good("net.dot", "graph { hub -- zoe; hub -- amy }", "bfs");

  EXPECT_THAT(tree_of(scenario).node_names, ElementsAre("hub", "zoe", "amy"));
  EXPECT_THAT(tree_of(scenario).parents, ElementsAre(-1, 0, 0));
}

TEST_F(ScenarioOfAGraph, HasNoNamesWhereNodesAreNumbered) {
  EXPECT_THAT(tree_of(read_good("wheel.txt", kWheelOfFive, "bfs")).node_names, IsEmpty());
}

TEST_F(ScenarioOfAGraph, AcceptsAnAbsoluteFile) {
  test::TemporaryDirectory elsewhere;
  test::write_text(elsewhere.path("path.txt"), "0 1\n");
  test::write_text(
      directory_.path("s.yaml"),
      "network: {kind: graph, spanning: bfs, root: 0, file: " + elsewhere.path("path.txt") +
          "}\noperation: scatter\nalgorithm: fdf\nlengths: [0, 1]\n");

  EXPECT_THAT(read_scenario(directory_.path("s.yaml")).errors, IsEmpty());
}

TEST_F(ScenarioOfAGraph, FindsAFileFromTheCommandLineBesideTheScenario) {
  test::write_text(directory_.path("longer.txt"), "0 1\n1 2\n");
  read_good("path.txt", "0 1\n", "bfs");
  const ScenarioReading reading =
      read_scenario(directory_.path("s.yaml"), {{"network.file", "longer.txt"}});

  ASSERT_TRUE(reading.scenario);
  EXPECT_THAT(tree_of(*reading.scenario).parents, ElementsAre(-1, 0, 1));
}

TEST_F(ScenarioOfAGraph, ShowsTheLineOfTheGraphFileThatIsWrong) {
  const ConfigError error = mistake("bad.txt", "0 1\n# next\n1 2 3\n");

  EXPECT_EQ(std::string(error.what()),
            directory_.path("bad.txt") +
                ":3:1: error: an edge joins two nodes, but a third word '3' follows");
  EXPECT_EQ(error.excerpt(), "    3 | 1 2 3\n      | ^\n");
}

TEST_F(ScenarioOfAGraph, NamesTheGraphFileWhereNoLineIsToBlame) {
  EXPECT_EQ(std::string(mistake("bad.dot", "graph { a -- b; c -- d }").what()),
            directory_.path("bad.dot") +
                ": error: the graph is not connected: no path leads from node a to node c");
}

TEST_F(ScenarioOfAGraph, ReportsAllMistakesOfTheNetwork) {
  test::write_text(directory_.path("s.yaml"),
                   "network: {kind: graph, file: nowhere.txt, spanning: none, roof: 7}\n"
                   "operation: gather\nalgorithm: certification\nlengths: {each: 1}\n");
  const ScenarioReading reading = read_scenario(directory_.path("s.yaml"));

  ASSERT_EQ(reading.errors.size(), 3U);
  EXPECT_EQ(reading.errors[0].key(), "network.file");
  EXPECT_EQ(reading.errors[1].key(), "network.spanning");
  EXPECT_EQ(reading.errors[2].key(), "network.roof");
}

// The tree of names with another root, by name and by number.
TEST_F(ScenarioOfAGraph, TakesARootByNameOrByNumber) {
  for (const char* root : {"amy", "2"}) {
    read("net.dot", "graph { hub -- zoe; hub -- amy }", "bfs");
    const ScenarioReading reading =
        read_scenario(directory_.path("s.yaml"), {{"network.root", root}});
    ASSERT_TRUE(reading.scenario) << root;
    EXPECT_EQ(tree_of(*reading.scenario).root, 2);
    EXPECT_THAT(tree_of(*reading.scenario).parents, ElementsAre(2, 0, -1));
    EXPECT_THAT(tree_of(*reading.scenario).lengths, ElementsAre(1, 1, 0));
    EXPECT_EQ(reading.scenario->shape, "graph net.dot of 3, bfs, root amy");
  }
}

TEST_F(ScenarioOfAGraph, TakesANumberForANameWhereItIsOne) {
  read("from_one.txt", "1 2\n2 3\n", "bfs");
  const ScenarioReading reading = read_scenario(directory_.path("s.yaml"), {{"network.root", "2"}});

  ASSERT_TRUE(reading.scenario);
  EXPECT_EQ(tree_of(*reading.scenario).root, 1);
}

TEST_F(ScenarioOfAGraph, TakesANumberForANameInQuotesToo) {
  read("wheel.txt", kWheelOfFive, "bfs");
  for (const char* root : {"3", "'3'"}) {
    const ScenarioReading reading =
        read_scenario(directory_.path("s.yaml"), {{"network.root", root}});
    ASSERT_TRUE(reading.scenario) << root;
    EXPECT_EQ(tree_of(*reading.scenario).root, 3);
  }
  EXPECT_FALSE(read_scenario(directory_.path("s.yaml"), {{"network.root", "'6'"}}).scenario);
}

TEST_F(ScenarioOfAGraph, GrowsABroadcastTreeFromItsRoot) {
  read("wheel.txt", kWheelOfFive, "broadcast");
  const ScenarioReading reading = read_scenario(directory_.path("s.yaml"), {{"network.root", "3"}});

  ASSERT_TRUE(reading.scenario);
  EXPECT_EQ(tree_of(*reading.scenario).parents,
            broadcast_parents(read_graph(directory_.path("wheel.txt")), 3));
}

TEST_F(ScenarioOfAGraph, TapsShouldersOnlyWhereTheTreeIsThePath) {
  read("ring.txt", "0 1\n1 2\n2 3\n3 0\n", "bfs");
  const ScenarioReading ring =
      read_scenario(directory_.path("s.yaml"), {{"algorithm", "shoulder-tap"}});
  read("line.txt", "2 3\n0 1\n1 2\n", "bfs");
  const ScenarioReading line =
      read_scenario(directory_.path("s.yaml"), {{"algorithm", "shoulder-tap"}});

  ASSERT_EQ(ring.errors.size(), 1U);
  EXPECT_THAT(ring.errors[0].what(), HasSubstr("needs the path 0-1-...-n"));
  EXPECT_TRUE(line.scenario);
}

}  // namespace
}  // namespace flitwise
