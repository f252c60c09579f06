// Schedules in TE-CCL's JSON that cannot be used are refused with their place, key and rule.
#include <gtest/gtest.h>

#include <string>

#include "sim/import/formats/schedule_file.h"
#include "tests/sim/import/mistakes.h"
#include "tests/sim/support.h"

namespace flitwise {
namespace {

using test::message_of;
using test::Mistake;

class TecclMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(TecclMistakes, AreRefused) {
  EXPECT_EQ(message_of(GetParam().text, ScheduleFormat::kTeccl), GetParam().message);
}

std::string flows(const std::string& list) { return "{\n\"7-Flows\": [\n" + list + "\n]\n}\n"; }

INSTANTIATE_TEST_SUITE_P(
    All, TecclMistakes,
    testing::Values(
        Mistake{"NoMap", "[1, 2]\n",
                "1:1: error: '[...]' must be a map like {7-Flows: "
                "[...]}, not a list"},
        Mistake{"NoFlows", "{\"7-Flows\": []}\n",
                " error: holds no flows: a list 6-Flows or 7-Flows must have one at least"},
        Mistake{"UnknownKey", "{\"9-Switches\": 3}\n",
                "1:2: error: 9-Switches: unknown key; read are N-Flows, N-Chunk paths, "
                "N-Collective and the solver's figures"},
        Mistake{"FlowsNoList", "{\"7-Flows\": 3}\n",
                "1:13: error: 7-Flows: '3' must be a list like [\"Chunk 0 from 0 traveled "
                "over 0->1 in epoch 0\"], not a single value"},
        Mistake{"NoFlow", flows("\"Chunk 0 goes to 1\""),
                "3:1: error: 7-Flows[0]: 'Chunk 0 goes to 1' is no flow: 'Chunk C from S traveled "
                "over A->B in epoch K', with 'with volume 1.0' before and 'via switches X' behind "
                "the epoch if need be"},
        Mistake{"HalfAChunk",
                flows("\"Chunk 0 from 0 traveled over 0->1 with volume 0.5 in epoch "
                      "0\""),
                "3:1: error: 7-Flows[0]: 'Chunk 0 from 0 traveled over 0->1 with volume 0.5 in "
                "epoch 0' must have volume 1: only whole chunks can be sent"},
        Mistake{"HugeNumber", flows("\"Chunk 99999999999 from 0 traveled over 0->1 in epoch 0\""),
                "3:1: error: 7-Flows[0]: 'Chunk 99999999999 from 0 traveled over 0->1 in epoch 0' "
                "names a number above 1000000000"},
        Mistake{
            "NotThereYet",
            flows("\"Chunk 0 from 0 traveled over 0->1 in epoch 1\",\n\"Chunk 0 from 0 "
                  "traveled over 1->2 in epoch 1\""),
            "4:1: error: Flows: node 1 sends chunk 0 of 0 in epoch 1, and does not have it from "
            "an earlier one"},
        Mistake{"NoDemand",
                "{\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"],\n"
                "\"8-Chunk paths\": {\"Demand at 1\": []}}\n",
                "2:19: error: 8-Chunk paths: 'Demand at 1' is no demand: 'Demand at D for chunk C "
                "from S met by epoch K'"},
        Mistake{"NoWay",
                "{\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"],\n"
                "\"8-Chunk paths\": {\"Demand at 1 for chunk 0 from 0 met by epoch 0\":\n"
                "[\"0 to 1\"]}}\n",
                "3:2: error: 8-Chunk paths.Demand at 1 for chunk 0 from 0 met by epoch 0[0]: '0 to "
                "1' is no hop of a way: 'A->B in epoch K', with 'via switches X' behind it if need "
                "be"},
        Mistake{"WayIsAText",
                "{\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\"],\n"
                "\"8-Chunk paths\": {\"Demand at 1 for chunk 0 from 0 met by epoch 0\":\n"
                "\"0->1\"}}\n",
                "3:1: error: 8-Chunk paths.Demand at 1 for chunk 0 from 0 met by epoch 0: '0->1' "
                "must be a list like [\"0->1 in epoch 0\"], not a text in quotes"},
        Mistake{"ToItself", flows("\"Chunk 0 from 0 traveled over 0->0 in epoch 0\""),
                "3:1: error: rank 0: 'chunk 0 of 0 to 0 in epoch 0 (line 3)' names its own rank: a "
                "message must go to another one"}),
    [](const auto& instance) { return instance.param.name; });

// Flows from 0 to 1 and 2, and demands of a collective that they would fit.
std::string wants(const std::string& word, const std::string& demands) {
  return "{\n\"0-Collective\": \"" + word +
         "\",\n\"7-Flows\": [\"Chunk 0 from 0 traveled over 0->1 in epoch 0\",\n"
         "\"Chunk 1 from 0 traveled over 0->2 in epoch 0\"],\n\"8-Chunk paths\": {" +
         demands + "}}\n";
}
std::string demand(int at, int chunk, int source) {
  return "\"Demand at " + std::to_string(at) + " for chunk " + std::to_string(chunk) + " from " +
         std::to_string(source) + " met by epoch 0\": []";
}

INSTANTIATE_TEST_SUITE_P(
    Collectives, TecclMistakes,
    testing::Values(
        Mistake{"NoCollective", wants("banana", ""),
                "2:17: error: 0-Collective: 'banana' must be one of allgather, alltoall, "
                "broadcast, scatter, gather"},
        Mistake{"Reduction", wants("AllReduce", ""),
                "2:17: error: 0-Collective: 'AllReduce' must be one of allgather, alltoall, "
                "broadcast, scatter, gather"},
        Mistake{"TwoCollectives",
                "{\"0-Collective\": gather,\n\"1-Collective\": scatter,\n\"7-Flows\": []}\n",
                "2:17: error: 1-Collective: 'scatter' stands in the file twice"},
        Mistake{"CollectiveWithoutDemands", wants("gather", ""),
                "2:17: error: 0-Collective: 'gather' must have its demands in N-Chunk paths"},
        Mistake{"GatherAtTwoNodes", wants("gather", demand(1, 0, 0) + ", " + demand(2, 1, 0)),
                "2:17: error: 0-Collective: 'gather' must have one destination, and its demands "
                "have 2"},
        Mistake{"ScatterFromTwoNodes", wants("Scatter", demand(1, 0, 0) + ", " + demand(2, 0, 1)),
                "2:17: error: 0-Collective: 'Scatter' must have one source, and its demands have "
                "2"},
        Mistake{"ScatterToSome", wants("scatter", demand(1, 0, 0)),
                "2:17: error: 0-Collective: 'scatter' must bring node 2 as many chunks of node 0 "
                "as node 1 of node 0, 1, and its demands have 0"},
        Mistake{"ScatterOfOneChunk", wants("scatter", demand(1, 0, 0) + ", " + demand(2, 0, 0)),
                "2:17: error: 0-Collective: 'scatter' must bring chunk 0 of node 0 to one node, "
                "and its demands name 1 and 2"},
        Mistake{"BroadcastOfDifferentChunks",
                wants("broadcast", demand(1, 0, 0) + ", " + demand(2, 1, 0)),
                "2:17: error: 0-Collective: 'broadcast' must bring nodes 1 and 2 the same chunks"},
        Mistake{"AlltoallOfOne", wants("alltoall", demand(1, 0, 0) + ", " + demand(2, 1, 0)),
                "2:17: error: 0-Collective: 'alltoall' must bring node 0 as many chunks of node 1 "
                "as node 1 of node 0, 1, and its demands have 0"}),
    [](const auto& instance) { return instance.param.name; });

TEST(Teccl, HasNoMoreChunksThanFitIntoMemory) {
  std::string list;
  for (int chunk = 0; chunk < 5000; ++chunk)
    list += "\"Chunk " + std::to_string(chunk) + " from 0 traveled over 0->" +
            std::to_string(1 + chunk % 4095) + " in epoch 0\",\n";
  EXPECT_EQ(message_of(flows(list), ScheduleFormat::kTeccl),
            " error: names 5000 chunks for 4096 ranks, 20480000 in all; at most 16777216 are "
            "possible");
  EXPECT_EQ(message_of(flows("\"Chunk 0 from 0 traveled over 5000->1 in epoch 0\",\n" +
                             [] {
                               std::string more;
                               for (int node = 0; node < 4096; ++node)
                                 more += "\"Chunk 0 from 7000 traveled over 7000->" +
                                         std::to_string(node) + " in epoch 0\",\n";
                               return more;
                             }()),
                       ScheduleFormat::kTeccl),
            " error: names 4098 nodes; at most 4096 ranks are possible");
}

TEST(Teccl, RefusesFlowsTooLongForAnyRoute) {
  std::string flow = "Chunk 0 from 0 traveled over 0->1 in epoch 0 via switches 1";
  for (int i = 0; i < 10'000; ++i) flow += ", 1";
  const std::string text = R"({"7-Flows": [")" + flow + "\"]}";
  const std::string message = message_of(text, ScheduleFormat::kTeccl);
  EXPECT_NE(message.find("is no flow"), std::string::npos) << message.substr(0, 200);
}

TEST(Teccl, HasNoEpochBeyondTheEndOfTime) {
  const test::TemporaryDirectory directory;
  test::write_text(directory.path("f"),
                   flows("\"Chunk 0 from 0 traveled over 0->1 in epoch 900000000\""));
  ScheduleUnits units;
  units.epoch_steps = 1 << 20;
  try {
    read_schedule(directory.path("f"), ScheduleFormat::kTeccl, units);
    FAIL() << "is read";
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.rule(), "epoch 900000000 begins after step 1099511627776");
  }
}

}  // namespace
}  // namespace flitwise
