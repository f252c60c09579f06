#include "sim/cli/cli_run.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace flitwise {
namespace {

RunArguments arguments_with(const std::string& file, const std::string& directory) {
  RunArguments arguments;
  arguments.json = file;
  arguments.events = file;
  arguments.directory = directory;
  return arguments;
}

TEST(OutputPlan, PutsRelativeFilesIntoTheDirectory) {
  const OutputPlan plan = plan_outputs(arguments_with("a/b", "out"), {"one"});

  EXPECT_EQ(plan.json, "out/a/b");
  EXPECT_EQ(plan.scenarios[0].events, "out/a/b");
}

TEST(OutputPlan, LeavesAbsoluteFilesAndStandardOutputWhereTheyAre) {
  EXPECT_EQ(plan_outputs(arguments_with("/a/b", "out"), {"one"}).json, "/a/b");
  EXPECT_EQ(plan_outputs(arguments_with("-", "out"), {"one"}).json, "-");
}

TEST(OutputPlan, TellsScenariosOfEqualNamesApart) {
  const OutputPlan plan = plan_outputs(arguments_with("e", "out"), {"same", "Same"});

  EXPECT_EQ(plan.scenarios[0].events, "out/same.events.jsonl");
  EXPECT_EQ(plan.scenarios[1].events, "out/same-2.events.jsonl");
}

TEST(OutputPlan, WritesOnlyWhatWasAskedFor) {
  const OutputPlan plan = plan_outputs(arguments_with("", "out"), {"one"});

  EXPECT_EQ(plan.json + plan.scenarios[0].events + plan.scenarios[0].waves + plan.scenarios[0].svg,
            "");
}

TEST(OutputClash, IsSeenBetweenTwoOutputs) {
  const OutputPlan plan = plan_outputs(arguments_with("x", ""), {"one"});

  EXPECT_EQ(refuse_clashes(plan, {"a.yaml"}),
            "x: is wanted for the results and for the events; give one of them another name");
}

TEST(OutputClash, IsSeenBetweenWavesAndAnyOtherOutput) {
  RunArguments arguments;
  arguments.waves = "w.fst";
  arguments.events = "./w.gtkw";

  EXPECT_NE(refuse_clashes(plan_outputs(arguments, {"one"}), {"a.yaml"}), "");
}

TEST(OutputClash, IsSeenBetweenATraceAndAnyOtherOutput) {
  RunArguments arguments;
  arguments.trace = "t.pftrace";
  arguments.events = "./t.pftrace";

  EXPECT_EQ(refuse_clashes(plan_outputs(arguments, {"one"}), {"a.yaml"}),
            "t.pftrace: is wanted for the events and for the trace; give one of them another name");
  EXPECT_EQ(refuse_clashes(plan_outputs(arguments, {"one"}), {"t.pftrace"}),
            "./t.pftrace: is wanted for the scenario itself and for the events; give one of them "
            "another name");
}

TEST(OutputPlan, GivesEachScenarioATraceOfItsOwn) {
  RunArguments arguments;
  arguments.trace = "t.pftrace";
  arguments.directory = "out";
  EXPECT_EQ(plan_outputs(arguments, {"a b"}).scenarios[0].trace, "out/t.pftrace");
  EXPECT_EQ(plan_outputs(arguments, {"a b", "c"}).scenarios[0].trace, "out/a-b.pftrace");
}

TEST(OutputClash, ProtectsTheFilesThatAScenarioNames) {
  RunArguments arguments;
  arguments.events = "./g.dot";

  EXPECT_EQ(refuse_clashes(plan_outputs(arguments, {"one"}), {"a.yaml"}, {"g.dot"}),
            "./g.dot: is wanted for the scenario's input and for the events; give one of them "
            "another name");
}

TEST(OutputClash, ProtectsTheScenario) {
  RunArguments arguments;
  arguments.json = "./a.yaml";

  EXPECT_EQ(refuse_clashes(plan_outputs(arguments, {"one"}), {"a.yaml"}),
            "./a.yaml: is wanted for the scenario itself and for the results; give one of them "
            "another name");
}

TEST(OutputClash, KeepsWavesAwayFromDevicesAlsoBehindALink) {
  const std::string link = testing::TempDir() + "device.fst";
  std::filesystem::remove(link);
  std::filesystem::create_symlink("/dev/null", link);
  RunArguments arguments;
  arguments.waves = link;
  const std::string refusal = refuse_clashes(plan_outputs(arguments, {"one"}), {"a.yaml"});
  std::filesystem::remove(link);

  EXPECT_EQ(refusal, "--waves " + link + ": is a device or a pipe; waves need a regular file");
}

TEST(OutputClash, IsSeenThroughALinkToAFileThatIsNotThereYet) {
  const std::string target = testing::TempDir() + "clash_target";
  const std::string link = testing::TempDir() + "clash_link";
  std::filesystem::remove(link);
  std::filesystem::create_symlink(target, link);
  const OutputPlan plan = plan_outputs(arguments_with(target, link), {"one"});
  const std::string refusal = refuse_clashes(plan, {"a.yaml"});
  std::filesystem::remove(link);

  EXPECT_NE(refusal, "");
}

TEST(OutputClash, AllowsDevicesAndStandardOutput) {
  EXPECT_EQ(refuse_clashes(plan_outputs(arguments_with("/dev/null", ""), {"one"}), {"a.yaml"}), "");
}

}  // namespace
}  // namespace flitwise
