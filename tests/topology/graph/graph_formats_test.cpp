// Graphs as node-link JSON, and networks as files of other tools, read back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "systemc/formats/graph_file.h"
#include "systemc/formats/network_export.h"
#include "systemc/topology/graph/graph_figures.h"
#include "systemc/topology/graph/graph_shapes.h"
#include "tests/support/refusal.h"

namespace flitwise::graph_formats_test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

std::string written(const std::string& name, const std::string& text) {
  const std::string path = testing::TempDir() + "graph_formats_" + name;
  std::ofstream(path) << text;
  return path;
}

Graph read_text(const std::string& extension, const std::string& text) {
  return read_graph(written("graph" + extension, text));
}

std::string refusal(const std::string& text) {
  const std::string path = written("bad.json", text);
  const std::string message = test::refusal_of<GraphFileError>([&] { read_graph(path); });
  return message.substr(std::min(message.size(), path.size() + std::string(": error: ").size()));
}

TEST(NodeLink, IsReadWithNamesInTheOrderOfNodes) {
  const Graph graph = read_text(".json", R"({"directed": false, "multigraph": false, "graph": {},
      "nodes": [{"id": "zoe", "x": 1}, {"id": "amy"}, {"id": 7}],
      "links": [{"source": "amy", "target": "zoe", "weight": 2}, {"source": 7, "target": "amy"},
                {"source": "zoe", "target": "amy"}]})");
  EXPECT_THAT(graph.names(), ElementsAre("zoe", "amy", "7"));
  EXPECT_EQ(graph.edge_count(), 2);
  EXPECT_THAT(graph.neighbours(1), ElementsAre(0, 2));
}

TEST(NodeLink, IsTheSameGraphAsInDot) {
  const Graph dot = read_graph(FLITWISE_TEST_DATA "/graphs/names.dot");
  const Graph node_link = read_graph(FLITWISE_TEST_DATA "/graphs/names.json");
  EXPECT_EQ(node_link.names(), dot.names());
  EXPECT_EQ(links_of(node_link), links_of(dot));
}

TEST(NodeLink, MayCallLinksEdges) {
  EXPECT_EQ(read_text(".json", R"({"nodes": [{"id": 0}, {"id": 1}],
      "edges": [{"source": 0, "target": 1}]})")
                .edge_count(),
            1);
}

TEST(NodeLink, TakesNumbersFromZeroAsNumbersOfNodes) {
  const Graph graph = read_text(".json", R"({"nodes": [{"id": 2}, {"id": 0}, {"id": 1}],
      "links": [{"source": 2, "target": 0}, {"source": 1, "target": 2}]})");
  EXPECT_TRUE(graph.names().empty());
  EXPECT_THAT(graph.neighbours(2), ElementsAre(0, 1));
}

TEST(NodeLink, IsRefusedWithThePlaceOfTheMistake) {
  const std::string nodes = R"("nodes": [{"id": "a"}, {"id": "b"}])";
  EXPECT_THAT(refusal("{"), HasSubstr("is no JSON: "));
  EXPECT_EQ(refusal("[1]"), "must be an object with the lists nodes and links");
  EXPECT_EQ(refusal("{}"), "must have a list nodes");
  EXPECT_EQ(refusal("{" + nodes + "}"), "must have a list links");
  EXPECT_EQ(refusal("{\"directed\": true, " + nodes + ", \"links\": []}"),
            "the graph is directed; links go both ways: directed must be false");
  EXPECT_EQ(refusal(R"({"nodes": [{"id": "a"}, {"id": "a"}], "links": []})"),
            "nodes[1].id 'a' is there twice");
  EXPECT_EQ(refusal(R"({"nodes": ["a"], "links": []})"),
            "nodes[0] must be an object with the key id");
  EXPECT_EQ(refusal(R"({"nodes": [{"id": 1.5}], "links": []})"),
            "nodes[0].id must be a text or a whole number");
  EXPECT_EQ(refusal("{" + nodes + R"(, "links": [{"source": "a"}]})"),
            "links[0] must be an object with the key target");
  EXPECT_EQ(refusal("{" + nodes + R"(, "edges": [{"source": "a", "target": "c"}]})"),
            "edges[0].target 'c' is no id in nodes");
  EXPECT_EQ(refusal("{" + nodes + R"(, "links": [{"source": "a", "target": "a"}]})"),
            "links[0]: node 'a' must not be its own neighbour");
  EXPECT_EQ(refusal("{" + nodes + R"(, "links": []})"),
            "the graph is not connected: no path leads from node a to node b");
  EXPECT_EQ(refusal(R"({"nodes": [], "links": []})"), "the graph is empty");
}

const std::vector<std::pair<NetworkFormat, const char*>>& readable_formats() {
  static const std::vector<std::pair<NetworkFormat, const char*>> formats{
      {NetworkFormat::kNodeLink, ".json"}, {NetworkFormat::kDot, ".dot"}};
  return formats;
}

TEST(NetworkExport, IsReadBackAsTheSameGraphWithTheSamePorts) {
  const Graph named(4, {{0, 3}, {3, 1}, {1, 2}}, {"a \"b\"", "c", "d e", "1"});
  for (const auto& [format, extension] : readable_formats()) {
    for (const char* shape : {"torus:4,6", "polarfly:5", "regular:24,4,1", "petersen", "path:2"}) {
      const Graph graph = make_graph(shape);
      const Graph again = read_text(extension, write_network(plain_network(graph, shape), format));
      EXPECT_EQ(links_of(again), links_of(graph)) << shape << extension;
      EXPECT_TRUE(again.names().empty()) << shape << extension;
    }
    const Graph again = read_text(extension, write_network(plain_network(named, "n"), format));
    EXPECT_EQ(links_of(again), links_of(named)) << extension;
    EXPECT_EQ(again.names(), named.names()) << extension;
  }
  for (const char* shape : {"torus:4,6", "star:4"}) {
    const Graph graph = make_graph(shape);
    const std::string edges = write_network(plain_network(graph, shape), NetworkFormat::kEdges);
    EXPECT_EQ(links_of(read_text(".txt", edges)), links_of(graph)) << shape;
  }
}

// Two leaves under a switch; the first link is twice as wide, the second slower.
PlainNetwork small_network() {
  PlainNetwork network;
  network.name = "two leaves";
  network.is_switch = {false, false, true};
  network.links = {{0, 2, 2, 1}, {1, 2, 1, 3}};
  return network;
}

TEST(NetworkExport, MarksSwitchesAndSaysWhatLinksCarry) {
  const json nodes = json::parse(write_network(small_network(), NetworkFormat::kNodeLink));
  EXPECT_EQ(nodes["nodes"][1], json({{"id", 1}, {"kind", "pe"}}));
  EXPECT_EQ(nodes["nodes"][2], json({{"id", 2}, {"kind", "switch"}}));
  EXPECT_EQ(nodes["links"][1],
            json({{"source", 1}, {"target", 2}, {"capacity", 1}, {"latency", 3}}));
  EXPECT_THAT(write_network(small_network(), NetworkFormat::kDot), HasSubstr("\"2\" [shape=box];"));
}

TEST(NetworkExport, HasTheMatricesOfTeccl) {
  const json teccl = json::parse(write_network(small_network(), NetworkFormat::kTeccl));
  EXPECT_EQ(teccl["capacity"], json({{0, 0, 2}, {0, 0, 1}, {2, 1, 0}}));
  EXPECT_EQ(teccl["alpha"], json({{-1, -1, 0}, {-1, -1, 2}, {0, 2, -1}}));
  EXPECT_EQ(teccl["switch_indices"], json({2}));
}

TEST(NetworkExport, HasTheMatricesOfTaccl) {
  PlainNetwork network = small_network();
  const auto refused = [&] {
    return test::refusal_of<TopologyError>([&] { write_network(network, NetworkFormat::kTaccl); });
  };
  EXPECT_EQ(refused(), "a file of TACCL has no switches, and this network has some; use teccl");
  network.is_switch[2] = false;
  EXPECT_EQ(refused(),
            "a file of TACCL has one latency for all links, and this network has 1 and 3");
  network.links[1].latency = 1;
  const json taccl = json::parse(write_network(network, NetworkFormat::kTaccl));
  EXPECT_EQ(taccl["gpus_per_node"], 3);
  EXPECT_EQ(taccl["alpha"], 0);
  EXPECT_EQ(taccl["links"], json({{0, 0, 2}, {0, 0, 1}, {2, 1, 0}}));
  EXPECT_EQ(taccl["betas"], json({{0, 0, 0.5}, {0, 0, 1}, {0.5, 1, 0}}));
  EXPECT_EQ(taccl["invbws"], taccl["betas"]);
  // What the reader of topology `custom` wants to be there.
  for (const char* key : {"name", "nics_per_node", "remote_invbw", "remote_alpha", "remote_beta"})
    EXPECT_TRUE(taccl.contains(key)) << key;
}

TEST(NetworkExport, RefusesNamesThatListsOfEdgesCannotHave) {
  for (const char* name : {"a b", "a#"}) {
    const PlainNetwork network = plain_network(Graph(2, {{0, 1}}, {name, "c"}), "n");
    EXPECT_EQ(
        test::refusal_of<TopologyError>([&] { write_network(network, NetworkFormat::kEdges); }),
        std::string("a list of edges has no names with blanks or '#', got '") + name +
            "'; use dot");
  }
}

}  // namespace
}  // namespace flitwise::graph_formats_test
