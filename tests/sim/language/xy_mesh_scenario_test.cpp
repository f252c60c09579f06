// Scenarios on meshes of XY routers: defaults, every option, and faults that would change nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sim/families/registry.h"
#include "sim/families/xy_mesh/xy_mesh_scenario.h"

namespace flitwise::xy_mesh_scenario_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string mesh(const std::string& sides, const std::string& work) {
  return "network: {kind: xy-mesh, sides: " + sides + "}\n" + work;
}

XyMeshScenario read(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "scenario.yaml");
  for (const ConfigError& error : reading.errors) ADD_FAILURE() << error.what();
  return reading.scenario ? xy_mesh_of(*reading.scenario) : XyMeshScenario();
}

std::string refusal(const std::string& text) {
  const ScenarioReading reading = read_scenario_text(text, "scenario.yaml");
  return reading.errors.size() == 1 ? reading.errors[0].what() : "not one error";
}

TEST(XyMeshScenarios, HaveDefaultsForAllButNetworkOperationAndLengths) {
  const XyMeshScenario broadcast = read(mesh("[4, 3]", "operation: broadcast\nlength: 5\n"));
  EXPECT_THAT(broadcast.sides, ElementsAre(4, 3));
  EXPECT_THAT(broadcast.order, ElementsAre(0, 1));
  EXPECT_TRUE(broadcast.is_mesh);
  EXPECT_EQ(broadcast.algorithm, XyMeshAlgorithm::kUmesh);
  EXPECT_EQ(broadcast.root, 0);
  EXPECT_EQ(broadcast.length, 5);
  EXPECT_TRUE(broadcast.options.barrier);
  EXPECT_EQ(broadcast.options.lanes, 2U);
  EXPECT_EQ(broadcast.options.depth, 8U);
  const XyMeshScenario gather = read(mesh("[2, 2]", "operation: gather\nlengths: {each: 3}\n"));
  EXPECT_EQ(gather.algorithm, XyMeshAlgorithm::kGatherFurthestFirst);
  EXPECT_THAT(gather.lengths, ElementsAre(0, 3, 3, 3));
  EXPECT_EQ(read(mesh("[2, 2]", "operation: scatter\nlengths: {each: 3}\n")).algorithm,
            XyMeshAlgorithm::kScatterFurthestFirst);
}

TEST(XyMeshScenarios, NumberNodesAlongXFirst) {
  const XyMeshScenario scenario =
      read(mesh("[4, 3]", "operation: scatter\nroot: [1, 2]\nlengths: {each: 1}\n"));
  EXPECT_EQ(scenario.root, 9);
  EXPECT_EQ(scenario.lengths[9], 0);
  EXPECT_THAT(refusal(mesh("[2, 2]", "operation: scatter\nroot: [1, 0]\nlengths: [0, 1, 2, 1]\n")),
              HasSubstr("must be 0: PE 1 is the root and has no message of its own"));
}

// Messages that say the same of tori stand there; that they are said of meshes is seen here.
TEST(XyMeshScenarios, RefuseFaultsThatWouldChangeNothing) {
  const auto fault = [](const std::string& work, const std::string& options) {
    return refusal(mesh("[4, 1]", work + "options: {" + options + "}\n"));
  };
  const std::string broadcast = "operation: broadcast\nlength: 4\n";
  const std::string gather = "operation: gather\nlengths: {each: 1}\n";
  const std::string scatter = "operation: scatter\nlengths: {each: 1}\n";
  EXPECT_THAT(fault(broadcast, "break: {mute: [3, 0]}"), HasSubstr("would go unseen"));
  EXPECT_THAT(fault(scatter, "break: {mute: [3, 0]}"), HasSubstr("would go unseen"));
  EXPECT_THAT(fault(gather, "break: {mute: [0, 0]}"), HasSubstr("would go unseen"));
  EXPECT_THAT(fault(gather, "break: {early: [0, 0]}"), HasSubstr("has nothing that it could send"));
  EXPECT_THAT(fault(gather, "break: {early: [3, 0]}"), HasSubstr("which cannot be earlier"));
  EXPECT_THAT(fault(scatter, "break: {early: [0, 0]}"), HasSubstr("there is a send_overhead"));
  EXPECT_THAT(fault(broadcast, "barrier: false, break: {early: [0, 0]}"),
              HasSubstr("unless there is a send_overhead"));
}

TEST(XyMeshScenarios, MayHurryWhatHasTimeToSpare) {
  read(
      mesh("[4, 1]", "operation: gather\nlengths: {each: 3}\noptions: {break: {early: [3, 0]}}\n"));
  read(mesh("[4, 1]",
            "operation: scatter\nlengths: {each: 1}\noptions: {send_overhead: 1, break: {early: "
            "[0, 0]}}\n"));
  read(mesh("[4, 4]",
            "operation: broadcast\nlength: 1\noptions: {receive_overhead: 1, break: {early: [2, "
            "0]}}\n"));
}

// A gather plans its steps, a scatter does not.
TEST(XyMeshScenarios, NeedQueuesForTheirCreditsWhereStepsArePlanned) {
  const std::string shallow = "options: {depth: 2, credit_latency: 4}\n";
  EXPECT_THAT(refusal(mesh("[4, 4]", "operation: gather\nlengths: {each: 9}\n" + shallow)),
              HasSubstr("run out of credits: use depth 5 and more"));
  read(mesh("[4, 4]", "operation: scatter\nlengths: {each: 9}\n" + shallow));
}

}  // namespace
}  // namespace flitwise::xy_mesh_scenario_test
