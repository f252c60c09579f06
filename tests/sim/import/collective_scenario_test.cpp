// Scenarios that run a schedule from a file: what is read, and what is refused with which words.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "sim/collective/collective_scenario.h"
#include "sim/families/registry.h"
#include "sim/import/collective_family.h"
#include "sim/run/family/family.h"
#include "tests/sim/support.h"

namespace flitwise::collective_scenario_test {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;

// As if it lay beside the sample schedules.
ScenarioReading read(const std::string& text) {
  return read_scenario_text(text, FLITWISE_TEST_DATA "/import/scenario.yaml");
}

std::string scenario(const std::string& network, const std::string& schedule,
                     const std::string& options = "") {
  return "network: {" + network + "}\noperation: collective\nschedule: {" + schedule + "}\n" +
         (options.empty() ? "" : "options: {" + options + "}\n");
}

constexpr const char* kRing = "file: allgather_ring.xml, format: msccl";
constexpr const char* kTorus = "kind: torus, sides: [4, 4]";

TEST(CollectiveScenario, IsReadOnEveryNetwork) {
  for (const char* network :
       {"shape: path, pes: 4", "kind: tree, parents: [-1, 0, 1, 1]", "kind: torus, sides: [2, 3]",
        "kind: fat-tree, leaves: 4, capacities: constant", "kind: star-graph, n: 3",
        "kind: graph, shape: petersen", "kind: graph, file: ../graphs/square.txt",
        "kind: graph, file: ../graphs/square.txt, spanning: bfs"}) {
    const ScenarioReading reading = read(scenario(network, kRing));
    for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
    ASSERT_TRUE(reading.scenario);
    EXPECT_EQ(reading.scenario->operation, "collective");
    EXPECT_THAT(collective_of(*reading.scenario).pe_of, ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(reading.scenario->inputs.back(), FLITWISE_TEST_DATA "/import/allgather_ring.xml");
  }
}

TEST(CollectiveScenario, PutsRanksWhereTheMapSays) {
  const auto map_of = [](const std::string& map) {
    const ScenarioReading reading = read(scenario(kTorus, std::string(kRing) + ", map: " + map));
    for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
    return collective_of(*reading.scenario).pe_of;
  };
  EXPECT_THAT(map_of("[3, 1, 2, 15]"), ElementsAre(3, 1, 2, 15));
  EXPECT_THAT(map_of("spread.map"), ElementsAre(0, 3, 12, 15));
}

TEST(CollectiveScenario, IsIdentifiedByFormatAndRanks) {
  const ScenarioReading reading = read(scenario(kTorus, kRing));
  Result result;
  identify(*reading.scenario, result);
  EXPECT_EQ(result.operation, "collective");
  EXPECT_EQ(result.algorithm, "msccl");
  EXPECT_EQ(result.variant, "ring, 4 ranks");
  EXPECT_EQ(result.network, "4 x 4 torus");
  EXPECT_EQ(result.pes, 16);
  EXPECT_EQ(result.flits, 12);
}

struct Mistake {
  const char* name;
  std::string text;
  std::string message;  ///< behind the scenario's folder
};
void PrintTo(const Mistake& mistake, std::ostream* stream) { *stream << mistake.name; }

class CollectiveMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(CollectiveMistakes, AreRefused) {
  const ScenarioReading reading = read(GetParam().text);
  EXPECT_FALSE(reading.scenario);
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_THAT(reading.errors[0].what(), testing::EndsWith("/import/" + GetParam().message));
}

std::string with_schedule(const std::string& schedule) { return scenario(kTorus, schedule); }

INSTANTIATE_TEST_SUITE_P(
    All, CollectiveMistakes,
    testing::Values(
        Mistake{
            "NoNetwork", "operation: collective\nschedule: {" + std::string(kRing) + "}\n",
            "scenario.yaml:1:1: error: network: missing key: any network: a tree, a torus, ..."},
        Mistake{"LeavesOfTwoLinks",
                scenario("kind: fat-tree, leaves: 4, capacities: [2, 2]", kRing),
                "scenario.yaml:1:51: error: network.capacities[0]: '2' must be 1 for "
                "collectives, whose PEs send over one link"},
        Mistake{"NoSchedule", "network: {shape: path, pes: 4}\noperation: collective\n",
                "scenario.yaml:1:1: error: schedule: missing key: {file: ring.goal, format: goal}"},
        Mistake{
            "TwoTrees", scenario("kind: mesh, sides: [2, 2]", kRing),
            "scenario.yaml:1:17: error: network.kind: 'mesh' carries scatter and gather only; "
            "operation collective runs on tree, graph, fat-tree, torus, xy-mesh and star-graph"},
        Mistake{
            "LinksOfAGraphElaborated",
            scenario("kind: graph, shape: petersen", kRing, "build: elaborated"),
            "scenario.yaml:4:18: error: options.build: 'elaborated' exists where routers combine "
            "and copy, not for messages from node to node; use assembled"},
        Mistake{"TreesOfAGraph",
                scenario("kind: graph, shape: petersen", kRing) + "trees: {count: 2}\n",
                "scenario.yaml:4:1: error: trees: unknown key; known here: name, network, "
                "operation, schedule, options"},
        Mistake{"UnknownOptionOfAGraph",
                scenario("kind: graph, shape: \"torus:2,2\"", kRing) + "options: {ports: multi}\n",
                "scenario.yaml:4:11: error: options.ports: unknown key; known here: build, "
                "checkers, skip, max_steps, threads, add"},
        Mistake{"ForeignKey", scenario(kTorus, kRing) + "lengths: {each: 1}\n",
                "scenario.yaml:4:1: error: lengths: unknown key; known here: name, network, "
                "operation, schedule, options"},
        Mistake{"ScheduleNoMap",
                "network: {shape: path, pes: 4}\noperation: collective\nschedule: ring.goal\n",
                "scenario.yaml:3:11: error: schedule: 'ring.goal' must be a map like {file: "
                "ring.goal, format: goal}, not a single value"},
        Mistake{"ScheduleKey", with_schedule(std::string(kRing) + ", speed: 1"),
                "scenario.yaml:3:53: error: schedule.speed: unknown key; known here: file, format, "
                "map, flit_bytes, chunk_flits, epoch"},
        Mistake{"NoFormat", with_schedule("file: gather.goal"),
                "scenario.yaml:3:11: error: schedule.format: missing key: goal, msccl, teccl or "
                "forestcoll"},
        Mistake{"UnknownFormat", with_schedule("file: gather.goal, format: mpi"),
                "scenario.yaml:3:39: error: schedule.format: 'mpi' must be one of goal, msccl, "
                "teccl, forestcoll"},
        Mistake{"NoFile", with_schedule("format: goal"),
                "scenario.yaml:3:11: error: schedule.file: missing key: the schedule"},
        Mistake{"FileNotThere", with_schedule("file: nowhere.goal, format: goal"),
                "scenario.yaml:3:18: error: schedule.file: 'nowhere.goal' cannot be read: No such "
                "file or directory"},
        Mistake{"FileWrong", with_schedule("file: gather.goal, format: msccl"),
                "gather.goal:16:1: error: not XML: No document element found"},
        Mistake{
            "BytesOfChunks", with_schedule(std::string(kRing) + ", flit_bytes: 8"),
            "scenario.yaml:3:65: error: schedule.flit_bytes: '8' belongs to goal, and the format "
            "is msccl"},
        Mistake{"ChunksOfBytes", with_schedule("file: gather.goal, format: goal, chunk_flits: 8"),
                "scenario.yaml:3:58: error: schedule.chunk_flits: '8' belongs to msccl, teccl and "
                "forestcoll, and the format is goal"},
        Mistake{
            "EpochOfMsccl", with_schedule(std::string(kRing) + ", epoch: 8"),
            "scenario.yaml:3:60: error: schedule.epoch: '8' belongs to teccl, and the format is "
            "msccl"},
        Mistake{
            "TooFewPes", scenario("shape: path, pes: 3", kRing),
            "scenario.yaml:3:18: error: schedule.file: 'allgather_ring.xml' has 4 ranks, and the "
            "network has 3 PEs"},
        Mistake{
            "MapTooShort", with_schedule(std::string(kRing) + ", map: [0, 1]"),
            "scenario.yaml:3:58: error: schedule.map: names 2 PEs, and the schedule has 4 ranks"},
        Mistake{
            "MapBeyond", with_schedule(std::string(kRing) + ", map: [0, 1, 2, 16]"),
            "scenario.yaml:3:58: error: schedule.map: '16' is no PE of the network, which are 0 "
            "to 15"},
        Mistake{
            "MapTwice", with_schedule(std::string(kRing) + ", map: [0, 1, 2, 1]"),
            "scenario.yaml:3:58: error: schedule.map: '1' stands in the map twice: a PE runs one "
            "rank"},
        Mistake{"MapNowhere", with_schedule(std::string(kRing) + ", map: no.map"),
                "scenario.yaml:3:58: error: schedule.map: 'no.map' cannot be read: No such file or "
                "directory"},
        Mistake{"MapNoNumbers", with_schedule(std::string(kRing) + ", map: gather.goal"),
                "gather.goal:1:1: error: '/*' must be the number of a PE"},
        Mistake{"OptionOfAnotherNetwork", scenario(kTorus, kRing, "slots: 2"),
                "scenario.yaml:4:11: error: options.slots: unknown key; known here: lanes, depth, "
                "lane_rule, dimension_order, build, "
                "checkers, skip, max_steps, threads, add"},
        Mistake{
            "OptionOfABroadcast", scenario(kTorus, kRing, "barrier: false"),
            "scenario.yaml:4:11: error: options.barrier: unknown key; known here: lanes, depth, "
            "lane_rule, dimension_order, build, checkers, "
            "skip, max_steps, threads, add"},
        Mistake{"PortsOfAFatTree",
                scenario("kind: fat-tree, leaves: 4, capacities: constant", kRing, "ports: multi"),
                "scenario.yaml:4:11: error: options.ports: unknown key; known here: policy, seed, "
                "depth, backpressure, build, checkers, skip, "
                "max_steps, threads, add"},
        Mistake{
            "LatencyOfAFatTree",
            scenario("kind: fat-tree, leaves: 4, capacities: constant", kRing, "link_latency: 2"),
            "scenario.yaml:4:25: error: options.link_latency: '2' cannot be chosen: schedules "
            "run on switches and links of one step; leave it out"},
        Mistake{
            "NoSuchTop", scenario("shape: path, pes: 5", kRing, "build: elaborated, ports: multi"),
            "scenario.yaml:4:18: error: options.build: 'elaborated' exists single-port only, for "
            "up to 64 PEs and 256 lanes; use assembled"},
        Mistake{"NoSuchStarTop", scenario("kind: star-graph, n: 5", kRing, "build: elaborated"),
                "scenario.yaml:4:18: error: options.build: 'elaborated' is for n up to 4, whose "
                "SystemVerilog top compiles in minutes; use assembled"},
        Mistake{"TooManyPackets",
                scenario("kind: star-graph, n: 3", std::string(kRing) + ", chunk_flits: 8193",
                         "flits: 2"),
                "scenario.yaml:3:18: error: schedule.file: 'allgather_ring.xml' has a transfer of "
                "8193 flits; on a star graph it can have 4096 packets of 2"}),
    [](const auto& instance) { return instance.param.name; });

// A schedule of this many messages between two ranks.
std::string goal_of(std::size_t messages, const std::string& bytes) {
  std::string text = "num_ranks 2\nrank 0 {\n";
  for (std::size_t i = 0; i < messages; ++i) text += "send " + bytes + "b to 1\n";
  text += "}\nrank 1 {\n";
  for (std::size_t i = 0; i < messages; ++i) text += "recv " + bytes + "b from 0\n";
  return text + "}\n";
}

std::string refusal_of(const std::string& network, const std::string& goal) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f.goal"), goal);
  const ScenarioReading reading =
      read_scenario_text(scenario(network, "file: f.goal, format: goal"), directory.path("s.yaml"));
  return reading.errors.empty() ? "" : reading.errors[0].rule();
}

TEST(CollectiveScenario, HasNoMoreTransfersThanFlitsCanName) {
  EXPECT_EQ(refusal_of("shape: path, pes: 2", goal_of(8192, "8")), "");
  EXPECT_EQ(refusal_of("shape: path, pes: 2", goal_of(8193, "8")),
            "has 8193 transfers; flits can name 8192");
  EXPECT_EQ(refusal_of(kTorus, goal_of(1024, "8")), "");
  EXPECT_EQ(refusal_of(kTorus, goal_of(1025, "8")),
            "has more than 1024 sends of rank 0, which is all that a PE of a torus can number");
  EXPECT_EQ(refusal_of("shape: path, pes: 2", goal_of(1, "1099511627776")),
            "has 137438953472 flits; at most 67108864 are possible");
}

// The schema and the reader know the same keys.
class CollectiveSchema : public testing::Test {
 protected:
  using Words = std::set<std::string>;
  const Json schema_ = Json::parse(collective_family().schema(families()));

  static Words keys(const Json& map) {
    Words all;
    for (const auto& property : map.at("properties").items())
      if (property.value() != false) all.insert(property.key());
    return all;
  }
  static Words known(const std::string& text, const std::string& key) {
    Words all;
    const std::string start = "known here: ";
    for (const ConfigError& error : read(text).errors) {
      if (error.key() != key) continue;
      std::string list = error.rule().substr(error.rule().find(start) + start.size());
      for (std::size_t comma; (comma = list.find(", ")) != std::string::npos;
           list = list.substr(comma + 2))
        all.insert(list.substr(0, comma));
      all.insert(list);
    }
    return all;
  }
};

TEST_F(CollectiveSchema, HasTheKeysOfTheReader) {
  const auto& own = collective_family().keys();
  EXPECT_EQ(keys(schema_), Words(own.begin(), own.end()));
  EXPECT_EQ(keys(schema_.at("properties").at("schedule")),
            known(with_schedule(std::string(kRing) + ", zz: 1"), "schedule.zz"));
  Words options;
  for (const char* network : {"shape: path, pes: 4", kTorus, "kind: star-graph, n: 3",
                              "kind: fat-tree, leaves: 4, capacities: constant"}) {
    const Words more = known(scenario(network, kRing, "zz: 1"), "options.zz");
    options.insert(more.begin(), more.end());
  }
  EXPECT_EQ(keys(schema_.at("properties").at("options")), options);
}

}  // namespace
}  // namespace flitwise::collective_scenario_test
