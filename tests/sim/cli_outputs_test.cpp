#include "sim/cli_outputs.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace flitwise
