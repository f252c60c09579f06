// Every case in tests/data/bad must be refused with the message that its first line states.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "sim/families/registry.h"
#include "tests/sim/case_files.h"

namespace flitwise {
namespace {

using test::Case;
using test::cases_of;

class BadScenario : public testing::TestWithParam<Case> {};

TEST_P(BadScenario, IsRefusedWithTheMessageOfItsFirstLine) {
  const auto& [name, path, text] = GetParam();
  const ScenarioReading reading =
      std::filesystem::exists(path) ? read_scenario(path) : read_scenario_text(text, path);
  EXPECT_FALSE(reading.scenario.has_value());
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(std::string(reading.errors[0].what()), path + ":" + GetParam().message());
}

INSTANTIATE_TEST_SUITE_P(Of, BadScenario, testing::ValuesIn(cases_of("bad")),
                         [](const auto& instance) { return instance.param.name; });

// Not among the cases: newer versions of yaml-cpp say the anchor's name as well.
TEST(BadScenarios, SayWhereAnAnchorIsMissing) {
  const ScenarioReading reading =
      read_scenario_text("operation: gather\nlengths: *nobody\n", "a.yaml");
  EXPECT_FALSE(reading.scenario.has_value());
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_THAT(
      reading.errors[0].what(),
      testing::StartsWith("a.yaml:2:10: error: not YAML: the referenced anchor is not defined"));
}

TEST(BadScenarios, AreNotFewerThanWereWritten) { EXPECT_GE(cases_of("bad").size(), 500U); }

TEST(BadScenarios, HaveMessagesThatDiffer) {
  std::set<std::string> messages;
  for (const Case& one : cases_of("bad")) messages.insert(one.message());

  // Bad path lengths, missing seeds and off-path taps share their message, and so do mistakes that
  // are the same on one tree, on two, on fat trees and on graphs, or with own routers on meshes and
  // on tori.
  EXPECT_GE(messages.size(), cases_of("bad").size() - 13);
}

}  // namespace
}  // namespace flitwise
