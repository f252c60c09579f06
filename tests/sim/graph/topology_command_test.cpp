// `flitwise topology export`: the networks of scenarios and graphs as files of other tools.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "sim/families/registry.h"
#include "sim/run/runner.h"
#include "systemc/formats/graph_file.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "tests/sim/cli/command_line.h"

namespace flitwise::topology_command_test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class TopologyCommand : public test::CommandLine {
 protected:
  int topology(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"topology", "export"});
    return run(arguments);
  }
  json exported(const std::string& scenario) {
    EXPECT_EQ(topology({FLITWISE_SOURCE_DIR "/sim/scenarios/" + scenario}), 0) << error();
    return json::parse(out());
  }
};

std::size_t switches_in(const json& network) {
  std::size_t count = 0;
  for (const json& node : network["nodes"]) count += node["kind"] == "switch" ? 1 : 0;
  return count;
}

TEST_F(TopologyCommand, WritesTheNetworkOfEveryFamily) {
  struct Row {
    const char* scenario;
    std::size_t nodes, links, switches;
  };
  for (const Row& row :
       {Row{"figure_4.yaml", 6, 5, 0}, Row{"mesh_8x8_gather.yaml", 64, 112, 0},
        Row{"torus_8x8_paper.yaml", 64, 128, 0}, Row{"xy_mesh_5x3_rows.yaml", 15, 22, 0},
        Row{"star_graph_broadcast_faults.yaml", 120, 240, 0},
        Row{"fat_tree_exchange_full.yaml", 15, 14, 7}, Row{"barrier_8x8.yaml", 64, 128, 0},
        Row{"polarfly_7_allreduce.yaml", 57, 224, 0}}) {
    const json network = exported(row.scenario);
    EXPECT_EQ(network["nodes"].size(), row.nodes) << row.scenario;
    EXPECT_EQ(network["links"].size(), row.links) << row.scenario;
    EXPECT_EQ(switches_in(network), row.switches) << row.scenario;
  }
}

// What flits cross in a run are the links that are written.
TEST_F(TopologyCommand, NumbersNodesAsRunsDo) {
  for (const char* network :
       {"{kind: torus, sides: [3, 4]}", "{kind: torus, sides: [2, 3, 4]}",
        "{kind: xy-mesh, sides: [4, 3]}", "{kind: star-graph, n: 4}",
        "{kind: fat-tree, leaves: 8, capacities: constant}", "{parents: [-1, 0, 0, 1, 3]}"}) {
    const bool is_tree = std::string(network).find("parents") != std::string::npos;
    const bool is_star = std::string(network).find("star") != std::string::npos;
    const std::string text = std::string("network: ") + network +
                             "\noperation: all-gather\nalgorithm: " +
                             (is_tree   ? "own-pace"
                              : is_star ? "rounds"
                                        : "ring") +
                             "\n" + (is_star ? "packets" : "block") + ": 1\n" +
                             (is_tree ? "options: {ports: multi}\n" : "");
    test::write_text(directory_.path("s.yaml"), text);
    ASSERT_EQ(topology({directory_.path("s.yaml")}), 0) << error();
    std::set<std::set<Node>> written, crossed;
    const json network_made = json::parse(out());
    for (const json& link : network_made["links"])
      written.insert({link["source"].get<Node>(), link["target"].get<Node>()});
    const ScenarioReading reading = read_scenario_text(text, "s.yaml");
    ASSERT_TRUE(reading.scenario) << text;
    RunRequest request;
    request.keep_events = true;
    for (const LinkEvent& event : run_in_child(*reading.scenario, request).events)
      crossed.insert({event.from, event.to});
    for (const std::set<Node>& link : crossed)
      EXPECT_EQ(written.count(link), 1U)
          << network << ": " << *link.begin() << " and " << *link.rbegin();
    EXPECT_GT(crossed.size(), 3U) << network;
  }
}

TEST_F(TopologyCommand, KeepsNamesOfNodesAndCapacities) {
  const json wheel = exported("wheel_65_gather.yaml");
  EXPECT_EQ(wheel["links"].size(), 64U);  // of the spanning tree
  const json fat_tree = exported("fat_tree_exchange_full.yaml");
  EXPECT_EQ(fat_tree["links"].back()["capacity"], 4);
}

TEST_F(TopologyCommand, WritesWhatIsReadBackAsTheSameGraph) {
  const Graph graph = make_graph("kautz:2,3");
  for (const auto& [format, name] :
       {std::pair("nodelink", "g.json"), {"dot", "g.dot"}, {"edges", "g.txt"}}) {
    EXPECT_EQ(topology({"kautz:2,3", "--format", format, "-o", directory_.path(name)}), 0);
    EXPECT_EQ(links_of(read_graph(directory_.path(name))), links_of(graph)) << format;
  }
  EXPECT_EQ(topology({directory_.path("g.json"), "--format", "teccl"}), 0);
  EXPECT_EQ(json::parse(out())["capacity"].size(), 12U);
  EXPECT_EQ(topology({directory_.path("g.json"), "--format", "taccl"}), 0);
  EXPECT_EQ(json::parse(out())["gpus_per_node"], 12);
}

TEST_F(TopologyCommand, ChangesScenariosBySettings) {
  EXPECT_EQ(topology({FLITWISE_SOURCE_DIR "/sim/scenarios/torus_8x8_paper.yaml", "--set",
                      "network.sides=[5, 4]"}),
            0)
      << error();
  EXPECT_EQ(json::parse(out())["nodes"].size(), 20U);
}

TEST_F(TopologyCommand, CountsBothLinksOfASideOfTwo) {
  test::write_text(directory_.path("s.yaml"),
                   "network: {kind: torus, sides: [2, 1, 3]}\noperation: traffic\n"
                   "algorithm: uniform\noptions: {rate: 0.1, seed: 1}\n");
  ASSERT_EQ(topology({directory_.path("s.yaml")}), 0) << error();
  const json network_made = json::parse(out());
  ASSERT_EQ(network_made["links"].size(), 9U);
  for (const json& link : network_made["links"])
    EXPECT_EQ(link["capacity"],
              link["target"] == link["source"].get<int>() + 1 && link["source"].get<int>() % 2 == 0
                  ? 2
                  : 1);
}

TEST_F(TopologyCommand, RefusesWhatItCannotWrite) {
  EXPECT_EQ(topology({"ring:5", "--set", "network.leaves=3"}), 2);
  EXPECT_EQ(error(),
            "flitwise topology export: error: --set changes scenarios, and this is none\n");
  EXPECT_EQ(topology({"ring:2"}), 2);
  EXPECT_EQ(error(), "flitwise topology export: error: ring:2: N must be 3 to 1048576, got 2\n");
  EXPECT_EQ(topology({FLITWISE_SOURCE_DIR "/sim/scenarios/fat_tree_exchange_full.yaml", "--format",
                      "taccl"}),
            2);
  EXPECT_EQ(error(),
            "flitwise topology export: error: a file of TACCL has no switches, and this "
            "network has some; use teccl\n");
  EXPECT_EQ(topology({"ring:3", "--format", "visio"}), 2);
  EXPECT_THAT(error(), HasSubstr("--format: visio not in {nodelink,edges,dot,teccl,taccl}"));
  EXPECT_EQ(topology({"nowhere.yaml"}), 2);
  test::write_text(directory_.path("g.dot"), "graph { a -- b }");
  EXPECT_EQ(topology({directory_.path("g.dot"), "-o", directory_.path("g.dot")}), 2);
  EXPECT_THAT(error(), HasSubstr("g.dot: is wanted for the graph itself and for the network"));
}

}  // namespace
}  // namespace flitwise::topology_command_test
