// `flitwise topology export`: the networks of scenarios and graphs as files of other tools.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
        Row{"fat_tree_exchange_full.yaml", 15, 14, 7}, Row{"barrier_8x8.yaml", 64, 128, 0}}) {
    const json network = exported(row.scenario);
    EXPECT_EQ(network["nodes"].size(), row.nodes) << row.scenario;
    EXPECT_EQ(network["links"].size(), row.links) << row.scenario;
    EXPECT_EQ(switches_in(network), row.switches) << row.scenario;
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

TEST_F(TopologyCommand, RefusesWhatItCannotWrite) {
  EXPECT_EQ(topology({"ring:2"}), 2);
  EXPECT_EQ(error(), "flitwise topology export: error: ring:2: N must be 3 to 4096, got 2\n");
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
